"""purchase and decline: a yes or a no goes to the desk. The ledger alone decides whether anything is bought.

After a no the approval is closed, its holds are released, and the trip stays.
"""

from typing import Any

from langchain_core.messages import AnyMessage
from pydantic import JsonValue

from tripintent.nodes.booking.facts.card import card_confirmations
from tripintent.nodes.booking.facts.news import carded, outcome_told, purchase_news, refused_facts, unseen
from tripintent.nodes.booking.people import not_on_file, travellers_of
from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.identity import owner_of
from tripintent.nodes.runtime import Run, reply
from tripintent.nodes.view import mirrored
from tripintent.state.booking import Approval
from tripintent.state.changing import with_days_as_booked
from tripintent.state.context import TRAVELLER
from tripintent.state.derived import lapsed
from tripintent.state.events import UserApprovedPurchase, UserRejects
from tripintent.state.patch import DELETE, Patch, apply_patch, difference
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.desk import LedgerStatus
from tripintent.tools.ports.outcomes import Bought, Failed, PurchaseOutcome, ReapprovalNeeded, Refused
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.screen_facts import WatchFacts

HOLDS_GONE = frozenset({"hold_expired", "nothing_held"})


async def purchase(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Buy under the answer or the token that came in; without either the desk refuses."""
    trip, turn = state["trip_intent"], state.get("turn") or Turn()
    outcome = await _bought(trip, turn, ports, run)
    unconfirmed = _unconfirmed(trip, turn) if _code(outcome) == "missing_confirmation" else []
    if turn.queue and isinstance(turn.queue[0], UserApprovedPurchase):
        turn = turn.done()
    more: dict[str, JsonValue] = {"unconfirmed": unconfirmed} if unconfirmed else {}
    ledger_status = await ports.desk.ledger_status(trip.ledger_id)
    merge = {
        "working_memory": {**mirrored(trip, ledger_status), **_wishes(outcome), **_replaced(trip, outcome)},
        "status": {"asked": ()},
    }
    patch = Patch(by="purchase", event=turn.event, note=f"{outcome.kind} {_code(outcome)}".strip(), merge=merge)
    more |= {"lapsed": [one.title for one in lapsed(apply_patch(trip, patch))]} if isinstance(outcome, Failed) else {}
    told: list[AnyMessage] = [await outcome_told(outcome, trip, ledger_status, ports, **more)]
    if isinstance(outcome, Bought) and (watch := trip.working_memory.price_watch):
        told.append(carded(WatchFacts(event="ended", now=watch.price, why="booked"), trip, ports, "watched", {}))
    spoken = turn.model_copy(update={"answer": None, "spoke": True, "news": False})
    ended = _wish_ended(trip) if isinstance(outcome, Failed) else []
    return {"messages": told, "trip_intent": [patch, *ended], "turn": spoken}


async def _bought(trip: TripIntent, turn: Turn, ports: Ports, run: Run) -> PurchaseOutcome:
    """Hand the token or the sealed answer to the desk, unless it names a payment method that is not on file."""
    event = turn.queue[0] if turn.queue else None
    if isinstance(event, UserApprovedPurchase):
        refused = await not_on_file(event.payment_method_id, trip, ports, run)
        return refused or await ports.desk.purchase_with_token(
            trip.ledger_id, event.approval_token, event.payment_method_id, event.confirmations, travellers_of(trip)
        )
    refused = await not_on_file(turn.answer.payment_method_id if turn.answer else None, trip, ports, run)
    return refused or await ports.desk.purchase(trip.ledger_id, turn.answer, travellers_of(trip))


def _unconfirmed(trip: TripIntent, turn: Turn) -> list[JsonValue]:
    """Return the points of the card that the answer left open, each as a risk to be worded."""
    approval, event = trip.working_memory.approval, turn.queue[0] if turn.queue else None
    answer = event if isinstance(event, UserApprovedPurchase) else turn.answer
    given = answer.confirmations if answer else ()
    return [c["risk"] for c in card_confirmations(approval) if c["risk"] and c["id"] not in given] if approval else []


def _wishes(outcome: PurchaseOutcome) -> dict[str, Any]:
    """Return the wish to hold and buy after this outcome: kept only while a new approval may be given.

    What got worse is no longer what was wished for: a person decides about it, whatever the policy.
    """
    if isinstance(outcome, ReapprovalNeeded):
        return {"purchase_requested": False}
    lapsed = isinstance(outcome, Refused) and outcome.code in HOLDS_GONE
    goes_on = isinstance(outcome, Refused) and not lapsed
    return {} if goes_on else {"hold_requested": False}


def _code(outcome: PurchaseOutcome) -> str:
    return outcome.code if isinstance(outcome, Refused) else getattr(outcome, "state", "")


def _replaced(trip: TripIntent, outcome: PurchaseOutcome) -> dict[str, object]:
    """Return what ends with a purchase: what it set in the place of bookings, the nights that it added, and a watch of the price."""
    gone = dict.fromkeys(trip.working_memory.replacing, DELETE)
    return {"replacing": gone, "extending": (), "price_watch": None} if isinstance(outcome, Bought) else {}


async def decline(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Close the approval that the answer, or the words, were about; another trip's is refused and stays as it is."""
    trip, turn = state["trip_intent"], state["turn"]
    approval_id, reason = _about(trip, turn)
    by, grant_id = (turn.answer.by, turn.answer.grant_id) if turn.answer else (TRAVELLER, "")
    outcome = await ports.desk.reject(trip.ledger_id, approval_id, by, reason, grant_id)
    rest = turn if turn.answer else turn.done()
    if isinstance(outcome, Refused):
        told = await reply(ports, trip, "refused", code=outcome.code, message=outcome.message)
        after = rest.model_copy(update={"answer": None, "spoke": True})
        return {"messages": [told], "trip_intent": Patch(by="decline", note=outcome.code), "turn": after}
    approval = await ports.desk.approval(approval_id)
    assert approval is not None, "the desk refuses the no to an approval that never was"  # noqa: S101
    merge = {"working_memory": {**mirrored(trip, outcome), **_wishes_left(approval, outcome), **_kept(trip, approval)}}
    patch = Patch(source="user_message", by="decline", event=turn.event, note=approval.state, merge=merge)
    ended = _wish_ended(trip) if approval.kind == "purchase" and approval.state == "rejected" else []
    after = rest.model_copy(update={"answer": None, "spoke": True, "news": False})
    other = "" if by in (TRAVELLER, run.principal.subject) else by
    if grant_id:
        grants = await ports.ownership.grants(await owner_of(trip, ports, run.principal), trip.ledger_id)
        other = next((one.subject for one in grants if one.grant_id == grant_id), other)
    news = await _told(trip, approval, outcome, ports, reason=reason, by=other)
    return {"messages": news, "trip_intent": [patch, *ended], "turn": after}


def _wish_ended(trip: TripIntent) -> list[Patch]:
    """Return the patch by which the days of a booked trip are those of its bookings again: the change of them is not bought."""
    ended = difference(trip, with_days_as_booked(trip))
    return [Patch(by="purchase", note="a change was not bought", merge=ended)] if ended else []


async def _told(
    trip: TripIntent, approval: Approval, ledger_status: LedgerStatus, ports: Ports, *, reason: str, by: str
) -> list[AnyMessage]:
    """Say what became of the approval: a no that came too late does not undo what was approved, here or in another chat.

    ``by`` is who refused, where it was not the traveller.
    """
    used, bought = approval.state == "consumed", approval.kind == "purchase" and unseen(trip, ledger_status)
    if used or (bought and approval.state != "rejected"):
        late = await reply(ports, trip, "too_late", what=approval.kind, state=approval.state)
        return [late, *(await purchase_news(trip, ledger_status, ports) if approval.kind == "purchase" else ())]
    facts = refused_facts(approval, ledger_status)
    return [await reply(ports, trip, "declined", reason=reason, by=by, state=approval.state, **facts)]


def _wishes_left(approval: Approval, ledger_status: LedgerStatus) -> dict[str, bool]:
    """Return the wish to hold after the no: it is where something else is asked by now than what was refused."""
    asked_anew = approval.state == "void" or ledger_status.approval is not None
    return {} if asked_anew else {"hold_requested": False}


def _kept(trip: TripIntent, approval: Approval) -> dict[str, object]:
    """Return the end of what a refused card would have replaced: these bookings stay."""
    gone = dict.fromkeys(trip.working_memory.replacing, DELETE) if approval.cancels else {}
    return {"replacing": gone} if gone else {}


def _about(trip: TripIntent, turn: Turn) -> tuple[str, str]:
    """Return the approval that the no is about, empty without one, and the reason given."""
    answer, approval = turn.answer, trip.working_memory.approval
    if answer is not None:
        return answer.approval_id, answer.reason
    event = turn.queue[0] if turn.queue else None
    return approval.approval_id if approval else "", event.reason if isinstance(event, UserRejects) else ""
