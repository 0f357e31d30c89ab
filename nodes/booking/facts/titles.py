"""Short names of legs, stays and offers."""

from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.state.trip import TripIntent


def place_name(trip: TripIntent, code: str) -> str:
    """Return the traveller's word for a code, as far as the plan knows one."""
    for segment in trip.itinerary.segments:
        for point in (segment.origin, segment.destination):
            if point.code == code:
                return point.name or point.said or code
    return code


def stay_title(trip: TripIntent, location: str) -> str:
    """Return the name of a stay's place."""
    for stay in trip.itinerary.lodging.stays:
        if stay.location_code == location:
            return stay.location_name or location
    return place_name(trip, location)


def title_of(offer: Offer) -> str:
    """Return one line that names what is bought."""
    return _flight(offer) if isinstance(offer, FlightOffer) else _hotel(offer)


def _flight(offer: FlightOffer) -> str:
    hops = offer.segments
    route = "–".join([hops[0].origin, *(h.destination for h in hops)])
    numbers = " + ".join(dict.fromkeys(h.flight_number for h in hops if h.flight_number))
    return f"Flight {route}, {offer.depart_at:%a %d %b %Y %H:%M}, {hops[0].airline} {numbers}".strip()


def _hotel(offer: HotelOffer) -> str:
    return (
        f"{offer.hotel_name}, {offer.room_description or 'room'}, {offer.check_in:%d %b} to {offer.check_out:%d %b %Y}"
    )
