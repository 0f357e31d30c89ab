"""Faults that the embedded supplier plays on demand, to rehearse a bad day: its errors, and how a fault strikes a commit.

Set them from a test (``supplier.faults.add("hold", Fault.LOST_REPLY)``) or from settings, as JSON:
``[{"on": "flights.search", "fault": "timeout", "times": 2}, {"on": "hotels.*", "fault": "empty", "times": null}]``
``on`` is a shell pattern over ``OPERATIONS``; one that matches none of them is refused.
"""

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from fnmatch import fnmatchcase
from threading import Lock

from pydantic import Field, TypeAdapter, ValidationError, field_validator

from tripintent.state.frozen import Frozen, no_such
from tripintent.tools.errors import CommitRejected, InvalidRequest, OfferGone, ToolError, Unknown
from tripintent.tools.ports.suppliers import Verdict
from tripintent.tools.registry.builtin import wrong
from tripintent.tools.shipped import table


class Fault(StrEnum):
    """A fault that is played.

    For reads: timeout, unavailable, rate_limited, empty, sold_out, price_change. For commits: timeout and lost_request
    (nothing was done, the caller cannot know), lost_reply (done, the caller cannot know), duplicate (done, but the
    answer is "this was booked before"), unavailable (refused for certain), sold_out, price_change.
    """

    SOLD_OUT = "sold_out"
    PRICE_CHANGE = "price_change"
    TIMEOUT = "timeout"
    LOST_REQUEST = "lost_request"
    LOST_REPLY = "lost_reply"
    DUPLICATE = "duplicate"
    UNAVAILABLE = "unavailable"
    RATE_LIMITED = "rate_limited"
    EMPTY = "empty"


OPERATIONS = (
    "flights.search", "flights.price", "hotels.search", "hotels.price", "hold", "book", "pay", "read", "find",
    "release", "quote_cancellation", "cancel",
)  # fmt: skip


class FaultRule(Frozen, extra="forbid"):
    """One planned fault: on the calls that match, after letting ``after`` of them pass, ``times`` times (None: always)."""

    on: str
    fault: Fault
    times: int | None = Field(default=1, ge=1)
    after: int = Field(default=0, ge=0)

    @field_validator("on")
    @classmethod
    def _known(cls, on: str) -> str:
        if not any(fnmatchcase(operation, on) for operation in OPERATIONS):
            raise ValueError(no_such("operation", on, OPERATIONS))
        return on


class Faults:
    """A plan of faults and a count of the calls; safe to share between threads, not between processes."""

    def __init__(self, plan: Iterable[FaultRule] = ()) -> None:
        self._lock = Lock()
        self._plan: list[FaultRule] = list(plan)
        self._matched: Counter[int] = Counter()
        self.calls: Counter[str] = Counter()

    @classmethod
    def parse(cls, text: str) -> "Faults":
        """Read a plan from JSON (a list of rules, see the module). Raises ToolError saying what is wrong."""
        try:
            return cls(TypeAdapter(list[FaultRule]).validate_json(text or "[]"))
        except ValidationError as error:
            why = wrong(error, lambda _: FaultRule.model_fields)
            example = '[{"on": "flights.search", "fault": "timeout"}]'
            msg = f"the fault plan is not understood: {why}. Write it as {example}; known faults: {', '.join(Fault)}"
            raise ToolError(msg) from error

    def add(self, on: str, fault: Fault | str, *, times: int | None = 1, after: int = 0) -> "Faults":
        """Plan one more fault; returns itself."""
        with self._lock:
            self._plan.append(FaultRule(on=on, fault=Fault(fault), times=times, after=after))
        return self

    def clear(self) -> None:
        """Forget the plan; the counts of calls stay."""
        with self._lock:
            self._plan.clear()
            self._matched.clear()

    def strike(self, operation: str) -> Fault | None:
        """Count one call of an operation and return the fault that it meets, if any."""
        with self._lock:
            self.calls[operation] += 1
            for place, rule in enumerate(self._plan):
                if not fnmatchcase(operation, rule.on):
                    continue
                self._matched[place] += 1
                used = self._matched[place] - rule.after
                if used > 0 and (rule.times is None or used <= rule.times):
                    return rule.fault
        return None


SUPPLIER = "embedded"

_CODES = table("tools/suppliers/embedded/codes.yaml")
CODES: dict[str, Verdict] = {code: meaning for meaning, codes in _CODES["meanings"].items() for code in codes}
"""Its own codes of refused commits; the others are words of the orders port."""


def refusal(message: str, code: str) -> InvalidRequest:
    """Return the error that refuses a question."""
    return InvalidRequest(message, supplier=SUPPLIER, code=code)


def gone(why: str, code: str) -> OfferGone:
    """Return the error for an offer that cannot be sold."""
    return OfferGone(f"the offer is gone: {why}", supplier=SUPPLIER, code=code)


def rejected(message: str, code: str) -> CommitRejected:
    """Return the error of a commit that is refused for certain."""
    return CommitRejected(message, supplier=SUPPLIER, code=code)


_NOTHING_DONE = {Fault.TIMEOUT, Fault.LOST_REQUEST}


def before(operation: str, fault: Fault | None) -> None:
    """Raise the error of a commit that does nothing: Unknown where the caller cannot tell, else Rejected or OfferGone."""
    if fault in _NOTHING_DONE:
        raise Unknown(f"no reply to {operation}", supplier=SUPPLIER, code="timeout")
    if fault in {Fault.UNAVAILABLE, Fault.RATE_LIMITED}:
        raise rejected(f"{operation} is out of service; nothing was done", "service_unavailable")
    if fault in {Fault.SOLD_OUT, Fault.EMPTY}:
        raise gone("it sold out", "offer_no_longer_available")


def after(operation: str, fault: Fault | None) -> None:
    """Raise the error of a commit that was done: its reply is lost, or says that it was done before."""
    if fault is Fault.LOST_REPLY:
        raise Unknown(f"no reply to {operation}", supplier=SUPPLIER, code="timeout")
    if fault is Fault.DUPLICATE:
        raise rejected(f"{operation} was done before", _CODES["already"][operation])
