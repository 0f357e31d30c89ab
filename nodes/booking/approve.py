"""approve: the interrupt, and nothing else. What comes back is brought into one form and sealed; it buys nothing here."""

import asyncio
import json
from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict

from langchain_core.messages import AnyMessage
from langgraph.errors import GraphInterrupt
from langgraph.types import interrupt

from tripintent.nodes.booking.facts.card import card, drawn
from tripintent.nodes.booking.people import methods_of
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.runtime import Run, reply
from tripintent.state.booking import DECIDED, Approval, ApprovalAnswer
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import masked_within

UNCLEAR_ANSWER = "UNCLEAR_ANSWER"
APPROVING = frozenset({"approve", "accept", "edit"})
REJECTING = frozenset({"reject", "ignore", "cancel", "decline"})
TEXTUAL = frozenset({"response", "respond", "text"})


class CardAnswer(NamedTuple):
    """A decision, or words that are none. Neither: the answer was unclear and decides nothing."""

    answer: ApprovalAnswer | None
    text: str = ""


class ApproveUpdate(TypedDict, total=False):
    """Channels that ``approve`` updates."""

    messages: list[AnyMessage]
    trip_intent: Patch
    turn: Turn
    event: dict[str, Any] | None


async def approve(state: BookingState, ports: Ports, run: Run) -> ApproveUpdate:
    """Wait for a person. Words instead of an answer go to intake as a message of the traveller.

    The card is drawn from the desk's own row of this trip, owner and thread, or not at all: what the state says of an
    approval may have been edited. What was decided while the conversation was cut off is asked of no one again.
    """
    trip, turn = state["trip_intent"], state["turn"]
    approval, methods = await asyncio.gather(_issued(trip, ports, run), methods_of(trip, ports, run))
    if approval is None:
        return await _nothing_to_show(trip, turn, ports)
    shown = await drawn(approval, trip, ports, methods=methods)
    try:
        said = [one.text for one in state["messages"][turn.began :] if one.type == "ai" and one.text]
        replies = {"replies": said} if run.mounted else {}  # the host's own state has no messages of a turn that waits
        answered = interrupt({**card(trip, approval, shown, methods, ports.payment_methods.tokens), **replies})
    except GraphInterrupt:
        if approval.state not in DECIDED:
            raise
        # no one is asked any more: intake tells what became of it
        return {"turn": turn.model_copy(update={"answer": None})}
    raw = masked_within(answered, ports.mask)
    read: CardAnswer = read_reply(raw, approval)
    if read.answer is None:
        words = {"type": "USER_MESSAGE", "text": read.text} if read.text else {"type": UNCLEAR_ANSWER}
        return {"event": words, "turn": turn.model_copy(update={"answer": None})}
    answer = read.answer
    if methods and not (approval.payment_method_id or answer.payment_method_id):  # put on file after the card was made
        answer = answer.model_copy(update={"payment_method_id": methods[0].payment_method_id})
    began = len(state["messages"])  # what is said of this answer alone
    return {"turn": turn.model_copy(update={"answer": await ports.desk.seal(answer), "began": began})}


async def _issued(trip: TripIntent, ports: Ports, run: Run) -> Approval | None:
    """Return the desk's row of the approval that waits; None for what it did not issue for this trip and thread."""
    named = trip.working_memory.approval
    row = await ports.desk.approval(named.approval_id) if named else None
    ours = row is not None and (row.trip_id, row.thread_id) == (trip.ledger_id, run.thread_id)
    return row if ours else None


async def _nothing_to_show(trip: TripIntent, turn: Turn, ports: Ports) -> ApproveUpdate:
    """Say that there is no such approval, and forget it: the edge after it ends the turn."""
    told = await reply(ports, trip, "refused", code="unknown_approval", message="there is no such approval")
    forget = Patch(by="approve", note="no such approval", merge={"working_memory": {"approval": None}})
    after = turn.model_copy(update={"answer": None, "parked": False, "queue": ()})
    return {"messages": [told], "trip_intent": forget, "turn": after}


def read_reply(raw: object, approval: Approval) -> CardAnswer:
    """Read an answer to the card of ``approval``; anything but a clear decision decides nothing.

    Forms: ``{"decisions": [{…}]}``, a list with one answer, one answer, an older ``{"type": "accept", "args": …}``,
    JSON of these in a string (CopilotKit's ``resolve`` sends no other), AG-UI's ``{"__agui_cancelled__": true}``, and plain
    text. ``{"type": "response", "message": …}`` is words, whatever the message looks like: what a person typed comes so.
    """
    one = _one(raw)
    if isinstance(one, str):
        return CardAnswer(None, one)
    if not isinstance(one, Mapping):
        return CardAnswer(None)
    if one.get("__agui_cancelled__"):
        return CardAnswer(_answer("reject", {}, approval, reason="cancelled in the client"))
    kind = _kind(one)
    if kind in APPROVING and _changes_the_cart(_args(one), approval):
        return CardAnswer(None)
    if kind in APPROVING:
        return CardAnswer(_answer("approve", _args(one), approval))
    if kind in REJECTING:
        return CardAnswer(_answer("reject", _args(one), approval, reason=_reason(one)))
    return CardAnswer(None, _reason(one) if kind in TEXTUAL else "")


def named_approval(raw: object) -> str | None:
    """Return the approval that a decision itself names, empty where it names none; None for what decides nothing."""
    one = _one(raw)
    if not isinstance(one, Mapping):
        return None
    decides = bool(one.get("__agui_cancelled__")) or _kind(one) in APPROVING | REJECTING
    return str(_args(one).get("approval_id") or "") if decides else None


def _one(raw: object) -> object:
    """Return the one decision or the words of an answer, out of whatever it is wrapped in."""
    parsed = _parsed(raw) if isinstance(raw, str) and raw.lstrip().startswith(("{", "[")) else None
    return _single(raw if parsed is None else parsed)


def _kind(one: Mapping[str, object]) -> str:
    return str(one.get("type") or one.get("decision") or "").casefold()


def _changes_the_cart(args: Mapping[str, object], approval: Approval) -> bool:
    """Tell whether an edit wants another total or cart: who writes a lower price has not agreed to the one shown."""
    total = args.get("total")
    total = _parsed(total) if isinstance(total, str) else total
    amount = str(total.get("amount")) if isinstance(total, Mapping) else None
    shown = str(approval.total.amount)
    return amount not in (None, shown) or args.get("cart_hash") not in (None, "", approval.cart_hash)


def _single(raw: object) -> object:
    """Unwrap ``decisions`` and lists; several decisions about one action are none."""
    if isinstance(raw, Mapping) and "decisions" in raw:
        raw = raw["decisions"]
    if isinstance(raw, list | tuple):
        return raw[0] if len(raw) == 1 else None
    return raw


def _args(one: Mapping[str, object]) -> dict[str, object]:
    """Return the arguments wherever a client put them: edited_action, nested action args, args, or beside the type."""
    edited = one.get("edited_action")
    holder = edited if isinstance(edited, Mapping) else one
    args = holder.get("args")
    if isinstance(args, Mapping) and isinstance(args.get("args"), Mapping):
        args = args["args"]
    if isinstance(args, str):
        args = _parsed(args)
    beside = {k: v for k, v in one.items() if k in ("approval_id", "payment_method_id", "confirmations", "by")}
    return {**beside, **(dict(args) if isinstance(args, Mapping) else {})}


def _parsed(text: str) -> object:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _answer(decision: str, args: Mapping[str, object], approval: Approval, reason: str = "") -> ApprovalAnswer:
    """Make the answer. One that names no approval is about the card that this very interrupt showed."""
    return ApprovalAnswer(
        approval_id=str(args.get("approval_id") or approval.approval_id),
        trip_id=approval.trip_id,
        thread_id=approval.thread_id,
        decision="approve" if decision == "approve" else "reject",
        payment_method_id=_text(args.get("payment_method_id")),
        confirmations=_ids(args.get("confirmations")),
        reason=reason,
        by=str(args.get("by") or "traveller"),
        organisation=_organisation(args),
        shown_cart_hash=approval.cart_hash,
        grant_id=_text(args.get("grant_id")) or "",
    )


def _organisation(args: Mapping[str, object]) -> str | None:
    named = args.get("organisation")
    return named if isinstance(named, str) else None


def _ids(value: object) -> tuple[str, ...]:
    """Return confirmed ids out of a list of ids or of the card's own rows, or a string that holds them.

    A row of the card counts only with ``confirmed: true``: a client that sends the card back unread confirms nothing.
    """
    if isinstance(value, str):
        parsed = _parsed(value) if value.lstrip().startswith("[") else None
        value = parsed if isinstance(parsed, list) else [part.strip() for part in value.split(",")]
    if not isinstance(value, list | tuple):
        return ()
    ids = (v.get("id") if isinstance(v, Mapping) and v.get("confirmed") is True else v for v in value)
    return tuple(str(i) for i in ids if isinstance(i, str) and i)


def _text(value: object) -> str | None:
    return str(value) if value else None


def _reason(one: Mapping[str, object]) -> str:
    for name in ("message", "reason", "args", "text"):
        value = one.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip()
    return ""
