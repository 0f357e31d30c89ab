"""Opening an order: the checks and the writing of one transaction, in the three kinds of idempotency."""

import json
from datetime import datetime
from hashlib import sha256

from pydantic import TypeAdapter

from tripintent.state.travellers import Traveller
from tripintent.tools.ports.orders import Order, OrderRequest
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.suppliers.embedded import order_ids as papers
from tripintent.tools.suppliers.embedded.order_checks import check_travellers
from tripintent.tools.suppliers.embedded.refusals import rejected
from tripintent.tools.suppliers.embedded.sales_service import SalesService
from tripintent.tools.suppliers.embedded.seat_prices import seats, sold
from tripintent.tools.suppliers.embedded.stock import needed_by
from tripintent.tools.suppliers.embedded.tables import Entry, Tables

_PEOPLE = TypeAdapter(tuple[Traveller, ...])


def opened_before(pages: Tables, request: OrderRequest, capabilities: Capabilities) -> Entry | None:
    """Return the order that this request made before, where the supplier replays it.

    Raises Rejected ``duplicate_booking`` (guarded) or ``idempotency_key_reused`` (keyed, another content).
    An unkeyed supplier does not look.
    """
    if capabilities.create == "unkeyed":
        return None
    before = pages.entries_of(request.client_ref)
    if not before:
        return None
    if capabilities.create == "guarded":
        raise rejected(f"{request.client_ref} was booked before; read it", "duplicate_booking")
    if before[0].request_digest != digest(request):
        raise rejected(f"{request.client_ref} was used for another order", "idempotency_key_reused")
    return before[0]


def open_order(
    pages: Tables, counter: SalesService, request: OrderRequest, capabilities: Capabilities, now: datetime
) -> Entry:
    """Write a held order and take its stock. Raises Rejected or OfferGone."""
    sealed = counter.sealed(request.offer)
    check_travellers(request, sealed)
    price = counter.price_now(pages, request.offer, now)
    if price != request.offer.total_price:
        raise rejected(f"the price is {price} now, not {request.offer.total_price}", "price_changed")
    beside = seats(request, counter.rates)
    place = len(pages.entries_of(request.client_ref))
    identity = papers.order_id(counter.dice, request.client_ref, place)
    order = Order(
        order_id=identity,
        client_ref=request.client_ref,
        supplier=capabilities.supplier,
        item_type=request.offer.kind,
        status="held",
        locator=papers.locator(counter.dice, identity),
        total=sold(beside, price),
        requests=beside,
        terms=request.offer.terms,
        expires_at=papers.lapses_at(request.offer, now),
        created_at=now,
    )
    firm = capabilities.hold == "hard"
    entry = Entry(order, request.offer, sealed, firm, now + capabilities.settle, digest(request))
    pages.insert(entry, _PEOPLE.dump_json(request.travellers).decode())
    if firm:
        pages.take(identity, needed_by(request.offer, sealed.units))
    return entry


def digest(request: OrderRequest) -> str:
    """Return the fingerprint of a request's content."""
    content = json.dumps(request.model_dump(mode="json"), sort_keys=True)
    return sha256(content.encode()).hexdigest()
