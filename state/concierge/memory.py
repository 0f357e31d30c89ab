"""The desk's memory from one message to the next, and references to words that are kept sealed outside the conversation."""

import re
from datetime import datetime
from typing import Literal

from pydantic import Field

from tripintent.state.frozen import Frozen

SEALED = re.compile(r"\[(?:sealed|told):([0-9a-f]{32})\]")
TOLD = re.compile(r"\[told:[0-9a-f]{32}\]")
"""What is sealed where it is stored, and read by the house's own model: names and numbers outside a check-in."""
_PADLOCK = "\N{LOCK}"


def reference_to(name: str, kind: str = "sealed") -> str:
    """Return the reference that replaces sealed words in a text; ``kind``: sealed or told."""
    return f"[{kind}:{name}]"


def references(text: str) -> tuple[str, ...]:
    """Return the references in a text, in their order."""
    return tuple(match[0] for match in SEALED.finditer(text))


def without_references(text: str) -> str:
    """Return what a text says beside its references."""
    return SEALED.sub(" ", text).strip()


PRIVATE = re.compile(
    "\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}([^\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}]*)\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}"
)
"""Words in a text that are to be sealed before it is stored."""


def private_words(text: str) -> str:
    """Return words marked to be sealed before they are stored."""
    return f"\N{MATHEMATICAL LEFT WHITE SQUARE BRACKET}{text}\N{MATHEMATICAL RIGHT WHITE SQUARE BRACKET}"


def discreet(words: str) -> str:
    """Return initials of a name, and of a number its end."""
    if "@" in words or any(map(str.isdigit, words)):
        return f"…{words[-2:].upper()}"
    return " ".join(f"{word[0].upper()}." for word in words.split())


def shown(text: str) -> str:
    """Return a text for people who may not, or need not, read what is sealed."""
    return SEALED.sub(_PADLOCK, text)


def shortened(text: str, most: int) -> str:
    """Return the beginning of a text; no reference is cut in two."""
    cut = next((m.start() for m in SEALED.finditer(text) if m.start() < most < m.end()), most)
    return text[:cut]


CHOICE, NEXT_DAY = "choice", "next_day"
OFFERED = ("yes", CHOICE, NEXT_DAY)
"""The answers that the desk waits for after an offer: a yes to a table or to tickets or to another day, the choice of a room."""
FORWARD = "forward"
"""The answer that the desk waits for where it offered to pass a question on."""


class RoomWish(Frozen):
    """One room: adults, and the ages of the children in years."""

    adults: int = 2
    ages: tuple[int, ...] = ()


class StayWish(Frozen):
    """A stay, a table or tickets that were asked for. ``start`` and ``others`` are ISO dates, ``minute`` counts from midnight.

    ``offset`` is the start as it was said, in weeks and days from that day ("0 1"), empty where a date was said.
    """

    start: str | None = None
    offset: str = ""
    others: tuple[str, ...] = Field(default=(), description="further days that were named as alternatives")
    nights: int | None = None
    nights_assumed: bool = False
    rooms: tuple[RoomWish, ...] = ()
    people: int | None = None
    minute: int | None = None
    problem: Literal["", "reversed", "past"] = ""
    said: tuple[str, ...] = Field(default=(), description="what this message said: day, nights, people, time, rooms")


class OfferedRoom(Frozen):
    """A room that was shown: its supplier's id for it, its first night, and what the guest read of it."""

    option_id: str
    start: str
    name: str
    board: str = "room_only"
    price: str = Field(default="", description="of all the rooms, for all nights")
    rooms: int = 1
    nights: int = 1
    heads: str = Field(default="", description='people of each room: "2, 2+1 (5)"')
    people: int = 1
    refundable: bool = False
    free_until: datetime | None = None
    wanted: tuple[RoomWish, ...] = Field(default=(), description="the rooms that were asked for")


class RoomRequest(Frozen):
    """A wish that no search of rooms fulfils; it goes along when a room is reserved. ``kind`` is one that a hotel is asked for."""

    kind: str
    said: str = ""


class Memory(Frozen):
    """Kept over the whole conversation."""

    functions: tuple[str, ...] = Field(default=(), description="functions that answered the last message")
    stay: StayWish = StayWish()
    also: tuple[StayWish, ...] = Field(
        default=(), description="tables or tickets offered beside it: a yes takes them, too"
    )
    offered: tuple[OfferedRoom, ...] = Field(default=(), description="rooms that were shown last, in their order")
    taken: OfferedRoom | None = Field(default=None, description="the room that the guest chose")
    passed: str = Field(default="", description="words that were passed on to people; they answer what belongs to them")
    requests: tuple[RoomRequest, ...] = Field(default=(), description="wishes that go with the reservation")
    topic: str = Field(default="", description="where the last answer from the knowledge came from")
    unclear: str = Field(
        default="",
        description="words about which the desk asked: what they mean, whether to pass them on, for which room",
    )
    choices: tuple[str, ...] = Field(default=(), description="the functions among which the guest was asked to choose")
    place: str = Field(default="", description="what was looked for nearby")
    outing: tuple[str, ...] = Field(default=(), description="kinds of place of the day out that was planned last")
    room: str = Field(default="", description="the guest's room, where it was said")
    waiting: str = Field(
        default="",
        description="what the desk asked for and waits for: day, people, time, booking, room, yes, choice, next_day, contact, "
        "meaning, cancelling, forward",
    )
    guest: dict[str, str] = Field(default_factory=dict, description="what a guest said for the check-in")

    def offered_to_pass(self, question: str) -> "Memory":
        """Return the memory of an offer to pass a question on to people: a yes to it does so."""
        return self.model_copy(update={"waiting": FORWARD, "unclear": question})

    def heard(self) -> "Memory":
        """Return the memory after an answer was heard: an offer to pass a question on is good for one message."""
        return self.model_copy(update={"waiting": "", "unclear": ""}) if self.waiting == FORWARD else self
