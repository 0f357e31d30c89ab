"""What an attempt or a look at the supplier's books came to: it landed, it was refused for certain, or no one knows."""

from dataclasses import dataclass

from tripintent.tools.desk.codes import Verdict
from tripintent.tools.ledger.operations import Action
from tripintent.tools.ports.orders import Order


@dataclass(frozen=True)
class Landed:
    """It happened; this is the order now."""

    order: Order


@dataclass(frozen=True)
class Refusal:
    """It certainly did not happen; ``watched`` when that is concluded and not told, so that somebody keeps looking for it."""

    code: str
    message: str
    verdict: Verdict = "refused"
    watched: bool = False


@dataclass(frozen=True)
class Doubtful:
    """It may have happened."""

    code: str
    message: str


Outcome = Landed | Refusal | Doubtful

_OVER = ("cancelled", "expired", "failed")


def judge(action: Action, order: Order) -> Outcome | None:
    """Say what an order in the supplier's books means for an operation; None when it is not done (yet)."""
    if action in ("pay", "book"):
        if order.paid_at is not None:
            paid = Doubtful("paid_not_confirmed", f"order {order.order_id} is paid, and {order.status}")
            return Landed(order) if order.status == "confirmed" else paid
        return _over(order)
    if action == "hold":
        return Landed(order) if order.status in ("held", "confirmed") else _over(order)
    if order.status in _OVER:
        return Landed(order)
    if action == "release" and order.paid_at is not None:
        return Refusal("already_paid", f"order {order.order_id} is paid: it cannot be released, only cancelled")
    return None


def _over(order: Order) -> Refusal | None:
    if order.status not in _OVER:
        return None
    return Refusal("order_expired", f"order {order.order_id} is {order.status}", "lapsed")
