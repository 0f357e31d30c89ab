"""Answers to what waits: they must belong to the question that waits now."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tripintent.app.errors import SessionError
from tripintent.app.incoming import storable
from tripintent.app.results import Pending
from tripintent.tools.desk.masking import mask_cards
from tripintent.tools.ports.masking import masked_within


@dataclass(frozen=True)
class Answer:
    """What a person adds to a yes or no. An ``interrupt_id`` or ``approval_id`` that is given must be the waiting one."""

    payment_method_id: str | None = None
    confirmations: tuple[str, ...] = ()
    approval_id: str | None = None
    interrupt_id: str | None = None
    by: str | None = None
    organisation: str | None = None
    grant_id: str = ""
    said: str = ""
    """What the pressed control says: it becomes the traveller's line in the conversation."""


def matching(pending: Pending | None, answer: Answer) -> Pending:
    """Return the waiting question, or raise SessionError when nothing waits or the answer is to another one."""
    if pending is None:
        raise SessionError("nothing waits for an answer on this thread: nothing was done", "nothing_pending")
    if not pending.is_approval:
        raise SessionError("a guest waits for a person's words here: the desk writes them", "nothing_pending")
    if not storable(list(vars(answer).values())):
        raise SessionError("the answer holds text that is none: nothing was done", "unreadable")
    stale = answer.interrupt_id not in (None, pending.id)
    if stale or answer.approval_id not in (None, pending.args.get("approval_id")):
        said = "this answer belongs to an earlier question: nothing was done; read what waits now and answer that"
        raise SessionError(said, "stale_answer")
    _check_method(pending, answer)
    return pending


def _check_method(pending: Pending, answer: Answer) -> None:
    """Refuse a payment method that the card does not offer and no seller's component gives."""
    offered = [str(m["payment_method_id"]) for m in pending.args.get("payment_methods", ())]
    tokens = tuple(pending.args.get("payment_tokens", ()))
    named = answer.payment_method_id
    if named is not None and named not in offered and not named.startswith(tokens):
        shown, _ = mask_cards(named)
        said = f"{shown!r} is not among the payment methods of this traveller ({', '.join(offered) or 'none'})"
        raise SessionError(f"{said}: nothing was done", "unknown_method")


def approval_answer(pending: Pending, answer: Answer) -> Mapping[str, object]:
    """Return the yes, naming the approval that was shown; it is stored as it is, so without card numbers."""
    args: dict[str, Any] = {"approval_id": pending.args["approval_id"], "confirmations": list(answer.confirmations)}
    if answer.payment_method_id:
        args["payment_method_id"] = answer.payment_method_id
    return {"decisions": [{"type": "approve", "args": masked_within({**args, **_by(answer)}, mask_cards)}]}


def rejection_answer(pending: Pending, answer: Answer, reason: str) -> Mapping[str, object]:
    """Return the no with its reason."""
    args = {"approval_id": pending.args["approval_id"], **_by(answer)}
    return {"decisions": [{"type": "reject", "message": reason, "args": args}]}


def _by(answer: Answer) -> dict[str, str]:
    """Return whose answer it is, of which organisation, and the grant by which it is given."""
    said = {"by": answer.by, "grant_id": answer.grant_id}
    named = {} if answer.organisation is None else {"organisation": answer.organisation}
    return {name: value for name, value in said.items() if value} | named
