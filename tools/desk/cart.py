"""The cart: everything that an approval is bound to, in canonical form, its hash, and the people that its holds name."""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal

from pydantic import JsonValue
from sqlalchemy import Connection

from tripintent.state.booking import CancelLine, CartLine
from tripintent.state.money import Money
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.desk.planning import OrderPeople, body_hash, with_people
from tripintent.tools.ledger import operations, seals
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.seals import canonical, sha256
from tripintent.tools.ports.rates import Rates, UnknownCurrency


def cart_text(
    trip_id: str,
    holds: Sequence[HoldRow],
    people: str,
    cancels: Sequence[CancelLine] = (),
) -> str:
    """Return the cart as canonical JSON: holds, offers, amounts, currencies, conditions, expiries, what is cancelled.

    Who travels is in it as a mark only (``mark_of``): it outlives the purchase.
    """
    facts: dict[str, JsonValue] = {
        "trip_id": trip_id,
        "items": [_item(hold) for hold in sorted(holds, key=lambda h: h.hold_id)],
        "people": people,
    }
    if cancels:
        facts["cancels"] = _cancels(cancels)
    return canonical(facts)


def former_cart_text(trip_id: str, holds: Sequence[HoldRow], travellers: Sequence[Traveller], contact: Contact) -> str:
    """Return the cart as it was written before people were a mark: an approval that was open at the upgrade is bound to it."""
    facts: dict[str, JsonValue] = {
        "trip_id": trip_id,
        "items": [_item(hold) for hold in sorted(holds, key=lambda h: h.hold_id)],
        "travellers": [_named(one) for one in travellers],
        "contact": contact.model_dump(mode="json"),
    }
    return canonical(facts)


def _named(traveller: Traveller) -> dict[str, JsonValue]:
    plain = traveller.sent()
    return plain | {"passport": sha256(traveller.passport) if traveller.passport else None}


def cancels_text(trip_id: str, cancels: Sequence[CancelLine]) -> str:
    """Return what an approval of a cancellation is bound to: each booking with its fee and refund."""
    return canonical({"trip_id": trip_id, "cancels": _cancels(cancels)})


def _cancels(cancels: Sequence[CancelLine]) -> list[JsonValue]:
    ordered = sorted(cancels, key=lambda line: line.booking_id)
    return [line.model_dump(mode="json", include={"booking_id", "fee", "refund"}) for line in ordered]


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
        "fit": hold.requirement_key,
        "total": hold.total.model_dump(mode="json"),
        "terms": hold.terms.model_dump(mode="json"),
        "expires_at": _moment(hold.expires_at),
    }


def _moment(value: datetime | None) -> str | None:
    return None if value is None else value.isoformat()


def line(hold: HoldRow) -> CartLine:
    """Return a hold as one line of the approval card."""
    return CartLine.model_validate(hold.model_dump(include=set(CartLine.model_fields)))


def total(lines: Sequence[CartLine], currency: str, rates: Rates | None) -> Money:
    """Return the sum in one currency. Raises UnknownCurrency where there is no rate."""
    amount = Money(amount=Decimal(0), currency=currency)
    for one in lines:
        amount += convert(one.total, currency, rates)
    return amount


def total_in(sums: Iterable[Money], currency: str, rates: Rates | None) -> Money | None:
    """Return sums of any currencies in one; None where there is no rate for one of them."""
    try:
        amounts = [convert(one, currency, rates).amount for one in sums]
    except UnknownCurrency:
        return None
    return Money(amount=sum(amounts, Decimal(0)), currency=currency)


def convert(money: Money, currency: str, rates: Rates | None) -> Money:
    """Return the money in a currency; only other currencies need rates."""
    if money.currency == currency:
        return money
    if rates is None:
        raise UnknownCurrency(money.currency, frozenset({currency}))
    return rates.convert(money, currency)


def for_others(tx: Connection, rows: Sequence[HoldRow], people: OrderPeople) -> frozenset[str]:
    """Return the holds that were placed for other people, contact or requests than these, told by the hash of what was sent.

    One that is kept here alone names no one at a supplier yet: it is for anybody.
    """
    ops = operations.of_holds(tx, [row.hold_id for row in rows], "hold")
    sent = [(row, ops[row.hold_id]) for row in rows if row.hold_id in ops]
    return frozenset(
        row.hold_id
        for row, op in sent
        if not operations.has_body(tx, op, body_hash(with_people(op.body, people, row.key)))
    )


def mark_of(tx: Connection, people: OrderPeople, now: datetime) -> str:
    """Return what tells these people and this contact from any others, and tells nothing about them without the ledger's key."""
    plain: list[JsonValue] = [
        [one.sent() for one in people.travellers],
        people.contact.model_dump(mode="json"),
    ]
    if people.requests:
        plain.append([one.marked() for one in people.requests])
    if people.only:
        plain.append({key: list(places) for key, places in people.only.items()})
    return hmac.new(seals.derived(tx, seals.PEOPLE, now), canonical(plain).encode(), hashlib.sha256).hexdigest()
