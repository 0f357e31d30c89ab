"""What came in: the words of the last message or one event, cleaned, and split into what is to be done."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from langchain_core.messages import AnyMessage, HumanMessage
from pydantic import ValidationError

from tripintent.nodes.booking.approve import UNCLEAR_ANSWER
from tripintent.nodes.booking.parts.details import asked_for_details, read_details
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.in_order import turn_today
from tripintent.state import caps
from tripintent.state.derived import selected_bundle, shown_ranking
from tripintent.state.events import (
    EVENT,
    PublicEvent,
    UserAddsTravellers,
    UserMessage,
    UserRequestHold,
    UserSelectedBundle,
    UserWantsPurchase,
)
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.masking import masked_within
from tripintent.tools.ports.ports import Ports

MAX_CHARACTERS = 4000


class Refusal(NamedTuple):
    """Why something cannot be worked: the kind of the answer and its facts."""

    kind: str
    facts: dict[str, Any]


class ParsedInput(NamedTuple):
    """The new turn, messages to be added (or to replace one that held a card number), and what is wrong with it."""

    turn: Turn
    messages: tuple[AnyMessage, ...] = ()
    refusal: Refusal | None = None
    masked: bool = False


def parse_input(state: BookingState, trip: TripIntent, ports: Ports) -> ParsedInput:
    """Read the event if there is one, else the last message if it is new and a person's."""
    before, raw = state.get("turn") or Turn(), state.get("event")
    if raw is not None:
        return _event(raw, before, trip, ports)
    if before.part:  # a front door gave out the message, which is stored and masked already
        return _words(before.part, Turn(handled=before.handled), trip, ports)
    last = state["messages"][-1] if state.get("messages") else None
    if last is None or last.type != "human" or (last.id and last.id == before.handled):
        return ParsedInput(Turn(handled=before.handled))
    text, masked = ports.mask(_text(last))
    replaced: tuple[AnyMessage, ...] = (last.model_copy(update={"content": text}),) if masked else ()
    return _words(text, Turn(handled=last.id or ""), trip, ports)._replace(messages=replaced, masked=masked)


def _event(raw: object, before: Turn, trip: TripIntent, ports: Ports) -> ParsedInput:
    blank = Turn(handled=before.handled)
    if isinstance(raw, Mapping) and raw.get("type") == UNCLEAR_ANSWER:
        return ParsedInput(blank.model_copy(update={"event": UNCLEAR_ANSWER}), refusal=Refusal("unclear_answer", {}))
    try:
        event: PublicEvent = EVENT.validate_python(masked_within(raw, ports.mask))
    except ValidationError as error:
        return ParsedInput(blank, refusal=_malformed(error))
    if not isinstance(event, UserMessage):
        return ParsedInput(blank.model_copy(update={"event": event.type, "queue": (event,)}))
    text, masked = ports.mask(event.text)
    said = HumanMessage(content=text[:MAX_CHARACTERS])
    return _words(text, blank, trip, ports)._replace(messages=(said,), masked=masked)


def _words(text: str, turn: Turn, trip: TripIntent, ports: Ports) -> ParsedInput:
    refusal = _problem(text)
    queue = () if refusal else routed(text, trip, ports)
    if len(queue) > caps.WISHES:
        refusal, queue = too_much(caps.Excess("wishes", len(queue), caps.WISHES)), ()
    update = {"text": text[:MAX_CHARACTERS], "event": "USER_MESSAGE", "queue": queue}
    return ParsedInput(turn.model_copy(update=update), refusal=refusal)


def routed(text: str, trip: TripIntent, ports: Ports, *, plain: bool = False) -> tuple[PublicEvent, ...]:
    """Return the events of a message: who travels comes first, apart from what else it says. ``plain``: see below."""
    people, rest = ports.people.apart(text, turn_today(trip))
    whole = _split(text, trip, ports, plain=plain)
    if not (people and rest) or any(isinstance(event, UserAddsTravellers) for event in whole):
        return whole
    events = _split(rest, trip, ports, plain=plain)
    acts = any(not isinstance(event, UserMessage) for event in events)
    return (UserMessage(text=people), *events) if acts or not asked_for_details(trip) else (UserMessage(text=text),)


def _split(text: str, trip: TripIntent, ports: Ports, *, plain: bool) -> tuple[PublicEvent, ...]:
    """Let the text router split the words into events; a bare number answers a question that was asked.

    Words that are more than commands go whole to a model, where one reads; names and birth dates do not. ``plain``: the rules
    read alone.
    """
    ranking, wm = shown_ranking(trip), trip.working_memory
    answering = trip.status.asked and len(text.split()) == 1
    options = ranking.bundles if ranking and not answering else ()
    events = ports.route(
        text,
        options,
        shown=wm.shown,
        has_bookings=bool(wm.bookings),
        approval_waiting=_may_refuse(trip),
        described=wm.described,
    )
    events = _of_the_one_meant(events, trip)
    texts = [event.text for event in events if isinstance(event, UserMessage)]
    details = any(read_details(trip, said, ports) for said in texts) if ports.meter else False
    return (UserMessage(text=text),) if ports.meter and texts and not (plain or details) else events


def _of_the_one_meant(events: tuple[PublicEvent, ...], trip: TripIntent) -> tuple[PublicEvent, ...]:
    """Put the one option that was just described, or is alone on the list, before "hold it", where none is chosen."""
    ranking = shown_ranking(trip)
    bundles = ranking.bundles if ranking and selected_bundle(trip) is None else ()
    one = trip.working_memory.described or (bundles[0].bundle_id if len(bundles) == 1 else None)
    wants = events and isinstance(events[0], UserRequestHold | UserWantsPurchase)
    return (UserSelectedBundle(bundle_id=one), *events) if wants and bundles and one else events


def _may_refuse(trip: TripIntent) -> bool:
    """Whether a no refuses something: the approval that waits, or holds still wished for after its time was over."""
    wm = trip.working_memory
    held = wm.hold_requested and any(hold.status == "held" for hold in wm.holds)
    return wm.approval is not None or (held and not trip.status.asked)


def too_much(over: caps.Excess, *, kept: bool = False) -> Refusal:
    """Refuse what is more than one trip or message may hold; ``kept`` when the trip goes on with as much as it may."""
    return Refusal("too_much", {"what": over.what, "count": over.count, "limit": over.limit, "kept": kept})


def _malformed(error: ValidationError) -> Refusal:
    first = error.errors(include_url=False)[0]
    where = ".".join(str(p) for p in first["loc"]) or "event"
    return Refusal("malformed_event", {"where": where, "problem": first["msg"]})


def _problem(text: str) -> Refusal | None:
    if len(text) > MAX_CHARACTERS:
        return Refusal("too_long", {"characters": len(text), "limit": MAX_CHARACTERS})
    if not text.strip():
        return Refusal("empty_message", {})
    if any(ord(c) < 32 and c not in "\n\r\t\f\v" for c in text) or "\ufffd" in text:
        return Refusal("unreadable_message", {})
    return None


def _text(message: AnyMessage) -> str:
    """Return the words of a message; pictures and other parts are left out."""
    content = message.content
    if isinstance(content, str):
        return content
    parts = (p if isinstance(p, str) else str(p.get("text", "")) for p in content)
    return "\n".join(p for p in parts if p)
