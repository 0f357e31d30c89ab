"""A view of prompts and results for whoever sets a desk up, in the log, with personal details masked."""

import logging
import re
from collections.abc import Sequence

from langchain_core.messages import AIMessage, BaseMessage

from tripintent.tools.front_desk.private import names_somebody

MASK = "▮▮▮"
_ADDRESS = re.compile(r"\S+@\S+")
_NUMBER = re.compile(r"\+?\d(?:[ ()/-]{0,2}\d){6,}|\b[A-Za-z0-9-]{6,}\b")
_DIGITS = 3
"""Digits of a word from which it may be a number of papers or of a booking."""
_DAY = re.compile(r"\d{1,2}-\d{1,2}-\d{4}|\d{4}-\d\d-\d\d")
_LOG = logging.getLogger(__name__)


class DebugView:
    """Writes what went to the model and what came back; nothing unless it is switched on."""

    def __init__(self, *, on: bool = False) -> None:
        self.on = on

    def show(self, what: str, messages: Sequence[BaseMessage], reply: AIMessage, name: str = "") -> None:
        """Write one call; ``name`` is the guest's, where it is in the prompt."""
        if not self.on:
            return
        prompt = "\n\n".join(str(one.text) for one in messages)
        said = str(reply.text) or str([call["args"] for call in reply.tool_calls])
        _LOG.warning("%s prompt:\n%s\n%s result:\n%s", what, masked(prompt, name), what, masked(said, name))


def masked(text: str, name: str = "") -> str:
    """Return a text without addresses, numbers of papers and telephones, and words of guests that name somebody."""
    lines = [f">> {MASK}" if one.startswith(">> ") and names_somebody(one[3:]) else one for one in text.split("\n")]
    said = "\n".join(lines).replace(name, MASK) if name else "\n".join(lines)
    return _NUMBER.sub(_unless_plain, _ADDRESS.sub(MASK, said))


def _unless_plain(match: re.Match[str]) -> str:
    """Return a word or a day as it is, a number masked."""
    word = match[0]
    return word if _DAY.fullmatch(word) or sum(one.isdecimal() for one in word) < _DIGITS else MASK
