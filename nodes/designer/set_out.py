"""set_out: one of the proposed towns was chosen; the trip and its plan begin with its days."""

from datetime import date
from typing import cast

from tripintent.nodes.designer.state import DesignerState, StepUpdate, itinerary_of, with_itinerary
from tripintent.nodes.runtime import Run
from tripintent.state.designer.going import bound_for, heads_of
from tripintent.state.designer.operations import SetTrip, TakePlace
from tripintent.state.designer.setting import with_trip
from tripintent.state.designer.talk import Event
from tripintent.state.framing import merge_of, plan_hash, present_frame
from tripintent.state.patch import Patch, apply_patch
from tripintent.tools.ports.ports import Ports


async def set_out(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Put the town and the days of its quoted price into trip and plan. Nothing is held or bought."""
    trip, talk, turn = state["trip_intent"], state["talk"], state["design"]
    chosen = cast("TakePlace", turn.operations[0])
    left = turn.model_copy(update={"operations": turn.operations[1:]})
    if not 1 <= chosen.number <= len(talk.places):
        event = Event(kind="which_one", facts={"words": chosen.said, "options": []})
        return {"design": left.model_copy(update={"events": (*left.events, event)})}
    idea = talk.places[chosen.number - 1]
    place = ports.places.resolve(idea.code).model_copy(update={"said": idea.name, "name": idea.name})
    before = present_frame(trip)
    after = bound_for(before, place, date.fromisoformat(idea.depart), date.fromisoformat(idea.back))
    merge: dict[str, object] = dict(merge_of(before, after, {}).merge)
    changed = apply_patch(trip, Patch(merge=merge))
    merge |= {"frame": after, "frame_plan_hash": plan_hash(changed)}
    said = SetTrip(destination=idea.name, start=idea.depart, end=idea.back, said=chosen.said)
    document, _ = with_trip(itinerary_of(state), said, ports.designer.atlas)
    facts = {**idea.model_dump(mode="json"), "heads": max(1, heads_of(trip))}
    event = Event(kind="place_taken", facts=facts)
    return {
        "trip_intent": Patch(source="user_message", by="set_out", event="USER_MESSAGE", merge=merge),
        "documents": with_itinerary(document),
        "talk": talk.model_copy(update={"where": None, "places": (), "spoken_day": idea.depart}),
        "design": left.model_copy(update={"events": (*left.events, event)}),
    }
