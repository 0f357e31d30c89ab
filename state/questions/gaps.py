"""Everything that is between the words and a search: missing, invalid and doubtful, as one list of questions.

What is missing has exactly the paths and the order that other systems of this document know (A2). A question about a path asks for
slots of the frame, so that a bare "2" is understood as its answer.
"""

import re

from tripintent.state.framing.dates import nights_of
from tripintent.state.questions.invalid import invalid
from tripintent.state.questions.stays import effective_stays
from tripintent.state.trip import InvalidField, TripIntent

_SLOTS: tuple[tuple[str, tuple[str, ...]], ...] = (
    (r"itinerary\.segments$", ("origin", "visits", "depart")),
    (r"itinerary\.segments\[0\]\.origin", ("origin",)),
    (r"itinerary\.segments\[\d+\]\.(origin|destination)", ("visits",)),
    (r"itinerary\.segments\[0\]\.depart_date", ("depart",)),
    (r"itinerary\.segments\[\d+\]\.depart_date", ("return_",)),
    (r"party\.travelers\.infants", ("infants",)),
    (r"party\.travelers\.children", ("children",)),
    (r"party\.travelers", ("adults",)),
    (r"itinerary\.lodging(\.stays\[\d+\])?\.location", ("visits",)),
    (r"itinerary\.lodging(\.stays\[\d+\])?\.check_in", ("check_in",)),
    (r"itinerary\.lodging(\.stays\[\d+\])?\.check_out", ("check_out",)),
    (r"constraints\.budget", ("budget",)),
)


def slots_of(paths: tuple[str, ...]) -> tuple[str, ...]:
    """Return the frame slots that a message about these paths asked for, in its order."""
    slots: dict[str, None] = {}
    for path in paths:
        kind, _, bare = path.rpartition(":")
        named = (bare,) if kind == "doubt" else next((s for p, s in _SLOTS if re.match(p, bare)), ())
        slots.update(dict.fromkeys(named))
    return tuple(slots)


def slot_of(path: str) -> str | None:
    """Return the main slot of a path."""
    return next(iter(slots_of((path,))), None)


def missing(trip: TripIntent) -> tuple[str, ...]:
    """Return the paths of required fields that are not there, in document order."""
    return (*_segments(trip), *(("party.travelers.adults",) if trip.party.heads()[0] < 1 else ()), *_lodging(trip))


def _segments(trip: TripIntent) -> tuple[str, ...]:
    segments = trip.itinerary.segments
    if not segments:
        return () if trip.constraints.flights_needed is False else ("itinerary.segments",)
    paths: list[str] = []
    for i, segment in enumerate(segments):
        base = f"itinerary.segments[{i}]"
        if not segment.origin.code and not _by_ground(is_flight=segment.is_flight, said=segment.origin.said):
            paths.append(f"{base}.origin.code")
        if not segment.destination.code and not _by_ground(is_flight=segment.is_flight, said=segment.destination.said):
            paths.append(f"{base}.destination.code")
        if not segment.depart_date:
            paths.append(f"{base}.depart_date")
    if trip.itinerary.trip_type == "round_trip" and len(segments) == 1:
        paths.append("itinerary.segments[1].depart_date")
    return tuple(paths)


def _by_ground(*, is_flight: bool, said: str | None) -> bool:
    """A train or car may leave from a place without an airport code: its name is enough."""
    return not is_flight and bool(said)


def _lodging(trip: TripIntent) -> tuple[str, ...]:
    lodging = trip.itinerary.lodging
    if lodging.needed is False:
        return ()
    if lodging.stays:
        return tuple(
            f"itinerary.lodging.stays[{j}].{name}"
            for j, stay in enumerate(lodging.stays)
            for name in ("location_code", "check_in", "check_out")
            if not getattr(stay, name)
        )
    paths = [f"itinerary.lodging.{name}" for name in ("check_in", "check_out") if not getattr(lodging, name)]
    nowhere = not trip.itinerary.segments and trip.constraints.flights_needed is False
    if nowhere and not effective_stays(trip)[0].location_code:
        paths.insert(0, "itinerary.lodging.stays[0].location_code")
    return tuple(paths)


_ORDER = (
    r"itinerary\.segments$",
    r"itinerary\.segments\[0\]\.origin|origin$",
    r"itinerary\.segments\[0\]\.destination|visits$",
    r"itinerary\.lodging\.stays\[0\]\.location",
    r"itinerary\.segments\[0\]\.depart_date|depart$",
    r"itinerary\.segments\[1\]\.depart_date|return_$|trip_type$",
    r"party\.|travelers$|adults$|children$|ages$|infants$",
    r"itinerary\.lodging\.|check_in$|check_out$|nights$",
)


def by_priority(paths: tuple[str, ...]) -> tuple[str, ...]:
    """Return the paths most important first: where from, where to, when, back when, how many, hotel dates, the rest."""

    def rank(path: str) -> int:
        bare = path.split(":", 1)[-1]
        return next((n for n, pattern in enumerate(_ORDER) if re.match(pattern, bare)), len(_ORDER))

    return tuple(sorted(paths, key=rank))


QUESTIONS_AT_ONCE = 3
_FIRST_ENDS = re.compile(r"segments\[0\]\.(origin|destination)")
_FIRST_DAY = re.compile(r"segments\[0\]\.depart_date$")
_LEG_DAY = re.compile(r"^itinerary\.segments\[[1-9]\d*\]\.depart_date")
_STAY_DAY = re.compile(r"^itinerary\.lodging\.stays\[\d+\]\.check_(?:in|out)")
_RETURN_DAY = re.compile(r"segments\[1\]\.depart_date$")
_LATER_ENDS = re.compile(r"segments\[[1-9]\d*\]\.(origin|destination)")


def gaps(trip: TripIntent) -> tuple[str, ...]:
    """Return what must be asked, most important first.

    ``invalid:<path>`` is kept as it is and replaces a missing path about the same slot.
    """
    wrong = tuple(f"invalid:{i.path}" for i in _once(invalid(trip)))
    asked = {slot_of(w) for w in wrong}
    plain = tuple(p for p in missing(trip) if slot_of(p) not in asked)
    return by_priority((*wrong, *plain))


def _once(wrong: tuple[InvalidField, ...]) -> tuple[InvalidField, ...]:
    """Leave out hotel days that only follow a travel day which is wrong in the same way: one question settles both."""
    travel = {(i.code, i.value) for i in wrong if ".segments[" in i.path}
    return tuple(i for i in wrong if ".lodging." not in i.path or (i.code, i.value) not in travel)


def next_questions(trip: TripIntent) -> tuple[str, ...]:
    """Return the at most three gaps to ask about in one message.

    The ends of later legs wait while those of the first are open: the way back usually follows from them. So does the
    day of the way back where the traveller said how long the trip is. Where one goes on to the next stop, one stay ends and
    another begins: only the day of going on is asked for.
    """
    open_gaps = gaps(trip)
    if nights_of(trip.frame) and any(_FIRST_DAY.search(g) for g in open_gaps):
        open_gaps = tuple(g for g in open_gaps if not _RETURN_DAY.search(g))
    if any(_FIRST_ENDS.search(g) for g in open_gaps):
        open_gaps = tuple(g for g in open_gaps if not _LATER_ENDS.search(g))
    if any(_LEG_DAY.search(g) for g in open_gaps):
        open_gaps = tuple(g for g in open_gaps if not _STAY_DAY.search(g))
    return open_gaps[:QUESTIONS_AT_ONCE]
