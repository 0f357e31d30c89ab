"""Holds are kept back from changes: what would let one go is shown first, with prices before and after, and done on a yes.

``keeps_holds`` wraps the nodes that change the plan or the choice. keep_or_let_go asks before something is held beside what
fits no more. decide_change does what waited, or drops it.
"""

import asyncio
from collections.abc import Mapping, Sequence
from decimal import Decimal
from functools import wraps
from typing import Any

from tripintent.nodes.booking.facts.options import money
from tripintent.nodes.booking.quote import quote
from tripintent.nodes.booking.rank import rank
from tripintent.nodes.booking.state import BookingUpdate
from tripintent.nodes.in_order import next_event
from tripintent.nodes.runtime import Node, Run, message
from tripintent.state.acts import WOULD_LET_GO, Outcome
from tripintent.state.booking import Hold
from tripintent.state.derived import anything_found, current_ranking, selected_bundle, stale_holds, unquoted
from tripintent.state.events import UserDecidesChange, UserRequestHold, UserWantsPurchase
from tripintent.state.money import Money
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions import gaps
from tripintent.state.trip import TripIntent
from tripintent.state.turn import SearchTask, Turn
from tripintent.tools.ports.ports import Ports

WAYS = {"let_go": True, "keep_hold": False}
"""What can be answered, in the order shown, and whether the change is made."""


def keeps_holds(node: Node) -> Node:
    """Return the node; a change of it that would end a live hold is not made, and waits for a yes."""

    @wraps(node)
    async def careful(state: Any, ports: Ports, run: Run) -> Mapping[str, Any]:
        trip, turn = state["trip_intent"], state["turn"]
        update = await node(state, ports, run)
        made = update.get("turn", turn)
        if made.lets_go or not turn.queue or "trip_intent" not in update:
            return update
        before = {one.hold_id for one in stale_holds(trip)}
        after = apply_patch(trip, update["trip_intent"])
        lost = [one for one in stale_holds(after) if one.hold_id not in before]
        asked = {**state, "turn": made if turn.cards_alone else turn}  # its call is answered
        return await _held_back(asked, after, lost, ports, run) if lost else update

    return careful


async def _held_back(state: Any, after: TripIntent, lost: Sequence[Hold], ports: Ports, run: Run) -> Mapping[str, Any]:
    """Show what is held and what there is after the change, and keep what was asked for until it is decided."""
    trip, turn = state["trip_intent"], state["turn"]
    later = await surveyed(after, ports, run)
    if turn.cards_alone and turn.called:
        return {"turn": _refused(turn, lost, _price(later))}
    facts: dict[str, Any] = {
        "held": [
            {"title": one.title, "total": money(one.total), "expires_at": one.expires_at and one.expires_at.isoformat()}
            for one in lost
        ],
        "before": money(_sum(lost)),
        "after": money(_price(later)),
        "missing": list(gaps(later)),
        "approval": trip.working_memory.approval is not None,
        "simulated": any(one.simulated for one in lost),
        "ways": list(WAYS),
    }
    labels = {way: await ports.language.phrase(way, {}, trip.request.tag) for way in WAYS}
    words = await ports.language.phrase("hold_first", {**facts, "labels": [*labels.values()]}, trip.request.tag)
    waits = turn.model_copy(update={"queue": (), "held_back": turn.queue, "spoke": True})
    return {"messages": [message(words, "hold_first", facts={**facts, "labels": labels})], "turn": waits}


def _refused(turn: Turn, lost: Sequence[Hold], price: Money | None) -> Turn:
    """Return the turn with its last call refused: who called asks the traveller, and calls again."""
    facts: dict[str, object] = {
        "would_let_go": [{"hold_id": one.hold_id, "title": one.title} for one in lost],
        "held": money(_sum(lost)),
        "would_cost": money(price),
    }
    titles = tuple(one.title for one in lost)
    outcome = Outcome.refused(WOULD_LET_GO, "let_hold_go", titles).model_copy(update={"facts": facts})
    last = turn.called[-1].model_copy(update={"outcome": outcome})
    return turn.model_copy(update={"queue": (), "called": (*turn.called[:-1], last)})


def _sum(holds: Sequence[Hold]) -> Money | None:
    totals = [one.total for one in holds if one.total]
    if not totals or len({one.currency for one in totals}) > 1:
        return None
    return Money(amount=sum((one.amount for one in totals), Decimal(0)), currency=totals[0].currency)


def _price(trip: TripIntent) -> Money | None:
    """Return what the trip costs that is chosen, or else the cheapest of the options."""
    chosen, ranking = selected_bundle(trip), current_ranking(trip)
    if chosen is not None:
        return chosen.whole
    totals = [one.whole for one in ranking.bundles] if ranking else []
    return min(totals, key=lambda one: one.amount, default=None)


async def surveyed(trip: TripIntent, ports: Ports, run: Run) -> TripIntent:
    """Return a copy of a trip with answers to its open questions and a ranking; nothing but the store of offers is written."""
    if gaps(trip):
        return trip
    tasks = [
        SearchTask(ledger_id=trip.ledger_id, number=one.number, key=one.key, query=one.query) for one in unquoted(trip)
    ]
    for one in await asyncio.gather(*(quote(one, ports, run) for one in tasks)):
        trip = apply_patch(trip, one.get("trip_intent", ()))
    if not anything_found(trip) or current_ranking(trip) is not None:
        return trip
    state: Any = {"trip_intent": trip, "turn": Turn()}
    return apply_patch(trip, (await rank(state, ports, run)).get("trip_intent", ()))


async def keep_or_let_go(state: Any, ports: Ports, run: Run) -> Mapping[str, Any]:
    """Ask about what is held and is no part of what is chosen; the wish to hold or buy that waits for it."""
    trip, turn = state["trip_intent"], state["turn"]
    wish = UserWantsPurchase() if trip.working_memory.purchase_requested else UserRequestHold()
    waits = turn.model_copy(update={"queue": (wish, *turn.queue)})
    asked = await _held_back({**state, "turn": waits}, trip, stale_holds(trip), ports, run)
    return {**asked, "trip_intent": Patch(by="keep_or_let_go", merge={"working_memory": {"hold_requested": False}})}


async def decide_change(state: Any, ports: Ports, run: Run) -> BookingUpdate:
    """Do what waited, which may let holds go now, or drop it: then all stays as it is."""
    turn: Turn = state["turn"]
    decided, rest = next_event(turn, UserDecidesChange), turn.queue[1:]
    if decided.let_hold_go and turn.held_back:
        return {"turn": turn.model_copy(update={"queue": (*turn.held_back, *rest), "held_back": (), "lets_go": True})}
    kind = "hold_kept" if turn.held_back else "nothing_waits"
    words = await ports.language.phrase(kind, {}, state["trip_intent"].request.tag)
    kept = turn.model_copy(update={"queue": rest, "held_back": (), "spoke": True})
    return {"messages": [message(words, kind)], "turn": kept}
