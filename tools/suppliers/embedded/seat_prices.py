"""Seats and bags at a price: what the invented airlines ask for a seat of one's choice, or for a bag of one of several."""

from collections.abc import Mapping, Sequence
from decimal import Decimal

from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer
from tripintent.state.travellers import RequestKind, RequestOutcome
from tripintent.tools.ports.orders import OrderRequest
from tripintent.tools.ports.rates import Rates

SEATS: Mapping[RequestKind, Decimal] = {
    "window seat": Decimal(12), "aisle seat": Decimal(12), "extra legroom": Decimal(35),
}  # fmt: skip
"""In US dollars, as all prices of this world, for one person on one flight."""
BAGS: Mapping[RequestKind, Decimal] = {"checked bag": Decimal(45)}
"""The same for one person on the whole way, where the fare has none."""


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
            price = rates.convert(
                Money(amount={**SEATS, **BAGS}[one.kind] * count, currency="USD"), offer.total_price.currency
            )
            agreed = one.pays is not None and one.pays.currency == price.currency and one.pays.amount >= price.amount
            found.append(RequestOutcome(kind=one.kind, state="sent" if agreed else "offered", price=price, who=one.who))
    return tuple(found)


def sold(outcomes: Sequence[RequestOutcome], price: Money) -> Money:
    """Return a price with what was sold beside it."""
    return sum((one.price for one in outcomes if one.state == "sent" and one.price), start=price)
