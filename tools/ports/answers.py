"""The side-question port: answers what a traveller asks beside the booking, with READ tools only."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from pydantic import JsonValue

from tripintent.state.usage import ModelUse

ReadTool = Callable[[Mapping[str, object]], Awaitable[JsonValue]]


def _unheard(_: object) -> None:
    """Let no one know."""


@dataclass(frozen=True)
class Beside:
    """The context of an answerer beside the facts, and whom it tells.

    ``about`` is the thing meant ("chosen", "held", "booked", "options", "option 2"); ``history`` the messages before, as "user:
    …" and "assistant: …". ``tell`` hears the answer so far while it is written, in sentences that are checked; ``spend`` what a
    model of the host's own cost; ``points`` the numbers of the options that the answer names.
    """

    about: str = ""
    history: tuple[str, ...] = ()
    tell: Callable[[str], None] = _unheard
    spend: Callable[[ModelUse], None] = _unheard
    points: Callable[[Sequence[int]], None] = _unheard


NOTHING_BESIDE = Beside()


class Answers(Protocol):
    """Answers questions from typed facts; may call READ tools, changes nothing."""

    async def answer(
        self,
        question: str,
        facts: Mapping[str, JsonValue],
        read_tools: Mapping[str, ReadTool],
        language: str,
        beside: Beside = NOTHING_BESIDE,
    ) -> str | None:
        """Return an answer in the given language, or None when it cannot be answered from facts and tools."""
        ...
