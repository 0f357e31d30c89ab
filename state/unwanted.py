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
    kept = list(_kept(offers, lambda o: _flight_reason(o, wishes.flight), dropped))
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
        same_day = [offer for offer in kept if _lands_the_same_day(offer)]
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
    return not segment.leave_from or f"{offer.segments[0].depart_at:%Y-%m-%dT%H:%M}" >= segment.leave_from


def _leaving(kept: list[FlightOffer], segment: Segment | None, dropped: Counter[str]) -> list[FlightOffer]:
    return kept if not (segment and segment.depart_time_window) else _within(kept, segment.depart_time_window, dropped)


def wanted_hotels(offers: Sequence[HotelOffer], wishes: Preferences, dropped: Counter[str]) -> list[HotelOffer]:
    """Return the rooms that nothing said rules out."""
    return list(_kept(offers, lambda o: _hotel_reason(o, wishes.hotel), dropped))


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


def _lands_the_same_day(offer: FlightOffer) -> bool:
    return offer.segments[0].depart_at.date() == offer.segments[-1].arrive_at.date()


def _within(offers: Iterable[FlightOffer], window: TimeWindow, dropped: Counter[str]) -> list[FlightOffer]:
    """Keep to the hours of departure, where a supplier did not; all of them where none does."""
    found = list(offers)
    low, high = window.start or "00:00", window.end or "23:59"
    fits = [offer for offer in found if low <= f"{offer.segments[0].depart_at:%H:%M}" <= high]
    if not fits or low > high:
        return found
    dropped["other_times"] += len(found) - len(fits)
    return fits
