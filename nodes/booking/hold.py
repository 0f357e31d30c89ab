"""hold: keep what was chosen, through the desk. release: give back what no longer fits the trip, or is let go.

What cannot be had any more is searched for again.
"""

from collections.abc import Sequence
from typing import Any

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.choice import chosen_offers
from tripintent.nodes.booking.facts.news import carded
from tripintent.nodes.booking.facts.options import request_facts
from tripintent.nodes.booking.people import only_some, remember_people, travellers_with_papers
from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.runtime import Run, reply
from tripintent.nodes.view import mirrored
from tripintent.state.asked_for import asked_otherwise, requests_of, used_up
from tripintent.state.booking import Hold
from tripintent.state.derived import stale_holds, to_be_bought
from tripintent.state.patch import DELETE, Patch, apply_patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.desk import HoldItem, HoldRequest, LedgerStatus
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.screen import holds_facts
from tripintent.tools.toolbox.searched import title_of


async def hold(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Place the holds that are not there yet; the desk keeps those that are."""
    trip, turn = state["trip_intent"], state["turn"]
    request = await _request(trip, ports, run)
    if request is None:
        return await _nothing_chosen(trip, turn, ports)
    ledger_status = await ports.desk.hold(request)
    if ports.searches is not None:
        ports.searches.forget({item.offer.option_id for item in request.items})
    await remember_people(trip, ports, run.context.traveller)
    fits = {i.requirement_key for i in request.items}
    placed = [h for h in ledger_status.holds if h.requirement_key in fits]
    failed = _failures(request, placed)
    kept = [h for h in placed if h.status in ("held", "in_doubt")]
    facts: dict[str, Any] = {
        "waits": to_be_bought(trip),
        "held": [hold_facts(h) for h in kept],
        "failed": failed,
        "simulated": any(i.offer.simulated for i in request.items),
    }
    lost = [(one["title"], one["error"]) for one in failed]
    card = await holds_facts(trip, kept, lost, ports, run.principal.subject, simulated=facts["simulated"])
    merge = _merge(trip, ledger_status, request, kept)
    held = Patch(by="hold", event="TOOL_RESULT", note=f"{len(kept)} held, {len(failed)} failed", merge=merge)
    used = used_up(apply_patch(trip, held))
    patches = [held, Patch(by="hold", note="agreed", merge=used)] if used else [held]
    after = apply_patch(trip, patches)
    again = asked_otherwise(after) and after.working_memory.hold_requested and not failed
    return {
        "messages": [] if again else [carded(card, trip, ports, "held", facts)],
        "trip_intent": patches,
        "turn": turn.model_copy(update={"spoke": True, "news": False}),
    }


async def _nothing_chosen(trip: TripIntent, turn: Turn, ports: Ports) -> BookingUpdate:
    """Say that there is nothing to hold: a client jumped here, or the state names a trip that has no such offers."""
    told = await reply(ports, trip, "refused", code="nothing_held", message="nothing is held that could be bought")
    patch = Patch(by="hold", note="nothing chosen", merge={"working_memory": {"hold_requested": False}})
    return {"messages": [told], "trip_intent": [patch], "turn": turn.model_copy(update={"spoke": True})}


async def _request(trip: TripIntent, ports: Ports, run: Run) -> HoldRequest | None:
    items = tuple(
        HoldItem(offer=c.offer, key=c.key, requirement_key=c.requirement_key, title=title_of(c.offer), part=c.part)
        for c in await chosen_offers(trip, ports)
    )
    if not items:
        return None
    return HoldRequest(
        trip_id=trip.ledger_id,
        org=trip.org,
        thread_id=run.thread_id,
        bundle_id=trip.working_memory.selected.bundle_id or "",
        items=items,
        travellers=await travellers_with_papers(trip, ports, run),
        only=only_some(trip),
        contact=trip.party.contact,
        requests=requests_of(trip),
        supplier_hold=trip.policy.rules.holds_allowed_without_approval,
    )


def _failures(request: HoldRequest, placed: list[Hold]) -> list[dict[str, str]]:
    alive = {h.requirement_key for h in placed if h.status in ("held", "in_doubt")}
    why = {h.requirement_key: h.error for h in placed if h.status == "failed"}
    return [
        {"title": i.title, "error": why.get(i.requirement_key, "")}
        for i in request.items
        if i.requirement_key not in alive
    ]


def _merge(trip: TripIntent, ledger_status: LedgerStatus, request: HoldRequest, kept: list[Hold]) -> dict[str, object]:
    """Mirror the ledger; an offer that could not be held is not an answer any more, so that its question is asked again."""
    alive = {h.requirement_key for h in kept}
    lost = [i.key for i in request.items if i.requirement_key not in alive]
    merge = mirrored(trip, ledger_status)
    if lost:
        merge["quotes"] = dict.fromkeys(lost, DELETE)
    if lost or any(h.status == "in_doubt" for h in kept):
        merge["hold_requested"] = False
    return {"working_memory": merge, "status": {"asked": ()}}


def hold_facts(held: Hold) -> dict[str, Any]:
    """Return one hold for the words."""
    told = held.model_dump(mode="json", include={"title", "kind", "status", "total", "expires_at"})
    return {**told, "requests": request_facts(held.item_type, held.requests)}


LIVE = ("held", "in_doubt")
"""States of a hold that can be let go. A hold in doubt is given back as soon as its supplier shows it."""


async def release(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Release at the supplier; an approval that contained them is void. What is being bought stays as it is."""
    trip, turn = state["trip_intent"], state["turn"]
    asked = _asked(trip, turn)
    live = [h for h in trip.working_memory.holds if h.status in LIVE]
    holds = live if asked else list(stale_holds(trip))
    reason = "let go by the traveller" if asked else "the trip changed"
    ledger_status = await ports.desk.release(trip.ledger_id, [h.hold_id for h in holds], reason)
    merge = {"working_memory": {**mirrored(trip, ledger_status), "hold_requested": False}}
    patch = Patch(by="release", note=f"{reason}: {', '.join(h.hold_id for h in holds)}", merge=merge)
    answered = turn.done().model_copy(update={"spoke": True}) if asked else turn
    return {
        "messages": await _told(state, holds, ledger_status, ports, asked=asked),
        "trip_intent": patch,
        "turn": answered,
    }


async def _told(
    state: BookingState, holds: Sequence[Hold], ledger_status: LedgerStatus, ports: Ports, *, asked: bool
) -> list[AnyMessage]:
    """Say which holds are gone, unless the card before says so; when a purchase keeps all of them, that nothing was done."""
    trip, before = state["trip_intent"], state["messages"][-1:]
    kept = {hold.hold_id for hold in ledger_status.holds if hold.status in LIVE}
    gone = [hold for hold in holds if hold.hold_id not in kept]
    if holds and not gone:
        return [await reply(ports, trip, "refused", code="busy", message="the trip is being bought right now")]
    on_card = {title for one in before for title in one.additional_kwargs.get("facts", {}).get("let_go", ())}
    if gone and {hold.title for hold in gone} <= on_card:
        return []
    void = trip.working_memory.approval is not None
    booked = any(one.status == "confirmed" for one in trip.working_memory.bookings)
    facts = {"asked": asked, "approval_void": void, "booked": booked}
    return [await reply(ports, trip, "released", titles=[hold.title for hold in gone], **facts)]


def _asked(trip: TripIntent, turn: Turn) -> bool:
    """Check whether the traveller lets the holds go: in so many words, or by a no while no approval waits any more."""
    head = turn.queue[0].type if turn.queue else ""
    return head == "USER_RELEASES_HOLD" or (head == "USER_REJECTS" and trip.working_memory.approval is None)
