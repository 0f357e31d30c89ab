"""The opening of an order: its checks (names, birth dates, an address, a payment token) and the writing, in one transaction.

The three kinds of idempotency are handled here.
"""

import json
from datetime import date, datetime
from hashlib import sha256

from pydantic import TypeAdapter

from tripintent.state.travellers import Traveller
from tripintent.tools.ports.orders import OrderRequest, SupplierOrder
from tripintent.tools.ports.suppliers import Capabilities
from tripintent.tools.suppliers.embedded import ids as papers
from tripintent.tools.suppliers.embedded.faults import rejected
from tripintent.tools.suppliers.embedded.ids import Sealed
from tripintent.tools.suppliers.embedded.sales_service import SalesService, needed_by
from tripintent.tools.suppliers.embedded.tables import BookedOrder, Tables
from tripintent.tools.suppliers.embedded.terms import seats, sold

_PEOPLE = TypeAdapter(tuple[Traveller, ...])


def opened_before(pages: Tables, request: OrderRequest, capabilities: Capabilities) -> BookedOrder | None:
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
) -> BookedOrder:
    """Write a held order and take its stock. Raises Rejected or OfferGone."""
    sealed = counter.sealed(request.offer)
    check_travellers(request, sealed)
    price = counter.price_now(pages, request.offer, now)
    if price != request.offer.total_price:
        raise rejected(f"the price is {price} now, not {request.offer.total_price}", "price_changed")
    beside = seats(request, counter.rates)
    place = len(pages.entries_of(request.client_ref))
    identity = papers.order_id(counter.dice, request.client_ref, place)
    order = SupplierOrder(
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
    entry = BookedOrder(order, request.offer, sealed, firm, now + capabilities.settle, digest(request))
    pages.insert(entry, _PEOPLE.dump_json(request.travellers).decode())
    if firm:
        pages.take(identity, needed_by(request.offer, sealed.units))
    return entry


def digest(request: OrderRequest) -> str:
    """Return the fingerprint of a request's content."""
    content = json.dumps(request.model_dump(mode="json"), sort_keys=True)
    return sha256(content.encode()).hexdigest()


TOKEN_PREFIX = "pm_"  # noqa: S105 - the shape of a token, not one
DECLINED_PREFIX = "pm_declined"


def check_travellers(request: OrderRequest, sealed: Sealed) -> None:
    """Check what the supplier needs to hold. Raises Rejected ``missing_traveller_details`` or ``wrong_party``."""
    people = request.travellers
    if request.offer.kind == "hotel":
        people = people[:1]
    elif len(people) != sealed.units + sealed.laps:
        expected = sealed.units + sealed.laps
        raise rejected(f"the offer is for {expected} travellers, {len(people)} are named", "wrong_party")
    if not people or not all(p.given_name.strip() and p.family_name.strip() for p in people):
        raise rejected("each traveller needs a given and a family name", "missing_traveller_details")
    if request.offer.kind == "flight" and "@" not in (request.contact.email or ""):
        raise rejected("an e-mail address is needed", "missing_traveller_details")


def check_birth_dates(request: OrderRequest) -> None:
    """Check what the supplier needs to issue tickets at once. Raises Rejected ``missing_traveller_details``."""
    if request.offer.kind == "flight" and not all(_is_date(p.date_of_birth) for p in request.travellers):
        raise rejected("each traveller needs a date of birth (YYYY-MM-DD)", "missing_traveller_details")


def check_payment_method(method: str) -> None:
    """Accept any token ``pm_…`` but ``pm_declined…``. Raises Rejected."""
    if method.startswith(DECLINED_PREFIX):
        raise rejected("the payment was declined", "payment_declined")
    if not method.startswith(TOKEN_PREFIX):
        raise rejected(f"{method!r} is no payment token; tokens begin with {TOKEN_PREFIX}", "invalid_payment_method")


def _is_date(text: str | None) -> bool:
    try:
        date.fromisoformat(text or "")
    except ValueError:
        return False
    return True
