"""Facts of a cancellation for words and cards: each item with what was paid, lost and brought back, and the sums."""

from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import JsonValue

from tripintent.nodes.booking.facts.option_facts import money
from tripintent.state.booking import Approval, CancelLine
from tripintent.state.money import Money
from tripintent.tools.ports.desk import CancellationPlan, Cancelled, CancelledItem


def line_facts(line: CancelLine) -> dict[str, JsonValue]:
    """Return one item that is to be cancelled. Without ``fee`` and ``refund`` it cannot be, or no one knows what it costs."""
    return {
        "booking_id": line.booking_id,
        "item_type": line.item_type,
        "title": line.title,
        "paid": money(line.paid),
        "fee": money(line.fee),
        "refund": money(line.refund),
        "refund_to": line.refund_to,
        "problem": line.problem,
        "message": line.message,
        "simulated": line.simulated,
    }


def plan_facts(plan: CancellationPlan) -> dict[str, JsonValue]:
    """Return what a plan costs."""
    return {
        "items": [line_facts(line) for line in plan.items],
        "fee": money(plan.fee),
        "refund": money(plan.refund),
        "simulated": any(line.simulated for line in plan.items),
    }


def item_facts(item: CancelledItem) -> dict[str, JsonValue]:
    """Return what became of one item."""
    return {
        "title": item.booking.title,
        "state": item.state,
        "fee": money(item.fee),
        "refund": money(item.refund),
        "refund_to": item.refund_to,
        "message": item.message,
    }


def cancelled_facts(outcome: Cancelled) -> dict[str, JsonValue]:
    """Return what became of a plan."""
    return {
        "items": [item_facts(item) for item in outcome.items],
        "fee": money(outcome.fee),
        "refund": money(outcome.refund),
        "simulated": any(item.booking.simulated for item in outcome.items),
    }


def change_facts(approval: Approval) -> dict[str, JsonValue]:
    """Return what a purchase that replaces earlier bookings comes to in all, in the currency of its total.

    ``difference`` is None as long as a part is not known; ``dearer`` says which way it goes; ``steps`` what is done, in order.
    """
    total, back = approval.total, approval.refund
    facts: dict[str, JsonValue] = {
        "replaces": [line_facts(line) for line in approval.cancels],
        "steps": list(_steps(approval)),
        "total": money(total),
        "simulated": any(line.simulated for line in approval.lines),
    }
    known = all(line.refund is not None or line.is_changed for line in approval.cancels)
    if back is None or back.currency != total.currency or not known:
        return facts | {"back": None, "difference": None, "dearer": True}
    change = total.amount - back.amount
    difference = Money(amount=abs(change), currency=total.currency)
    return facts | {"back": money(back), "difference": money(difference), "dearer": change >= 0}


def _steps(approval: Approval) -> Iterator[str]:
    """Yield what a purchase does, in its order: what is new, what airlines change, what is cancelled."""
    changed = [line for line in approval.cancels if line.is_changed]
    if len(approval.lines) > len(changed):
        yield "buy"
    if changed:
        yield "change"
    if any(line.refund is not None and not line.is_changed for line in approval.cancels):
        yield "cancel"


def signed(change: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return what a change costs in all; below zero when money comes back, None as long as it is not known."""
    if change["difference"] is None:
        return None
    sign = "" if change["dearer"] else "-"
    return {**change["difference"], "amount": f"{sign}{change['difference']['amount']}"}
