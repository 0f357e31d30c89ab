"""What a run of the graph left behind: the card that waits, what was said, the result for whoever asked."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from langchain_core.messages import AIMessage, AnyMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.constants import START
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command, Durability, StateSnapshot

from tripintent.app import results
from tripintent.app.document import published_documents, requirements_of
from tripintent.state.booking import DECIDED, Approval
from tripintent.state.concierge.front import FrontTurn, HandOff
from tripintent.state.concierge.memory import shown
from tripintent.state.context import TripContext
from tripintent.state.designer.history import change_between
from tripintent.state.designer.itinerary import itinerary_of
from tripintent.state.designer.profile import trip_profile
from tripintent.state.patch import Patch
from tripintent.state.queries import Failure
from tripintent.state.standing import changes_of
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.desk import Desk

Graph = CompiledStateGraph[Any, TripContext, Any, Any]
"""A graph of the house: they differ in their states alone."""
DURABILITY: Durability = "exit"
"""A turn stores two checkpoints: what came in, before anything is worked (``stored_first``), and what came of it. A process
that is killed in between repeats the turn from its start. That nothing is bought twice rests on the ledger alone."""


async def stored_first(graph: Graph, config: RunnableConfig, before: StateSnapshot, given: Any) -> object:
    """Store what came in, so that a killed process loses no words, and return what the run has to be given then.

    While something waits (a card, a turn that was cut off) the input goes straight into the run, which puts an end to what
    waits; until the turn is done the question is still there, and may be answered again. Words of a turn that was cut off before
    they were worked go with those that come after them.
    """
    if given is None or isinstance(given, Command):
        return given
    if before.next == (START,) and isinstance(given, Mapping):
        return {**given, "messages": [*await _unheard(graph, config), *given.get("messages", ())]}
    if before.next:
        return given
    await graph.aupdate_state(config, given, as_node="__input__")
    return None


async def _unheard(graph: Graph, config: RunnableConfig) -> Sequence[AnyMessage]:
    """Return the words that were stored and never worked."""
    saver = graph.checkpointer
    stored = await saver.aget_tuple(config) if isinstance(saver, BaseCheckpointSaver) else None
    given = stored.checkpoint["channel_values"].get(START) if stored else None
    return tuple(given.get("messages", ())) if isinstance(given, Mapping) else ()


def pending_of(snapshot: StateSnapshot) -> results.Pending | None:
    """Return the question that waits, if one does."""
    return next((results.Pending(i.id, i.value) for i in snapshot.interrupts), None)


async def closed_card(snapshot: StateSnapshot, desk: Desk) -> Approval | None:
    """Return the decided approval whose card still waits on a thread: the turn that decided it was cut off."""
    pending = results.card_of(pending_of(snapshot))
    row = await desk.approval(str(pending.args["approval_id"])) if pending else None
    return row if row is not None and row.state in DECIDED else None


def staff_wait_of(snapshot: StateSnapshot) -> HandOff | None:
    """Return for whom of the house a guest waits, whatever else waits beside it."""
    front: FrontTurn = snapshot.values.get("front") or FrontTurn()
    return front.waiting


def said_in(
    messages: Iterable[AnyMessage], only: Literal["user", "assistant"] | None = None, language: str = "en"
) -> tuple[results.ShownMessage, ...]:
    """Return messages as a person reads them."""
    said = (_said(m, language) for m in messages if is_spoken(m))
    return tuple(s for s in said if only in (None, s.role))


def is_spoken(message: AnyMessage) -> bool:
    """Tell whether a message is somebody's words or a card; a call of a tool and its result are neither."""
    return message.type == "human" or (message.type == "ai" and bool(message.text))


def written(result: Any) -> Sequence[AnyMessage]:
    """Return the messages in what a node returned: an update, or the list of pairs that the stream makes of one."""
    messages: Sequence[AnyMessage] | None = dict(result or ()).get("messages")
    return messages or ()


def told_by_node(custom: Mapping[str, Any]) -> results.TurnEvent | None:
    """Return what a node told while it ran, in the ``custom`` stream; None for what is not ours."""
    if "writes" in custom:
        return results.Writing(str(custom["writes"]), bool(custom.get("stays")))
    if "tool_call" in custom:
        return results.ToolCalled(**custom["tool_call"])
    return results.ToolAnswered(**custom["tool_result"]) if "tool_result" in custom else None


def spoken(result: Any, before: str) -> str:
    """Return the language of the conversation after a node's result; most nodes leave it as it was."""
    changes = dict(result or ()).get("trip_intent")
    for change in changes if isinstance(changes, list) else [changes]:
        if isinstance(change, TripIntent):
            before = change.request.language
        elif isinstance(change, Patch):
            before = dict(change.merge.get("request", {})).get("language", before)
    return before


def _said(message: AnyMessage, language: str) -> results.ShownMessage:
    extra = message.additional_kwargs
    role: Literal["user", "assistant"] = "user" if message.type == "human" else "assistant"
    text = str(extra.get("said") or shown(message.text))  # of an answer that was pressed its words, not its number
    return results.ShownMessage(role, text, extra.get("kind", ""), extra.get("facts", {}), language, message.id or "")


def result_of(
    thread: str, user: str, said: tuple[results.ShownMessage, ...], before: StateSnapshot, after: StateSnapshot
) -> results.TurnResult:
    """Return the outcome of the turn that lies between two states of a thread."""
    values = after.values
    trip: TripIntent = values["trip_intent"]
    known: TripIntent = before.values.get("trip_intent") or TripIntent()
    front: FrontTurn = values.get("front") or FrontTurn()
    change = change_between(itinerary_of(before.values), itinerary_of(values))
    profile = trip_profile(itinerary_of(values), trip)
    return results.TurnResult(
        thread,
        trip.request.turn,
        user,
        said,
        trip,
        pending_of(after),
        documents=published_documents(values),
        requirements_status={kind: one.model_dump(mode="json") for kind, one in requirements_of(values).items()},
        functions=tuple(one.model_dump(mode="json", exclude={"text", "event"}) for one in front.done),
        handoff=front.handoff.model_dump(mode="json") if front.handoff else None,
        staff=front.waiting,
        itinerary_updated=change is not None and itinerary_of(values).version > itinerary_of(before.values).version,
        segments_modified=tuple(change.after) if change else (),
        profile=profile,
        trip_profile_updated=profile != trip_profile(itinerary_of(before.values), known),
        model_use=trip.model_use - known.model_use,
        changes=changes_of(known, trip),
        ordered=results.ordered_in(before.values, values),
        rejected=results.rejected_in(before.values, values),
        refused=turn.refused or turn.in_vain if (turn := values.get("turn")) else False,
        called=turn.called if turn else (),
    )


async def stopped(graph: Graph, config: RunnableConfig, limit: int) -> AIMessage:
    """Put a run that hit the step limit into a state that can be tried again, and say so."""
    text = (
        f"I stopped after {limit} steps without finishing. Nothing is lost. Say “try again”, or tell me what to change."
    )
    message = AIMessage(content=text, additional_kwargs={"kind": "step_limit"})
    failure = Failure(tool_name="graph", error=text, code="step_limit", retryable=True)
    status = {"phase": "error", "state": "retryable", "last_tool_error": failure}
    patch = Patch(by="session", note="step limit", merge={"status": status})
    await graph.aupdate_state(config, {"messages": [message], "trip_intent": patch}, as_node="publish")
    return message
