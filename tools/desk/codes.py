"""What a supplier's refusal means for money. A code that no one declares is UNKNOWN.

Each adapter declares the codes of its supplier (``Capabilities.codes``). Here are only the words of the orders port, which every
adapter may use, and those that the desk itself gives. ``refused`` means that certainly nothing happened; ``declined`` also, because
of the means of payment; ``lapsed`` also, because the offer or hold is over; ``evidence`` means that an earlier attempt landed: read.
"""

from collections.abc import Mapping

from tripintent.tools.errors import InvalidRequest, OfferGone, Rejected, SupplierError
from tripintent.tools.ports.suppliers import Verdict

__all__ = ["VERDICTS", "Verdict", "meaning", "verdict"]

REFUSED = (
    # words of the orders port
    "not_found",
    "price_changed",
    "order_cancellation_stale",
    "not_cancellable",
    "hold_not_supported",
    "missing_traveller_details",
    "wrong_party",
    "not_paid",
    "service_unavailable",
    "not_supported",
    "wrong_amount",
    # an adapter's error without a code of its own
    "InvalidRequest",
    "Rejected",
    # the desk's own
    "rejected",
    "failed",
    "not_sent",
    "skipped",
    "never_landed",
    "told_not_done",
)
DECLINED = ("payment_declined", "payment_failed", "invalid_payment_method")
LAPSED = ("sold_out", "offer_expired", "order_expired", "OfferGone")
EVIDENCE = ("already_paid", "already_cancelled", "already_released", "duplicate_booking")

_LISTS: tuple[tuple[Verdict, tuple[str, ...]], ...] = (
    ("refused", REFUSED),
    ("declined", DECLINED),
    ("lapsed", LAPSED),
    ("evidence", EVIDENCE),
)
VERDICTS: dict[str, Verdict] = {code: meaning for meaning, codes in _LISTS for code in codes}


def meaning(code: str, declared: Mapping[str, Verdict]) -> Verdict:
    """Return what a code means: by its supplier's own declaration, else by the words of the port."""
    return declared.get(code) or VERDICTS.get(code, "unknown")


def verdict(error: Exception, declared: Mapping[str, Verdict]) -> Verdict:
    """Judge the error of a commit. Only a known code of a certain refusal is one; everything else may have happened."""
    if not isinstance(error, SupplierError):
        return "unknown"
    known = meaning(error.code, declared)
    if known == "evidence":
        return known
    return known if isinstance(error, Rejected | OfferGone | InvalidRequest) else "unknown"
