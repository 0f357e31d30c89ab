"""apply: one call of the toolbox becomes a patch of the trip and events; what follows is the table's to decide."""

from collections.abc import Sequence

from tripintent.nodes.booking.facts.news import carded
from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.in_order import next_event
from tripintent.nodes.runtime import Run
from tripintent.state.acts import Called, Outcome
from tripintent.state.events import ToolCall
from tripintent.state.framing import frame_of
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports, Survey, Surveyed
from tripintent.tools.toolbox.base import Act, Look, Scene
from tripintent.tools.toolbox.toolbox import by_name


async def apply(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Work the call that is next; the calls behind it see what came of it."""
    trip, turn = state["trip_intent"], state["turn"]
    call = next_event(turn, ToolCall)
    act = await acted(call, scene_of(trip, ports, run, said=turn.text))
    called = (*turn.called, Called(call_id=call.call_id, name=call.name, outcome=act.outcome))
    lets_go = turn.lets_go or (act.outcome.ok and call.arguments.get("let_hold_go") is True)
    done = {"queue": (*act.events, *turn.queue[1:]), "called": called, "lets_go": lets_go}
    after = turn.model_copy(update=done)
    update: BookingUpdate = {"trip_intent": [*act.patches, *_framed(trip, act.patches)], "turn": after}
    return {**update, "messages": [carded(act.card, trip, ports, "watched", {})]} if act.card else update


def scene_of(trip: TripIntent, ports: Ports, run: Run, said: str = "") -> Scene:
    """Return what a tool sees of a trip; with it the way to try calls on a copy, where there is one."""
    look = _look(ports.survey, trip, ports, run) if ports.survey else None
    return Scene(trip=trip, ports=ports, who=run.principal, said=said, survey=look)


def _look(survey: Survey, trip: TripIntent, ports: Ports, run: Run) -> Look:
    async def look(calls: Sequence[ToolCall]) -> tuple[Surveyed, Ports]:
        return await survey(trip, calls, ports, run.principal, run.context)

    return look


async def acted(call: ToolCall, scene: Scene) -> Act:
    """Return what a call does; a READ tool's facts are an act that changes nothing."""
    tool = by_name().get(call.name)
    if tool is None:
        return Act(Outcome.refused("there is no such tool", "name", tuple(by_name())))
    done = await tool.run(scene, call.arguments)
    return done if isinstance(done, Act) else Act(Outcome(facts=done.model_dump(mode="json")))


def _framed(trip: TripIntent, patches: tuple[Patch, ...]) -> list[Patch]:
    """Return the patch by which words that come later are read on top of what a call changed."""
    if not patches:
        return []
    after = apply_patch(trip, list(patches))
    return [Patch(by="apply", merge={"frame": frame_of(after)})]
