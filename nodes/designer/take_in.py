"""take_in: a pasted mail, calendar or code becomes segments. What it says is data; nothing in it is an instruction."""

from collections.abc import Sequence
from typing import cast

from pydantic import JsonValue

from tripintent.nodes.designer.state import DesignerState, StepUpdate, itinerary_of, with_itinerary
from tripintent.nodes.in_order import turn_today
from tripintent.nodes.runtime import Run
from tripintent.state.caps import PLANNED
from tripintent.state.designer.importing import match_score, taken_in, verdict
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.operations import Import
from tripintent.state.designer.outcomes import segment_facts
from tripintent.state.designer.segments import Segment
from tripintent.state.designer.talk import DesignTurn, Event
from tripintent.tools.errors import ImportRefused
from tripintent.tools.ports.ports import Ports


async def take_in(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Merge what was read into the plan: known things are completed, new ones are added."""
    document, talk, turn = itinerary_of(state), state["talk"], state["design"]
    wanted = cast("Import", turn.operations[0])
    today = turn_today(state["trip_intent"])
    try:
        read = await ports.designer.imports.read(wanted.text, today, run.principal)
    except ImportRefused as refused:
        return _refused(turn, refused.code)
    fits = len(document.segments) + len(read.segments) <= PLANNED
    doubt = verdict(match_score(document, read.segments, ports.designer.atlas)) if read.segments else "add"
    if doubt != "add" and fits and not wanted.anyway:
        return _doubted(state, wanted, read.segments, doubt)
    result = taken_in(document, read.segments if fits else (), ports.designer.new_id)
    told: list[JsonValue] = [
        segment_facts(s) | {"number": s.confirmation_number} for i in result.added if (s := result.document.segment(i))
    ]
    known: list[JsonValue] = [segment_facts(s) for i in result.known if (s := result.document.segment(i))]
    odd = {"cancelled_unknown": bool(result.unknown), "too_many": not fits}
    warnings: list[JsonValue] = [*read.warnings, *(code for code, is_so in odd.items() if is_so)]
    event = Event(
        kind="imported",
        ids=(*result.added, *result.known),
        facts={"things": told, "known": known, "warnings": warnings},
    )
    left = turn.model_copy(update={"operations": turn.operations[1:], "events": (*turn.events, event)})
    spoken = (*(i for i in talk.spoken_of if i not in event.ids), *event.ids)[-8:]
    return {
        "documents": with_itinerary(result.document),
        "design": left,
        "talk": talk.model_copy(
            update={"pending": (), "spoken_of": spoken, "spoken_day": _day(result.document, spoken) or talk.spoken_day}
        ),
    }


def _refused(turn: DesignTurn, code: str) -> StepUpdate:
    """Return that nothing of a text was taken in, and why."""
    event = Event(kind="imported", facts={"things": [], "known": [], "warnings": [code]})
    return {"design": turn.model_copy(update={"operations": turn.operations[1:], "events": (*turn.events, event)})}


def _doubted(state: DesignerState, wanted: Import, segments: Sequence[Segment], doubt: str) -> StepUpdate:
    """Return the question whether what was read belongs to this trip; it waits for a yes and nothing is written."""
    document, talk, turn = itinerary_of(state), state["talk"], state["design"]
    facts: dict[str, JsonValue] = {
        "things": [segment_facts(s) | {"number": s.confirmation_number} for s in segments],
        "verdict": doubt,
        "destination": ", ".join(d.name for d in document.destinations),
        "start": document.start_date,
        "end": document.end_date,
    }
    event = Event(kind="import_doubt", facts=facts)
    left = turn.model_copy(update={"operations": turn.operations[1:], "events": (*turn.events, event)})
    waits = (wanted.model_copy(update={"anyway": True}),)
    return {"design": left, "talk": talk.model_copy(update={"pending": waits})}


def _day(document: ItineraryDocument, ids: tuple[str, ...]) -> str | None:
    segment = document.segment(ids[-1]) if ids else None
    return segment.start_datetime[:10] if segment and segment.start_datetime else None
