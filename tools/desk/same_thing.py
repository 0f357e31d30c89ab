"""Whether what is for sale now is the thing that was approved: another flight or room is neither cheaper nor dearer, it is gone.

A supplier may name the same thing by another id when it is priced again, so ids are not compared.
"""

from collections.abc import Iterator

from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer, Offer

_FLIGHT = ("supplier", "cabin", "self_transfer")
_HOTEL = ("supplier", "hotel_id", "check_in", "check_out", "rooms", "room_description", "board")


def another(approved: Offer, now: Offer) -> tuple[str, ...]:
    """Return why an offer is another thing than the one approved, whose title and risks were shown; empty when it is the same."""
    if isinstance(approved, FlightOffer) and isinstance(now, FlightOffer):
        flown = () if _route(approved) == _route(now) else ("flies otherwise now",)
        return (*_changed(_FLIGHT, approved, now), *flown)
    if isinstance(approved, HotelOffer) and isinstance(now, HotelOffer):
        return tuple(_changed(_HOTEL, approved, now))
    return (f"is a {now.kind} now",)


def less(title: str, approved: Offer, now: Offer) -> tuple[str, ...]:
    """Return what the same thing does not include any more, one sentence each; empty when it is as much or more."""
    if isinstance(approved, FlightOffer) and isinstance(now, FlightOffer):
        found = _fewer_bags(approved, now)
    elif isinstance(approved, HotelOffer) and isinstance(now, HotelOffer):
        found = _more_due(approved, now)
    else:
        found = iter(())
    return tuple(f"{title}: {text}" for text in found)


def _fewer_bags(approved: FlightOffer, now: FlightOffer) -> Iterator[str]:
    for name in ("carry_on", "checked_bags"):
        before, left = getattr(approved, name), getattr(now, name)
        if left < before:
            yield f"includes {left} instead of {before} {name.replace('_', ' ')}"


def _more_due(approved: HotelOffer, now: HotelOffer) -> Iterator[str]:
    before, due = approved.due_at_property, now.due_at_property
    if due is not None and due != before and not _less(due, before):
        yield f"{due} instead of {before or 'nothing'} is to be paid at the hotel"


def _route(offer: FlightOffer) -> list[tuple[object, ...]]:
    return [(hop.origin, hop.destination, hop.depart_at, hop.arrive_at, hop.flight_number) for hop in offer.segments]


def _less(now: Money, before: Money | None) -> bool:
    return before is not None and now.currency == before.currency and now.amount < before.amount


def _changed(names: tuple[str, ...], approved: Offer, now: Offer) -> Iterator[str]:
    for name in names:
        if getattr(approved, name) != getattr(now, name):
            yield f"{name.replace('_', ' ')} is {getattr(now, name)} instead of {getattr(approved, name)}"
