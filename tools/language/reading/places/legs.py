"""Legs spelt out one by one: "SFO to LHR on June 3, LHR to CDG on June 10"."""

import re
from itertools import pairwise

from tripintent.state.frame import Leg
from tripintent.tools.language.exact.mention import DateMention
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.places.names import PlaceMention
from tripintent.tools.language.reading.places.visits import is_same
from tripintent.tools.language.reading.wishes.modes import modes_to

_LINK = re.compile(r"\s*(?:-+>?|→|–|—|>|/|to)\s*")


def legs_of(message: Message, language: str, places: list[PlaceMention], dates: list[DateMention]) -> tuple[Leg, ...]:
    """Return the legs when at least two are spelt out and dated; a plain return trip is none.

    A leg's date stands between its destination and the next leg; its mode of travel in its own words.
    """
    pairs = _pairs(places)
    if len(pairs) < 2:
        return ()
    ends = [a.start for a, _ in pairs[1:]] + [len(message.text)]
    modes = modes_to(message, [b for _, b in pairs], language)
    legs = [
        Leg(
            origin=a.place,
            destination=b.place,
            depart=next((d.when for d in dates if b.end <= d.start < end), None),
            mode=mode,
        )
        for (a, b), end, mode in zip(pairs, ends, modes, strict=True)
    ]
    return tuple(legs) if any(leg.depart for leg in legs) else ()


def is_chain(places: list[PlaceMention]) -> bool:
    """Tell whether legs are spelt out, each from where the one before ended: the trip starts with the first."""
    pairs = _pairs(places)
    return len(pairs) > 1 and all(is_same(a[1].place, b[0].place) for a, b in pairwise(pairs))


def _pairs(places: list[PlaceMention]) -> list[tuple[PlaceMention, PlaceMention]]:
    return [(a, b) for a, b in pairwise(places) if a.role == "origin" and b.role in {"destination", "return_to"}]


def chained_legs(
    message: Message, language: str, places: list[PlaceMention], dates: list[DateMention]
) -> tuple[Leg, ...]:
    """Return the legs of a chain whose days follow it, one for each ("Vancouver-Calgary-Vancouver feb 1, feb 4")."""
    gaps = [message.open[a.end : b.start] for a, b in pairwise(places)]
    if len(gaps) < 2 or not all(_LINK.fullmatch(gap) for gap in gaps):
        return ()
    behind = [d for d in dates if d.start >= places[-1].end and d.until is None]
    if len(behind) != len(gaps) or len(dates) != len(gaps):
        return ()
    modes = modes_to(message, places[1:], language)
    ends = zip(pairwise(places), behind, modes, strict=True)
    return tuple(Leg(origin=a.place, destination=b.place, depart=d.when, mode=mode) for (a, b), d, mode in ends)


def chain_roles(places: list[PlaceMention]) -> list[PlaceMention]:
    """Return the places of a chain with their roles: the first is the origin, and no stop where it ends there."""
    first, *rest = places
    stops = rest[:-1] if is_same(first.place, rest[-1].place) else rest
    return [first._replace(role="origin"), *(stop._replace(role="destination") for stop in stops)]
