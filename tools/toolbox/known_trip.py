"""What is known of a trip, in six lines: way, out, back, people, hotel, money; and which of them are new."""

import json
from collections.abc import Sequence
from datetime import date

from tripintent.state.frame import Meeting
from tripintent.state.itinerary import Lodging, Point, Segment, Stay
from tripintent.state.questions.invalid import as_date
from tripintent.state.trip import TripIntent
from tripintent.tools.toolbox.screen_facts import KnownFacts, SleepFacts, WayFacts

LINES = {
    "way": {"origin", "stops"},
    "out": {"out"},
    "back": {"back", "one_way"},
    "people": {"adults", "children", "infants", "ages"},
    "hotel": {"hotel", "sleeps", "stars", "area"},
    "money": {"money", "each"},
}
"""The lines, each with its facts."""


def known_facts(trip: TripIntent, before: Sequence[str] = ()) -> KnownFacts:
    """Return what is known of a trip; ``before`` are its lines as they were, to tell which of them are new."""
    plan, party, limits = trip.itinerary, trip.party, trip.constraints
    legs = [one for one in plan.segments if not one.traveler_ids]  # those of some alone are no way of the trip
    home = len(legs) > 1 and _town(legs[-1].destination) == _town(legs[0].origin)
    adults, children, infants = party.heads()
    facts = KnownFacts(
        origin=_town(legs[0].origin) if legs else None,
        stops=tuple(filter(None, (_town(one.destination) for one in (legs[:-1] if home else legs)))),
        out=_way(legs[0], plan.meetings or ()) if legs else _open(plan.lodging),
        back=_way(legs[-1], ()) if home else None,
        one_way=plan.trip_type == "one_way",
        adults=adults,
        children=children,
        infants=infants,
        ages=party.travelers.child_ages,
        hotel=plan.lodging.needed,
        flies=limits.flights_needed,
        sleeps=tuple(map(_sleep, plan.lodging.stays or _single(plan.lodging))),
        stars=trip.preferences.hotel.star_min,
        area=plan.lodging.location_hint or "",
        money=limits.budget_total,
        each=limits.budget_per_person,
    )
    new = [name for name, old, now in zip(LINES, before, known_lines(facts), strict=False) if old != now]
    return facts.model_copy(update={"changed": tuple(new)})


def known_lines(facts: KnownFacts) -> tuple[str, ...]:
    """Return the six lines as text that can be kept and compared; empty where all is unknown."""
    lines = [facts.model_dump(mode="json", include=names) for names in LINES.values()]
    known = [{name: value for name, value in one.items() if value} for one in lines]
    return tuple(json.dumps(one, sort_keys=True) for one in known) if any(known) else ()


def _town(place: Point) -> str | None:
    return place.name or place.said or place.code


def _way(leg: Segment, meetings: Sequence[Meeting]) -> WayFacts | None:
    leaves, lands, flex = leg.depart_time_window, leg.arrive_time_window, leg.flex
    meets = min((one.start for one in meetings if one.day == leg.land_by), default=None)
    way = WayFacts(
        day=leg.depart_date,
        earliest=flex.earliest if flex and not leg.depart_date else None,
        latest=flex.latest if flex and not leg.depart_date else None,
        leave_from=leaves.start if leaves else None,
        leave_to=leaves.end if leaves else None,
        land_from=lands.start if lands else None,
        land_to=lands.end if lands and lands.end != meets else None,
        meets=meets,
    )
    return way if way != WayFacts() else None


def _open(lodging: Lodging) -> WayFacts | None:
    """Return the range of the first night of a stay without flights."""
    flex = lodging.flex if not lodging.check_in else None
    return WayFacts(earliest=flex.earliest, latest=flex.latest) if flex else None


def _single(lodging: Lodging) -> tuple[Stay, ...]:
    names = {"check_in", "check_out", "from_landing", "number_of_nights", "rooms"}
    one = Stay.model_validate(lodging.model_dump(include=names))
    return (one,) if one != Stay() else ()


def _sleep(one: Stay) -> SleepFacts:
    first, last = _day(one.check_in), _day(one.check_out)
    counted = (last - first).days if first and last and not one.from_landing else None
    return SleepFacts(
        town=one.location_name or one.location_code or "",
        check_in=first,
        check_out=last,
        from_landing=one.from_landing,
        nights=counted if counted is not None else one.number_of_nights,
        rooms=one.rooms,
        stars=one.star_min,
    )


def _day(said: str | None) -> date | None:
    return as_date(said) if said else None
