"""From a frame to the merge of a patch."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tripintent.state.frame import Frame
from tripintent.state.framing.dates import dates_from_hotel, settled, with_landing_days, with_travel_dates
from tripintent.state.framing.limits import alone, constraints_of, preferences_of, travelers_of
from tripintent.state.framing.lodging import from_flights, lodging_of
from tripintent.state.framing.segments import Near, flights_needed, segments_of, trip_type, wants_return
from tripintent.state.home_money import ELSEWHERE, home_money, money_of
from tripintent.state.queries import fingerprint
from tripintent.state.trip import TripIntent


class Framed(NamedTuple):
    """The merge of a patch, and codes of what was assumed to make the plan."""

    merge: dict[str, object]
    assumptions: tuple[str, ...]


def built(frame: Frame, near: Near) -> dict[str, object]:
    """Return everything that a frame decides about a trip, as plain data."""
    frame = with_landing_days(settled(frame))
    return {
        "itinerary": {
            "trip_type": trip_type(frame),
            "segments": segments_of(frame, near),
            "lodging": lodging_of(frame),
            "ground": {"needed": bool(frame.ground_needed)},
        },
        "party": {"travelers": travelers_of(frame)},
        "preferences": preferences_of(frame),
        "constraints": constraints_of(frame),
    }


def merge_of(before: Frame, after: Frame, near: Near) -> Framed:
    """Return the patch from one frame to the next: only what the change of words changed.

    What the trip knows from elsewhere (an import, a person's edit) and no one spoke about stays untouched.
    """
    return Framed(_changes(built(before, near), built(after, near)), _assumptions(after))


def plan_hash(trip: TripIntent) -> str:
    """Return the fingerprint of all that a frame decides: it differs when somebody else edited the plan."""
    return fingerprint(trip.itinerary, trip.party.travelers, trip.preferences, trip.constraints)


def _changes(before: Mapping[str, object], after: Mapping[str, object]) -> dict[str, object]:
    changes: dict[str, object] = {}
    for key, value in after.items():
        old = before.get(key)
        if isinstance(value, Mapping) and isinstance(old, Mapping):
            inner = _changes(old, value)
            if inner:
                changes[key] = inner
        elif value != old:
            changes[key] = value
    return changes


def _assumptions(frame: Frame) -> tuple[str, ...]:
    from_hotel = dates_from_hotel(frame)
    frame = with_travel_dates(frame)
    heads_only = frame.travelers is not None and frame.adults is None and frame.children is None
    travels = flights_needed(frame) is not False or any(v.mode for v in frame.visits)
    derived_return = wants_return(frame) and not frame.return_ and bool(frame.visits)
    codes = {
        "travels_alone": alone(frame),
        "travel_dates_from_hotel": from_hotel,
        "hotel_dates_from_travel": travels and from_flights(frame),
        "travelers_are_adults": heads_only,
        "return_from_length": travels and derived_return,
        "currency_usd": frame.budget is not None and money_of(frame) == ELSEWHERE and frame.currency is None,
        "child_ages": bool(frame.children) and len([a for a in frame.ages if a >= 2]) < (frame.children or 0),
        "economy": frame.cabin is None and flights_needed(frame) is not False,
        "hotel_only": frame.flights_needed is None and flights_needed(frame) is False,
    }
    return (*(code for code, holds in codes.items() if holds), *_home(frame), *_readings(frame))


def _home(frame: Frame) -> Iterator[str]:
    """Yield ``currency_home:<ISO 4217>`` where amounts are in the money of where the trip starts."""
    if not frame.currency and home_money(frame) != ELSEWHERE:
        yield f"currency_home:{home_money(frame)}"


def _readings(frame: Frame) -> Iterator[str]:
    """Yield ``reading:<said>:<name with region or country>:<code>`` for each ambiguous name that was read as one place."""
    ends = [end for leg in frame.legs for end in (leg.origin, leg.destination)]
    places = (frame.origin, *(v.place for v in frame.visits), frame.return_from, frame.return_to, *ends)
    settled = {p.said: p for p in places if p and p.candidates and p.code}
    for said, place in settled.items():
        name = ", ".join(part for part in (place.name or said, place.region or place.country) if part)
        yield f"reading:{said}:{name}:{place.code}"
