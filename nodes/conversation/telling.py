"""The model's words sentence by sentence: each is checked against the facts of the turn, and told as soon as it holds.

What is told stays: a sentence that no fact supports holds back itself and the rest, and the model goes on after what was told. No
check needs more than a sentence; only a day that its dot parts from its month ("14. Juni") does, and there no sentence ends.
"""

import re
from collections.abc import AsyncIterator, Callable, Sequence
from itertools import pairwise, takewhile
from typing import Any

from langchain_core.callbacks import adispatch_custom_event
from langchain_core.messages import AnyMessage, BaseMessage
from langgraph.config import get_stream_writer

from tripintent.nodes.conversation.state import ConversationState, cards, of_turn
from tripintent.state.conversation import Conversation
from tripintent.tools.model.situation import situation
from tripintent.tools.ports.desk_service import AssistantPorts
from tripintent.tools.toolbox.facts import TripStand

Check = Callable[[str], tuple[str, ...]]
"""Returns what of some words no fact supports."""
WRITES = "writes"
"""The name of the event that tells words while they are written."""
HELD = 3
"""Sentences that wait at the beginning of a turn: calls may still stand beside them, whose cards come before words."""
_END = re.compile(r"(?:(?<!\b\d)(?<!\b\d\d)\.|[!?…])\s+|\n+")


def check_of(state: ConversationState, ports: AssistantPorts, stand: TripStand) -> Check:
    """Return the check of words against the situation, this turn's results and cards, what the traveller said and was told just before."""
    model, messages = ports.model, state["messages"]
    if model is None or state["conversation"].guided:
        return lambda _: ()
    said = [one.text for one in messages if one.type == "human"][-8:]
    results, shown = [one.text for one in of_turn(messages) if one.type == "tool"], cards(messages)
    now = situation(stand, state["trip_intent"], state.get("documents") or {}, shown)
    sources = (now, *results, *shown, *said, *_told_before(messages))
    return lambda words: model.checking(words, sources, stand)


def _told_before(messages: Sequence[AnyMessage]) -> list[str]:
    """Return the cards and the checked words of the turn before this one: a price may be compared with what it was."""
    asked = [n for n, one in enumerate(messages) if one.type == "human"][-2:]
    turn = messages[asked[0] : asked[1]] if len(asked) > 1 else ()
    return [one.text for one in turn if one.type == "ai" and one.text]


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, each with the blanks behind it; joined they are the text."""
    ends = [0, *(one.end() for one in _END.finditer(text)), len(text)]
    return [text[a:b] for a, b in pairwise(ends) if a < b]


def without_strays(text: str, check: Check) -> str:
    """Return a text without the sentences that stand in no fact."""
    return "".join(one for one in sentences(text) if not check(one))


class Telling:
    """Tells a reply as far as it is written and checked. ``talk`` has what was told in this turn before it."""

    def __init__(self, check: Check, talk: Conversation, name: str, held: int = 0) -> None:
        self._check, self._held = check, held
        self._before, self._count, self._heard = talk.told, 0, ""
        self.name = talk.name or name
        self.strays: tuple[str, ...] = ()

    @property
    def told(self) -> str:
        """The words of the turn that were told."""
        return self._before + self._heard

    @property
    def update(self) -> dict[str, Any]:
        """What the conversation keeps of it."""
        return {"told": self.told, "name": self.name if self.told else "", "draft": ""}

    def rest(self, text: str) -> str:
        """Return what of a reply was not told."""
        return self._joined(text)[len(self._heard) :]

    async def hear(self, text: str, *, whole: bool = False) -> None:
        """Tell what is new and holds in a reply that is written so far; its last sentence when it is ``whole``."""
        found = sentences(self._joined(text))
        ready = found if whole else found[:-1]
        if not whole and len(ready) <= self._held:
            return
        for one in ready[self._count :]:
            if self.strays:
                return
            self.strays = self._check(one)
            if not self.strays:
                self._count, self._heard = self._count + 1, self._heard + one
                await _tell(self.told.rstrip(), self.name)

    def _joined(self, text: str) -> str:
        """Return a reply as it goes on after what was told before it."""
        said, found = sentences(self._before), sentences(text.strip())
        again = takewhile(lambda pair: pair[0].strip() == pair[1].strip(), zip(said, found, strict=False))
        new = "".join(found[len([*again]) :]).lstrip()  # some models say it all, or its start, again
        return f" {new}" if new and self._before and not self._before[-1].isspace() else new


async def heard(pieces: AsyncIterator[BaseMessage], telling: Telling, shown: Callable[[str], str]) -> BaseMessage:
    """Return a reply, telling its sentences while it comes. Beside calls nothing more is told: their cards come first."""
    whole: Any = None
    async for piece in pieces:
        whole = piece if whole is None else whole + piece
        if not (getattr(whole, "tool_call_chunks", ()) or getattr(whole, "tool_calls", ())):
            await telling.hear(shown(whole.text))
    if whole is None:
        raise ValueError("the model gave neither words nor a call")
    reply: BaseMessage = whole
    if not getattr(reply, "tool_calls", ()):
        await telling.hear(shown(reply.text), whole=True)
    return reply


async def _tell(text: str, name: str) -> None:
    told = {WRITES: text, "id": name, "stays": True}
    get_stream_writer()(told)
    await adispatch_custom_event(WRITES, told)
