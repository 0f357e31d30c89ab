"""Values that are there and cannot be right, and which details of the people a hold or a purchase still needs.

An invalid value blocks quoting in the same way as a missing one. Which details are needed, the chosen suppliers declare.
"""

from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from tripintent.state.itinerary import Stay, shared
from tripintent.state.questions.stays import effective_stays
from tripintent.state.travellers import Guest, Need
from tripintent.state.trip import InvalidField, TripIntent

MAX_TRAVELLERS = 9  # what airlines sell in one order (IATA passenger limit per PNR in the GDSs)
MAX_SEGMENTS = 8
MAX_DAYS_AHEAD = 361  # airlines open their schedules at most 361 days ahead


def invalid(trip: TripIntent) -> tuple[InvalidField, ...]:
    """Return every value that cannot be right, with its code, in document order."""
    return (*_segments(trip), *_party(trip), *_stays(trip), *_money(trip))


def as_date(text: str | None) -> date | None:
    """Return the ISO date, or None when it is missing or wrong."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        return None


def _segments(trip: TripIntent) -> Iterator[InvalidField]:
    segments = trip.itinerary.segments
    if len(segments) > MAX_SEGMENTS:
        yield InvalidField(path="itinerary.segments", code="too_many_segments", value=str(len(segments)))
    for i, segment in enumerate(segments):
        base = f"itinerary.segments[{i}]"
        theirs = [one.depart_date for one in segments[:i] if shared(one.traveler_ids, segment.traveler_ids)]
        previous = next((day for one in reversed(theirs) if (day := as_date(one))), None)
        yield from _day(trip, f"{base}.depart_date", segment.depart_date, previous)
        ends = (segment.origin.code or segment.origin.said, segment.destination.code or segment.destination.said)
        if ends[0] and ends[0] == ends[1]:
            yield _same_end(f"{base}.destination.code", ends[0], segment.origin.name, segment.destination.name)


def _same_end(path: str, end: str, origin: str | None, destination: str | None) -> InvalidField:
    """Say that a leg leads where it begins; two towns may share one airport."""
    here, there = origin or end, destination or end
    if here.casefold() == there.casefold():
        return InvalidField(path=path, code="same_place", value=end)
    return InvalidField(path=path, code="same_airport", value=f"{here} – {there}, {end}")


def _day(trip: TripIntent, path: str, value: str | None, previous: date | None) -> Iterator[InvalidField]:
    if not value:
        return
    day, today = as_date(value), as_date(trip.request.now_date)
    if day is None:
        yield InvalidField(path=path, code="not_a_date", value=value)
    elif today and day < today:
        yield InvalidField(path=path, code="in_past", value=value)
    elif today and (day - today).days > MAX_DAYS_AHEAD:
        yield InvalidField(path=path, code="too_far", value=value)
    elif previous and day < previous:
        yield InvalidField(path=path, code="before_previous", value=value)


def _party(trip: TripIntent) -> Iterator[InvalidField]:
    t = trip.party.travelers
    adults, children, infants = trip.party.heads()
    for name in ("adults", "children", "infants", "total"):
        count = getattr(t, name)
        if count is not None and count < 0:
            yield InvalidField(path=f"party.travelers.{name}", code="negative", value=str(count))
    if (t.adults == 0 or t.total == 0) and not adults:
        yield InvalidField(path="party.travelers.adults", code="no_adult", value="0")
    if adults + children + infants > MAX_TRAVELLERS:
        yield InvalidField(
            path="party.travelers.adults", code="too_many_travellers", value=str(adults + children + infants)
        )
    if adults and infants > adults:
        yield InvalidField(path="party.travelers.infants", code="infants_over_adults", value=str(infants))


def _stays(trip: TripIntent) -> Iterator[InvalidField]:
    whole = trip.itinerary.lodging
    listed, stays = bool(whole.stays), effective_stays(trip)
    if (listed or not stays) and (whole.check_out or "") < (whole.check_in or "") and whole.check_out:
        yield InvalidField(path="itinerary.lodging.check_out", code="before_previous", value=str(whole.check_out))
    for j, stay in enumerate(stays):
        base = f"itinerary.lodging.stays[{j}]" if listed else "itinerary.lodging"
        yield from _day(trip, f"{base}.check_in", stay.check_in, None)
        yield from _day(trip, f"{base}.check_out", stay.check_out, None)
        check_in, check_out = as_date(stay.check_in), as_date(stay.check_out)
        if check_in and check_out and check_in == check_out:
            yield InvalidField(path=f"{base}.check_out", code="zero_nights", value=str(stay.check_out))
        elif check_in and check_out and check_out < check_in:
            yield InvalidField(path=f"{base}.check_out", code="before_previous", value=str(stay.check_out))
        theirs = (as_date(one.check_out) for one in reversed(stays[:j]) if shared(one.traveler_ids, stay.traveler_ids))
        previous_out = next((day for day in theirs if day), None)
        if check_in and previous_out and check_in < previous_out:
            yield InvalidField(path=f"{base}.check_in", code="overlap", value=str(stay.check_in))
        home = _flown_home(trip, stay) if stay.number_of_nights else None  # days that were said are kept
        if check_out and home and check_out > home:
            yield InvalidField(path=f"{base}.check_out", code="after_leaving", value=str(stay.check_out))


def _flown_home(trip: TripIntent, stay: Stay) -> date | None:
    """Return the day on which those who stay go back to where they began; None where they do not, or it is not known."""
    theirs = [one for one in trip.itinerary.segments if shared(one.traveler_ids, stay.traveler_ids)]
    closed = len(theirs) > 1 and theirs[-1].destination.code == theirs[0].origin.code
    return as_date(theirs[-1].depart_date) if closed else None


def _money(trip: TripIntent) -> Iterator[InvalidField]:
    budget = trip.constraints.budget_total
    if budget and budget.amount <= 0:
        yield InvalidField(path="constraints.budget_total", code="not_positive", value=str(budget.amount))


DETAIL_PATHS = ("party.guests", "party.contact")


def missing_for_hold(trip: TripIntent, needs: Iterable[Need]) -> tuple[str, ...]:
    """Return the paths of details that a hold needs and the trip does not have."""
    return _missing(trip, [n for n in needs if n.when == "hold"])


def missing_for_purchase(trip: TripIntent, needs: Iterable[Need]) -> tuple[str, ...]:
    """Return the paths of details that must be there before a purchase, the hold's included.

    The payment method is not among them: it is chosen on the approval card.
    """
    return _missing(trip, list(needs))


def too_young(trip: TripIntent) -> tuple[int, ...]:
    """Return the places of guests whose birth dates make them children beyond those that the party announced.

    A wrong year of birth would be a wrong ticket, so such a date is asked about before anything is held.
    """
    adults, children, infants = trip.party.heads()
    guests = trip.party.guests[: adults + children + infants]
    born = [(i, guest.passenger_type) for i, guest in enumerate(guests) if guest.date_of_birth]
    seated = [i for i, kind in born if kind == "child"][children:]  # too old for an infant's place on a lap
    seated += [i for i, kind in born if kind != "infant"][adults + children :]
    young = [i for i, kind in born if kind != "adult"]
    return tuple(sorted({*seated, *young[children + infants :]}))


def _missing(trip: TripIntent, needs: list[Need]) -> tuple[str, ...]:
    paths: dict[str, None] = {}
    for need in needs:
        for path in _paths(trip, need):
            paths.setdefault(path)
    return tuple(sorted(paths, key=lambda path: (1 if "contact" in path else 0, path)))


def _paths(trip: TripIntent, need: Need) -> Iterator[str]:
    if need.what in ("email", "phone"):
        if not getattr(trip.party.contact, need.what):
            yield f"party.contact.{need.what}"
        return
    if need.what not in ("name", "date_of_birth", "gender"):
        return
    for i in _places(trip, need):
        guest = trip.party.guests[i] if i < len(trip.party.guests) else Guest()
        if need.what == "name" and not (guest.given_name and guest.family_name):
            yield f"party.guests[{i}].name"
        if need.what == "date_of_birth" and (as_date(guest.date_of_birth) is None or i in too_young(trip)):
            yield f"party.guests[{i}].date_of_birth"
        if need.what == "gender" and guest.gender is None:
            yield f"party.guests[{i}].gender"


def _places(trip: TripIntent, need: Need) -> Sequence[int]:
    """Return the places of whom a need is of; whoever has no name yet may be an adult."""
    adults, *others = trip.party.heads()
    if need.of == "lead_traveller":
        return (0,)
    every = range(adults + sum(others))
    if need.of != "each_adult":
        return every
    guests = trip.party.guests
    young = [i for i, guest in enumerate(guests) if guest.passenger_type != "adult"]
    return [i for i in every if i not in young][:adults]
