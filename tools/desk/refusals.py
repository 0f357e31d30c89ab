"""Refusals: nothing was bought, nothing was consumed, and why."""

from sqlalchemy import Connection

from tripintent.state.principal import Identity
from tripintent.tools.desk.states import REFUSALS
from tripintent.tools.ledger import ownership
from tripintent.tools.ledger.approvals import ApprovalRow
from tripintent.tools.ports.desk import Refused


def refuse(code: str, detail: str = "") -> Refused:
    """Return the refusal of a name in the table; an unknown name is a programming error."""
    words = REFUSALS[code]
    return Refused(code=code, message=f"{words}: {detail}" if detail else words)


def grant_ended(tx: Connection, row: ApprovalRow, grant_id: str) -> Refused | None:
    """Refuse an answer by a grant that counts no more at this moment, in the transaction that the answer would decide in."""
    if not grant_id or ownership.still_granted(tx, grant_id, row.trip_id, "approver"):
        return None
    return refuse("wrong_approver", "the owner took the right to decide this back")


def other_approver(row: ApprovalRow, organisation: str | None, by: str) -> Refused | None:
    """Refuse an answer of anybody but the approver who is asked: the same user name elsewhere is somebody else."""
    if row.asked in (None, Identity(organisation or "", by)):
        return None
    answered = f"{by} of {organisation}" if by == row.approver and organisation else by
    return refuse("wrong_approver", f"{row.approver} is asked, {answered} answered")


def given_elsewhere(row: ApprovalRow, trip_id: str, thread_id: str) -> Refused | None:
    """Refuse an answer that was not given to this approval's own card: it names its trip and its thread."""
    if trip_id != row.trip_id:
        return refuse("wrong_trip")
    return None if thread_id == row.thread_id else refuse("wrong_thread")
