"""Our offers in the shape in which hosts' tools know options."""

from pydantic import JsonValue

from tripintent.state.offers import FlightHop, FlightOffer, HotelOffer


def host_flight(offer: FlightOffer) -> dict[str, JsonValue]:
    """Return a flight offer as an option of ``flight_quote_search``."""
    return {
        "option_id": offer.option_id,
        "total_price": offer.total_price.model_dump(mode="json"),
        "refundable": offer.refundable,
        "cabin": offer.cabin,
        "segments": [_hop(hop) for hop in offer.segments],
        "fare_rules_summary": offer.fare_rules_summary,
    }


def _hop(hop: FlightHop) -> dict[str, JsonValue]:
    return {
        "from": hop.origin,
        "to": hop.destination,
        "depart_at": hop.depart_at.isoformat(),
        "arrive_at": hop.arrive_at.isoformat(),
        "airline": hop.airline,
        "flight_number": hop.flight_number,
        "stops": 0,
    }


def host_hotel(offer: HotelOffer) -> dict[str, JsonValue]:
    """Return a hotel offer as an option of ``hotel_quote_search``; prices are for all rooms."""
    return {
        "option_id": offer.option_id,
        "hotel_name": offer.hotel_name,
        "star_rating": offer.star_rating,
        "address": offer.address,
        "nightly_price": offer.nightly_price.model_dump(mode="json"),
        "total_price": offer.total_price.model_dump(mode="json"),
        "refundable": offer.refundable,
        "room_description": offer.room_description,
    }
