"""The plan: what must be asked of suppliers for this trip, each question with its fingerprint."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from tripintent.state.framing.frame_to_trip import ELSEWHERE
from tripintent.state.framing.trip_to_frame import landing_said
from tripintent.state.itinerary import Itinerary, Segment, Stay, shared
from tripintent.state.queries import Arriving, FlightQuery, HotelQuery, Ideal, fingerprint
from tripintent.state.questions.invalid import as_date
from tripintent.state.questions.stays import ages_of, effective_stays, room_occupancies
from tripintent.state.travellers import Member, Party, heads_of
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import Constraints, FlightPreferences, HotelPreferences, Preferences


class PlanQuery(NamedTuple):
    """One question to a supplier: which segment or stay it is for, the key of its answer, and those of the party whom it is for."""

    number: int
    key: str
    query: FlightQuery | HotelQuery
    who: tuple[str, ...] = ()

    @property
    def heads(self) -> tuple[int, int, int]:
        """Return for how many it is: adults, children, infants."""
        query = self.query
        if isinstance(query, FlightQuery):
            return query.adults, len(query.child_ages), query.infants
        rooms = query.occupancies
        return sum(one.adults for one in rooms), sum(len(one.child_ages) for one in rooms), query.infants


class Plan(NamedTuple):
    """All questions of a trip, in the order of its flight segments and stays."""

    flights: tuple[PlanQuery, ...]
    hotels: tuple[PlanQuery, ...]

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of all questions."""
        return tuple(a.key for a in (*self.flights, *self.hotels))


def plan_of(trip: TripIntent) -> Plan:
    """Return the questions that are complete enough to be asked; incomplete legs and stays have none yet.

    Nearly every decision reads the plan, and it changes rarely: the last plans are kept by what they follow from.
    """
    wishes = trip.preferences
    facts: Any = (trip.itinerary, trip.party, wishes.flight, wishes.hotel, trip.constraints)
    return _planned(*facts)  # frozen models: hashable, which type checkers do not see


@lru_cache(maxsize=256)
def _planned(
    itinerary: Itinerary, party: Party, flight: FlightPreferences, hotel: HotelPreferences, constraints: Constraints
) -> Plan:
    wishes = Preferences(flight=flight, hotel=hotel)
    trip = TripIntent(itinerary=itinerary, party=party, preferences=wishes, constraints=constraints)
    flights = (
        flight_asked(trip, i, trip.party.members(segment.traveler_ids))
        for i, segment in enumerate(trip.itinerary.segments)
        if segment.is_flight
    )
    stays = enumerate(effective_stays(trip))
    hotels = (hotel_asked(trip, j, stay, trip.party.members(stay.traveler_ids)) for j, stay in stays)
    return Plan(_each_its_own(flights), _each_its_own(hotels))


def _each_its_own(asked: Iterable[PlanQuery | None]) -> tuple[PlanQuery, ...]:
    """Return the questions; where two people ask the same apart, each needs an answer and a booking."""
    found: dict[str, PlanQuery] = {}
    for one in asked:
        if one is not None:
            key = fingerprint(one.query, one.who) if one.key in found else one.key
            found[key] = one._replace(key=key)
    return tuple(found.values())


def flight_asked(trip: TripIntent, number: int, members: Sequence[Member]) -> PlanQuery | None:
    """Return the question of a leg for some of the party; None while it is not complete, or no adult is among them."""
    leg = _flight(trip, trip.itinerary.segments[number], members)
    return PlanQuery(number, fingerprint(leg), leg, tuple(one.id for one in members)) if leg else None


def hotel_asked(trip: TripIntent, number: int, stay: Stay, members: Sequence[Member]) -> PlanQuery | None:
    """Return the question of a stay for some of the party; None while it is not complete."""
    room = _hotel(trip, stay, members)
    return PlanQuery(number, fingerprint(room), room, tuple(one.id for one in members)) if room else None


def own_currency(trip: TripIntent) -> str | None:
    """Return the trip's own currency: the traveller's, that of the budget, or the money of where it starts; None: not known yet."""
    limits = trip.constraints
    hotel = trip.preferences.hotel
    said = limits.budget_total or hotel.per_night or hotel.budget
    return limits.currency or (said.currency if said else limits.home_currency)


def currency_of(trip: TripIntent) -> str:
    """Return the currency of totals: the trip's own, else US dollars."""
    return own_currency(trip) or ELSEWHERE


def _flight(trip: TripIntent, segment: Segment, members: Sequence[Member]) -> FlightQuery | None:
    adults, _, infants = heads_of(members)
    origin, destination = segment.origin.code, segment.destination.code
    if not (origin and destination and as_date(segment.depart_date) and adults):
        return None
    wishes = segment.wished(trip.preferences.flight)
    return FlightQuery(
        origin=origin,
        destination=destination,
        depart_date=str(segment.depart_date),
        window=segment.depart_time_window,
        arrive_window=landing_said(segment, trip.itinerary.meetings or ()),
        adults=adults,
        child_ages=ages_of(members),
        infants=infants,
        cabin=wishes.cabin or "economy",
        max_stops=None if "max_stops" in wishes.ideal else wishes.max_stops,
        avoid_red_eye=bool(wishes.avoid_red_eye),
        airlines=wishes.preferred_airlines if "preferred_airlines" in wishes.required else (),
        checked_bags=wishes.checked_bags,
        currency=currency_of(trip),
    )


def _hotel(trip: TripIntent, stay: Stay, members: Sequence[Member]) -> HotelQuery | None:
    check_in, check_out = as_date(stay.check_in), as_date(stay.check_out)
    if not (stay.location_code and check_in and check_out and check_out > check_in):
        return None
    wishes = _must(trip.preferences.hotel)
    return HotelQuery(
        location=stay.location_code,
        check_in=str(stay.check_in),
        check_out=str(stay.check_out),
        arriving=_arriving(trip, stay),
        occupancies=room_occupancies(trip, stay, members),
        infants=heads_of(members)[2],
        area=stay.location_hint or trip.itinerary.lodging.location_hint,
        hotel_name=wishes.hotel_name,
        star_min=stay.star_min or wishes.star_min,
        refundable_only=bool(wishes.refundable_only),
        amenities=stay.amenities or wishes.amenities,
        board=wishes.board,
        ideal=_ideal(trip.preferences.hotel),
        currency=currency_of(trip),
    )


def _must(wishes: HotelPreferences) -> HotelPreferences:
    """Return the wishes without those that were said to be ideal: they rank and filter nothing."""
    unsaid = HotelPreferences()
    return wishes.model_copy(update={name: getattr(unsaid, name) for name in wishes.ideal if hasattr(unsaid, name)})


def _ideal(wishes: HotelPreferences) -> Ideal | None:
    """Return what was said to be ideal and can be asked for; None where nothing was."""
    asked = Ideal(**{name: getattr(wishes, name) for name in Ideal.model_fields if name in wishes.ideal})
    return asked if asked != Ideal() else None


def _arriving(trip: TripIntent, stay: Stay) -> Arriving | None:
    """Return the flight whose landing begins the stay; nothing where its first night was said."""
    segments = [one for one in trip.itinerary.segments if shared(one.traveler_ids, stay.traveler_ids)]
    by = next((s for s in reversed(segments) if s.is_flight and s.depart_date == stay.check_in), None)
    if not (stay.from_landing and by and by.origin.code and by.destination.code):
        return None
    return Arriving(origin=by.origin.code, destination=by.destination.code)
