"""A guest's words as they may be stored: what belongs to a check-in before the arrival goes into the vault, a reference stays."""

from collections.abc import Mapping
from typing import Any

from tripintent.nodes.assistant.talk import goes_on_booking, local_now
from tripintent.state.concierge.front import FrontTurn
from tripintent.state.concierge.memory import without_references
from tripintent.tools.ports.front_door import AssistantPorts

MOST = 8
"""References in one message; of more the whole message is sealed."""


async def sealed_words(ports: AssistantPorts, thread_id: str, values: Mapping[str, Any], text: str) -> str:
    """Return a message with references for its private words. A talk about a booking goes on as it is."""
    if ports.desk is None or ports.vault is None:
        return text
    front: FrontTurn = values.get("front") or FrontTurn()
    if await goes_on_booking(values, text, ports):
        return text
    language = await ports.booking.language.detect(text, front.language or None)
    merged = list[tuple[str, bool]]()
    for words, private in ports.desk.pieces(text, front.memory, language, local_now(ports)):
        seals = private and any(
            one.isalnum() for one in without_references(words)
        )  # what is sealed is not sealed again
        if merged and merged[-1][1] == seals:
            merged[-1] = (merged[-1][0] + words, seals)
        else:
            merged.append((words, seals))
    if sum(private for _, private in merged) > MOST:
        merged = [(text, True)]
    stored = ""
    for words, private in merged:
        plain = words.strip()
        stored += words.replace(plain, await ports.vault.keep(thread_id, plain)) if private and plain else words
    return stored
