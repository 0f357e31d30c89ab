"""intake: take in words or an event, stamp the turn, look at the ledger, and line up what is to be done."""

from typing import Any, TypedDict
from uuid import uuid4

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.clock import stamp
from tripintent.nodes.booking.heard import hear
from tripintent.nodes.booking.ledger_view import mirrored, newly_expired
from tripintent.nodes.booking.news import (
    cancellation_news,
    cancelled_since,
    moved_on,
    purchase_news,
    unseen,
    wishes_after,
)
from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.speech import say
from tripintent.nodes.booking.state import BookingState
from tripintent.state.fingerprint import fingerprint
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.phases import STEP_LIMIT
from tripintent.state.rebase import prints_of
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports


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
    standing = await ports.desk.standing(stamped.ledger_id)
    lapsed = newly_expired(stamped, standing)
    news = moved_on(state["trip_intent"].working_memory.purchase_state, standing) or unseen(adopted, standing)
    cancelled = () if news else cancelled_since(adopted, standing)
    mirror = {**mirrored(stamped, standing), **({"hold_requested": False} if lapsed else {})}
    mirror |= wishes_after(standing.purchase_state) if news else {}
    trip = apply_patch(stamped, Patch(by="intake", merge={"working_memory": mirror}))
    heard = hear(state, trip, ports)
    refused, began = heard.refusal is not None, len(state.get("messages", ()))
    turn = heard.turn.model_copy(
        update={
            "refused": refused,
            "spoke": refused or news or bool(cancelled),
            "start": prints_of(adopted),
            "began": began,
        }
    )
    trip = await _first_spoken(trip, turn, ports)
    stamp_text = Patch(by="intake", merge={"request": {"user_message": turn.text}})
    update: IntakeUpdate = {"trip_intent": [trip, stamp_text], "turn": turn, "journal": None}
    messages: list[AnyMessage] = list(heard.messages)
    if heard.masked:
        messages.append(await say(ports, trip, "card_masked"))
    if news:
        messages += await purchase_news(trip, standing, ports)
    messages += await cancellation_news(trip, cancelled, ports)
    if lapsed:
        void = stamped.working_memory.approval is not None and standing.approval is None
        messages.append(await say(ports, trip, "holds_expired", titles=[h.title for h in lapsed], approval_void=void))
    if heard.refusal:
        messages.append(await say(ports, trip, heard.refusal.kind, **heard.refusal.facts))
    return {**update, "messages": messages} if messages else update


async def _first_spoken(trip: TripIntent, turn: Turn, ports: Ports) -> TripIntent:
    """Return the trip with the language of its very first words, which are answered here before they are read."""
    if trip.request.turn > 1 or not turn.text:
        return trip
    language = await ports.language.detect(turn.text)
    return trip.model_copy(update={"request": trip.request.model_copy(update={"language": language})})


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
    if trip.status.last_tool_error and trip.status.last_tool_error.code == STEP_LIMIT:
        merge["status"] = {"last_tool_error": None}
    if context.currency and not trip.constraints.currency:
        merge["constraints"] = {"currency": context.currency}
    return Patch(by="intake", merge=merge)


async def _traveller(trip: TripIntent, ports: Ports, profile_id: str) -> dict[str, Any]:
    known = profile_id in trip.party.traveler_profile_ids
    if not profile_id or known or await ports.profiles.get(profile_id) is None:
        return {}
    return {"traveler_profile_ids": (profile_id, *trip.party.traveler_profile_ids)}
