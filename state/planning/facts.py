"""Facts of a trip that documents are made from: read from the trip itself; nothing is asked twice and nothing invented."""

from collections.abc import Iterable
from datetime import date, timedelta

from pydantic import Field

from tripintent.state.changing import with_days_as_booked
from tripintent.state.designer.itinerary import TripPreferences
from tripintent.state.designer.profile import several
from tripintent.state.frame import Place
from tripintent.state.frozen import Frozen
from tripintent.state.itinerary import Point
from tripintent.state.money import Money
from tripintent.state.queries import HotelQuery, fingerprint
from tripintent.state.questions.invalid import as_date
from tripintent.state.questions.plan import own_currency
from tripintent.state.rebooking import coverage
from tripintent.state.trip import TripIntent

_PLACEHOLDERS = frozenset(
    {"", "?", "-", "unknown", "n/a", "none", "null", "tbd", "somewhere", "anywhere", "your location"}
)


class Town(Frozen):
    """A place of the trip: its name, its code and country where they are known."""

    name: str
    code: str | None = None
    country: str | None = Field(default=None, description="ISO 3166-1 alpha-2")
    said: str = ""


class TripFacts(Frozen):
    """Facts that the gate checks and the documents are made from. None and empty mean: not known."""

    destinations: tuple[Town, ...] = ()
    origin: Town | None = None
    first_day: date | None = None
    last_day: date | None = None
    days: int | None = Field(default=None, description="length of the trip; as said, or from its dates")
    travellers: int | None = None
    adults: int = 0
    ages: tuple[int, ...] = Field(default=(), description="of children and infants, years")
    children: int = Field(default=0, description="without infants, their ages known or not")
    infants: int = 0
    budget: Money | None = Field(default=None, description="for everybody and everything, as said")
    currency: str = Field(default="", description="of the trip: its documents count in it; empty: not known")
    interests: tuple[str, ...] = ()
    dislikes: tuple[str, ...] = ()
    passports: tuple[str, ...] = ()
    diet: tuple[str, ...] = ()
    pace: str | None = None
    cabin: str | None = None
    needs: tuple[str, ...] = ()
    sleeps: bool = Field(default=True, description="False: no place to stay is wanted")
    flies: bool = True
    rides: bool = Field(default=False, description="by train or coach on some leg")
    fetched: bool = Field(default=False, description="a ride is planned on a day of a flight")
    drives: bool = Field(default=False, description="by car on some leg, or with a hired one")
    bags: int | None = Field(default=None, description="checked bags asked for")
    returns: bool = Field(default=True, description="False: one way only")
    bedless: tuple[tuple[str, str], ...] = Field(default=(), description="nights beside booked ones without a bed yet")

    @property
    def mark(self) -> str:
        """Return a fingerprint that changes when documents made from these facts should; what only a day plan needs is left out."""
        said = self.model_dump(
            mode="json", exclude={"destinations", "origin", "interests", "dislikes", "pace", "bedless"}
        )
        places = [town.name.casefold() for town in (*self.destinations, *((self.origin,) if self.origin else ()))]
        return fingerprint(said, places)

    @property
    def people(self) -> int:
        """Return how many go; one when no one said."""
        return self.travellers or 1

    @property
    def length(self) -> int:
        """Return the days of the trip, at least one."""
        return max(1, self.days or 1)

    @property
    def ends(self) -> date | None:
        """Return the last day: as known, else by the length; None while the first is not known."""
        if self.last_day or self.first_day is None:
            return self.last_day
        return self.first_day + timedelta(days=self.length - 1)

    @property
    def nights(self) -> int:
        """Return the nights of the trip."""
        return max(0, self.length - 1)


NO_WISHES = TripPreferences()


def known(text: str | None) -> bool:
    """Say whether a text says something: placeholders do not."""
    return text is not None and text.strip().casefold() not in _PLACEHOLDERS


def facts_of(trip: TripIntent, wishes: TripPreferences = NO_WISHES) -> TripFacts:
    """Return what is known of a trip, with the ``wishes`` that its plan of days has."""
    asked, trip = trip, with_days_as_booked(trip)  # a change of what is booked is no fact before it is bought
    needs = several(wishes.mobility_restrictions)
    first, last = _days(trip)
    origin = _origin(trip)
    adults, children, infants = trip.party.heads()
    modes = {segment.transport_mode for segment in trip.itinerary.segments}
    budget = trip.constraints.budget_total
    whole = adults and adults + children + infants  # children alone are not all who travel
    counted = max(trip.party.travelers.total or 0, trip.frame.travelers or 0, whole)
    return TripFacts(
        destinations=tuple(_destinations(trip, origin)),
        origin=origin,
        first_day=first,
        last_day=last,
        days=_length(trip, first, last),
        travellers=counted or None,
        adults=adults,
        ages=trip.party.travelers.child_ages,
        children=children,
        infants=infants,
        budget=budget if budget and budget.amount > 0 else None,
        currency=own_currency(trip) or "",
        interests=tuple(dict.fromkeys((*wishes.interests, *trip.preferences.interests))),
        passports=tuple(dict.fromkeys(one.nationality for one in trip.party.guests if one.nationality)),
        diet=several(wishes.dietary_restrictions),
        pace=wishes.pace,
        needs=needs,
        sleeps=trip.itinerary.lodging.needed is not False,
        rides=bool(modes & {"train", "bus"}),
        drives="car" in modes or "driving" in needs,
        cabin=trip.preferences.flight.cabin,
        flies=_flies(trip),
        bags=trip.preferences.flight.checked_bags,
        returns=trip.frame.trip_type != "one_way",
        bedless=tuple(_bedless(asked if asked.working_memory.extending else trip)),
    )


def _flies(trip: TripIntent) -> bool:
    """Tell whether a leg is flown, or may be while none is known; a stay alone has no way there."""
    legs = trip.itinerary.segments
    return any(leg.is_flight for leg in legs) if legs else trip.constraints.flights_needed is not False


def _bedless(trip: TripIntent) -> Iterable[tuple[str, str]]:
    """Return the first and last day of nights that no booking and no hold has, in order; asked for in addition or not."""
    covered, held = coverage(trip), {one.key for one in trip.working_memory.holds if one.status == "held"}
    stays = ((one.key, one.query) for one in covered.left.hotels)
    asked = {(one.check_in, one.check_out): key for key, one in stays if isinstance(one, HotelQuery)}
    odd = {(first, last) for one in covered.misfits if one.why in _OPEN for first, last in [one.wanted.split("/")]}
    return sorted(nights for nights in asked.keys() | odd if asked.get(nights) not in held)


_OPEN = ("begins_late", "ends_early")


def _town(place: Place | Point | None) -> Town | None:
    if place is None:
        return None
    name = place.name or place.said or place.code or ""
    return Town(name=name, code=place.code, country=place.country, said=place.said or "") if known(name) else None


def _origin(trip: TripIntent) -> Town | None:
    segments = trip.itinerary.segments
    return _town(trip.frame.origin) or _town(segments[0].origin if segments else trip.itinerary.home)


def _destinations(trip: TripIntent, origin: Town | None) -> Iterable[Town]:
    """Yield every place that is travelled to, once, without the way home."""
    home = {origin.name, origin.code} if origin else set()
    seen: set[str] = set()
    visits = [_town(visit.place) for visit in trip.frame.visits]
    legs = [_town(segment.destination) for segment in trip.itinerary.segments]
    stays = [
        Town(name=stay.location_name or stay.location_code or "", code=stay.location_code)
        for stay in trip.itinerary.lodging.stays
    ]
    for town in visits if any(visits) else (*legs, *stays):
        if town and known(town.name) and town.name not in seen and not {town.name, town.code or town.name} & home:
            seen.add(town.name)
            yield town


def _days(trip: TripIntent) -> tuple[date | None, date | None]:
    """Return the first and last day: of the legs, else as said, else of the hotel."""
    said, lodging = trip.frame, trip.itinerary.lodging
    legs = [day for segment in trip.itinerary.segments if (day := as_date(segment.depart_date))]
    back = said.return_.day if said.return_ else None
    starts = [as_date(said.depart.day if said.depart else None), *legs[:1], as_date(lodging.check_in)]
    ends = [as_date(back), *(legs[-1:] if len(legs) > 1 else ()), as_date(lodging.check_out)]
    first = next((day for day in starts if day), None)
    last = next((day for day in ends if day and (first is None or day >= first)), None)
    return first, last


def _length(trip: TripIntent, first: date | None, last: date | None) -> int | None:
    if first and last:
        return (last - first).days + 1
    nights = trip.frame.nights or trip.itinerary.lodging.number_of_nights
    nights = nights or sum(visit.nights or 0 for visit in trip.frame.visits)
    return nights + 1 if nights > 0 else None
