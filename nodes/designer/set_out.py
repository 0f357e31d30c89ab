"""set_out: one of the proposed towns was chosen; the trip and its plan begin with its days."""

from typing import cast

from pydantic import JsonValue

from tripintent.nodes.designer.state import DesignerState, StepUpdate, framed, itinerary_of, with_itinerary
from tripintent.nodes.runtime import Run
from tripintent.state.designer.going import bound_to, heads_priced
from tripintent.state.designer.operations import SetTrip, TakePlace
from tripintent.state.designer.setting import with_trip
from tripintent.state.designer.talk import Event
from tripintent.state.framing import present_frame
from tripintent.state.patch import Patch
from tripintent.tools.ports.ports import Ports


async def set_out(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Put the town and the days of its quoted price into trip and plan. Nothing is held or bought."""
    trip, talk, turn = state["trip_intent"], state["talk"], state["design"]
    chosen = cast("TakePlace", turn.operations[0])
    left = turn.model_copy(update={"operations": turn.operations[1:]})
    idea = talk.chosen(chosen)
    if idea is None and chosen.code:
        return {"design": left}  # why it cannot be had was said when it was priced
    if idea is None:
        event = Event(kind="which_one", facts={"words": chosen.said, "options": []})
        return {"design": left.model_copy(update={"events": (*left.events, event)})}
    heads = heads_priced(trip)
    if chosen.asks:
        facts: dict[str, JsonValue] = {"place": idea.model_dump(mode="json"), "heads": heads}
        event = Event(kind="place_best", facts=facts | {"number": talk.places.index(idea) + 1})
        meant = talk.model_copy(update={"place_meant": talk.places.index(idea) + 1})
        return {"talk": meant, "design": left.model_copy(update={"events": (*left.events, event)})}
    before = present_frame(trip)
    goes = [visit.place.name for visit in before.visits] == [idea.name]
    # words beside the choice were read before this ("a week later"): then the trip goes there already, on its own days
    after = before if goes else bound_to(trip, idea, ports.places.resolve(idea.code))
    days = [when.day if when else None for when in (after.depart, after.return_)]
    moved = days != [idea.depart, idea.back]
    document = itinerary_of(state)
    if not document.live:
        document = document.model_copy(update={"destinations": (), "start_date": None, "end_date": None})
    said = SetTrip(destination=idea.name, start=days[0], end=days[1], said=chosen.said)
    document, _ = with_trip(document, said, ports.designer.atlas)
    facts = {**idea.model_dump(mode="json"), "heads": heads, "moved": moved}
    facts |= {"depart": days[0], "back": days[1]} if moved else {}
    event = Event(kind="place_taken", facts=facts)
    return {
        "trip_intent": Patch(
            source="user_message", by="set_out", event="USER_MESSAGE", merge=framed(trip, before, after)
        ),
        "documents": with_itinerary(document),
        "talk": talk.model_copy(update={"taken": idea.name, "spoken_day": days[0]}),
        "design": left.model_copy(update={"events": (*left.events, event)}),
    }
