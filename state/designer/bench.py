"""The context for applying an operation, and the facts that it tells."""

from collections.abc import Callable
from typing import NamedTuple

from pydantic import JsonValue

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.outcomes import Refusal
from tripintent.state.designer.parts import Atlas
from tripintent.state.designer.segments import Segment, title_of
from tripintent.state.designer.talk import Event, Talk


class Bench(NamedTuple):
    """The context for applying an operation beside the document: a map, ids, the day spoken of, and who asks."""

    atlas: Atlas
    new_id: Callable[[], str]
    talk: Talk
    confirmed: bool = False


class Applied(NamedTuple):
    """The document after one operation, and what happened."""

    document: ItineraryDocument
    events: tuple[Event, ...]
    spoken: tuple[str, ...] = ()


def refusal_event(refusal: Refusal, **facts: JsonValue) -> Event:
    """Return the event of a refusal."""
    told: dict[str, JsonValue] = {"code": refusal.code, "message": refusal.message, "field": refusal.field}
    return Event(kind="refused", ids=refusal.affected, facts={**told, **facts})


def segment_facts(segment: Segment) -> dict[str, JsonValue]:
    """Return what a reply tells of a segment."""
    return {
        "title": title_of(segment),
        "type": segment.type,
        "start": segment.start_datetime,
        "end": segment.end_datetime,
        "assumed": list(segment.assumed),
    }
