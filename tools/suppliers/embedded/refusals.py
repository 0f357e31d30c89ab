"""How this supplier words its errors: each carries the supplier's name and a code that programs can read."""

from tripintent.tools.errors import InvalidRequest, OfferGone, Rejected

SUPPLIER = "embedded"


def refusal(message: str, code: str) -> InvalidRequest:
    """Return the error that refuses a question."""
    return InvalidRequest(message, supplier=SUPPLIER, code=code)


def gone(why: str, code: str) -> OfferGone:
    """Return the error for an offer that cannot be sold."""
    return OfferGone(f"the offer is gone: {why}; search again", supplier=SUPPLIER, code=code)


def rejected(message: str, code: str) -> Rejected:
    """Return the error of a commit that is refused for certain."""
    return Rejected(message, supplier=SUPPLIER, code=code)
