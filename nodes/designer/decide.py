"""decide: the words become an ordered list of operations."""

import asyncio
from collections.abc import Mapping
from datetime import date
from typing import Any

from tripintent.nodes.designer.state import DesignerState, StepUpdate, itinerary_of
from tripintent.nodes.in_order import turn_today
from tripintent.nodes.model_spending import may_ask_model
from tripintent.nodes.runtime import Run, rest_unread
from tripintent.state.designer.operations import (
    Ask,
    Import,
    Operation,
    PlanDays,
    SetTrip,
    SetWishes,
    Step,
    TakePlace,
    WhereTo,
)
from tripintent.state.designer.talk import Talk
from tripintent.tools.ports.itinerary_reader import DesignHearing
from tripintent.tools.ports.ports import Ports

BY_RULES = (Step, Import, WhereTo, TakePlace)
"""What needs no model: undo and yes, what was pasted (data, never read as words), and where to go, which has prices."""


async def decide(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Read the message. A yes to a change that waits puts that change in line."""
    talk, turn, trip = state["talk"], state["design"], state["trip_intent"]
    hearing = hearing_of(state, turn.text, turn_today(trip))
    reading = await asyncio.to_thread(ports.designer.reader.read, hearing)
    operations = reading.operations
    if talk.wants_days and operations == (Step(what="yes", said=turn.text),) and not talk.pending:
        operations = (*operations, PlanDays(now=True, said=turn.text))
    kinds = {type(one) for one in operations}
    if (
        talk.wants_days and kinds & {SetWishes, SetTrip} and PlanDays not in kinds
    ):  # what was missing for the days asked for
        operations = (*operations, PlanDays(said=turn.text))
    waiting = tuple(o for o in talk.pending if isinstance(o, Import))
    if waiting and operations and isinstance(operations[0], Step) and operations[0].what == "yes":
        operations = waiting
    if hearing.where and not hearing.bound and operations and isinstance(operations[0], Step):
        operations = _to_the_list(operations[0], hearing.where, talk) or operations
    if hearing.where and not hearing.bound and all(_answers(o) for o in operations):
        operations = (hearing.where.model_copy(update={"said": turn.text}),)
    by_rules = operations and all(isinstance(o, BY_RULES) for o in operations)
    if not by_rules and ports.designer.model is not None and await may_ask_model(trip, ports, run):
        return {"design": turn.model_copy(update={"thinks": True})}
    pasted = any(isinstance(one, Import) for one in operations)
    told = [] if pasted else await rest_unread(ports, turn.text, trip.request.language)
    update: StepUpdate = {"design": turn.model_copy(update={"operations": operations, "unread": reading.unread})}
    return {**update, "messages": [*told]} if told else update


def hearing_of(state: Mapping[str, Any], text: str, today: date) -> DesignHearing:
    """Return all that helps to understand the message. A wish for a place to go is over once the trip has one."""
    talk, trip = state.get("talk") or Talk(), state["trip_intent"]
    said = [m for m in state["messages"] if m.type == "ai"]
    goes = [visit.place.name for visit in trip.frame.visits]
    bound = bool(goes) and goes == [talk.taken] and not trip.working_memory.quotes
    open_ = talk.where if bound or not goes else None
    return DesignHearing(
        text=text,
        document=itinerary_of(state),
        today=today,
        language=trip.request.language,
        last_assistant=str(said[-1].content) if said else None,
        spoken_of=talk.spoken_of,
        spoken_day=talk.spoken_day,
        ideas=len(talk.ideas),
        idea=talk.idea,
        pending=bool(talk.pending),
        asked=talk.asked,
        where=open_,
        places=tuple(place.name for place in talk.places) if open_ else (),
        place_codes=tuple(place.code for place in talk.places) if open_ else (),
        nowhere=not goes and not trip.frame.legs and not itinerary_of(state).destinations and open_ is None,
        bound=bound,
    )


def _to_the_list(step: Step, where: WhereTo, talk: Talk) -> tuple[Operation, ...]:
    """Return what a yes or a no means beside proposed towns: the one that was described, or others."""
    if not talk.places or talk.pending or step.what not in ("yes", "no"):
        return ()
    if step.what == "no":
        return (where.model_copy(update={"others": True, "said": step.said}),)
    number = talk.place_meant or (1 if len(talk.places) == 1 else 0)
    return (TakePlace(number=number, said=step.said),) if number else (where.model_copy(update={"said": step.said}),)


def _answers(operation: Operation) -> bool:
    """Tell whether an operation may be an answer to what we ask before places are proposed ("dunno, a week?")."""
    if isinstance(operation, Ask):
        return operation.about == "unknown"
    return isinstance(operation, SetTrip | SetWishes) and not names_a_town(operation)


def names_a_town(operation: Operation) -> bool:
    """Tell whether an operation says where the trip goes."""
    return isinstance(operation, SetTrip) and operation.destination is not None
