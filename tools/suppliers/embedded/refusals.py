"""How this supplier words its errors: each carries the supplier's name and a code that programs can read."""

from collections.abc import Mapping

from tripintent.tools.errors import InvalidRequest, OfferGone, Rejected
from tripintent.tools.ports.suppliers import Verdict

SUPPLIER = "embedded"

CODES: Mapping[str, Verdict] = {
    "payment_amount_does_not_match_order_amount": "refused",
    "offer_no_longer_available": "lapsed",
    "past_payment_required_by_date": "lapsed",
    "unknown_offer": "lapsed",
    "idempotency_key_reused": "evidence",
}
"""Its own codes of refused commits; the others are words of the orders port."""


def refusal(message: str, code: str) -> InvalidRequest:
    """Return the error that refuses a question."""
    return InvalidRequest(message, supplier=SUPPLIER, code=code)


def gone(why: str, code: str) -> OfferGone:
    """Return the error for an offer that cannot be sold."""
    return OfferGone(f"the offer is gone: {why}; search again", supplier=SUPPLIER, code=code)


def rejected(message: str, code: str) -> Rejected:
    """Return the error of a commit that is refused for certain."""
    return Rejected(message, supplier=SUPPLIER, code=code)
