"""The cart: everything that an approval is bound to, in canonical form, and its hash."""

from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal

from pydantic import JsonValue

from tripintent.state.booking import CartLine
from tripintent.state.money import Money
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.ledger.canonical import canonical, sha256
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ports.rates import Rates, UnknownCurrency


def cart_text(trip_id: str, holds: Sequence[HoldRow], travellers: Sequence[Traveller], contact: Contact) -> str:
    """Return the cart as canonical JSON: holds, offers, people, amounts, currencies, conditions, expiries."""
    return canonical(
        {
            "trip_id": trip_id,
            "items": [_item(hold) for hold in sorted(holds, key=lambda h: h.hold_id)],
            "travellers": [_person(traveller) for traveller in travellers],
            "contact": contact.model_dump(mode="json"),
        }
    )


def cart_hash(text: str) -> str:
    """Return the SHA-256 of a cart."""
    return sha256(text)


def _item(hold: HoldRow) -> dict[str, JsonValue]:
    return {
        "hold_id": hold.hold_id,
        "supplier": hold.supplier,
        "order_id": hold.order_id,
        "option_id": hold.option_id,
        "item_type": hold.item_type,
        "kind": hold.kind,
        "fit": hold.fit,
        "total": hold.total.model_dump(mode="json"),
        "terms": hold.terms.model_dump(mode="json"),
        "expires_at": _moment(hold.expires_at),
    }


def _person(traveller: Traveller) -> dict[str, JsonValue]:
    """A passport number is bound to the cart, but does not stand in it."""
    plain = traveller.model_dump(mode="json")
    return plain | {"passport": sha256(traveller.passport) if traveller.passport else None}


def _moment(value: datetime | None) -> str | None:
    return None if value is None else value.isoformat()


def line(hold: HoldRow) -> CartLine:
    """Return a hold as one line of the approval card."""
    return CartLine.model_validate(hold.model_dump(include=set(CartLine.model_fields)))


def total(lines: Sequence[CartLine], currency: str, rates: Rates | None) -> Money:
    """Return the sum in one currency. Raises UnknownCurrency; converting without rates is a ValueError."""
    amount = Money(amount=Decimal(0), currency=currency)
    for one in lines:
        amount += convert(one.total, currency, rates)
    return amount


def total_in(sums: Iterable[Money], currency: str, rates: Rates | None) -> Money | None:
    """Return sums of any currencies in one; None where there is no rate for one of them."""
    try:
        amounts = [convert(one, currency, rates).amount for one in sums]
    except (ValueError, UnknownCurrency):
        return None
    return Money(amount=sum(amounts, Decimal(0)), currency=currency)


def convert(money: Money, currency: str, rates: Rates | None) -> Money:
    """Return the money in a currency; only other currencies need rates."""
    if money.currency == currency:
        return money
    if rates is None:
        msg = f"no exchange rates are configured: cannot show {money.currency} in {currency}"
        raise ValueError(msg)
    return rates.convert(money, currency)
