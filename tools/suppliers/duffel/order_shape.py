"""Duffel's orders in our shape, and the named travellers as passengers of an offer: who is who, and whose lap an infant sits on.

Paid is what was paid, and nothing else says so.
"""

from collections.abc import Iterator
from datetime import date, datetime
from decimal import Decimal
from itertools import count

from pydantic import ValidationError

from tripintent.state.money import Money
from tripintent.state.travellers import RequestKind, RequestOutcome, Traveller
from tripintent.tools.errors import CommitRejected
from tripintent.tools.ports.orders import OrderRequest, OrderStatus, SupplierOrder
from tripintent.tools.suppliers.duffel import order_wire, wire
from tripintent.tools.suppliers.duffel.failures import MANNERS, SUPPLIER
from tripintent.tools.suppliers.duffel.offers import money, schedule_change, terms_of
from tripintent.tools.suppliers.duffel.services import KINDS
from tripintent.tools.suppliers.shared.over_http import unreadable

REFERENCE, SEATS = "op_id", "seats"
"""Keys of our orders' metadata: our reference, and what kind of seat was asked for, and for whom."""


def seat_marks(number: int) -> tuple[str, str, str]:
    """Return what the metadata call the kind of the wish of a number, its passengers and their names."""
    mark = SEATS if number == 1 else f"{SEATS}_{number}"
    return mark, f"{mark}_of", f"{mark}_for"


def shaped(order: order_wire.DuffelOrder, supplier: str, now: datetime) -> SupplierOrder:
    """Return an order in our shape. Raises SupplierUnavailable for one that makes no sense."""
    try:
        return _shaped(order, supplier, now)
    except ValidationError as error:
        raise unreadable(error, MANNERS, f"order {order.id}") from error


def _shaped(order: order_wire.DuffelOrder, supplier: str, now: datetime) -> SupplierOrder:
    paid = _paid_at(order)
    known = order.metadata or {}
    return SupplierOrder(
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


def _seated(order: order_wire.DuffelOrder) -> Iterator[RequestOutcome]:
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
    order: order_wire.DuffelOrder, kind: RequestKind, passengers: tuple[str, ...], who: tuple[str, ...]
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


def _paid_at(order: order_wire.DuffelOrder) -> datetime | None:
    """Return when it was paid. A lapsed hold awaits no payment either, so only the moment of payment or tickets count."""
    said = order.payment_status
    return said.paid_at or (order.created_at if order.documents and not said.awaiting_payment else None)


def _status(order: order_wire.DuffelOrder, paid: datetime | None, now: datetime) -> OrderStatus:
    if order.cancelled_at:
        return "cancelled"
    if paid:
        return "confirmed"
    required = order.payment_status.payment_required_by
    lapsed = not order.payment_status.awaiting_payment or (required is not None and required <= now)
    return "expired" if lapsed else "held"


OLD = 200
TITLES = {"m": "mr", "f": "ms"}


def passengers_of(request: OrderRequest, offer: wire.DuffelOffer) -> tuple[order_wire.DuffelPassenger, ...]:
    """Return a passenger for each seat and lap of the offer.

    Raises Rejected ``wrong_party`` when the people are not those that the offer is for, ``missing_traveller_details``
    when something is missing that Duffel asks for.
    """
    for lap in (False, True):
        named = sum((person.passenger_type == "infant") == lap for person in request.travellers)
        if named != sum(place.is_infant == lap for place in offer.passengers):
            raise rejected("the offer is for another party than the one that is named", "wrong_party")
    # the oldest people take the oldest places: an airline counts as a child whom another supplier counts as an adult
    people = sorted(request.travellers, key=lambda one: (one.passenger_type == "infant", one.date_of_birth or ""))
    places = sorted(offer.passengers, key=lambda place: (place.is_infant, -(OLD if place.age is None else place.age)))
    laps = iter([place.id for place in places if place.is_infant])
    return tuple(
        _passenger(place.id, person, (request, offer), None if place.is_infant else next(laps, None))
        for place, person in zip(places, people, strict=True)
    )


def _passenger(
    place: str, person: Traveller, asked: tuple[OrderRequest, wire.DuffelOffer], lap: str | None
) -> order_wire.DuffelPassenger:
    request, offer = asked
    missing = list(_missing(person, request, offer))
    if missing:
        raise rejected(f"Duffel needs of each traveller: {', '.join(missing)}", "missing_traveller_details")
    assert person.gender is not None  # noqa: S101 - one of those looked for
    return order_wire.DuffelPassenger(
        id=place,
        title=(person.title or TITLES[person.gender]).casefold().rstrip("."),
        gender=person.gender,
        given_name=person.given_name,
        family_name=person.family_name,
        born_on=date.fromisoformat(person.date_of_birth or ""),
        email=request.contact.email or "",
        phone_number=request.contact.phone or "",
        infant_passenger_id=lap,
        identity_documents=_documents(person, offer),
        loyalty_programme_accounts=_accounts(person, offer),
    )


def _documents(person: Traveller, offer: wire.DuffelOffer) -> tuple[order_wire.IdentityDocument, ...] | None:
    """Return the passport where the airline asks for one or takes one; no one else gets its number."""
    known = person.document
    taken = (
        offer.passenger_identity_documents_required or "passport" in offer.supported_passenger_identity_document_types
    )
    if known is None or not taken:
        return None
    return (
        order_wire.IdentityDocument(
            unique_identifier=known.number,
            issuing_country_code=known.country,
            expires_on=date.fromisoformat(known.expires),
        ),
    )


def _accounts(person: Traveller, offer: wire.DuffelOffer) -> tuple[order_wire.LoyaltyAccount, ...] | None:
    """Return the numbers in programmes that count on this offer."""
    rows = [
        order_wire.LoyaltyAccount(airline_iata_code=airline, account_number=number)
        for airline, number in person.loyalty.items()
        if airline in offer.supported_loyalty_programmes
    ]
    return tuple(rows) or None


def _missing(person: Traveller, request: OrderRequest, offer: wire.DuffelOffer) -> Iterator[str]:
    named = {
        "given name": person.given_name.strip(),
        "family name": person.family_name.strip(),
        "gender": person.gender,
        "e-mail": request.contact.email,
        "phone": request.contact.phone,
    }
    yield from (what for what, value in named.items() if not value)
    try:
        date.fromisoformat(person.date_of_birth or "")
    except ValueError:
        yield "date of birth"
    if offer.passenger_identity_documents_required and person.document is None:
        yield "passport (number, country, expiry), from their stored profile"


def rejected(message: str, code: str) -> CommitRejected:
    """Return the error of a commit that is refused for certain, before anything was sent."""
    return CommitRejected(message, supplier=SUPPLIER, code=code)
