"""Seats by the window or the aisle: looked up on Duffel's seat maps, and bought with the order."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from tripintent.state.money import Money
from tripintent.state.travellers import RequestKind, RequestOutcome, TravellerRequest
from tripintent.tools.suppliers.duffel.seat_wire import SeatMap, SeatRow, SeatService

KINDS: tuple[RequestKind, ...] = ("window seat", "aisle seat")


Taken = frozenset[tuple[str, str]]
"""Flights and the numbers of their seats that other wishes of the same order have."""


class Seats(NamedTuple):
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
) -> Seats:
    """Return the cheapest seats of a kind for them on all flights: ordered where they are free, or at a price agreed to."""
    seats = [_of_flight(wish.kind, one, passengers, currency, taken) for one in maps]
    found = [seat for flight in seats if flight for seat in flight]
    if not maps or not passengers or not all(seats):
        return Seats((), RequestOutcome(kind=wish.kind, state="yourself", who=wish.who))
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
        return Seats((), told)
    numbers = ((one.segment_id, seat.number) for one, flight in zip(maps, seats, strict=True) for seat in flight or ())
    alone = tuple(passengers) if wish.who else ()
    return Seats(tuple(seat.service.id for seat in found), told, alone, frozenset(numbers))


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
