"""How planned faults strike a commit: before anything is written, or after it when only the reply is lost."""

from tripintent.tools.errors import Unknown
from tripintent.tools.suppliers.embedded.faults import SUPPLIER, Fault, gone, rejected

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
        raise rejected(f"{operation} was done before", _ALREADY[operation])


_ALREADY = {
    "hold": "duplicate_booking",
    "book": "duplicate_booking",
    "pay": "already_paid",
    "cancel": "already_cancelled",
    "release": "already_cancelled",
}
