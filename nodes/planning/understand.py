"""understand and extract: the words are read, unless a front door read them; what they say of the journey goes into the trip."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.in_order import next_event
from tripintent.nodes.journey import taken_in
from tripintent.nodes.party import people_in
from tripintent.nodes.planning.state import PlanningState
from tripintent.nodes.runtime import Run, reply
from tripintent.nodes.understand import understood
from tripintent.state.events import UserMessage
from tripintent.state.operations import NamePeople, RemovePerson
from tripintent.state.patch import Patch
from tripintent.state.reading import Reading, Said, lined_up
from tripintent.state.turn import Turn
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports


class UnderstandUpdate(TypedDict, total=False):
    """Channels that ``understand`` updates."""

    reading: Reading
    trip_intent: list[Patch]
    messages: list[AnyMessage]
    turn: Turn


async def understand(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> UnderstandUpdate:
    """Line up who travels and what is said of the journey; nothing is chosen, held or bought here."""
    turn = state["turn"]
    update = await understood(state, next_event(turn, UserMessage).text, turn.handled, ports, run, alone="PLANNING")
    part = (update.get("reading") or state.get("reading") or Reading()).part("PLANNING")
    queue = tuple(one for one in lined_up(part) if isinstance(one, Said))
    return {**update, "turn": turn.model_copy(update={"queue": queue})}


class ExtractUpdate(TypedDict, total=False):
    """Channels that ``extract`` updates."""

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
