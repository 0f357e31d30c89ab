"""Offers by hand: one flight from JFK to SFO, and one stay of two nights, each with what a test needs of it."""

from datetime import datetime
from typing import Any

from tripintent.state.money import Money
from tripintent.state.offers import FlightHop, FlightOffer, HotelOffer


def flight_at(at: datetime, option_id: str, price: Any = 100, currency: str = "USD", **facts: Any) -> FlightOffer:
    """Make an offer that lapses as its flight leaves; ``hop`` and ``facts`` are what is otherwise."""
    hop = {"origin": "JFK", "destination": "SFO", "depart_at": at, "arrive_at": at, "airline": "Nowhere Air"}
    segments = (FlightHop(**(hop | facts.pop("hop", {}))),)
    known = {"supplier": "s", "total_price": Money(amount=price, currency=currency), "expires_at": at}
    return FlightOffer(option_id=option_id, segments=segments, **(known | facts))


def hotel_until(at: datetime, option_id: str, price: Any = 100, currency: str = "USD", **facts: Any) -> HotelOffer:
    """Make an offer that lapses at a moment; ``facts`` are what is otherwise."""
    money = Money(amount=price, currency=currency)
    known = {"supplier": "s", "hotel_id": "h", "hotel_name": "Inn", "nightly_price": money, "total_price": money}
    nights = {"check_in": "2027-03-01", "check_out": "2027-03-03", "expires_at": at}
    return HotelOffer(option_id=option_id, **(known | nights | facts))
