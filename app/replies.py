"""Replies to programs: the fields at the top of each, whichever door it came through, and what a call of an agent gives back.

The top fields are the designer's, in camelCase; a call's are typed facts, the state of the trip, and what waits for a person.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, Literal, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tripintent.app.results import BranchName, Pending, PhaseName, ShownMessage, TurnResult, card_of
from tripintent.app.session import Session
from tripintent.state.acts import Outcome, Rejected
from tripintent.state.designer.profile import TripProfile
from tripintent.state.planning.gate import Action, Requirement
from tripintent.state.trip import TripIntent
from tripintent.tools.formats import formats_of
from tripintent.tools.toolbox.base import DONE
from tripintent.tools.toolbox.stand import trip_facts


class CalledFunction(BaseModel):
    """A function, and its arguments as JSON."""

    name: str = Field(examples=["search_hotels"])
    arguments: str


class MadeCall(BaseModel):
    """A call of a tool."""

    function: CalledFunction


class Metadata(BaseModel):
    """Who held the conversation, where the turn ended, what it made, and what each planning document has and needs."""

    model: str = Field(default="", description="the chat model, or guide")
    phase: PhaseName = "complete"
    branches_executed: tuple[BranchName, ...] = Field(default=("TEXT",), description="documents made; else TEXT")
    requirements_status: dict[Action, Requirement] = {}


class ReplyFields(BaseModel):
    """What a turn did to the plan, what it asks, which tools a model called, and what is known of the trip."""

    model_config = ConfigDict(populate_by_name=True)

    itinerary_updated: bool = Field(
        default=False, alias="itineraryUpdated", description="whether the turn wrote a new version of the itinerary"
    )
    segments_modified: list[str] = Field(
        default=[], alias="segmentsModified", description="ids of its segments that were added, changed, removed"
    )
    tool_calls_made: list[MadeCall] = Field(default=[], alias="toolCallsMade", description="in their order")
    structured_questions: list[dict[str, Any]] = Field(
        default=[], alias="structuredQuestions", description="what is asked with answers to choose from; one at most"
    )
    limits: list[dict[str, object]] = Field(
        default=[],
        description="limits that hold: `code` cost_limit_near (80 %, told once), cost_limit_exceeded or rate_limit_exceeded; "
        "`retryAfter` in seconds where waiting helps",
    )
    trip_profile_updated: bool = Field(default=False, alias="tripProfileUpdated")
    profile: TripProfile = Field(
        default=TripProfile(), description="what is known of the trip, with the confidence in it, 0 to .95"
    )
    requirements_status: dict[Action, Requirement] = Field(
        default={}, description="what each planning document has, still needs and assumes"
    )
    metadata: Metadata = Metadata()


def _limits(one: ShownMessage) -> list[dict[str, Any]]:
    return [dict(one.facts)] if one.kind == "limit" else list(one.facts.get("limits", ()))


def fields_of(result: TurnResult) -> dict[str, Any]:
    """Return the fields of a turn, by their names in JSON."""
    return {
        "itineraryUpdated": result.itinerary_updated,
        "segmentsModified": list(result.segments_modified),
        "toolCallsMade": [{"function": {"name": one.name, "arguments": one.arguments}} for one in result.tool_calls],
        "structuredQuestions": result.questions,
        "limits": [limit for one in result.said for limit in _limits(one)],
        "tripProfileUpdated": result.trip_profile_updated,
        "profile": result.profile,
        "requirements_status": dict(result.requirements_status),
        "metadata": {
            "model": result.model,
            "phase": result.ordered.phase,
            "branches_executed": result.ordered.branches,
            "requirements_status": dict(result.requirements_status),
        },
    }


class PendingApproval(BaseModel):
    """An approval that waits for a person. No tool can give it without that person."""

    approval_id: str
    kind: Literal["purchase", "cancel"]
    total: str
    expires_at: str
    lines: list[str]
    confirmations: list[str] = Field(description="what the person must confirm")
    page: str | None = Field(default=None, description="where people who are signed in decide, while it is served")
    lapsed: bool = Field(default=False, description="its time is over: it can only be refused")
    how: str = Field(description="who decides, and where; of a lapsed one how a new one comes")


class Door(NamedTuple):
    """Where a person decides what waits, as a caller can tell it: the caller's tool that asks them, and the address of a page."""

    tool: str = ""
    page: str | None = None


NOWHERE = Door()
OVER = "Nobody: its time is over. Say “try again” in the conversation: it looks again, and asks with a new card."


class CallReply(BaseModel):
    """What came of one call, and the state of the trip after it. ``ok`` is false where nothing at all was done."""

    thread: str
    ok: bool = True
    changed: list[str] = Field(default=[], description="paths of what changed")
    rejected: list[Rejected] = Field(default=[], description="parts that were not taken, why, and what would be right")
    assumed: list[str] = Field(default=[], description="what was not said and was taken to be so")
    facts: dict[str, JsonValue] = Field(default={}, description="whatever else the tool found")
    messages: list[str] = Field(default=[], description="what the conversation showed to the traveller meanwhile")
    trip: dict[str, JsonValue] = Field(default={}, description="the state of the trip after it")
    waiting: PendingApproval | None = None

    @classmethod
    async def of(
        cls, session: Session, thread: str, outcome: Outcome = DONE, *, turn: TurnResult | None = None, door: Door
    ) -> Self:
        """Return the result of a call; ``turn`` is what it led to, where it ran the graph."""
        trip = turn.trip if turn else (await session.values(thread)).get("trip_intent") or TripIntent()
        card = card_of(turn.interrupt if turn else await session.waiting(thread))
        return cls(
            **dict(outcome),
            thread=thread,
            messages=turn.messages if turn else [],
            trip=(await trip_facts(trip, session.acting(thread))).model_dump(mode="json"),
            waiting=waiting_of(card, door, session.me, session.ports.clock.now()),
        )

    @classmethod
    async def of_answer(cls, session: Session, turn: TurnResult, door: Door) -> Self:
        """Return what came of a person's answer: nothing, where the card waits on or the ledger refused it."""
        kinds, waits = {one.kind for one in turn.said}, card_of(turn.interrupt) is not None
        told = f"not done, messages say why{f': the card waits on, call {door.tool} again' if waits else ''}"
        vain = ("refused" in kinds or waits) and not kinds & {"bought", "cancelled", "declined"}
        return await cls.of(session, turn.thread_id, Outcome.refused(told) if vain else DONE, turn=turn, door=door)


class ApiReply(CallReply, ReplyFields):
    """The result of words that were said, with what every reply to a program says at its top."""

    @classmethod
    async def of_turn(cls, session: Session, turn: TurnResult, door: Door) -> Self:
        """Return the outcome of a turn of words."""
        found = await CallReply.of(session, turn.thread_id, turn=turn, door=door)
        return cls.model_validate({**dict(found), **fields_of(turn)})


def waiting_of(pending: Pending | None, door: Door, me: str, now: datetime) -> PendingApproval | None:
    """Return what waits, and who decides it where.

    A signed approver's link decides for whoever has it, so it is no part of what a model reads.
    """
    if pending is None:
        return None
    args, total = pending.args, pending.args["total"]
    return PendingApproval(
        approval_id=args["approval_id"],
        kind=pending.value["action_requests"][0]["name"],
        total=f"{total['amount']} {total['currency']}",
        expires_at=args["expires_at"],
        lines=[f"{line['title']}: {formats_of('en').money(line['total'])}" for line in args["cart"]],
        confirmations=[f"{c['id']}: {c['text']}" for c in args["confirmations"]],
        page=door.page,
        lapsed=(over := pending.lapsed_at(now) is not None),
        how=OVER if over else _how(args, door, me),
    )


def _how(args: Mapping[str, object], door: Door, me: str) -> str:
    """Say who decides: the approver where somebody else is named, whom the caller's form does not reach."""
    other = args["approver"] not in (None, "", me)
    who = f"{args['approver']} decides" if other else "The traveller decides"
    ways = [f"in the form of the {door.tool} tool"] if door.tool and not (other or args["token_required"]) else []
    ways += ["signed in on the page"] if door.page else []
    token = " The token that the approver was given is needed." if args["token_required"] else ""
    return f"{who}, not you: {' or '.join(ways) or 'outside of this conversation'}.{token}"
