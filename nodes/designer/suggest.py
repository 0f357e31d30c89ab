"""suggest: ideas for the place, or more about one of them. Nothing is added."""

from typing import cast

from pydantic import JsonValue

from tripintent.nodes.designer.state import DesignerState, StepUpdate, itinerary_of
from tripintent.nodes.runtime import Run
from tripintent.state.designer.operations import Suggest
from tripintent.state.designer.talk import Event, Idea, Talk
from tripintent.state.frame import Frame
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.attractions import Attraction
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.nearness import meant

SHOWN = 3
_FOOD = ("eatery", "market", "neighbourhood")


async def suggest(state: DesignerState, ports: Ports, run: Run) -> StepUpdate:
    """Propose at most three things that are not in the plan, or tell what is known of one that was proposed."""
    document, talk, turn = itinerary_of(state), state["talk"], state["design"]
    wanted = cast("Suggest", turn.operations[0])
    left = turn.model_copy(update={"operations": turn.operations[1:]})
    if wanted.number and talk.ideas:
        number = min(wanted.number, len(talk.ideas))
        event = Event(kind="idea", facts={"number": number, **talk.ideas[number - 1].model_dump(mode="json")})
        return _told(
            left.model_copy(update={"events": (*left.events, event)}), talk.model_copy(update={"idea": number})
        )
    place = document.destinations[0].name if document.destinations else None
    found = await _found(place, wanted, state["trip_intent"].frame, ports) if place else ()
    known = [s.metadata.get("place") for s in document.live]
    ideas = tuple(_idea(a) for a in found if a.id not in known)[:SHOWN]
    if not ideas:
        event = Event(kind="no_ideas", facts={"place": place, "food": wanted.food, "all_in": bool(found)})
        return _told(left.model_copy(update={"events": (*left.events, event)}), talk)
    shown: list[JsonValue] = [i.model_dump(mode="json") for i in ideas]
    credit: list[JsonValue] = list(dict.fromkeys(a.source for a in found if "©" in a.source))
    facts: dict[str, JsonValue] = {
        "place": place,
        "ideas": shown,
        "rainy": wanted.rainy,
        "food": wanted.food,
        "credits": credit,
    }
    event = Event(kind="ideas", facts=facts)
    return _told(
        left.model_copy(update={"events": (*left.events, event)}), talk.model_copy(update={"ideas": ideas, "idea": 0})
    )


def _told(design: object, talk: Talk) -> StepUpdate:
    return cast("StepUpdate", {"design": design, "talk": talk})


async def _found(place: str, wanted: Suggest, frame: Frame, ports: Ports) -> tuple[Attraction, ...]:
    source = ports.designer.attractions
    if source is None:
        return ()
    try:
        found = await source.search(place, interests=("food",) if wanted.food else frame.interests)
    except ToolError:
        return ()
    found = [sight for sight in found if not meant(sight, frame.dislikes)]
    if wanted.food:
        return tuple(a for a in found if a.kind in _FOOD or "food" in a.interests)
    return tuple(sorted(found, key=lambda a: not a.indoor)) if wanted.rainy else tuple(found)


def _idea(found: Attraction) -> Idea:
    return Idea(
        name=found.name,
        place=found.place,
        minutes=found.minutes,
        lat=found.lat,
        lon=found.lon,
        ref=found.id,
        kind=found.kind,
        area=found.area,
        indoor=found.indoor,
    )
