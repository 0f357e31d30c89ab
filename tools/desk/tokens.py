"""Tokens for approvers: made when an approver asks for one, told once, kept only as a hash.

The graph never carries a token: state, messages and checkpoints are no place for it. Whoever runs the approvers' tool hands it on.
"""

import secrets

from sqlalchemy import Connection

from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.refusals import refuse
from tripintent.tools.ledger import approvals
from tripintent.tools.ledger.canonical import sha256
from tripintent.tools.ports.desk import Refused

TOKEN_BYTES = 32  # 256 bits


async def new_token(ctx: DeskContext, approval_id: str, by: str) -> str | Refused:
    """Return a fresh token for an open approval that demands one; a token given earlier is worth nothing from now on."""
    token = secrets.token_urlsafe(TOKEN_BYTES)
    row = await ctx.ledger.read(lambda tx: approvals.get(tx, approval_id))
    if row is None:
        return refuse("unknown_approval")
    refused = await ctx.write(row.trip_id, lambda tx: _store(ctx, tx, approval_id, sha256(token), by))
    return refused or token


def _store(ctx: DeskContext, tx: Connection, approval_id: str, token_hash: str, by: str) -> Refused | None:
    row = approvals.get(tx, approval_id)
    if row is None:
        return refuse("unknown_approval")
    if row.state != "open" or row.expires_at <= ctx.now():
        return refuse("approval_expired" if row.state in ("open", "expired") else row.state)
    if not row.token_required:
        return refuse("bad_token", "this approval demands none")
    approvals.set_token(tx, approval_id, token_hash)
    ctx.audit(tx, row.trip_id, "approval.token_issued", approval_id=approval_id, by=by)
    return None
