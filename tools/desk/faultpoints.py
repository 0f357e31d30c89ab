"""Named points between the steps of the protocol, where the crash harness kills the process. In production they do nothing."""

from typing import Protocol

BOUNDARIES: dict[str, str] = {
    "hold.planned": "holds and their operations are planned, nothing is sent",
    "hold.sent": "SENT is committed, the supplier is not called yet",
    "hold.replied": "the supplier answered, nothing is stored",
    "hold.stored": "the hold is stored",
    "approve.storing": "the approval is written, its transaction is not committed",
    "approve.stored": "the approval is committed",
    "consume.storing": "approval and purchase are written, the transaction is not committed",
    "consume.stored": "the approval is used, the purchase exists",
    "reprice.read": "orders and prices are read again, nothing is decided",
    "reprice.stored": "the legs are planned",
    "pay.sent": "SENT is committed, the payment is not sent yet",
    "pay.replied": "the supplier answered the payment, nothing is stored",
    "pay.stored": "payment and booking are stored",
    "book.sent": "SENT is committed, the order is not sent yet",
    "book.replied": "the supplier answered the order, nothing is stored",
    "book.stored": "order and booking are stored",
    "purchase.closing": "all legs are bought, the purchase is not closed",
    "purchase.closed": "the purchase is closed, no one was told",
    "compensate.started": "a leg failed, nothing is undone yet",
    "compensate.quoted": "the supplier said what cancelling costs",
    "cancel.planned": "a cancellation is planned",
    "cancel.sent": "SENT is committed, the cancellation is not sent yet",
    "cancel.replied": "the supplier answered the cancellation, nothing is stored",
    "cancel.stored": "the cancellation is stored",
    "release.planned": "holds are given up here, the supplier does not know",
    "release.sent": "SENT is committed, the release is not sent yet",
    "release.replied": "the supplier answered the release, nothing is stored",
    "release.stored": "the release is stored",
    "probe.read": "the supplier's books were read after a lost reply, nothing is stored",
}
"""Each boundary and what is true there."""


class FaultPoints(Protocol):
    """Told of every boundary that the desk passes."""

    def reach(self, name: str) -> None:
        """Is called at the boundary ``name`` (one of BOUNDARIES)."""
        ...


class NoFaults:
    """Nothing happens at any boundary."""

    def reach(self, name: str) -> None:
        """Go on."""
