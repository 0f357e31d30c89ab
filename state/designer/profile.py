"""The profile of a trip: what is known about the travellers and their wishes, how surely, and what to ask next."""

from typing import NamedTuple

from pydantic import Field

from tripintent.state.designer.itinerary import ItineraryDocument, Pace, TravelStyle
from tripintent.state.designer.operations import dated
from tripintent.state.designer.parts import Part
from tripintent.state.frame import When, is_wide_alone
from tripintent.state.money import Money
from tripintent.state.trip import TripIntent

WEIGHTS = {"party": 0.2, "where and when": 0.2, "interests": 0.1, "budget": 0.1, "lodging": 0.1, "booked": 0.2}
CAP = 0.95
_OWNED = frozenset({"HELD", "CONFIRMED", "COMPLETED"})


class ProfileKnown(NamedTuple):
    """Facts about a trip from all its documents. ``party`` is also a word ("family") whose head count stays open.

    ``time`` is any time that was named ("in June", "a week"), ``month`` one on the calendar; ``dates`` are the days.
    """

    party: bool = False
    heads: int | None = None
    destination: bool = False
    dates: bool = False
    time: bool = False
    month: bool = False
    origin: bool = False
    style: bool = False
    pace: bool = False
    interests: bool = False
    budget: bool = False
    lodging: bool = False
    booked: bool = False
    restrictions: bool = False


class ProfileTravelers(Part):
    """Who travels; ``count`` stays open until it is said."""

    count: int | None = None
    kind: str | None = None
    ages: tuple[int, ...] = ()
    relationships: tuple[str, ...] = ()


class ProfileBudget(Part):
    """The most that the trip may cost."""

    total: Money
    per_person: bool = False


class TripProfile(Part):
    """Facts about the travellers in a trip's documents, and how well the trip is known, 0 to .95. Derived, never stored."""

    travelers: ProfileTravelers = ProfileTravelers()
    destinations: tuple[str, ...] = ()
    origin: str | None = None
    start_date: str | None = Field(default=None, description="a day, or a time as it was said")
    end_date: str | None = None
    nights: int | None = None
    budget: ProfileBudget | None = None
    travel_style: TravelStyle | None = None
    pace_preference: Pace | None = None
    accommodation_preference: tuple[str, ...] = ()
    interests: tuple[str, ...] = ()
    avoidances: tuple[str, ...] = ()
    dietary_restrictions: tuple[str, ...] = ()
    mobility_needs: tuple[str, ...] = ()
    confidence: float = 0.0


def confidence(known: ProfileKnown) -> float:
    """Return how well a trip is known, 0 to .95: party .2, place and time .2, interests, budget and lodging .1 each, booked .2."""
    holds = {
        "party": known.party or known.heads is not None,
        "where and when": known.destination and (known.dates or known.time),
        "interests": known.interests,
        "budget": known.budget,
        "lodging": known.lodging,
        "booked": known.booked,
    }
    return min(CAP, round(sum(weight for name, weight in WEIGHTS.items() if holds[name]), 2))


def trip_profile(document: ItineraryDocument, trip: TripIntent) -> TripProfile:
    """Return what the itinerary and the trip know together; what was said to either counts for both."""
    dates, wishes, frame = dated(document, trip), document.trip_preferences, trip.frame
    kinds = (*((wishes.accommodation_preference,) if wishes.accommodation_preference else ()), *frame.stay_kinds)
    ages = [one.age for one in document.travelers if one.age is not None]
    return TripProfile(
        travelers=ProfileTravelers(
            count=_heads(document, trip),
            kind=wishes.traveler_type or trip.party.travelers.company,
            ages=tuple(ages) or trip.party.travelers.child_ages,
            relationships=tuple(one.relationship for one in document.travelers if one.relationship),
        ),
        destinations=_destinations(document, trip),
        origin=_origin(document, trip),
        start_date=dates.start_date or _said(frame.depart or frame.check_in),
        end_date=dates.end_date or _said(frame.return_ or frame.check_out),
        nights=frame.nights,
        budget=_budget(document, trip),
        travel_style=wishes.travel_style,
        pace_preference=wishes.pace,
        accommodation_preference=tuple(dict.fromkeys("rental" if one == "airbnb" else one for one in kinds)),
        interests=tuple(dict.fromkeys((*wishes.interests, *trip.preferences.interests))),
        avoidances=tuple(dict.fromkeys(wishes.avoidances)),
        dietary_restrictions=several(wishes.dietary_restrictions),
        mobility_needs=several(wishes.mobility_restrictions),
        confidence=confidence(known_of(document, trip)),
    )


def known_of(document: ItineraryDocument, trip: TripIntent) -> ProfileKnown:
    """Return which facts the itinerary and the trip know together."""
    wishes, frame, memory = document.trip_preferences, trip.frame, trip.working_memory
    kinds, dates, heads = {s.type for s in document.live}, dated(document, trip), _heads(document, trip)
    owned = any(s.status in _OWNED for s in document.live)
    return ProfileKnown(
        party=bool(document.travelers or wishes.traveler_type or trip.party.travelers.company or heads),
        heads=heads,
        destination=bool(_destinations(document, trip)),
        dates=bool(dates.start_date and dates.end_date),
        time=any((frame.depart, frame.check_in, frame.nights, dates.start_date)),
        month=bool(frame.depart or frame.check_in),
        origin=bool(_origin(document, trip) or "FLIGHT" in kinds),
        style=bool(wishes.travel_style),
        pace=bool(wishes.pace),
        interests=bool(wishes.interests or trip.preferences.interests),
        budget=any((_budget(document, trip), frame.lodging_budget, trip.preferences.hotel.budget)),
        lodging=bool(wishes.accommodation_preference or frame.stay_kinds or frame.hotel_name or "HOTEL" in kinds)
        or frame.lodging_needed is False,
        booked=owned or bool(kinds & {"FLIGHT", "HOTEL"} or memory.holds or memory.bookings),
        restrictions=bool(wishes.dietary_restrictions or wishes.mobility_restrictions),
    )


def _heads(document: ItineraryDocument, trip: TripIntent) -> int | None:
    return len(document.travelers) or trip.party.travelers.total or sum(trip.party.heads()) or None


def _destinations(document: ItineraryDocument, trip: TripIntent) -> tuple[str, ...]:
    visits = () if is_wide_alone(trip.frame.visits) else trip.frame.visits
    return tuple(one.name for one in document.destinations) or tuple(v.place.name or v.place.said for v in visits)


def _origin(document: ItineraryDocument, trip: TripIntent) -> str | None:
    place = trip.frame.origin
    named = document.trip_preferences.origin or (document.origin.name if document.origin else None)
    return named or ((place.name or place.said) if place else None)


def _budget(document: ItineraryDocument, trip: TripIntent) -> ProfileBudget | None:
    limits, wish = trip.constraints, document.trip_preferences.budget
    if money := limits.budget_per_person or limits.budget_total:
        return ProfileBudget(total=money, per_person=limits.budget_per_person is not None)
    if wish is None:
        return None
    total = Money(amount=wish.amount.amount, currency=wish.amount.currency)
    return ProfileBudget(total=total, per_person=wish.period == "per_person")


def _said(when: When | None) -> str | None:
    return (when.day or when.said) if when else None


def several(said: str | tuple[str, ...] | None) -> tuple[str, ...]:
    """Return wishes that were said as one or as several."""
    return (said,) if isinstance(said, str) else said or ()
