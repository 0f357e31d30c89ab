"""Duffel's errors, as ours: one table, read once for questions and once for commits.

``CODES`` says what each of Duffel's codes means for money; one that is not in it is in doubt. Source: Duffel's published lists of
errors for creating, paying, changing and cancelling an order.
"""

from collections.abc import Mapping, Sequence

import httpx
from pydantic import ValidationError

from tripintent.state.frozen import Frozen
from tripintent.tools.errors import (
    CommitRejected,
    InvalidRequest,
    OfferGone,
    RateLimited,
    SupplierError,
    SupplierUnavailable,
    Unknown,
)
from tripintent.tools.ports.suppliers import Verdict
from tripintent.tools.shipped import table
from tripintent.tools.suppliers.shared.over_http import Manners, wait_of

SUPPLIER = "duffel"
GONE = frozenset({"offer_no_longer_available", "offer_expired", "offer_request_already_booked"})

_MEANINGS: Mapping[Verdict, Sequence[str]] = table("tools/suppliers/duffel/codes.yaml")["meanings"]
CODES: Mapping[str, Verdict] = {code: meaning for meaning, codes in _MEANINGS.items() for code in codes}
"""Meanings of Duffel's own codes for money. The words of the port, such as ``already_paid``, mean there what they say."""

NOT_MADE = 502
"""With the code ``order_not_created`` the answer 502 says that certainly nothing was made."""


class _Fault(Frozen):
    code: str = ""
    title: str = ""
    message: str = ""


class _Faults(Frozen):
    errors: tuple[_Fault, ...] = ()


def of_read(reply: httpx.Response) -> SupplierError:
    """Return the error of a question: nothing was at stake."""
    fault = _fault(reply)
    words = fault.message or fault.title or f"Duffel answered {reply.status_code}"
    if reply.status_code == httpx.codes.TOO_MANY_REQUESTS:
        return RateLimited(words, retry_after=wait_of(reply), supplier=SUPPLIER, code="rate_limit_exceeded")
    if reply.is_server_error:
        return SupplierUnavailable(words, supplier=SUPPLIER, code=fault.code)
    if fault.code in GONE:
        return OfferGone(words, supplier=SUPPLIER, code=fault.code)
    return InvalidRequest(words, supplier=SUPPLIER, code=fault.code or str(reply.status_code))


def of_commit(reply: httpx.Response) -> SupplierError:
    """Return the error of a commit: Rejected and OfferGone only where it is certain that nothing happened."""
    fault = _fault(reply)
    words = fault.message or fault.title or f"Duffel answered {reply.status_code}"
    if reply.status_code == NOT_MADE and fault.code == "order_not_created":
        return CommitRejected(words, supplier=SUPPLIER, code=fault.code)
    if reply.status_code == httpx.codes.SERVICE_UNAVAILABLE:
        return CommitRejected(words, supplier=SUPPLIER, code="service_unavailable")
    if reply.is_server_error or reply.status_code == httpx.codes.TOO_MANY_REQUESTS or not fault.code:
        return Unknown(words, supplier=SUPPLIER, code=fault.code)
    kind = OfferGone if fault.code in GONE else CommitRejected
    return kind(words, supplier=SUPPLIER, code=fault.code)


def _fault(reply: httpx.Response) -> _Fault:
    try:
        faults = _Faults.model_validate_json(reply.content)
    except ValidationError:
        return _Fault()
    return faults.errors[0] if faults.errors else _Fault()


MANNERS = Manners("Duffel", SUPPLIER, of_read, of_commit, read_seconds=60.0, commit_seconds=150.0)
"""Duffel asks for at least 130 s of patience with an order, because airlines are slow."""
