"""What the audit notes of an approval is put into the outbox, in the same transaction: none is lost, none is made up."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Literal

from sqlalchemy import Connection

from tripintent.tools.ids import new_id
from tripintent.tools.ledger import approvals, outbox, ownership
from tripintent.tools.ledger.approvals import ApprovalRow
from tripintent.tools.ledger.ownership import OwnerRow
from tripintent.tools.ports.notices import Notice, NoticeKind

NOTICED: Mapping[str, NoticeKind] = {
    "approval.issued": "approval.waiting",
    "approval.consumed": "approval.decided",
    "approval.rejected": "approval.decided",
    "approval.expired": "approval.expired",
    "approval.void": "approval.withdrawn",
}
"""Lines of the audit, and what is told of them."""
TRAVELLER = "traveller"
"""How the ledger calls whoever decides in their own conversation."""
_DECISIONS: Mapping[str, Literal["approve", "reject"]] = {"consumed": "approve", "rejected": "reject"}


def put_out(tx: Connection, channels: Sequence[str], audited: str, approval_id: str, now: datetime) -> None:
    """Keep the notice of an audit line for every channel; other lines concern no one outside."""
    kind = NOTICED.get(audited)
    row = approvals.get(tx, approval_id) if channels and kind else None
    if kind is not None and row is not None:
        outbox.put(tx, row.trip_id, _notice(tx, kind, row, now), channels)


def _notice(tx: Connection, kind: NoticeKind, row: ApprovalRow, now: datetime) -> Notice:
    owner = ownership.owner_of(tx, row.trip_id)
    decided = kind == "approval.decided"
    return Notice(
        notice_id=new_id("ntc"),
        event=kind,
        at=now,
        organisation=owner.org if owner else row.org,
        approval_id=row.approval_id,
        kind=row.kind,
        titles=tuple(line.title for line in (row.lines or row.cancels)),
        total=row.total,
        expires_at=row.expires_at,
        asked_by=owner.subject if owner else "",
        approver=row.approver,
        decision=_DECISIONS.get(row.state) if decided else None,
        decided_by=_who(row, owner) if decided else "",
        reason="" if kind == "approval.waiting" else row.reason or "",
    )


def _who(row: ApprovalRow, owner: OwnerRow | None) -> str:
    by = row.closed_by or ""
    return owner.subject if owner and by == TRAVELLER else by
