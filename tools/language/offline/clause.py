"""A clause of a message: its words, the values in them, what it may mean, and whether it denies, supposes or asks."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar

from pydantic import BaseModel

from tripintent.tools.language.offline.message import Kind, Message, Value

M = TypeVar("M", bound=BaseModel)
_QUOTED = 500
"""Characters of a clause that an operation quotes."""


@dataclass(frozen=True)
class Clause:
    """A part of a message with one meaning.

    ``chances`` are the fitted probabilities of the intents. ``denied``: it says no to what it names ("no early flights",
    "don't hold it"). ``supposed``: it depends on something ("if it is refundable", "before you hold it"). ``asks``: it is a question.
    """

    message: Message
    start: int
    end: int
    chances: Mapping[str, float] = field(default_factory=dict)
    denied: bool = False
    supposed: bool = False
    asks: bool = False

    @cached_property
    def text(self) -> str:
        """The words as written, as many as an operation may quote; ``whole`` has them all."""
        return self.whole[:_QUOTED]

    @property
    def whole(self) -> str:
        """All the words as written."""
        return self.message.text[self.start : self.end].strip()

    @cached_property
    def folded(self) -> str:
        """The words in lower case without accents; of the same length as this part of the message."""
        return self.message.folded[self.start : self.end]

    @property
    def is_value(self) -> bool:
        """Check whether the clause is one place, day or number and nothing else: that is not a remark."""
        values = self.of("place", "day", "people", "money", "length")
        return len(values) == 1 and values[0].end - values[0].start >= len(self.text.strip(" .!,"))

    @property
    def top(self) -> str:
        """The likeliest intent; empty where the chances are not known."""
        return max(self.chances, key=lambda name: self.chances[name], default="")

    def chance(self, intents: Iterable[str]) -> float:
        """Return the chance that the clause is of any of these intents."""
        return sum(self.chances.get(name, 0.0) for name in intents)

    @property
    def language(self) -> str:
        """The language of the message, ISO 639-1."""
        return self.message.language

    def of(self, *kinds: Kind) -> list[Value]:
        """Return the values of some kinds in the clause, left to right; their spans are places in the whole message."""
        return self.message.of(*kinds, start=self.start, end=self.end)

    def made(self, kind: type[M], start: int | None = None, end: int | None = None, **fields: Any) -> M:
        """Return an operation of ``state/operations.py`` with the words that it comes from: a span of the message, else the clause."""
        first = self.start if start is None else start
        last = self.end if end is None else end
        words = self.message.text[first:last]
        first += len(words) - len(words.lstrip())
        words = words.strip()
        return kind(text=words, start=first, end=first + len(words), **fields)
