"""The envelope of a host's answer (``{success, input, output, stack}``, maybe nested), its failures as ours, and checked options.

A commit that failed without saying that nothing happened may have happened: it is Unknown, never Rejected.
Options are checked one by one, so that one bad option does not hide the good ones.
"""

import logging
from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from pydantic import ValidationError

from tripintent.tools.errors import (
    CommitRejected,
    InvalidRequest,
    OfferGone,
    RateLimited,
    SupplierError,
    SupplierTimeout,
    SupplierUnavailable,
    Unknown,
)
from tripintent.tools.ports.suppliers import Verdict

_KEYS = frozenset({"success", "input", "output", "stack", "error", "message", "code", "retry_after"})
_DEEPEST = 5


class HostRefusal(Exception):
    """The host said that its tool failed. ``code`` is the host's own word for it, "" when it gave none."""

    def __init__(self, message: str, code: str = "", retry_after: float | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.retry_after = retry_after


class Malformed(Exception):
    """The host's answer is of no known shape."""


def unwrap(reply: object) -> Mapping[str, object]:
    """Return the innermost output. Raises HostRefusal where the host reports failure, Malformed for any other shape."""
    for _ in range(_DEEPEST):
        if not isinstance(reply, Mapping):
            break
        if reply.get("success") is False or (reply.get("error") and not reply.get("output")):
            raise _refusal(reply)
        if "output" not in reply or not set(reply) <= _KEYS:
            return reply
        reply = reply["output"]
    msg = f"the answer is no mapping but {type(reply).__name__}"
    raise Malformed(msg)


def _refusal(reply: Mapping[str, object]) -> HostRefusal:
    """Read what the host says of its failure: a text, or a mapping with code and message."""
    error = reply.get("error") or reply.get("output") or reply.get("message") or "the host's tool failed"
    if not isinstance(error, Mapping):
        return HostRefusal(str(error)[:300], str(reply.get("code") or ""), _seconds(reply.get("retry_after")))
    message = str(error.get("message") or error.get("error") or "the host's tool failed")
    code = str(error.get("code") or error.get("type") or reply.get("code") or "")
    return HostRefusal(message[:300], code, _seconds(error.get("retry_after")))


def _seconds(value: object) -> float | None:
    return float(value) if isinstance(value, int | float) and value >= 0 else None


SUPPLIER = "host"
_LOG = logging.getLogger(__name__)
Make = Callable[..., SupplierError]

_TABLE: dict[str, tuple[Make, Make]] = {
    "timeout": (SupplierTimeout, Unknown),
    "unavailable": (SupplierUnavailable, Unknown),
    "rate_limited": (RateLimited, CommitRejected),
    "invalid_request": (InvalidRequest, CommitRejected),
    "not_found": (OfferGone, CommitRejected),
    "offer_gone": (OfferGone, OfferGone),
    "sold_out": (OfferGone, OfferGone),
    "expired": (OfferGone, OfferGone),
    "rejected": (InvalidRequest, CommitRejected),
    "declined": (InvalidRequest, CommitRejected),
    "payment_declined": (InvalidRequest, CommitRejected),
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
    message = _plain(message)
    if commits:
        return Unknown(message, supplier=SUPPLIER, code="lost_reply")
    return SupplierTimeout(message, supplier=SUPPLIER) if timed_out else SupplierUnavailable(message, supplier=SUPPLIER)


def malformed(message: str, *, commits: bool) -> SupplierError:
    """Return the error of an answer of no known shape: asking again would not help, and a commit may have happened."""
    kind = Unknown if commits else SupplierError
    return kind(_plain(message), supplier=SUPPLIER, code="malformed")


def _plain(message: str) -> str:
    """Log what a developer has to know, and return what a traveller may read of it."""
    _LOG.warning("the host's tool: %s", message)
    return "the supplier gave no usable answer"


MadeT = TypeVar("MadeT")


def checked(options: Iterable[Any], make: Callable[[Any, int], MadeT]) -> list[MadeT]:
    """Return what ``make(option, number)`` makes of the options; one for which it raises ValueError is left out.

    Raises SupplierError when there were options and none is right.
    """
    kept, wrong = [], []
    for number, option in enumerate(options):
        try:
            kept.append(make(option, number))
        except ValueError as error:
            wrong.append(f"option {number}: {_where(error)}")
    if wrong and not kept:
        raise malformed(wrong[0], commits=False)
    if wrong:
        _LOG.warning("the host's options left out: %s", "; ".join(wrong))
    return kept


def _where(error: ValueError) -> str:
    if not isinstance(error, ValidationError):
        return str(error)
    first = error.errors()[0]
    return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
