"""A host's failures as ours, in one table: what a code means for a search, and what it means for a commit.

A commit that failed without saying that nothing happened may have happened: it is Unknown, never Rejected.
"""

from collections.abc import Callable, Mapping

from tripintent.tools.errors import (
    InvalidRequest,
    OfferGone,
    RateLimited,
    Rejected,
    SupplierError,
    SupplierTimeout,
    SupplierUnavailable,
    Unknown,
)
from tripintent.tools.host.envelope import HostRefusal
from tripintent.tools.ports.suppliers import Verdict

SUPPLIER = "host"
Make = Callable[..., SupplierError]

_TABLE: dict[str, tuple[Make, Make]] = {
    "timeout": (SupplierTimeout, Unknown),
    "unavailable": (SupplierUnavailable, Unknown),
    "rate_limited": (RateLimited, Rejected),
    "invalid_request": (InvalidRequest, Rejected),
    "not_found": (OfferGone, Rejected),
    "offer_gone": (OfferGone, OfferGone),
    "sold_out": (OfferGone, OfferGone),
    "expired": (OfferGone, OfferGone),
    "rejected": (InvalidRequest, Rejected),
    "declined": (InvalidRequest, Rejected),
    "payment_declined": (InvalidRequest, Rejected),
}
"""The host's code -> what it is for a read, what it is for a commit."""

CODES: Mapping[str, Verdict] = {
    "invalid_request": "refused",
    "declined": "declined",
    "offer_gone": "lapsed",
    "expired": "lapsed",
}
"""Meanings for money of the host's codes of a refused commit, where the orders port does not have them."""


def failure_of(refusal: HostRefusal, *, commits: bool) -> SupplierError:
    """Return the typed error of a host's refusal."""
    code = refusal.code.strip().lower().replace("-", "_").replace(" ", "_")
    read, commit = _TABLE.get(code, (SupplierUnavailable, Unknown))
    make = commit if commits else read
    if make is RateLimited and refusal.retry_after is not None:
        return RateLimited(str(refusal), retry_after=refusal.retry_after, supplier=SUPPLIER, code=code)
    return make(str(refusal), supplier=SUPPLIER, code=code)


def lost(message: str, *, commits: bool, timed_out: bool = False) -> SupplierError:
    """Return the error of an answer that never came: retryable for a read, unknown for a commit."""
    if commits:
        return Unknown(message, supplier=SUPPLIER, code="lost_reply")
    return SupplierTimeout(message, supplier=SUPPLIER) if timed_out else SupplierUnavailable(message, supplier=SUPPLIER)


def malformed(message: str, *, commits: bool) -> SupplierError:
    """Return the error of an answer of no known shape: asking again would not help, and a commit may have happened."""
    kind = Unknown if commits else SupplierError
    return kind(message, supplier=SUPPLIER, code="malformed")
