"""Duffel's orders as ours. Paid is what was paid, and nothing else says so."""

from datetime import datetime
from decimal import Decimal

from pydantic import ValidationError

from tripintent.state.money import Money
from tripintent.state.requests import RequestKind, RequestOutcome
from tripintent.tools.ports.orders import Order, OrderStatus
from tripintent.tools.supplier_http import unreadable
from tripintent.tools.suppliers.duffel import order_wire
from tripintent.tools.suppliers.duffel.failures import MANNERS
from tripintent.tools.suppliers.duffel.offers import money, schedule_change, terms_of
from tripintent.tools.suppliers.duffel.seats import KINDS

REFERENCE, SEATS = "op_id", "seats"
"""What our orders carry in their metadata: our reference, and what kind of seat was asked for."""


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
        requests=tuple(_seated(order, kind) for kind in KINDS if kind == known.get(SEATS)),
    )


def _seated(order: order_wire.Order, kind: RequestKind) -> RequestOutcome:
    """Return what the order's own services say of the seats; without any the traveller has to ask the airline."""
    seats = [one for one in order.services or () if one.type == "seat"]
    if not seats or any(one.total_currency != order.total_currency for one in seats):
        return RequestOutcome(kind=kind, state="yourself")
    price = Money(
        amount=sum((one.total_amount * one.quantity for one in seats), Decimal()), currency=order.total_currency
    )
    numbers = [one.metadata.designator for one in seats if one.metadata and one.metadata.designator]
    return RequestOutcome(kind=kind, state="sent", price=price if price.amount else None, detail=", ".join(numbers))


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
