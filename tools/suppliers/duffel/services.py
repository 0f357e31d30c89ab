"""Services of an offer at Duffel, bought beside it, each with its price: checked bags that a fare lacks, and seats.

Seats by the window or the aisle are looked up on Duffel's seat maps, and bought with the order.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from pydantic import ValidationError

from tripintent.state.money import Money
from tripintent.state.offers import Extra, FlightOffer
from tripintent.state.travellers import RequestKind, RequestOutcome, TravellerRequest
from tripintent.tools.errors import OfferGone
from tripintent.tools.suppliers.duffel import wire
from tripintent.tools.suppliers.duffel.failures import MANNERS, SUPPLIER
from tripintent.tools.suppliers.duffel.wire import SeatMap, SeatRow, SeatService
from tripintent.tools.suppliers.shared.over_http import unreadable


def with_bags(offer: FlightOffer, raw: wire.DuffelOffer, pieces: int) -> FlightOffer | None:
    """Return the offer with so many checked bags for each who has a seat, at their price; None where they are not sold."""
    lacking = pieces - (offer.checked_bags or 0)
    segments = {segment.id for way in raw.slices for segment in way.segments}
    extras: list[Extra] = []
    for passenger in raw.passengers:
        if passenger.is_infant:
            continue
        found = _cheapest(_bags(raw, passenger.id, lacking), segments)
        if found is None:
            return None
        extras.extend(_extra(service, lacking) for service in found)
    return _bought(offer, extras).model_copy(update={"checked_bags": pieces})


def again(offer: FlightOffer, fresh: FlightOffer, raw: wire.DuffelOffer) -> FlightOffer:
    """Return an offer as it is now with the extras that it was shown with. Raises OfferGone when one is not sold any more."""
    known = {service.id: service for service in raw.available_services or ()}
    missing = [one.service_id for one in offer.extras if one.service_id not in known]
    if missing:
        said = "a bag that was in the price is not sold any more"
        raise OfferGone(said, supplier=SUPPLIER, code="ancillary_service_not_available")
    extras = [_extra(known[one.service_id], one.quantity) for one in offer.extras]
    return _bought(fresh, extras).model_copy(update={"checked_bags": offer.checked_bags})


def _bought(offer: FlightOffer, extras: Sequence[Extra]) -> FlightOffer:
    total = sum((one.price for one in extras), start=offer.total_price)
    return offer.model_copy(update={"extras": tuple(extras), "total_price": total})


def _extra(service: wire.DuffelService, quantity: int) -> Extra:
    price = Money(amount=service.total_amount * quantity, currency=service.total_currency)
    try:
        return Extra(service_id=service.id, kind="checked bag", quantity=quantity, price=price)
    except ValidationError as error:
        raise unreadable(error, MANNERS, "bag") from error


def _bags(raw: wire.DuffelOffer, passenger: str, pieces: int) -> Iterator[wire.DuffelService]:
    for one in raw.available_services or ():
        checked = one.type == "baggage" and one.metadata is not None and one.metadata.type == "checked"
        enough = one.maximum_quantity >= pieces and one.total_currency == raw.total_currency
        if checked and enough and one.passenger_ids == (passenger,):
            yield one


def _cheapest(services: Iterator[wire.DuffelService], segments: set[str]) -> list[wire.DuffelService] | None:
    """Return the services that cover every flight: one for the whole way, else one for each."""
    rows = sorted(services, key=lambda one: one.total_amount)
    whole = next((one for one in rows if set(one.segment_ids) >= segments), None)
    each = [next((one for one in rows if one.segment_ids == (flight,)), None) for flight in sorted(segments)]
    found = [one for one in each if one]
    parts = found if len(found) == len(segments) else None
    if whole is None or parts is None:
        return [whole] if whole else parts
    return [whole] if whole.total_amount <= sum(one.total_amount for one in parts) else parts


KINDS: tuple[RequestKind, ...] = ("window seat", "aisle seat")


Taken = frozenset[tuple[str, str]]
"""Flights and the numbers of their seats that other wishes of the same order have."""


class SeatChoice(NamedTuple):
    """The result of a wish for seats: the services to order, and the outcome to tell; ``passengers`` are whom it is for alone."""

    services: tuple[str, ...]
    outcome: RequestOutcome
    passengers: tuple[str, ...] = ()
    taken: Taken = frozenset()


class _Seat(NamedTuple):
    number: str
    service: SeatService


def chosen(
    wish: TravellerRequest,
    maps: Sequence[SeatMap],
    passengers: Sequence[str],
    currency: str,
    taken: Taken = frozenset(),
) -> SeatChoice:
    """Return the cheapest seats of a kind for them on all flights: ordered where they are free, or at a price agreed to."""
    seats = [_of_flight(wish.kind, one, passengers, currency, taken) for one in maps]
    found = [seat for flight in seats if flight for seat in flight]
    if not maps or not passengers or not all(seats):
        return SeatChoice((), RequestOutcome(kind=wish.kind, state="yourself", who=wish.who))
    price = Money(amount=sum((seat.service.total_amount for seat in found), Decimal(0)), currency=currency)
    agreed = wish.pays is not None and wish.pays.currency == currency and wish.pays.amount >= price.amount
    ordered = agreed or not price.amount
    told = RequestOutcome(
        kind=wish.kind,
        state="sent" if ordered else "offered",
        price=price if price.amount else None,
        detail=", ".join(seat.number for seat in found),
        who=wish.who,
    )
    if not ordered:
        return SeatChoice((), told)
    numbers = ((one.segment_id, seat.number) for one, flight in zip(maps, seats, strict=True) for seat in flight or ())
    alone = tuple(passengers) if wish.who else ()
    return SeatChoice(tuple(seat.service.id for seat in found), told, alone, frozenset(numbers))


def _of_flight(kind: str, seats: SeatMap, passengers: Sequence[str], currency: str, taken: Taken) -> list[_Seat] | None:
    """Return one seat of the kind for each passenger; None where there are not enough."""
    rows = [row for cabin in seats.cabins for row in cabin.rows]
    free = sorted((seat for row in rows for seat in _of_row(kind, row)), key=lambda seat: seat.service.total_amount)
    free = [
        seat
        for seat in free
        if seat.service.total_currency == currency and (seats.segment_id, seat.number) not in taken
    ]
    found: list[_Seat] = []
    for passenger in passengers:
        sat = {seat.number for seat in found}
        seat = next((one for one in free if one.service.passenger_id == passenger and one.number not in sat), None)
        if seat is None:
            return None
        found.append(seat)
    return found


def _of_row(kind: str, row: SeatRow) -> Iterator[_Seat]:
    """Yield what can be had of a row: the outermost places are by a window, the ends of inner sections by an aisle."""
    last = len(row.sections) - 1
    for number, section in enumerate(row.sections):
        for place, element in enumerate(section.elements):
            starts, ends = place == 0, place == len(section.elements) - 1
            window = (number == 0 and starts) or (number == last and ends)
            aisle = (starts and number > 0) or (ends and number < last)
            if element.type == "seat" and (window if kind == "window seat" else aisle):
                yield from (_Seat(element.designator or "", one) for one in element.available_services or ())
