"""act: the tools that the model called are worked: those that read at once, those that write one after another."""

import asyncio
import json

from langgraph.config import get_stream_writer
from pydantic import JsonValue

from tripintent.nodes.designer.state import DesignerState, StepUpdate, itinerary_of, with_itinerary
from tripintent.nodes.in_order import turn_today
from tripintent.nodes.runtime import Run
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.outcomes import segment_facts
from tripintent.state.designer.rounds import Call, Outcome
from tripintent.state.designer.talk import DesignTurn, Event, Found
from tripintent.tools.ports.designer import Envelope, ItineraryTools, ToolContext, ToolFault
from tripintent.tools.ports.ports import Ports

MOST_CALLS = 16
"""Calls of one round that are worked; the others come back as errors."""
MOST_FOUND = 10
"""Results of reading tools that are kept for later turns, of 2,000 characters at most each."""


async def act(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Work the calls of the newest round. A call that was made before in this turn is not made again."""
    turn, document = state["design"], itinerary_of(state)
    tools, newest = ports.designer.tools, turn.rounds[-1]
    context = ToolContext(turn_today(state["trip_intent"]))
    refused = _refused(turn)
    reading = {tool.name for tool in tools.definitions() if tool.effect == "READ"}
    open_ = [call for call in newest.calls if call.id not in refused]
    reads = [call for call in open_ if call.name in reading]
    read = await asyncio.gather(*(_worked(tools, call, document, context) for call in reads))
    outcomes = {call.id: outcome for call, (_, outcome) in zip(reads, read, strict=True)}
    events: list[Event] = []
    for call in open_:
        if call.name not in reading:
            after, outcomes[call.id] = await _worked(tools, call, document, context)
            events += _news(document, after)
            document = after
    done = tuple(outcomes.get(call.id) or refused[call.id] for call in newest.calls)
    rounds = (*turn.rounds[:-1], newest.model_copy(update={"outcomes": done}))
    found = [Found(tool=call.name, arguments=call.arguments, result=outcomes[call.id].text) for call in reads]
    return {
        "documents": with_itinerary(document),
        "talk": state["talk"].model_copy(update={"found": (*state["talk"].found, *found)[-MOST_FOUND:]}),
        "design": turn.model_copy(update={"rounds": rounds, "events": (*turn.events, *events)}),
    }


async def _worked(
    tools: ItineraryTools, call: Call, document: ItineraryDocument, context: ToolContext
) -> tuple[ItineraryDocument, Outcome]:
    tell = get_stream_writer()
    tell({"tool_call": {"id": call.id, "name": call.name, "arguments": call.arguments}})
    ran = await tools.run(call.name, call.arguments, document, context)
    success, wrote, text = ran.envelope.success, ran.document != document, ran.envelope.for_history()
    tell({"tool_result": {"id": call.id, "name": call.name, "success": success, "result": text}})
    return ran.document, Outcome(id=call.id, text=text, wrote=wrote, failed=not success)


def _refused(turn: DesignTurn) -> dict[str, Outcome]:
    """Return the calls that are not worked: repeated ones, and those beyond the most of a round."""
    made = {_same(call) for one in turn.rounds[:-1] for call in one.calls[:MOST_CALLS]}
    found: dict[str, Outcome] = {}
    for number, call in enumerate(turn.rounds[-1].calls):
        if _same(call) in made:
            found[call.id] = _fault(
                call, "REPEATED_CALL", "this call was made before in this turn; its result still counts"
            )
        elif number >= MOST_CALLS:
            found[call.id] = _fault(call, "TOO_MANY_CALLS", f"at most {MOST_CALLS} calls at once: call again")
        made.add(_same(call))
    return found


def _same(call: Call) -> tuple[str, str]:
    """Return what makes two calls the same: the order of their arguments does not matter."""
    try:
        return call.name, json.dumps(json.loads(call.arguments), sort_keys=True)
    except ValueError:
        return call.name, call.arguments


def _fault(call: Call, code: str, message: str) -> Outcome:
    envelope = Envelope(success=False, error=ToolFault(code=code, message=message))
    return Outcome(id=call.id, text=envelope.for_history(), failed=True)


def _news(before: ItineraryDocument, after: ItineraryDocument) -> list[Event]:
    """Return what a call changed, to be said in our own words."""
    old, new = ({s.id: s for s in document.segments} for document in (before, after))
    along: list[JsonValue] = []
    added = [Event(kind="added", ids=(i,), facts=segment_facts(s)) for i, s in new.items() if i not in old]
    removed = [Event(kind="removed", ids=(i,), facts=segment_facts(s)) for i, s in old.items() if i not in new]
    changed = [
        Event(kind="changed", ids=(i,), facts={**segment_facts(s), "along": along})
        for i, s in new.items()
        if i in old and segment_facts(old[i]) != segment_facts(s)
    ]
    return [*added, *changed, *removed]
