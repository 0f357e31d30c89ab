"""Legs spelt out one by one: "SFO to LHR on June 3, LHR to CDG on June 10"."""

from itertools import pairwise

from tripintent.state.frame import Leg
from tripintent.tools.language.offline.dates.mentions import DateMention
from tripintent.tools.language.offline.places import PlaceMention


def legs_of(places: list[PlaceMention], dates: list[DateMention], length: int) -> tuple[Leg, ...]:
    """Return the legs when at least two are spelt out and dated; a plain return trip is none.

    ``length`` is that of the message: a leg's date stands between its destination and the next leg.
    """
    pairs = [(a, b) for a, b in pairwise(places) if a.role == "origin" and b.role == "destination"]
    if len(pairs) < 2:
        return ()
    ends = [a.start for a, _ in pairs[1:]] + [length]
    legs = [
        Leg(
            origin=a.place,
            destination=b.place,
            depart=next((d.when for d in dates if b.end <= d.start < end), None),
        )
        for (a, b), end in zip(pairs, ends, strict=True)
    ]
    return tuple(legs) if any(leg.depart for leg in legs) else ()
