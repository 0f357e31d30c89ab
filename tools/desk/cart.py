"""The cart: everything that an approval is bound to, in canonical form, its hash, the people that its holds name, and its legs."""

import hashlib
import hmac
from collections.abc import Iterable, Sequence
from datetime import datetime
from decimal import Decimal

from pydantic import JsonValue
from sqlalchemy import Connection

from tripintent.state.booking import CancelLine, CartLine
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.outcomes import TWICE
from tripintent.tools.desk.planning import body_hash, plan_book, plan_pay, with_people
from tripintent.tools.desk.sending import too_late
from tripintent.tools.ledger import approvals, bookings, holds, operations, seals
from tripintent.tools.ledger.approvals import ApprovalRow, CartPeople
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ledger.purchases import PurchaseRow
from tripintent.tools.ledger.seals import canonical, sha256
from tripintent.tools.ports.clock import Rates, UnknownCurrency


def cart_holds(tx: Connection, approval: ApprovalRow | None) -> list[HoldRow]:
    """Return the holds that the approval was given for."""
    return [] if approval is None else holds.several(tx, [line.hold_id for line in approval.lines])


def is_over(approval: ApprovalRow | None, now: datetime) -> bool:
    """Check whether the approval's time is over."""
    return approval is None or approval.expires_at <= now


def needed(ctx: DeskContext, tx: Connection, purchase: PurchaseRow) -> set[str]:
    """Return the suppliers without whom the purchase cannot go on; what may not be sent any more ends without them."""
    if purchase.state == "REPRICING":
        approval = approvals.get(tx, purchase.approval_id)
        return set() if is_over(approval, ctx.now()) else {hold.supplier for hold in cart_holds(tx, approval)}
    if purchase.state == "COMPENSATING":
        return {one.supplier for one in bookings.of_purchase(tx, purchase.purchase_id) if one.status == "confirmed"}
    steps = operations.of_purchase(tx, purchase.purchase_id, "pay", "book")
    left = [op for op in steps if not op.settled]
    return {op.supplier for op in left if op.state != "PLANNED" or too_late(ctx, tx, op) is None}


def plan(tx: Connection, purchase: PurchaseRow, approval: ApprovalRow | None, now: datetime) -> list[OperationRow]:
    """Plan one operation per hold: payment of a held order, or ordering and paying in one step."""
    party = (approval.party if approval else None) or CartPeople()
    ordered = sorted(cart_holds(tx, approval), key=lambda hold: undo_rank(hold, now))
    return [
        _plan_one(hold, purchase, party, now).model_copy(update={"purchase_id": purchase.purchase_id, "seq": seq})
        for seq, hold in enumerate(ordered)
    ]


def _plan_one(hold: HoldRow, purchase: PurchaseRow, party: CartPeople, now: datetime) -> OperationRow:
    if hold.order_id is None:
        return plan_book(hold, party, purchase.payment_method_id, now)
    return plan_pay(hold, party, purchase.payment_method_id, now)


def undo_rank(hold: HoldRow, now: datetime) -> tuple[int, int, int, str]:
    """Order of execution: free to undo first, non-refundable last; among equals what may still sell out before what is held.

    A change at an airline comes after everything: nothing brings the former flights back.
    """
    if isinstance(hold.offer, FlightOffer) and hold.offer.changes:
        return 3, 0, 0, hold.hold_id
    terms = hold.terms
    free = (terms.free_until is not None and terms.free_until > now) or (
        terms.refundable and terms.refund_penalty is None
    )
    cost = 0 if free else 1 if terms.refundable else 2
    return cost, int(hold.order_id is not None), int(hold.item_type == "flight"), hold.hold_id


ROUNDED = Decimal("1.01")
"""A leg may cost this much of its approval: suppliers round, and convert at rates of their own."""
Change = tuple[Money, Money]
"""A sum as it was, and as it is now."""


def difference(ctx: DeskContext, purchase: PurchaseRow, changes: Sequence[Change]) -> dict[str, object]:
    """Return the new total and what it differs by, in the approval's currency: both prices converted on the same day.

    Nothing where there is no rate for a new currency: the change itself is a difference, and told as one.
    """
    total = _total(ctx, purchase, changes)
    if total is None:
        return {}
    change = total.amount - purchase.total.amount
    name = "cheaper_by" if change < 0 else "dearer_by"
    by = Money(amount=abs(change), currency=total.currency)
    return {"total": total.model_dump(mode="json"), name: by.model_dump(mode="json")}


def above(ctx: DeskContext, tx: Connection, *, op: OperationRow) -> str:
    """Return why nothing follows a paid leg: it was clearly charged more than approved, or its order is another's; else nothing."""
    hold_id, purchase_id = op.hold_id, op.purchase_id
    assert hold_id is not None and purchase_id is not None  # noqa: S101, PT018 - a leg names both
    hold = holds.get(tx, hold_id)
    if op.code == TWICE.code:
        return (
            f"{hold.title}: {op.supplier} says that it is paid, but {TWICE.message} ({op.ref}): a person looks into it"
        )
    paid = bookings.paid_by_hold(tx, purchase_id)[hold_id]
    same = total_in((paid,), hold.total.currency, ctx.rates)
    if same is not None and same.amount <= hold.total.amount * ROUNDED:
        return ""
    return f"{hold.title}: {paid} was charged instead of {hold.total}; nothing else is bought or cancelled"


def charged(ctx: DeskContext, tx: Connection, purchase: PurchaseRow) -> dict[str, object]:
    """Return the total that was really paid, where a supplier charged another sum than the one it was asked for."""
    approval = approvals.get(tx, purchase.approval_id)
    asked = {hold.hold_id: hold.total for hold in cart_holds(tx, approval)}
    paid = bookings.paid_by_hold(tx, purchase.purchase_id)
    total = _total(ctx, purchase, [(asked[hold_id], sum_) for hold_id, sum_ in paid.items() if hold_id in asked])
    if total is None or approval is None:
        return {}
    change = total.amount - approval.total.amount
    by = Money(amount=abs(change), currency=total.currency).model_dump(mode="json") if change else None
    sums = {"cheaper_by": by if change < 0 else None, "dearer_by": by if change > 0 else None}
    return {"total": total.model_dump(mode="json"), **sums}


def _total(ctx: DeskContext, purchase: PurchaseRow, changes: Sequence[Change]) -> Money | None:
    """Return the purchase's total after the changes; None where nothing changed, or a currency has no rate."""
    currency = purchase.total.currency
    before = total_in((was for was, _ in changes), currency, ctx.rates)
    after = total_in((now for _, now in changes), currency, ctx.rates)
    if before is None or after is None or before == after:
        return None
    return Money(amount=purchase.total.amount + after.amount - before.amount, currency=currency)


def cart_text(trip_id: str, holds: Sequence[HoldRow], people: str, cancels: Sequence[CancelLine] = ()) -> str:
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
        "expires_at": hold.expires_at.isoformat() if hold.expires_at else None,
    }


def line(hold: HoldRow) -> CartLine:
    """Return a hold as one line of the approval card."""
    facts = hold.model_dump(include=set(CartLine.model_fields))
    return CartLine.model_validate({**facts, "due_at_property": hold.offer.due_at_property})


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


def for_others(tx: Connection, rows: Sequence[HoldRow], people: CartPeople) -> frozenset[str]:
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


def mark_of(tx: Connection, people: CartPeople, now: datetime) -> str:
    """Return what tells these people and this contact from any others, and tells nothing about them without the ledger's key."""
    plain: list[JsonValue] = [[one.sent() for one in people.travellers], people.contact.model_dump(mode="json")]
    if people.requests:
        plain.append([one.marked() for one in people.requests])
    if people.only:
        plain.append({key: list(places) for key, places in people.only.items()})
    return hmac.new(seals.derived(tx, seals.PEOPLE, now), canonical(plain).encode(), hashlib.sha256).hexdigest()
