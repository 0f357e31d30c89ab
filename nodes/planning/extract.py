"""extract: what was said of the journey goes into the trip, without a remark on words that are the planning's own."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.in_order import next_event
from tripintent.nodes.journey import taken_in
from tripintent.nodes.party import people_in
from tripintent.nodes.planning.state import PlanningState
from tripintent.nodes.runtime import Run, reply
from tripintent.state.operations import NamePeople, RemovePerson
from tripintent.state.patch import Patch
from tripintent.state.reading import Reading, Said
from tripintent.state.turn import Turn
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports


class ExtractUpdate(TypedDict, total=False):
    """What extract writes."""

    messages: list[AnyMessage]
    trip_intent: list[Patch]
    turn: Turn


async def extract(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> ExtractUpdate:
    """Apply what was said. "Make the list" changes no trip, so it is not noted as a wish that nothing acts on."""
    trip, turn, reading = state["trip_intent"], state["turn"], state.get("reading") or Reading()
    said = next_event(turn, Said)
    if isinstance(named := said.operations[0], NamePeople | RemovePerson):
        patches, _, told = await people_in(trip, named, reading, ports)
        return {"trip_intent": patches, "messages": told, "turn": turn.done()}
    taken = await taken_in(trip, said.operations, reading, ports)
    if taken.over is not None:
        return {"messages": [await reply(ports, trip, "too_much", **taken.over.facts())], "turn": turn.done()}
    same = taken.trip.frame_plan_hash == trip.frame_plan_hash
    silent = state["planning"].command.about_documents and same
    messages = [one for one in taken.messages if not (silent and one.additional_kwargs.get("kind") == "heard")]
    return {"trip_intent": [*taken.patches], "messages": messages, "turn": turn.done()}
