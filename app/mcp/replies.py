"""What the tools give back: plain facts for the model, and what waits for a person."""

from collections.abc import Awaitable, Callable
from typing import Any, Literal

from pydantic import BaseModel, Field, JsonValue

from tripintent.app.results import Pending, TurnResult
from tripintent.app.session import Session
from tripintent.state.booking import Approval
from tripintent.state.derived import current_ranking
from tripintent.state.trip import TripIntent

LinkOf = Callable[[Approval], Awaitable[str | None]]


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
    link: str | None = Field(default=None, description="a page on which a person decides; valid while it is served")
    how: str = (
        "A person decides: with the form of the approve tool, on the page behind the link, or by `tripintent approve`."
    )


class Booked(BaseModel):
    """A booking."""

    title: str
    locator: str | None
    status: str
    total: str
    stale: bool = False
    simulated: bool


class Reply(BaseModel):
    """The state of one conversation after a tool call."""

    thread: str
    messages: list[str] = Field(default_factory=list, description="what the agent said to the traveller in this turn")
    phase: str
    state: str
    options: list[Option] = Field(default_factory=list)
    waiting: Waiting | None = None
    bookings: list[Booked] = Field(default_factory=list)


async def reply(session: Session, result: TurnResult, link_of: LinkOf | None) -> Reply:
    """Return the outcome of a turn."""
    waiting = await waiting_of(session, result.interrupt, link_of)
    return _reply(result.thread_id, result.messages, result.trip, waiting)


async def standing(session: Session, thread: str, link_of: LinkOf | None) -> Reply:
    """Return where a conversation stands, without a turn."""
    waiting = await waiting_of(session, await session.waiting(thread), link_of)
    return _reply(thread, [], await session.trip(thread), waiting)


async def waiting_of(session: Session, pending: Pending | None, link_of: LinkOf | None) -> Waiting | None:
    """Return what waits, with its link where one can be made."""
    if pending is None:
        return None
    args = pending.args
    approval = await session.ports.desk.approval(args["approval_id"])
    return Waiting(
        approval_id=args["approval_id"],
        kind=pending.value["action_requests"][0]["name"],
        total=_money(args["total"]),
        expires_at=args["expires_at"],
        lines=[f"{line['title']}: {_money(line['total'])}" for line in args["cart"]],
        confirmations=[f"{c['id']}: {c['text']}" for c in args["confirmations"]],
        link=await link_of(approval) if approval and link_of else None,
    )


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
