"""LiteAPI's errors as ours: one table of codes and words, read once for questions and once for commits.

A code alone is not enough: 5000 means a refused payment and for a booking that was perhaps not stored. What is not in the
table, and not a refusal of the request's form, is in doubt. Source: the error examples of the published OpenAPI description.
"""

from collections.abc import Mapping
from typing import NamedTuple

import httpx
from pydantic import ValidationError

from tripintent.state.frozen import Frozen
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
from tripintent.tools.shipped import table
from tripintent.tools.suppliers.shared.over_http import Manners, wait_of

SUPPLIER = "liteapi"
NO_ROOMS, GONE = 2001, 4040


class CertainRefusal(NamedTuple):
    """A refusal that is certain: LiteAPI's number, words of its description, our code, and what it means for money."""

    number: int
    words: str
    code: str
    verdict: Verdict


REFUSALS = tuple(CertainRefusal(*one) for one in table("tools/suppliers/liteapi/codes.yaml")["refusals"])
CODES: Mapping[str, Verdict] = {known.code: known.verdict for known in REFUSALS}


class _Fault(Frozen):
    code: int = 0
    message: str = ""
    description: str = ""

    @property
    def words(self) -> str:
        return self.description or self.message

    @property
    def known(self) -> CertainRefusal | None:
        said = self.words.casefold()
        return next((one for one in REFUSALS if one.number == self.code and one.words in said), None)


class _Faulty(Frozen):
    error: _Fault


def fails(reply: httpx.Response) -> bool:
    """Tell whether a reply is an error; some come with the status of a success."""
    return reply.is_error or _fault(reply).code != 0


def of_read(reply: httpx.Response) -> SupplierError:
    """Return the error of a question: nothing was at stake."""
    fault = _fault(reply)
    words = fault.words or f"LiteAPI answered {reply.status_code}"
    if reply.status_code == httpx.codes.TOO_MANY_REQUESTS:
        return RateLimited(words, retry_after=wait_of(reply), supplier=SUPPLIER, code="rate_limited")
    known = fault.known
    if known and known.verdict == "lapsed":
        return OfferGone(words, supplier=SUPPLIER, code=known.code)
    if reply.status_code == httpx.codes.REQUEST_TIMEOUT:
        return SupplierTimeout(words, supplier=SUPPLIER, code="timeout")
    if reply.is_server_error:
        return SupplierUnavailable(words, supplier=SUPPLIER, code=str(fault.code or reply.status_code))
    return InvalidRequest(words, supplier=SUPPLIER, code=known.code if known else str(fault.code or reply.status_code))


def of_commit(reply: httpx.Response) -> SupplierError:
    """Return the error of a commit: Rejected and OfferGone only where it is certain that nothing happened."""
    fault = _fault(reply)
    words = fault.words or f"LiteAPI answered {reply.status_code}"
    known = fault.known
    if known is None or reply.is_server_error or reply.status_code == httpx.codes.TOO_MANY_REQUESTS:
        return Unknown(words, supplier=SUPPLIER, code=str(fault.code or reply.status_code))
    kind = OfferGone if known.verdict == "lapsed" else CommitRejected
    return kind(words, supplier=SUPPLIER, code=known.code)


def _fault(reply: httpx.Response) -> _Fault:
    try:
        return _Faulty.model_validate_json(reply.content).error
    except ValidationError:
        return _Fault()


MANNERS = Manners("LiteAPI", SUPPLIER, of_read, of_commit, read_seconds=30.0, commit_seconds=90.0, fails=fails)
