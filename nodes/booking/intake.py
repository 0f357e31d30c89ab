"""intake: take in words or an event, stamp the turn, look at the ledger, and line up what is to be done."""

import asyncio
from typing import Any, TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.facts.ledger_view import mirrored, newly_expired
from tripintent.nodes.booking.facts.news import (
    cancellation_news,
    cancelled_since,
    found_since,
    moved_on,
    purchase_news,
    unseen,
    watch_merge,
    watch_news,
    wishes_after,
)
from tripintent.nodes.booking.parts.parse_input import parse_input, too_much
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.opening import adopted_trip, stamps
from tripintent.nodes.runtime import Run, reply
from tripintent.state.caps import excess, within
from tripintent.state.document import block_hashes
from tripintent.state.framing import frame_of, plan_hash
from tripintent.state.patch import Patch, apply_patch
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
    adopted = await adopted_trip(state["trip_intent"], ports, run)
    stamped = apply_patch(adopted, await stamps(adopted, ports, run))
    ledger_status = await ports.desk.ledger_status(stamped.ledger_id)
    lapsed = newly_expired(stamped, ledger_status)
    news = moved_on(state["trip_intent"].working_memory.purchase_state, ledger_status) or unseen(adopted, ledger_status)
    cancelled = () if news else cancelled_since(adopted, ledger_status)
    mirror = {**mirrored(stamped, ledger_status), **({"hold_requested": False} if lapsed else {})}
    mirror |= wishes_after(ledger_status.purchase_state) if news else {}
    trip = apply_patch(stamped, Patch(by="intake", merge={"working_memory": mirror}))
    found = await found_since(trip, ports)
    trip = apply_patch(trip, Patch(by="intake", merge={"working_memory": watch_merge(trip, found)}))
    heard = await asyncio.to_thread(
        parse_input, state, trip, ports
    )  # a stranger's input may be long: others' turns go on
    if (
        over := excess(trip)
    ) is not None:  # edited in from outside, or from before there were limits: nothing is worked for it
        nothing = heard.turn.model_copy(update={"queue": ()})
        heard = heard._replace(turn=nothing, refusal=too_much(over, kept=True))
        trip = _within_limits(trip)
    refused, began = heard.refusal is not None, len(state.get("messages", ()))
    turn = heard.turn.model_copy(
        update={
            "refused": refused,
            "spoke": refused or news or bool(cancelled),
            "start": block_hashes(adopted),
            "began": began,
        }
    )
    trip = await _first_spoken(trip, turn, ports)
    stamp_text = Patch(by="intake", merge={"request": {"user_message": turn.text}})
    update: IntakeUpdate = {"trip_intent": [trip, stamp_text], "turn": turn, "journal": None}
    messages: list[AnyMessage] = list(heard.messages)
    if heard.masked:
        messages.append(await reply(ports, trip, "card_masked"))
    if news:
        messages += await purchase_news(trip, ledger_status, ports)
    messages += [*await cancellation_news(trip, cancelled, ports), *await watch_news(trip, found, ports)]
    if lapsed:
        void = stamped.working_memory.approval is not None and ledger_status.approval is None
        messages.append(await reply(ports, trip, "holds_expired", titles=[h.title for h in lapsed], approval_void=void))
    if heard.refusal:
        messages.append(await reply(ports, trip, heard.refusal.kind, **heard.refusal.facts))
    return {**update, "messages": messages} if messages else update


async def _first_spoken(trip: TripIntent, turn: Turn, ports: Ports) -> TripIntent:
    """Return the trip with the language of its very first words, which are answered here before they are read."""
    if trip.request.turn > 1 or not turn.text:
        return trip
    language = await ports.language.detect(turn.text)
    return trip.model_copy(update={"request": trip.request.model_copy(update={"language": language})})


def _within_limits(trip: TripIntent) -> TripIntent:
    """Return the trip with the first of what it has too much of, so that its next turn can go on."""
    cut = apply_patch(trip, Patch(by="intake", note="more than a trip may hold", merge=within(trip)))
    return apply_patch(cut, Patch(by="intake", merge={"frame": frame_of(cut), "frame_plan_hash": plan_hash(cut)}))
