"""What a tool of an agent gives back: plain facts for the model, and what waits for a person."""

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, Field, JsonValue

from tripintent.app.reply_fields import ReplyFields, fields_of
from tripintent.app.results import Pending, TurnResult, card_of
from tripintent.app.session import Session
from tripintent.state.derived import current_ranking
from tripintent.state.standing import Changes
from tripintent.state.trip import TripIntent
from tripintent.tools.formats import formats_of


class Option(BaseModel):
    """A ranked whole trip, as ``choose`` takes it."""

    number: int
    bundle_id: str
    total: str
    minutes: int = Field(description="flying time")
    stops: int
    refundable: bool
    why: str
    tradeoffs: list[str]


class Waiting(BaseModel):
    """An approval that waits for a person. No tool of this server can give it without that person."""

    approval_id: str
    kind: Literal["purchase", "cancel"]
    total: str
    expires_at: str
    lines: list[str]
    confirmations: list[str] = Field(description="what the person must confirm")
    page: str | None = Field(default=None, description="where people who are signed in decide, while it is served")
    how: str = Field(description="who decides, and where")


class Booked(BaseModel):
    """A booking."""

    title: str
    locator: str | None
    status: str
    total: str
    stale: bool = False
    simulated: bool


class Reply(ReplyFields):
    """The state of one conversation after a tool call."""

    thread: str
    messages: list[str] = Field(default_factory=list, description="what the agent said to the traveller in this turn")
    phase: str
    state: str
    options: list[Option] = Field(default_factory=list)
    waiting: Waiting | None = None
    bookings: list[Booked] = Field(default_factory=list)
    changes: Changes = Field(
        default=Changes(), description="what this turn changed in the plan and made void, and what is next"
    )


def reply(result: TurnResult, page: str | None) -> Reply:
    """Return the outcome of a turn."""
    found = _reply(result.thread_id, result.messages, result.trip, waiting_of(card_of(result.interrupt), page))
    return Reply.model_validate({**dict(found), "changes": result.changes, **fields_of(result)})


async def standing(session: Session, thread: str, page: str | None) -> Reply:
    """Return where a conversation is, without a turn."""
    found = _reply(thread, [], await session.trip(thread), waiting_of(card_of(await session.waiting(thread)), page))
    return found.model_copy(update={"profile": await session.profile(thread)})


def waiting_of(pending: Pending | None, page: str | None) -> Waiting | None:
    """Return what waits, and who decides it where.

    A signed approver's link decides for whoever has it, so it is no part of what a model reads.
    """
    if pending is None:
        return None
    args = pending.args
    return Waiting(
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


def _reply(thread: str, messages: list[str], trip: TripIntent, waiting: Waiting | None) -> Reply:
    return Reply(
        thread=thread,
        messages=messages,
        phase=trip.status.phase,
        state=trip.status.state,
        options=_options(trip),
        waiting=waiting,
        bookings=[_booked(b) for b in trip.working_memory.bookings],
    )


def _options(trip: TripIntent) -> list[Option]:
    ranking = current_ranking(trip)
    return [
        Option(
            number=number,
            bundle_id=b.bundle_id,
            total=str(b.estimated_total),
            minutes=b.minutes,
            stops=b.stops,
            refundable=b.refundable,
            why=b.why_this_bundle,
            tradeoffs=list(b.tradeoffs),
        )
        for number, b in enumerate(ranking.bundles if ranking else (), 1)
    ]


def _booked(booking: Any) -> Booked:
    facts: dict[str, JsonValue] = booking.model_dump(include={"title", "locator", "status", "stale", "simulated"})
    return Booked.model_validate({**facts, "total": str(booking.total or "")})


def _money(facts: Any) -> str:
    return f"{facts['amount']} {facts['currency']}"
