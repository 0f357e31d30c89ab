"""One call to a host's tool: strict arguments out, a validated output or a typed error back; and what its flights and hotels share.

A host's answer is an envelope (``{success, input, output, stack}``, maybe nested). A commit that failed without saying that nothing
happened may have happened: it is Unknown, never Rejected. Options are checked one by one: one bad option hides no good ones.
"""

import asyncio
import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from tripintent.state.offers import FlightOffer, HotelOffer
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
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.designer import HostTools
from tripintent.tools.ports.suppliers import Capabilities, Verdict

if TYPE_CHECKING:
    from tripintent.tools.registry.builtin import BuiltinRegistry


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
    raise Malformed(f"the answer is no mapping but {type(reply).__name__}")


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


OutputT = TypeVar("OutputT", bound=BaseModel)


class HostCaller:
    """Calls tools by the registry's names and handlers, for one portfolio and organisation. ``timeout`` is in seconds."""

    def __init__(
        self, host: HostTools, registry: "BuiltinRegistry", *, portfolio: str = "", org: str = "", timeout: float = 30.0
    ) -> None:
        self._host = host
        self._registry = registry
        self._portfolio = portfolio
        self._org = org
        self.timeout = timeout

    async def call(self, tool: str, arguments: BaseModel, output: type[OutputT]) -> OutputT:
        """Return the tool's output as its shape. Raises a SupplierError; for a WRITE tool Unknown unless surely refused."""
        definition = self._registry.get(tool)
        commits = definition.effect == "WRITE"
        sent = arguments.model_dump(mode="json")
        try:
            async with asyncio.timeout(self.timeout):
                reply = await self._host.handler_call(self._portfolio, self._org, tool, definition.handler, sent)
        except TimeoutError as error:
            raise lost(f"{tool} did not answer in time", commits=commits, timed_out=True) from error
        except Exception as error:  # the host's code may raise anything; what it means is decided here
            raise lost(f"{tool} failed: {type(error).__name__}", commits=commits) from error
        try:
            return output.model_validate(unwrap(reply))
        except HostRefusal as refusal:
            raise failure_of(refusal, commits=commits) from refusal
        except (Malformed, ValidationError) as error:
            raise malformed(f"{tool} answered in a wrong shape: {_first_line(error)}", commits=commits) from error


def _first_line(error: Exception) -> str:
    """Return where an output is wrong, without its contents."""
    if isinstance(error, ValidationError):
        return "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors()[:3])
    return str(error)


OfferT = TypeVar("OfferT", FlightOffer, HotelOffer)


@dataclass(frozen=True)
class Shelf:
    """Where options come from and how long they keep: ``validity``, unless an option has an expiry of its own."""

    caller: HostCaller
    clock: Clock
    capabilities: Capabilities
    validity: timedelta = timedelta(minutes=30)

    def expiry(self, *said: datetime | None) -> datetime:
        """Return the earliest expiry that the host said, else the usual one."""
        return min((aware(moment) for moment in said if moment), default=self.clock.now() + self.validity)

    def fresh(self, offer: OfferT) -> OfferT:
        """Return the offer while it may be shown; hosts have no tool for pricing one again. Raises OfferGone afterwards."""
        if offer.expires_at <= self.clock.now():
            raise OfferGone(f"the {offer.kind} option has expired", supplier=SUPPLIER)
        return offer


class FromShelf(Generic[OfferT]):
    """What the suppliers of a host's flights and of its hotels have in common."""

    def __init__(self, shelf: Shelf) -> None:
        self._shelf = shelf

    @property
    def capabilities(self) -> Capabilities:
        """Return what the host's orders promise; it has no tool for pricing one option again."""
        return self._shelf.capabilities

    async def price(self, offer: OfferT) -> OfferT:
        """Return the offer while it is valid. Raises OfferGone afterwards."""
        return self._shelf.fresh(offer)


def aware(moment: datetime) -> datetime:
    """Return a moment with a zone; one without is in UTC."""
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
