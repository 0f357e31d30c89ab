"""Duffel's orders as ours. Paid is what was paid, and nothing else says so."""

from collections.abc import Iterator
from datetime import datetime
from decimal import Decimal
from itertools import count

from pydantic import ValidationError

from tripintent.state.money import Money
from tripintent.state.travellers import RequestKind, RequestOutcome
from tripintent.tools.ports.orders import Order, OrderStatus
from tripintent.tools.suppliers.duffel import order_wire
from tripintent.tools.suppliers.duffel.failures import MANNERS
from tripintent.tools.suppliers.duffel.offers import money, schedule_change, terms_of
from tripintent.tools.suppliers.duffel.seats import KINDS
from tripintent.tools.suppliers.shared.over_http import unreadable

REFERENCE, SEATS = "op_id", "seats"
"""Keys of our orders' metadata: our reference, and what kind of seat was asked for, and for whom."""


def seat_marks(number: int) -> tuple[str, str, str]:
    """Return what the metadata call the kind of the wish of a number, its passengers and their names."""
    mark = SEATS if number == 1 else f"{SEATS}_{number}"
    return mark, f"{mark}_of", f"{mark}_for"


def shaped(order: order_wire.Order, supplier: str, now: datetime) -> Order:
    """Return an order in our shape. Raises SupplierUnavailable for one that makes no sense."""
    try:
        return _shaped(order, supplier, now)
    except ValidationError as error:
        raise unreadable(error, MANNERS, f"order {order.id}") from error


def _shaped(order: order_wire.Order, supplier: str, now: datetime) -> Order:
    paid = _paid_at(order)
    known = order.metadata or {}
    return Order(
        order_id=order.id,
        client_ref=known.get(REFERENCE) or "",
        supplier=supplier,
        item_type="flight",
        status=_status(order, paid, now),
        locator=order.booking_reference,
        tickets=tuple(d.unique_identifier for d in order.documents if d.type in (None, "electronic_ticket")),
        total=money(order.total_amount, order.total_currency),
        terms=terms_of(order.conditions),
        expires_at=None if paid or order.cancelled_at else order.payment_status.payment_required_by,
        paid_at=paid,
        created_at=order.created_at,
        changes=tuple(schedule_change(one) for one in order.airline_initiated_changes or ()),
        requests=tuple(_seated(order)),
    )


def _seated(order: order_wire.Order) -> Iterator[RequestOutcome]:
    """Yield what became of each wish for a seat that the order was made with."""
    known = order.metadata or {}
    for number in count(1):
        kind, whose, names = (known.get(mark) for mark in seat_marks(number))
        if kind not in KINDS:
            return
        yield _of_wish(order, kind, _listed(whose), _listed(names))


def _listed(text: str | None) -> tuple[str, ...]:
    return tuple(text.split(", ")) if text else ()


def _of_wish(
    order: order_wire.Order, kind: RequestKind, passengers: tuple[str, ...], who: tuple[str, ...]
) -> RequestOutcome:
    """Return what the order's own services say of the seats; without any the traveller has to ask the airline."""
    seats = [one for one in order.services or () if one.type == "seat"]
    seats = [one for one in seats if not passengers or set(one.passenger_ids) & set(passengers)]
    if not seats or any(one.total_currency != order.total_currency for one in seats):
        return RequestOutcome(kind=kind, state="yourself", who=who)
    price = Money(
        amount=sum((one.total_amount * one.quantity for one in seats), Decimal()), currency=order.total_currency
    )
    numbers = [one.metadata.designator for one in seats if one.metadata and one.metadata.designator]
    paid = price if price.amount else None
    return RequestOutcome(kind=kind, state="sent", price=paid, detail=", ".join(numbers), who=who)


def _paid_at(order: order_wire.Order) -> datetime | None:
    """Return when it was paid. A lapsed hold awaits no payment either, so only the moment of payment or tickets count."""
    said = order.payment_status
    return said.paid_at or (order.created_at if order.documents and not said.awaiting_payment else None)


def _status(order: order_wire.Order, paid: datetime | None, now: datetime) -> OrderStatus:
    if order.cancelled_at:
        return "cancelled"
    if paid:
        return "confirmed"
    required = order.payment_status.payment_required_by
    lapsed = not order.payment_status.awaiting_payment or (required is not None and required <= now)
    return "expired" if lapsed else "held"
