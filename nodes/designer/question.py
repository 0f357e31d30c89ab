"""question: one structured question at most, never about what is known, and none where the traveller asked something."""

from tripintent.nodes.designer.state import DesignerState, StepUpdate, itinerary_of
from tripintent.nodes.runtime import Run
from tripintent.state.designer.profile import known_of, next_slot
from tripintent.tools.ports.ports import Ports

_SILENT = frozenset(
    {
        "answer",
        "ideas",
        "idea",
        "preview",
        "which_one",
        "undone",
        "redone",
        "declined",
        "clash",
        "refused",
        "imported",
        "import_doubt",
        "places",
        "places_stand",
        "places_no_more",
        "places_same",
        "places_told",
        "places_not_had",
        "place_best",
        "stays",
        "no_stays",
        "stay_taken",
    }
)
"""After these the traveller is the next to speak of the matter; a question of ours would talk past it."""
_SETTING = frozenset(
    {"trip", "wishes", "place_taken", "not_planned", "nothing_read", "left_alone", "agreed", "no_ideas"}
)


async def question(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Ask for the next thing that a plan needs, while the trip is being set up."""
    turn, talk = state["design"], state["talk"]
    kinds = {e.kind for e in turn.events}
    known = known_of(itinerary_of(state), state["trip_intent"])
    known = known._replace(party=known.party or talk.party is not None)
    slot = next_slot(known) if kinds & _SETTING and not kinds & _SILENT else None
    wanted = [m for e in turn.events if e.kind == "not_planned" for m in e.facts.get("missing", ())]  # type: ignore[union-attr]
    slot = str(wanted[0]) if wanted else slot  # type: ignore[assignment]
    if slot is None:
        return {"talk": talk.model_copy(update={"asked": None})}
    asked = ports.designer.words.question(slot, {}, state["trip_intent"].request.language)
    return {"design": turn.model_copy(update={"question": asked}), "talk": talk.model_copy(update={"asked": slot})}
