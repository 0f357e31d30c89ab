"""How much one trip and one message may hold, and how much of one is read. Whoever has more is told so, and nothing of it is taken.

A trip of a person fits many times over; the limits keep one stranger's input from costing all others their turn. They stand before
all readers, which cost the more the more there is to read. What is left out is named to the person.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from tripintent.state.travellers import Travelers
from tripintent.state.trip import TripIntent

What = Literal["legs", "stays", "travellers", "wishes", "things", "entries", "characters"]

LEGS = 30
STAYS = 30
TRAVELLERS = 99
PLANNED = 200
"""Things in an itinerary: comparing what is imported with what is there costs their product."""
DAYS = 400
"""Of one thing in an itinerary, and of a trip that an import makes longer: each night is looked at."""
ENTRIES = 200
"""Of any other list in a document from elsewhere."""
CHARACTERS = 4_000
"""Of any text in one; longer than everything that a person writes into a field."""

OF_LISTS: Mapping[tuple[str, ...], tuple[What, int]] = {
    ("itinerary", "segments"): ("legs", LEGS),
    ("itinerary", "lodging", "stays"): ("stays", STAYS),
    ("party", "guests"): ("travellers", TRAVELLERS),
    ("party", "traveler_profile_ids"): ("travellers", TRAVELLERS),
}
READ = ("request", "party", "itinerary", "preferences", "constraints")
"""The parts of a document from elsewhere that are read; the others are kept aside whole."""


@dataclass(frozen=True)
class Excess:
    """A limit that is exceeded: of which thing, how many there are, and how many there may be."""

    what: What
    count: int
    limit: int

    def facts(self, *, kept: bool = False) -> dict[str, Any]:
        """Return the facts of the refusal ``too_much``; ``kept`` when the trip goes on with as much as it may hold."""
        return {"what": self.what, "count": self.count, "limit": self.limit, "kept": kept}


def excess(trip: TripIntent) -> Excess | None:
    """Return the first thing that a trip has too much of."""
    heads = sum(trip.party.heads())
    sizes: tuple[tuple[What, int, int], ...] = (
        ("legs", len(trip.itinerary.segments), LEGS),
        ("stays", len(trip.itinerary.lodging.stays), STAYS),
        ("travellers", max(heads, len(trip.party.guests), len(trip.party.traveler_profile_ids)), TRAVELLERS),
    )
    return next((Excess(*size) for size in sizes if size[1] > size[2]), None)


def within(trip: TripIntent) -> dict[str, object]:
    """Return the merge that leaves as much of a trip as it may hold: the first of each list. Counts beyond it are asked again."""
    party, limits = trip.party, dict[str, Travelers]()
    if sum(party.heads()) > TRAVELLERS:
        limits["travelers"] = Travelers()
    return {
        "itinerary": {
            "segments": trip.itinerary.segments[:LEGS],
            "lodging": {"stays": trip.itinerary.lodging.stays[:STAYS]},
        },
        "party": {
            **limits,
            "guests": party.guests[:TRAVELLERS],
            "traveler_profile_ids": party.traveler_profile_ids[:TRAVELLERS],
        },
    }


def excess_of(document: Mapping[str, object]) -> Excess | None:
    """Return the first thing that a document from elsewhere has too much of, before anything of it is read."""
    return next((found for key in READ if (found := next(_over((key,), document.get(key)), None))), None)


def _over(path: tuple[str, ...], value: object) -> Iterator[Excess]:
    if isinstance(value, str):
        if len(value) > CHARACTERS:
            yield Excess("characters", len(value), CHARACTERS)
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _over((*path, str(key)), inner)
        yield from _heads(path, value)
    elif isinstance(value, Sequence):
        what, limit = OF_LISTS.get(path, ("entries", ENTRIES))
        if len(value) > limit:
            yield Excess(what, len(value), limit)
        else:
            for inner in value:
                yield from _over((*path, "[]"), inner)


def _heads(path: tuple[str, ...], value: Mapping[str, object]) -> Iterator[Excess]:
    if path == ("party", "travelers"):
        counts = [count for count in map(_number, value.values()) if count is not None]
        if max(counts, default=0) > TRAVELLERS:
            yield Excess("travellers", max(counts), TRAVELLERS)


def _number(value: object) -> int | None:
    """Return a count, also as the older documents write it: as text."""
    if isinstance(value, str) and value.strip().isdecimal():
        return int(value) if len(value.strip()) < 10 else 10**9
    return value if isinstance(value, int) and not isinstance(value, bool) else None


READ_CHARACTERS = 1_500
"""Of one message: a page of a letter."""

LIMITS: Mapping[str, int] = {"word": 300, "number": 80, "end": 60, "mark": 120}
"""Words, numbers, ends of sentences or lines, and other signs (two blanks are one) of one message."""
_PIECE = re.compile(r"(?P<word>[^\W\d_]+)|(?P<number>\d{1,4})|(?P<end>[.!?\n])|\s(?!\s)|(?P<mark>.)", re.DOTALL)
_END = re.compile(r"[.!?;\n]\s|\s")
_BACK = 200
"""Characters in which the end of a sentence is looked for, to cut there."""


class Readable(NamedTuple):
    """The part of a message that is read, and what is left of it."""

    read: str
    rest: str = ""


@lru_cache(maxsize=64)
def readable(text: str) -> Readable:
    """Part a message where it has more than is read at once: after a sentence if one ends near, else between two words."""
    left = Counter(LIMITS)
    for piece in _PIECE.finditer(text, 0, READ_CHARACTERS + 1):
        kind = piece.lastgroup or ""  # a blank is not a piece
        left[kind] -= 1
        if piece.end() > READ_CHARACTERS or (kind and left[kind] < 0):
            return _parted(text, min(piece.start(), READ_CHARACTERS))
    return Readable(text)


def _parted(text: str, at: int) -> Readable:
    ends = [mark.span() for mark in _END.finditer(text, max(at - _BACK, 0), at)]
    sentences = [end for start, end in ends if end - start > 1]
    cut = (sentences or [end for _, end in ends] or [at])[-1]
    return Readable(text[:cut].rstrip(), text[cut:].strip())
