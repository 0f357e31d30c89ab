"""Outcomes of a call at a supplier, and what a refusal's code means for money. A code that is not declared is UNKNOWN.

Each adapter declares the codes of its supplier (``Capabilities.codes``). Here are only the words of the orders port, which every
adapter may use, and those that the desk itself gives. ``refused`` means that certainly nothing happened; ``declined`` also, because
of the means of payment; ``lapsed`` also, because the offer or hold is over; ``evidence`` means that an earlier attempt landed: read.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tripintent.tools.errors import CommitRejected, InvalidRequest, OfferGone, SupplierError
from tripintent.tools.ledger.operations import Action
from tripintent.tools.ports.orders import SupplierOrder
from tripintent.tools.ports.suppliers import Verdict
from tripintent.tools.shipped import table

MEANINGS: Mapping[Verdict, Sequence[str]] = table("tools/desk/codes.yaml")
VERDICTS = {code: verdict for verdict, codes in MEANINGS.items() for code in codes}


def meaning(code: str, declared: Mapping[str, Verdict]) -> Verdict:
    """Return what a code means: by its supplier's own declaration, else by the words of the port."""
    return declared.get(code) or VERDICTS.get(code, "unknown")


def verdict(error: Exception, declared: Mapping[str, Verdict]) -> Verdict:
    """Judge the error of a commit. Only a certain refusal is one; everything else may have happened.

    Where a supplier declares codes, an unknown one is in doubt; where it declares none, the class of its error is its word.
    """
    if not isinstance(error, SupplierError):
        return "unknown"
    known = meaning(error.code, declared)
    certain = isinstance(error, CommitRejected | OfferGone | InvalidRequest)
    if certain and known == "unknown" and not declared:
        return "lapsed" if isinstance(error, OfferGone) else "refused"
    return known if certain or known == "evidence" else "unknown"


@dataclass(frozen=True)
class Landed:
    """It happened; this is the order now."""

    order: SupplierOrder


@dataclass(frozen=True)
class DeskRefusal:
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


Outcome = Landed | DeskRefusal | Doubtful
TWICE = DeskRefusal("known_order", "its order number belongs to another order")
"""The end of a hold whose order the supplier's books have for another one; what is paid under such a number needs a person."""

_OVER = ("cancelled", "expired", "failed")


def judge(action: Action, order: SupplierOrder) -> Outcome | None:
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
        return DeskRefusal("already_paid", f"order {order.order_id} is paid: it cannot be released, only cancelled")
    return None


def _over(order: SupplierOrder) -> DeskRefusal | None:
    if order.status not in _OVER:
        return None
    return DeskRefusal("order_expired", f"order {order.order_id} is {order.status}", "lapsed")
