"""intake: take in words or an event, stamp the turn, look at the ledger, and line up what is to be done."""

from collections.abc import Mapping, Sequence
from typing import Any, TypedDict
from uuid import uuid4

from langchain_core.messages import AnyMessage, HumanMessage
from pydantic import ValidationError

from tripintent.nodes.booking.approve import UNCLEAR_ANSWER
from tripintent.nodes.booking.clock import stamp
from tripintent.nodes.booking.ledger_view import mirrored, newly_expired
from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.speech import say
from tripintent.nodes.booking.state import BookingState
from tripintent.state.derived import current_ranking
from tripintent.state.events import EVENT, PublicEvent, UserMessage
from tripintent.state.fingerprint import fingerprint
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.rebase import prints_of
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.routing import TextRouter

MAX_CHARACTERS = 4000


class IntakeUpdate(TypedDict, total=False):
    """What intake writes."""

    messages: list[AnyMessage]
    trip_intent: list[Any]
    turn: Turn
    journal: None


async def intake(state: BookingState, ports: Ports, run: Run) -> IntakeUpdate:
    """Start a turn. A malformed event, or words that are too long, are answered and change nothing."""
    adopted = await _adopted(state["trip_intent"], ports, run)
    stamped = apply_patch(adopted, await _stamps(adopted, ports, run))
    standing = await ports.desk.standing(stamped.trip_id)
    lapsed = newly_expired(stamped, standing)
    mirror = {**mirrored(stamped, standing), **({"hold_requested": False} if lapsed else {})}
    trip = apply_patch(stamped, Patch(by="intake", merge={"working_memory": mirror}))
    turn, heard, refusal = _heard(state, trip, ports.route)
    refused, began = refusal is not None, len(state.get("messages", ()))
    turn = turn.model_copy(update={"refused": refused, "spoke": refused, "start": prints_of(adopted), "began": began})
    stamp_text = Patch(by="intake", merge={"request": {"user_message": turn.text}})
    update: IntakeUpdate = {"trip_intent": [trip, stamp_text], "turn": turn, "journal": None}
    messages: list[AnyMessage] = list(heard)
    if lapsed:
        void = stamped.working_memory.approval is not None and standing.approval is None
        messages.append(await say(ports, trip, "holds_expired", titles=[h.title for h in lapsed], approval_void=void))
    if refusal:
        messages.append(await say(ports, trip, refusal[0], **refusal[1]))
    return {**update, "messages": messages} if messages else update


async def _adopted(trip: TripIntent, ports: Ports, run: Run) -> TripIntent:
    """Return the trip with its name, or a newer version that another thread or graph published."""
    org = trip.org or run.context.organisation
    trip_id = trip.trip_id or f"trip_{fingerprint(org, run.thread_id or uuid4().hex)[:12]}"
    published = await ports.trips.get(org, trip_id)
    if published and published.version > trip.version:
        return published
    return trip.model_copy(update={"org": org, "trip_id": trip_id})


async def _stamps(trip: TripIntent, ports: Ports, run: Run) -> Patch:
    """Return the stamps of the turn, and the policy in force for the organisation."""
    context, now = run.context, ports.clock.now()
    zone = context.timezone or (trip.request.timezone if trip.request.turn else "") or "UTC"
    policy = await ports.policies.rules(trip.org, context.traveller)
    merge: dict[str, Any] = {
        "created_at": trip.created_at or int(now.timestamp()),
        "policy": policy,
        "request": {
            "locale": context.locale,
            "timezone": zone,
            "turn": trip.request.turn + 1,
            **stamp(now, zone),
        },
        "party": await _traveller(trip, ports, context.traveller),
    }
    if context.currency and not trip.constraints.currency:
        merge["constraints"] = {"currency": context.currency}
    return Patch(by="intake", merge=merge)


async def _traveller(trip: TripIntent, ports: Ports, profile_id: str) -> dict[str, Any]:
    known = profile_id in trip.party.traveler_profile_ids
    if not profile_id or known or await ports.profiles.get(profile_id) is None:
        return {}
    return {"traveler_profile_ids": (profile_id, *trip.party.traveler_profile_ids)}


Refusal = tuple[str, dict[str, Any]]


def _heard(
    state: BookingState, trip: TripIntent, route: TextRouter
) -> tuple[Turn, Sequence[AnyMessage], Refusal | None]:
    """Return the new turn, what must be added to the messages, and why it cannot be worked if so."""
    before = state.get("turn") or Turn()
    raw = state.get("event")
    if raw is not None:
        return _from_event(raw, before, trip, route)
    last = state["messages"][-1] if state.get("messages") else None
    if last is None or last.type != "human" or (last.id and last.id == before.handled):
        return Turn(handled=before.handled), (), None
    text = _text(last)
    turn = Turn(text=text[:MAX_CHARACTERS], event="USER_MESSAGE", handled=last.id or "")
    problem = _problem(text)
    if problem:
        return turn, (), problem
    return turn.model_copy(update={"queue": _routed(text, trip, route)}), (), None


def _from_event(
    raw: Any, before: Turn, trip: TripIntent, route: TextRouter
) -> tuple[Turn, Sequence[AnyMessage], Refusal | None]:
    if isinstance(raw, Mapping) and raw.get("type") == UNCLEAR_ANSWER:
        return Turn(event=UNCLEAR_ANSWER, handled=before.handled), (), ("unclear_answer", {})
    try:
        event: PublicEvent = EVENT.validate_python(raw)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(str(p) for p in first["loc"]) or "event"
        return Turn(handled=before.handled), (), ("malformed_event", {"where": where, "problem": first["msg"]})
    turn = Turn(event=event.type, handled=before.handled, queue=(event,))
    if not isinstance(event, UserMessage):
        return turn, (), None
    heard = [HumanMessage(content=event.text[:MAX_CHARACTERS])]
    problem = _problem(event.text)
    turn = turn.model_copy(
        update={"text": event.text[:MAX_CHARACTERS], "queue": () if problem else _routed(event.text, trip, route)}
    )
    return turn, heard, problem


def _routed(text: str, trip: TripIntent, route: TextRouter) -> tuple[PublicEvent, ...]:
    """Let the text router split the words into events; a bare number answers a question that was asked."""
    ranking, wm = current_ranking(trip), trip.working_memory
    answering = trip.status.asked and len(text.split()) == 1
    options = ranking.bundles if ranking and not answering else ()
    return route(text, options, has_bookings=bool(wm.bookings), approval_waiting=wm.approval is not None)


def _problem(text: str) -> Refusal | None:
    if len(text) > MAX_CHARACTERS:
        return "too_long", {"characters": len(text), "limit": MAX_CHARACTERS}
    if not text.strip():
        return "empty_message", {}
    if any(ord(c) < 32 and c not in "\n\r\t\f\v" for c in text) or "\ufffd" in text:
        return "unreadable_message", {}
    return None


def _text(message: AnyMessage) -> str:
    """Return the words of a message; pictures and other parts are left out."""
    content = message.content
    if isinstance(content, str):
        return content
    parts = (p if isinstance(p, str) else str(p.get("text", "")) for p in content)
    return "\n".join(p for p in parts if p)
