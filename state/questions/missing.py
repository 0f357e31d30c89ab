"""What is missing: exactly the paths and the order that other systems of this document know (A2)."""

import re

from tripintent.state.questions.stays import effective_stays
from tripintent.state.trip import TripIntent


def missing(trip: TripIntent) -> tuple[str, ...]:
    """Return the paths of required fields that are not there, in document order."""
    return (*_segments(trip), *_adults(trip), *_lodging(trip))


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


def _adults(trip: TripIntent) -> tuple[str, ...]:
    return ("party.travelers.adults",) if trip.party.heads()[0] < 1 else ()


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
