"""Named points between the steps of the protocol, where the crash harness kills the process. In production they do nothing."""

from typing import Protocol

BOUNDARIES = (
    "hold.planned",
    "hold.sent",
    "hold.replied",
    "hold.stored",
    "approve.storing",
    "approve.stored",
    "consume.storing",
    "consume.stored",
    "reprice.read",
    "reprice.stored",
    "pay.sent",
    "pay.replied",
    "pay.stored",
    "book.sent",
    "book.replied",
    "book.stored",
    "purchase.closing",
    "purchase.closed",
    "compensate.started",
    "compensate.quoted",
    "release.planned",
    "release.sent",
    "release.replied",
    "release.stored",
    "cancel.planned",
    "cancel.sent",
    "cancel.replied",
    "cancel.stored",
    "probe.read",
)


class FaultPoints(Protocol):
    """Told of every boundary that the desk passes."""

    def reach(self, name: str) -> None:
        """Is called at the boundary ``name`` (one of BOUNDARIES)."""
        ...


class NoFaults:
    """Nothing happens at any boundary."""

    def reach(self, name: str) -> None:
        """Go on."""
