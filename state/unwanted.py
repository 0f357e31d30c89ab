"""Offers that a traveller ruled out in words: changing somewhere, an airport, a fare, a kind of hotel, a part of town."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from tripintent.state.frame import TimeWindow
from tripintent.state.itinerary import Segment
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.wishes import FlightPreferences, HotelPreferences, Preferences

Offer = TypeVar("Offer", FlightOffer, HotelOffer)


def wanted_flights(
    offers: Sequence[FlightOffer], segment: Segment | None, wishes: Preferences, dropped: Counter[str]
) -> list[FlightOffer]:
    """Return the flights of a leg that nothing said rules out; each other one is counted once, by its reason."""
    wished = segment.wished(wishes.flight) if segment else wishes.flight
    kept = list(_kept(offers, lambda o: _flight_reason(o, wished), dropped))
    at_airports = [offer for offer in kept if _ends(offer) & set(wishes.flight.airports)]
    if at_airports:
        dropped["avoid_airports"] += len(kept) - len(at_airports)
        kept = at_airports
    if segment and segment.leave_from:
        late = [offer for offer in kept if leaves_in_time(offer, segment)]
        dropped["leaves_earlier"] += len(kept) - len(late)
        kept = late
    if segment and segment.land_by:
        dropped["lands_later"] += sum(not lands_in_time(offer, segment) for offer in kept)
        return _leaving([offer for offer in kept if lands_in_time(offer, segment)], segment, dropped)
    window = segment.arrive_time_window if segment else None
    if window and window.end:
        same_day = [offer for offer in kept if offer.depart_at.date() == offer.arrive_at.date()]
        if same_day:
            dropped["lands_later"] += len(kept) - len(same_day)
            kept = same_day
    return _leaving(kept, segment, dropped)


def lands_in_time(offer: FlightOffer, segment: Segment) -> bool:
    """Tell whether a flight lands on one of the days that were said, and on the last of them by the hour that was."""
    lands, window = offer.arrive_at, segment.arrive_time_window
    on = lands.date().isoformat()
    if (segment.land_from and on < segment.land_from) or (segment.land_by and on > segment.land_by):
        return False
    return not (on == segment.land_by and window and window.end and f"{lands:%H:%M}" > window.end)


def leaves_in_time(offer: FlightOffer, segment: Segment) -> bool:
    """Tell whether a flight leaves after the meeting that its traveller is there for."""
    return not segment.leave_from or f"{offer.depart_at:%Y-%m-%dT%H:%M}" >= segment.leave_from


def _leaving(kept: list[FlightOffer], segment: Segment | None, dropped: Counter[str]) -> list[FlightOffer]:
    return kept if not (segment and segment.depart_time_window) else _within(kept, segment.depart_time_window, dropped)


def wanted_hotels(offers: Sequence[HotelOffer], wishes: Preferences, dropped: Counter[str]) -> list[HotelOffer]:
    """Return the rooms that nothing said rules out, and of them those of a kind that was said, where there are any."""
    kept = list(_kept(offers, lambda o: _hotel_reason(o, wishes.hotel), dropped))
    of_kind = [one for one in kept if one.property_kind in wishes.hotel.kinds]
    dropped["stay_kinds"] += len(kept) - len(of_kind) if of_kind else 0
    return of_kind or kept


def _kept(offers: Iterable[Offer], reason: Callable[[Offer], str | None], dropped: Counter[str]) -> Iterator[Offer]:
    for offer in offers:
        why = reason(offer)
        if why is None:
            yield offer
        else:
            dropped[why] += 1


def _flight_reason(offer: FlightOffer, wishes: FlightPreferences) -> str | None:
    changes = {hop.origin for hop in offer.segments[1:]}
    if changes & set(wishes.avoid_via):
        return "avoid_via"
    if _ends(offer) & set(wishes.avoid_airports):
        return "avoid_airports"
    brand = f"{offer.fare_brand} {offer.cabin}".casefold().replace("_", " ")
    if any(fare.replace("_", " ").split(" ")[0] in brand.split() for fare in wishes.avoid_fares):
        return "avoid_fares"
    return None


_OF_LEGS = ("max_stops", "max_hours", "avoid_self_transfer", "refundable_only", "preferred_airlines", "avoid_airlines")
"""Limits that a leg may have of its own."""


def each_leg(wishes: Preferences, segments: Sequence[Segment]) -> Preferences:
    """Return the wishes that hold for the trip as a whole: without the limits of which a leg has its own."""
    own = _own(segments)
    bare, flight = FlightPreferences(), wishes.flight
    update = {name: getattr(bare, name) for name in own if name != "preferred_airlines"}
    required = tuple(name for name in flight.required if name not in own)
    return wishes.model_copy(update={"flight": flight.model_copy(update={**update, "required": required})})


def of_leg(
    offers: Sequence[FlightOffer],
    segment: Segment,
    segments: Sequence[Segment],
    wishes: Preferences,
    dropped: Counter[str],
) -> list[FlightOffer]:
    """Return the flights of a leg within the limits that are not those of all legs: its own, or else the trip's."""
    own, wished = _own(segments), segment.wished(wishes.flight)
    return list(_kept(offers, lambda o: _leg_reason(o, wished, own), dropped)) if own else list(offers)


def _own(segments: Sequence[Segment]) -> frozenset[str]:
    wishes = [segment.wishes for segment in segments if segment.wishes]
    return frozenset(name for name in _OF_LEGS if any(getattr(one, name) not in (None, ()) for one in wishes))


def _leg_reason(offer: FlightOffer, wished: FlightPreferences, own: frozenset[str]) -> str | None:
    flown = [{hop.airline.casefold(), (hop.airline_code or "").casefold()} for hop in offer.segments]
    must = {name.casefold() for name in wished.preferred_airlines} if "preferred_airlines" in wished.required else set()
    avoided = {name.casefold() for name in wished.avoid_airlines}
    hours, soft = offer.duration.total_seconds() / 3600, wished.ideal
    broken = {
        "max_stops": wished.max_stops is not None and "max_stops" not in soft and offer.stops > wished.max_stops,
        "max_hours": wished.max_hours is not None and "max_hours" not in soft and hours > wished.max_hours,
        "avoid_self_transfer": wished.avoid_self_transfer and "avoid_self_transfer" not in soft and offer.self_transfer,
        "refundable_only": wished.refundable_only and not offer.refundable,
        "preferred_airlines": must and not all(names & must for names in flown),
        "avoid_airlines": any(names & avoided for names in flown),
    }
    return next((code for code, breaks in broken.items() if breaks and code in own), None)


def _hotel_reason(offer: HotelOffer, wishes: HotelPreferences) -> str | None:
    name = offer.hotel_name.casefold()
    if offer.property_kind in wishes.avoid_hotels or any(one.casefold() in name for one in wishes.avoid_hotels):
        return "avoid_hotels"
    area = (offer.area or "").casefold()
    return (
        "avoid_areas"
        if area and any(area in one.casefold() or one.casefold() in area for one in wishes.avoid_areas)
        else None
    )


def _ends(offer: FlightOffer) -> set[str]:
    return {offer.segments[0].origin, offer.segments[-1].destination}


def _within(offers: Iterable[FlightOffer], window: TimeWindow, dropped: Counter[str]) -> list[FlightOffer]:
    """Keep to the hours of departure, where a supplier did not; all of them where none does."""
    found = list(offers)
    low, high = window.start or "00:00", window.end or "23:59"
    fits = [offer for offer in found if low <= f"{offer.depart_at:%H:%M}" <= high]
    if not fits or low > high:
        return found
    dropped["other_times"] += len(found) - len(fits)
    return fits
