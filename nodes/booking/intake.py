"""intake: take in words or an event, stamp the turn, look at the ledger, and line up what is to be done."""

import asyncio
from collections.abc import Mapping
from typing import Any, NamedTuple, TypedDict
from uuid import uuid4

from langchain_core.messages import AnyMessage, HumanMessage
from pydantic import JsonValue, ValidationError

from tripintent.nodes.booking.approve import UNCLEAR_ANSWER
from tripintent.nodes.booking.facts.news import (
    cancellation_news,
    cancelled_since,
    found_since,
    moved_on,
    purchase_news,
    refused_facts,
    unseen,
    watch_merge,
    watch_news,
    wishes_after,
)
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.opening import adopted_trip, stamps
from tripintent.nodes.runtime import Run, reply
from tripintent.nodes.view import mirrored, newly_expired
from tripintent.state.booking import Approval, Booking, Hold
from tripintent.state.caps import excess, within
from tripintent.state.changing import with_days_as_booked
from tripintent.state.document import block_hashes
from tripintent.state.events import EVENT, NO_TYPE, UserMessage
from tripintent.state.framing import frame_of
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.desk import AuditEvent, LedgerStatus
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import masked_within

MAX_CHARACTERS = 4000


class IntakeRefusal(NamedTuple):
    """Why something cannot be worked: the kind of the answer and its facts."""

    kind: str
    facts: dict[str, Any]


class ParsedInput(NamedTuple):
    """The new turn, messages to be added (or to replace one that held a card number), and what is wrong with it."""

    turn: Turn
    messages: tuple[AnyMessage, ...] = ()
    refusal: IntakeRefusal | None = None
    masked: bool = False


class BookingIntakeUpdate(TypedDict, total=False):
    """Channels that ``intake`` updates."""

    messages: list[AnyMessage]
    trip_intent: list[object]
    turn: Turn


class CaughtUp(NamedTuple):
    """The trip as the ledger and the watch have it now, and what happened since the last turn."""

    trip: TripIntent
    ledger_status: LedgerStatus
    lapsed: tuple[Hold, ...]
    bought: bool
    cancelled: tuple[Booking, ...]
    found: tuple[AuditEvent, ...]
    refused: Approval | None
    approval_void: bool

    @property
    def news(self) -> bool:
        """Tell whether the traveller hears of a purchase or a cancellation first."""
        return self.bought or bool(self.cancelled)


async def intake(state: BookingState, ports: Ports, run: Run) -> BookingIntakeUpdate:
    """Start a turn. A malformed event, or words that are too long, are answered and change nothing."""
    adopted = await adopted_trip(state["trip_intent"], ports, run)
    known = state.get("turn") or Turn()
    since = await _caught_up(state["trip_intent"], adopted, ports, run, begins=not known.cards_alone)
    trip = since.trip
    heard = parse_input(state, ports)
    over = excess(trip)
    if over is not None:  # edited in from outside, or from before there were limits: nothing is worked for it
        nothing = heard.turn.model_copy(update={"queue": ()})
        heard = heard._replace(turn=nothing, refusal=IntakeRefusal("too_much", over.facts(kept=True)))
        trip = _within_limits(trip)
    refused, began = heard.refusal is not None, len(state.get("messages", ()))
    start: dict[str, object] = {
        "refused": refused,
        "spoke": refused or since.news,
        "start": block_hashes(adopted),
        "began": began,
    }
    start["chosen"] = trip.working_memory.selected
    start |= {"held_back": known.held_back, "cards_alone": known.cards_alone}
    turn = heard.turn.model_copy(update=start)
    trip = await _first_spoken(trip, turn, ports)
    said = () if known.cards_alone else (Patch(by="intake", merge={"request": {"user_message": turn.text}}),)
    update: BookingIntakeUpdate = {"trip_intent": [trip, *said], "turn": turn}
    messages: list[AnyMessage] = [*heard.messages]
    if heard.masked:
        messages.append(await reply(ports, trip, "card_masked"))
    messages += await _told(since, trip, ports)
    if heard.refusal:
        messages.append(await reply(ports, trip, heard.refusal.kind, **heard.refusal.facts))
    return {**update, "messages": messages} if messages else update


async def _caught_up(before: TripIntent, adopted: TripIntent, ports: Ports, run: Run, *, begins: bool) -> CaughtUp:
    """Stamp the turn, and bring what the ledger and the watch know into the trip. A call of a turn of words begins none."""
    stamped_now = stamps(adopted, ports, run, begins=begins)
    now, ledger_status = await asyncio.gather(stamped_now, ports.desk.ledger_status(adopted.ledger_id))
    stamped = apply_patch(adopted, now)
    lapsed = newly_expired(stamped, ledger_status)
    bought = moved_on(before.working_memory.purchase_state, ledger_status) or unseen(adopted, ledger_status)
    mirror = {**mirrored(stamped, ledger_status), **({"hold_requested": False} if lapsed else {})}
    mirror |= wishes_after(ledger_status.purchase_state) if bought else {}
    cancelled = () if bought else cancelled_since(adopted, ledger_status)
    refused = await _refused_since(stamped, ledger_status, ports)
    mirror |= {"hold_requested": False} if refused and refused.kind == "purchase" else {}
    as_booked = with_days_as_booked(stamped) if refused and refused.kind == "purchase" else stamped
    trip = apply_patch(as_booked, Patch(by="intake", merge={"working_memory": mirror}))
    found = await found_since(trip, ports)
    return CaughtUp(
        trip=apply_patch(trip, Patch(by="intake", merge={"working_memory": watch_merge(trip, found)})),
        ledger_status=ledger_status,
        lapsed=lapsed,
        bought=bought,
        cancelled=cancelled,
        found=found,
        refused=refused,
        approval_void=stamped.working_memory.approval is not None and ledger_status.approval is None,
    )


async def _refused_since(trip: TripIntent, ledger_status: LedgerStatus, ports: Ports) -> Approval | None:
    """Return the approval that waited here and got a no elsewhere, or in a turn that was cut off: its wish ended with it."""
    waited = trip.working_memory.approval
    if waited is None or waited == ledger_status.approval:
        return None
    row = await ports.desk.approval(waited.approval_id)
    return row if row is not None and row.state == "rejected" else None


async def _told(since: CaughtUp, trip: TripIntent, ports: Ports) -> list[AnyMessage]:
    """Return what is said of what happened since the last turn."""
    messages: list[AnyMessage] = []
    if since.bought:
        messages += await purchase_news(trip, since.ledger_status, ports)
    messages += await cancellation_news(trip, since.cancelled, ports)
    if since.refused:
        facts = refused_facts(since.refused, since.ledger_status)
        messages.append(await reply(ports, trip, "declined", reason="", by="", state="rejected", **facts))
    messages += await watch_news(trip, since.found, ports)
    if since.lapsed:
        titles: list[JsonValue] = [hold.title for hold in since.lapsed]
        messages.append(await reply(ports, trip, "holds_expired", titles=titles, approval_void=since.approval_void))
    return messages


async def _first_spoken(trip: TripIntent, turn: Turn, ports: Ports) -> TripIntent:
    """Return the trip with the language of its very first words, which are answered here before they are read."""
    if trip.request.turn > 1 or not turn.text:
        return trip
    language = await ports.language.detect(turn.text)
    return trip.model_copy(update={"request": trip.request.model_copy(update={"language": language})})


def _within_limits(trip: TripIntent) -> TripIntent:
    """Return the trip with the first of what it has too much of, so that its next turn can go on."""
    cut = apply_patch(trip, Patch(by="intake", note="more than a trip may hold", merge=within(trip)))
    return apply_patch(cut, Patch(by="intake", merge={"frame": frame_of(cut)}))


def parse_input(state: BookingState, ports: Ports) -> ParsedInput:
    """Read the event if there is one, else the last message if it is new and a person's."""
    before, raw = state.get("turn") or Turn(), state.get("event")
    if raw is not None:
        return _event(raw, before, ports)
    if before.part:  # a front door gave out the message, which is stored and masked already
        text, masked = ports.mask(before.part)
        return _words(text, Turn(handled=before.handled))._replace(masked=masked)
    last = state["messages"][-1] if state.get("messages") else None
    if last is None or last.type != "human" or (last.id and last.id == before.handled):
        return ParsedInput(Turn(handled=before.handled))
    text, masked = ports.mask(_text(last))
    replaced: tuple[AnyMessage, ...] = (last.model_copy(update={"content": text}),) if masked else ()
    return _words(text, Turn(handled=last.id or ""))._replace(messages=replaced, masked=masked)


def _event(raw: object, before: Turn, ports: Ports) -> ParsedInput:
    blank = Turn(handled=before.handled)
    if isinstance(raw, Mapping) and raw.get("type") == UNCLEAR_ANSWER:
        return ParsedInput(
            blank.model_copy(update={"event": UNCLEAR_ANSWER}), refusal=IntakeRefusal("unclear_answer", {})
        )
    try:
        event = EVENT.validate_python(masked_within(raw, ports.mask))
    except ValidationError as error:
        return ParsedInput(blank, refusal=_malformed(error))
    if not isinstance(event, UserMessage):
        return ParsedInput(blank.model_copy(update={"event": event.type, "queue": (event,)}))
    text, masked = ports.mask(event.text)
    said = HumanMessage(content=text[:MAX_CHARACTERS], id=str(uuid4()))
    return _words(text, Turn(handled=str(said.id)))._replace(messages=(said,), masked=masked)


def _words(text: str, turn: Turn) -> ParsedInput:
    refusal = _problem(text)
    update = {"text": text[:MAX_CHARACTERS], "event": "USER_MESSAGE"}
    return ParsedInput(turn.model_copy(update=update), refusal=refusal)


def _malformed(error: ValidationError) -> IntakeRefusal:
    first = error.errors(include_url=False)[0]
    if first["type"] == "union_tag_invalid" and (told := first.get("ctx")):
        known = str(told["expected_tags"]).replace("'", "")
        return IntakeRefusal("malformed_event", {"where": "type", "problem": f"{told['tag']} is not one of {known}"})
    where = ".".join(str(p) for p in first["loc"]) or "event"
    problem = NO_TYPE if first["type"] == "union_tag_not_found" else first["msg"]
    return IntakeRefusal("malformed_event", {"where": where, "problem": problem})


def _problem(text: str) -> IntakeRefusal | None:
    if len(text) > MAX_CHARACTERS:
        return IntakeRefusal("too_long", {"characters": len(text), "limit": MAX_CHARACTERS})
    if not text.strip():
        return IntakeRefusal("empty_message", {})
    if any(ord(c) < 32 and c not in "\n\r\t\f\v" for c in text) or "\ufffd" in text:
        return IntakeRefusal("unreadable_message", {})
    return None


def _text(message: AnyMessage) -> str:
    """Return the words of a message; pictures and other parts are left out."""
    content = message.content
    if isinstance(content, str):
        return content
    parts = (p if isinstance(p, str) else str(p.get("text", "")) for p in content)
    return "\n".join(p for p in parts if p)
