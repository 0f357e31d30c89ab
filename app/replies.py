"""What a call of an agent gives back: typed facts for the model, where the trip stands, and what waits for a person."""

from collections.abc import Mapping
from typing import Any, Literal, Self

from pydantic import BaseModel, Field, JsonValue

from tripintent.app.reply_fields import ReplyFields, fields_of
from tripintent.app.results import Pending, TurnResult, card_of
from tripintent.app.session import Session
from tripintent.state.acts import Outcome, Rejected
from tripintent.state.trip import TripIntent
from tripintent.tools.formats import formats_of
from tripintent.tools.toolbox.base import DONE
from tripintent.tools.toolbox.stand import trip_facts


class PendingApproval(BaseModel):
    """An approval that waits for a person. No tool can give it without that person."""

    approval_id: str
    kind: Literal["purchase", "cancel"]
    total: str
    expires_at: str
    lines: list[str]
    confirmations: list[str] = Field(description="what the person must confirm")
    page: str | None = Field(default=None, description="where people who are signed in decide, while it is served")
    how: str = Field(description="who decides, and where")


class CallReply(BaseModel):
    """What came of one call, and where the trip stands after it. ``ok`` is false where nothing at all was done."""

    thread: str
    ok: bool = True
    changed: list[str] = Field(default=[], description="paths of what changed")
    rejected: list[Rejected] = Field(default=[], description="parts that were not taken, why, and what would be right")
    assumed: list[str] = Field(default=[], description="what nobody said and was taken to be so")
    facts: dict[str, JsonValue] = Field(default={}, description="whatever else the tool found")
    messages: list[str] = Field(default=[], description="what the conversation showed to the traveller meanwhile")
    trip: dict[str, JsonValue] = Field(default={}, description="where the trip stands after it")
    waiting: PendingApproval | None = None

    @classmethod
    async def of(
        cls, session: Session, thread: str, outcome: Outcome = DONE, *, turn: TurnResult | None = None, page: str | None
    ) -> Self:
        """Return the result of a call; ``turn`` is what it led to, where it ran the graph."""
        trip = turn.trip if turn else (await session.values(thread)).get("trip_intent") or TripIntent()
        card = card_of(turn.interrupt if turn else await session.waiting(thread))
        return cls(
            **dict(outcome),
            thread=thread,
            messages=turn.messages if turn else [],
            trip=(await trip_facts(trip, session.acting(thread))).model_dump(mode="json"),
            waiting=waiting_of(card, page),
        )


class ApiReply(CallReply, ReplyFields):
    """The result of words that were said, with what every reply to a program says at its top."""

    @classmethod
    async def of_turn(cls, session: Session, turn: TurnResult, page: str | None) -> Self:
        """Return the outcome of a turn of words."""
        found = await CallReply.of(session, turn.thread_id, turn=turn, page=page)
        return cls.model_validate({**dict(found), **fields_of(turn)})


def waiting_of(pending: Pending | None, page: str | None) -> PendingApproval | None:
    """Return what waits, and who decides it where.

    A signed approver's link decides for whoever has it, so it is no part of what a model reads.
    """
    if pending is None:
        return None
    args = pending.args
    return PendingApproval(
        approval_id=args["approval_id"],
        kind=pending.value["action_requests"][0]["name"],
        total=_money(args["total"]),
        expires_at=args["expires_at"],
        lines=[f"{line['title']}: {formats_of('en').money(line['total'])}" for line in args["cart"]],
        confirmations=[f"{c['id']}: {c['text']}" for c in args["confirmations"]],
        page=page,
        how=_how(args, page),
    )


def _how(args: Mapping[str, object], page: str | None) -> str:
    """Say who decides: the approver where one is named, whom the form of the approve tool does not reach."""
    who = f"{args['approver']} decides" if args["approver"] else "The traveller decides"
    ways = [] if args["approver"] or args["token_required"] else ["in the form of the approve tool"]
    ways += ["signed in on the page"] if page else []
    token = " The token that the approver was given is needed." if args["token_required"] else ""
    return f"{who}, not you: {' or '.join(ways) or 'outside of this conversation'}.{token}"


def _money(facts: Any) -> str:
    return f"{facts['amount']} {facts['currency']}"
