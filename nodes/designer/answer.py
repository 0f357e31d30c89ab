"""answer: a question about the plan is answered from the plan, and what no plan knows is said to be unknown."""

from typing import cast

from pydantic import JsonValue

from tripintent.nodes.designer.state import DesignerState, StepUpdate, itinerary_of
from tripintent.nodes.runtime import Run
from tripintent.state.designer.checks import check
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.naming import named
from tripintent.state.designer.operations import Ask
from tripintent.state.designer.ordering import by_time, nights_total
from tripintent.state.designer.outcomes import segment_facts
from tripintent.state.designer.segments import FlightSegment, HotelSegment, RailSegment, Segment
from tripintent.state.designer.talk import Event, Talk
from tripintent.tools.ports.ports import Ports

_TOLD_RULES = ("HOURS_UNKNOWN",)
"""Findings that do not answer "is something missing?": they are told when hours are asked for."""


async def answer(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Answer the question at the head of the line."""
    document, talk, turn = itinerary_of(state), state["talk"], state["design"]
    asked = cast("Ask", turn.operations[0])
    event = _event(document, talk, asked, ports)
    left = turn.model_copy(update={"operations": turn.operations[1:], "events": (*turn.events, event)})
    day = asked.day if asked.about == "day" else None
    spoken = (*(i for i in talk.spoken_of if i not in event.ids), *event.ids)[-8:]
    return {
        "design": left,
        "talk": talk.model_copy(update={"spoken_of": spoken, "spoken_day": day or talk.spoken_day}),
    }


def _event(document: ItineraryDocument, talk: Talk, asked: Ask, ports: Ports) -> Event:
    match asked.about:
        case "clashes":
            return _clashes(document, ports)
        case "whole":
            return _whole(document, asked, ports)
        case "all":
            return _things(document, "all", document.live)
        case "day":
            return _things(document, "day", _on(document, str(asked.day)), day=asked.day)
        case "nights":
            hotels = tuple(s for s in document.live if isinstance(s, HotelSegment))
            each: list[JsonValue] = [
                {"title": h.property.name, "start": h.check_in_date, "end": h.check_out_date} for h in hotels
            ]
            return Event(kind="answer", facts={"about": "nights", "nights": nights_total(hotels), "hotels": each})
        case "hotel":
            return _things(document, "hotel", tuple(s for s in document.live if isinstance(s, HotelSegment)))
        case "home":
            rides = [s for s in by_time(document.live) if isinstance(s, FlightSegment | RailSegment)]
            return _things(document, "home", tuple(rides[-1:]))
        case "segment" | "there":
            words = asked.target.words if asked.target else asked.said
            ids = named(words, document, talk.spoken_of)
            found = tuple(s for s in document.live if s.id in ids)
            return _things(document, asked.about, found)
    return Event(kind="answer", facts={"about": asked.about})


def _things(document: ItineraryDocument, about: str, found: tuple[Segment, ...], day: str | None = None) -> Event:
    told: list[JsonValue] = [segment_facts(s) | {"number": s.confirmation_number} for s in by_time(found)]
    ids = tuple(s.id for s in found)
    return Event(kind="answer", ids=ids, facts={"about": about, "things": told, "day": day})


def _on(document: ItineraryDocument, day: str) -> tuple[Segment, ...]:
    return tuple(s for s in document.live if s.start_datetime and s.start_datetime[:10] == day)


def _clashes(document: ItineraryDocument, ports: Ports) -> Event:
    rules = ("OVERLAPPING_TIMES", "IMPOSSIBLE_SEQUENCE", "TWO_HOTELS_IN_ONE_NIGHT")
    found = [f for f in check(document, ports.designer.atlas) if f.rule in rules]
    told: list[JsonValue] = [f.model_dump(mode="json") for f in found]
    return Event(kind="answer", facts={"about": "clashes", "findings": told})


def _whole(document: ItineraryDocument, asked: Ask, ports: Ports) -> Event:
    if asked.day == "all":
        return _things(document, "all", document.live)
    found = [f for f in check(document, ports.designer.atlas) if f.rule not in _TOLD_RULES]
    told: list[JsonValue] = [f.model_dump(mode="json") for f in found]
    return Event(kind="answer", facts={"about": "check", "findings": told, "empty": not document.live})
