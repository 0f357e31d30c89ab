"""route and publish: what was heard becomes the list of functions that answer, in the order of the words; each is ticked off."""

import asyncio
from collections.abc import Sequence
from typing import Any, TypedDict

from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.assistant.talk import local_now
from tripintent.nodes.limits import spent_patch
from tripintent.nodes.runtime import Run
from tripintent.state.concierge.front import FALLBACK, FOR_STAFF, PERSON, REASONS, SYSTEMS, Decision, FrontTurn, Intent
from tripintent.state.concierge.parameters import SEARCH, TABLE
from tripintent.state.concierge.service import GENERAL, GOES_ON, Service
from tripintent.state.derived import card_waits
from tripintent.state.patch import Patch
from tripintent.state.turn import Turn
from tripintent.state.usage import ModelUse
from tripintent.tools.ports.desk_service import AssistantPorts, FrontDesk, Message


class RouteUpdate(TypedDict, total=False):
    """Channels that ``route`` updates."""

    front: FrontTurn
    turn: Turn
    trip_intent: list[Patch]


async def route(state: AssistantState, ports: AssistantPorts, run: Run) -> RouteUpdate:
    """Put the functions in line. A person who has to answer goes before everything, a command before what was heard."""
    front, heard = state["front"], state["heard"]
    todo = heard.functions or ()
    reasons = [str(one.params["reason"]) for one in todo if one.function == PERSON]
    nearby = bool(todo) and all(one.function in NEARBY for one in todo)
    if heard.intent is not None and heard.intent.person and not (heard.intent.person == "group" and nearby):
        reasons.append(heard.intent.person)
    if reasons and ports.desk is not None:
        reason = min(reasons, key=REASONS.index)
        message = Message(front.text, heard.language or front.language or "en", local_now(ports), front.memory)
        again = front.waiting is not None and front.waiting.reason == reason
        also, waits = await asyncio.to_thread(beside, todo, reason, message, ports.desk, again=again)
        todo = (Decision(function=PERSON, params={"reason": reason, "waits": waits}, text=front.text), *also)
    elif heard.intent is not None and heard.intent.command and ports.desk is not None:
        todo = (commanded(heard.intent.command, front.text, ports.desk.service),)
    elif heard.intent is not None and ports.desk is not None:
        todo = overridden(todo, heard.intent, front.text, ports.desk.service)
    turn = state["turn"].model_copy(update={"part": part_of(todo), "handled": front.handled})
    update: RouteUpdate = {
        "front": front.model_copy(
            update={"todo": todo, "language": heard.language or front.language, "memory": front.memory.heard()}
        ),
        "turn": turn,
    }
    use = (heard.intent.use if heard.intent else ModelUse()) + (heard.use or ModelUse())  # two calls, counted as one
    if spent := await spent_patch(state["trip_intent"], use, ports.booking, run):
        update["trip_intent"] = spent
    return update


def beside(
    todo: tuple[Decision, ...], reason: str, message: Message, desk: FrontDesk, *, again: bool = False
) -> tuple[tuple[Decision, ...], bool]:
    """Return what is answered beside a call for a person (functions with words of their own that call no one), and whether more waits.

    Beside an emergency nothing is; beside illness only what a model understood, and nothing is planned, as no room is looked
    for where a group has to be seen to. ``again``: the person was called for the same before, and the talk goes on.
    """
    called = {message.text, *(one.text for one in todo if one.function == PERSON)}
    own = [one for one in todo if one.text not in called and not desk.person(message._replace(text=one.text))]
    ill = reason in REASONS[:2]
    later = WAITING if ill else ("AVAILABILITY_AGENT",) if reason == "group" else ()
    kept = [one for one in own if one.function not in later and (not ill or _understood(one))]
    kept = [] if desk.urgent(reason, message.text) and not again else kept
    return tuple(kept), ill and any(one not in kept and (_understood(one) or one.function in WAITING) for one in own)


def _understood(one: Decision) -> bool:
    """Tell whether a model chose a function: it names the language of the message, as no search of words does."""
    return "language" in one.params


NEARBY = ("DO_AROUND_AGENT", "DAY_TRIP_PLANNER", "INTERNET_SEARCH", "WEBSITE_SEARCH")
"""Functions for which it does not matter how many people ask."""
WAITING = ("DAY_TRIP_PLANNER", "AVAILABILITY_AGENT", "PRE_CHECKIN_AGENT")
"""Functions that plan: where somebody is ill, they can wait."""


def overridden(todo: tuple[Decision, ...], intent: Intent, text: str, service: Service) -> tuple[Decision, ...]:
    """Return the functions as the intent detection's command wants them; one that is among them already confirms them all.

    ``/general`` is the reply itself, unless a function has all that it needs. No command outranks the booking, a question about
    what was offered or what is passed on, and words without a command leave the functions.
    """
    if intent.routed is None or any(one.function in (*SYSTEMS, FOR_STAFF) for one in todo):
        return todo
    if intent.routed == GENERAL:
        goes_on = intent.shown and not any(_has_all(one, service) for one in todo)
        return (Decision(function=GOES_ON, params={"text": intent.shown}, text=text),) if goes_on else todo
    name = next((f.name for f in service.enabled if f.base_command == intent.routed), None)
    if name is None or any(one.function == name for one in todo):
        return todo
    params = {key: value for one in todo for key, value in one.params.items()}
    return (Decision(function=name, text=text, params=params),)


def _has_all(one: Decision, service: Service) -> bool:
    """Tell whether a function can answer: a stay from its day on, a table with all, any other with what the file lists for it."""
    function = service.function(one.function)
    names: Sequence[str] = [name for name in function.parameters if name != SEARCH] if function else ()
    if one.function == "AVAILABILITY_AGENT":
        names = TABLE if service.kind == "restaurant" else TABLE[:1]
    return function is not None and all(one.params.get(name) for name in names)


def part_of(todo: tuple[Decision, ...]) -> str:
    """Return the words that the next system answers, else nothing."""
    return todo[0].text if todo and todo[0].function in SYSTEMS and todo[0].event is None else ""


def commanded(command: str, text: str, service: Service) -> Decision:
    """Return the function that a command names, with the words behind it: no command is seen by a specialist or a guest.

    ``/general`` and a command of no function are answered from the knowledge.
    """
    name = next((f.name for f in service.enabled if f.base_command == command), None)
    words = text.lstrip()[len(command) :].strip()
    return Decision(function=name or FALLBACK, text=words)


class PublishUpdate(TypedDict, total=False):
    """Channels that ``publish`` updates."""

    front: FrontTurn
    event: dict[str, Any]
    turn: Turn


async def publish(state: AssistantState, ports: AssistantPorts, run: Run) -> PublishUpdate:
    """Note which system answered, so that a short answer to its question finds it again; give the next one its event or its words.

    However the words were answered, a card that was not decided waits on.
    """
    front, waits = state["front"], {"parked": card_waits(state["trip_intent"], run.thread_id)}
    if not front.todo:
        return {"turn": state["turn"].model_copy(update=waits)}
    done = front.answered(front.todo[0])
    name = front.next_function
    booked = any(one.function == "BOOKING" for one in front.done)  # what it asked last is what a short answer answers
    update: PublishUpdate = {
        "front": done.model_copy(update={"system": name}) if name in SYSTEMS and not booked else done
    }
    part = {"part": part_of(done.todo), "handled": done.handled}
    update["turn"] = state["turn"].model_copy(update={**part, **waits})
    if done.todo and done.todo[0].event:
        update["event"] = dict(done.todo[0].event)
    return update
