"""A card, and how it is written where nothing can be drawn: plain text for terminals and mails, Markdown for chats."""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field

CardKind = Literal[
    "trip", "options", "chosen", "held", "purchase", "cancel", "receipt", "cancelled", "quote", "day", "checklist", "budget",
    "watch",
]  # fmt: skip
_MARKUP = frozenset(r"\`*_[]<>#|!~&")
_LIST = re.compile(r"^(\d*)([-+.)])(?=\s|$)")


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Line(_Part):
    """One line: its label, its words, an amount. Without a label it goes on with the line above.

    The page draws the head of a hold or a booking itself: of lines that are ``of`` one it shows those without a label.
    """

    label: str = ""
    text: str = ""
    money: str = ""
    changed: bool = Field(default=False, description="it differs from what was shown, held or booked before")
    why: bool = Field(default=False, description="it is the reason for the first option")
    of: str = Field(default="", description="id of what it is about: a hold, a booking, a point to confirm, an option")


class Card(_Part):
    """What a person sees, in words of one language. ``actions`` are what can be done with it, by the names of the doors."""

    kind: CardKind
    title: str
    amount: str = Field(default="", description="what it comes to in all, local taxes with it")
    now: str = Field(default="", description="what a yes costs at once and what later, or what it brings back")
    lines: tuple[Line, ...] = ()
    confirm: tuple[Line, ...] = Field(default=(), description="what has to be ticked, each by the id that it is of")
    actions: tuple[str, ...] = ()
    until: str = Field(default="", description="until when it is valid, in the reader's zone")
    note: str = Field(default="", description="what is simulated, and the like")
    colon: str = Field(default=": ", exclude=True, description="what joins a label and its words in the language")


def text(card: Card) -> str:
    """Return a card as plain text."""
    ticks = [f"[ ] {one.label or one.text}" for one in card.confirm]
    return "\n".join(
        (card.title, *(plain_line(one, card.colon) for one in card.lines), *ticks, *filter(None, _ends(card)))
    )


def markdown(card: Card) -> str:
    """Return a card as Markdown. Whatever a supplier wrote is escaped: a hotel's name draws no link, heading or list."""
    ticks = [f"- [ ] {escaped(one.text)}" for one in card.confirm]
    rows = list(_items(card.lines, escaped, card.colon))
    ends = [escaped(one) for one in _ends(card) if one]
    return "\n".join((f"**{escaped(card.title)}**", *rows, *([""] if ticks else []), *ticks, "", *ends))


def escaped(words: str) -> str:
    """Escape Markdown and drop line breaks; at its beginning a text draws no list of its own either."""
    flat = "".join(f"\\{c}" if c in _MARKUP else c for c in " ".join(words.split()))
    return _LIST.sub(r"\1\\\2", flat)


def _ends(card: Card) -> tuple[str, str]:
    return card.until, card.note


def plain_line(line: Line, colon: str = ": ") -> str:
    """Return a line as plain text; one without a label belongs to the one above."""
    parts = colon.join(" ".join(one.split()) for one in (line.label, line.text, line.money) if one)
    return parts if line.label else f"  {parts}"


def _items(lines: Iterable[Line], write: Callable[[str], str], colon: str) -> Iterator[str]:
    for line in lines:
        parts = (
            f"**{write(line.label)}**" if line.label else "",
            write(line.text),
            f"**{write(line.money)}**" if line.money else "",
        )
        yield f"{'-' if line.label else '  -'} {colon.join(filter(None, parts))}"
