"""route and publish: what was heard becomes the list of functions that answer, in the order of the words; each is ticked off."""

from typing import Any, TypedDict

from tripintent.nodes.assistant.state import AssistantState
from tripintent.nodes.limits import spent_patch
from tripintent.nodes.runtime import Run
from tripintent.state.concierge.front import FOR_STAFF, PERSON, SYSTEMS, Decision, FrontTurn, Intent, known_function
from tripintent.state.concierge.service import GENERAL, GOES_ON, Service
from tripintent.state.derived import card_waits
from tripintent.state.patch import Patch
from tripintent.state.turn import Turn
from tripintent.state.usage import ModelUse
from tripintent.tools.ports.desk_service import AssistantPorts


class RouteUpdate(TypedDict, total=False):
    """Channels that ``route`` updates."""

    front: FrontTurn
    turn: Turn
    trip_intent: list[Patch]


async def route(state: AssistantState, ports: AssistantPorts, run: Run) -> RouteUpdate:
    """Put the functions in line. A person who has to answer goes before everything, a command before what was heard."""
    front, heard = state["front"], state["heard"]
    todo = heard.functions or ()
    if heard.intent is not None and heard.intent.person:
        todo = (Decision(function=PERSON, params={"reason": heard.intent.person}, text=front.text),)
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


def overridden(todo: tuple[Decision, ...], intent: Intent, text: str, service: Service) -> tuple[Decision, ...]:
    """Return the functions as the intent detection's command wants them; one that is among them already confirms them all.

    ``/general`` is the reply itself. No command outranks the booking, a question about what was offered or what is passed on,
    and words without a command leave the functions.
    """
    if intent.routed is None or any(one.asks or one.function in (*SYSTEMS, FOR_STAFF) for one in todo):
        return todo
    if intent.routed == GENERAL:
        return (Decision(function=GOES_ON, params={"text": intent.shown}, text=text),) if intent.shown else todo
    name = next((f.name for f in service.enabled if f.base_command == intent.routed), None)
    if name is None or any(one.function == name for one in todo):
        return todo
    params = {key: value for one in todo for key, value in one.params.items()}
    return (Decision(function=name, text=text, params=params),)


def part_of(todo: tuple[Decision, ...]) -> str:
    """Return the words that the next system answers, else nothing."""
    return todo[0].text if todo and todo[0].function in SYSTEMS and todo[0].event is None else ""


def commanded(command: str, text: str, service: Service) -> Decision:
    """Return the function that a command names, with the words behind it: no command is seen by a specialist or a guest.

    ``/general`` and a command of no function are answered from the knowledge.
    """
    name = next((f.name for f in service.enabled if f.base_command == command), None)
    words = text.lstrip()[len(command) :].strip()
    return Decision(function=known_function(name, [f.name for f in service.enabled]), text=words)


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
