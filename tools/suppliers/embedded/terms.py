"""Terms of the embedded supplier: what it can do, what seats and bags cost, and what cancelling a paid order costs."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from decimal import Decimal

from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer, Terms
from tripintent.state.travellers import Need, RequestKind, RequestOutcome
from tripintent.tools.ports.clock import Rates
from tripintent.tools.ports.orders import CancelQuote, OrderRequest, SupplierOrder
from tripintent.tools.ports.suppliers import Capabilities, HoldKind, Idempotency, ListPrice
from tripintent.tools.shipped import table
from tripintent.tools.suppliers.embedded.faults import CODES, SUPPLIER, rejected
from tripintent.tools.suppliers.embedded.ids import SeededRandom
from tripintent.tools.suppliers.embedded.tables import BookedOrder, Tables

_DATA = table("tools/suppliers/embedded/codes.yaml")
SEATS: Mapping[RequestKind, Decimal] = {kind: Decimal(price) for kind, price in _DATA["seats"].items()}
"""In US dollars, as all prices of this world, for one person on one flight."""
BAGS: Mapping[RequestKind, Decimal] = {kind: Decimal(price) for kind, price in _DATA["bags"].items()}
"""The same for one person on the whole way, where the fare has none."""
_PRICES: Mapping[RequestKind, Decimal] = {**SEATS, **BAGS}


def seats(request: OrderRequest, rates: Rates) -> tuple[RequestOutcome, ...]:
    """Return what becomes of the wishes for a seat or a bag: sold where the traveller agreed to the price, else offered at it."""
    offer = request.offer
    if not isinstance(offer, FlightOffer):
        return ()
    seated = [person for person in request.travellers if person.passenger_type != "infant"]
    found = []
    for one in request.requests:
        if one.kind in SEATS or (one.kind in BAGS and one.who and not offer.checked_bags):
            count = sum(map(one.is_for, seated)) * (len(offer.segments) if one.kind in SEATS else 1)
            if not count:
                found.append(RequestOutcome(kind=one.kind, state="yourself", who=one.who))
                continue
            price = rates.convert(Money(amount=_PRICES[one.kind] * count, currency="USD"), offer.total_price.currency)
            agreed = one.pays is not None and one.pays.currency == price.currency and one.pays.amount >= price.amount
            found.append(RequestOutcome(kind=one.kind, state="sent" if agreed else "offered", price=price, who=one.who))
    return tuple(found)


def sold(outcomes: Sequence[RequestOutcome], price: Money) -> Money:
    """Return a price with what was sold beside it."""
    return sum((one.price for one in outcomes if one.state == "sent" and one.price), start=price)


TIMEOUT = timedelta(seconds=5)
FLIGHT_NEEDS, HOTEL_NEEDS = (tuple(Need(**one) for one in _DATA["needs"][kind]) for kind in ("flights", "hotels"))
TAKES: tuple[RequestKind, ...] = tuple(_DATA["takes"])


def capabilities(*, hold: HoldKind, kind: Idempotency, settle: timedelta, needs: tuple[Need, ...]) -> Capabilities:
    """Return the record; paying is keyed at a keyed supplier and guarded by the order's state at the others."""
    return Capabilities(
        supplier=SUPPLIER,
        simulated=True,
        hold=hold,
        create=kind,
        pay="keyed" if kind == "keyed" else "guarded",
        probe=True,
        settle=settle,
        timeout=TIMEOUT,
        reprice=True,
        needs=needs,
        takes=TAKES,
        prices=(*SEATS, *BAGS),
        price_list={
            kind: ListPrice(each=Money(amount=amount, currency="USD"), per="flight" if kind in SEATS else "way")
            for kind, amount in _PRICES.items()
        },
        codes=CODES,
    )


QUOTE_LIFE = timedelta(minutes=10)


def quote(pages: Tables, dice: SeededRandom, entry: BookedOrder, now: datetime) -> CancelQuote:
    """Write and return what cancelling costs now. Raises Rejected for an order that is not paid or is cancelled."""
    order = entry.order
    _check_paid(order)
    fee = fee_now(order.total, order.terms, entry.offer, now)
    before = pages.newest_cancel_quote(order.order_id)
    made = CancelQuote(
        quote_id=f"cq_{dice.number('cancel', order.order_id, now.isoformat(), before and before.quote_id):016x}",
        order_id=order.order_id,
        fee=fee,
        refund=Money(amount=order.total.amount - fee.amount, currency=fee.currency),
        expires_at=now + QUOTE_LIFE,
    )
    pages.add_cancel_quote(made)
    return made


def cancel(pages: Tables, entry: BookedOrder, given: CancelQuote, client_ref: str, now: datetime) -> SupplierOrder:
    """Cancel under a quote. Raises Rejected ``order_cancellation_stale`` or ``already_cancelled``."""
    _check_paid(entry.order)
    newest = pages.newest_cancel_quote(entry.order.order_id)
    if newest is None or newest != given or now >= newest.expires_at:
        raise rejected("the cancellation quote is not the newest or has expired; ask again", "order_cancellation_stale")
    pages.add_cancellation(entry.order.order_id, client_ref, given)
    return pages.update(entry.order.model_copy(update={"status": "cancelled"}))


def fee_now(total: Money, terms: Terms, offer: FlightOffer | HotelOffer, now: datetime) -> Money:
    """Return the fee: nothing while it is free, the penalty where there is one, else and once travel began all of it."""
    if not terms.refundable or _begun(offer, now) or (terms.free_until is not None and now >= terms.free_until):
        return total
    penalty = terms.refund_penalty.amount if terms.refund_penalty else Decimal(0)
    return Money(amount=min(penalty, total.amount), currency=total.currency)


def _begun(offer: FlightOffer | HotelOffer, now: datetime) -> bool:
    return now >= offer.depart_at if isinstance(offer, FlightOffer) else now.date() >= offer.check_in


def _check_paid(order: SupplierOrder) -> None:
    if order.status == "cancelled":
        raise rejected(f"order {order.order_id} is cancelled", "already_cancelled")
    if order.paid_at is None:
        raise rejected(f"order {order.order_id} is not paid; release the hold instead", "not_paid")
