"""request_approval: write the approval row. The same cart gets the same approval again; another cart voids it."""

import asyncio
from typing import Any

from langchain_core.messages import AnyMessage
from pydantic import JsonValue

from tripintent.nodes.booking.choice import chosen_offers
from tripintent.nodes.booking.facts.news import carded
from tripintent.nodes.booking.hold import hold_facts
from tripintent.nodes.booking.people import first_method, only_some, rules_now, travellers_with_papers
from tripintent.nodes.booking.risk import report_of
from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.runtime import Run, reply
from tripintent.state.asked_for import requests_of
from tripintent.state.booking import UNDER_WAY, ApprovalAnswer
from tripintent.state.derived import current_risk, policy_decides
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions.plan import currency_of
from tripintent.state.rebooking import replaced
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.clock import UnknownCurrency
from tripintent.tools.ports.desk import ApprovalRequest, IssuedApproval, LedgerStatus
from tripintent.tools.ports.outcomes import Refused
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.screen import holds_facts


async def request_approval(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Ask the desk for the approval of the live holds. A policy that needs no approval lets the wish to buy stand for one.

    Rules and risks are read again: what the state says of them may have been edited. Other rules than the state's go back
    to assess, so that options and risks are looked at under them first; so does a trip that is forbidden now, and a choice
    of other options than the ledger holds.
    """
    trip, turn = state["trip_intent"], state["turn"]
    policy, ledger_status, chosen = await asyncio.gather(
        rules_now(trip, ports, run), ports.desk.ledger_status(trip.ledger_id), chosen_offers(trip, ports)
    )
    if policy != trip.policy:
        return {"trip_intent": await _again(trip, "other rules are in force", ports, policy=policy)}
    if ledger_status.purchase_state in UNDER_WAY:
        return await _refused(trip, turn, "busy", "the trip is being bought right now", ports)
    if _other_than_chosen(trip, ledger_status):
        return {
            "trip_intent": await _again(
                trip, "other options are held", ports, working_memory={"holds": ledger_status.holds}
            )
        }
    try:
        report = await report_of(trip, chosen, ports, ledger_status.live_holds)
    except UnknownCurrency as error:
        return await _refused(trip, turn, "unknown_currency", str(error), ports)
    if report is None or report.blocking_issues:
        found = {"risk_report": report}
        return {"trip_intent": await _again(trip, "nothing chosen, or forbidden", ports, working_memory=found)}
    return await _asked(apply_patch(trip, Patch(merge={"working_memory": {"risk_report": report}})), turn, ports, run)


def _other_than_chosen(trip: TripIntent, ledger_status: LedgerStatus) -> bool:
    """Return whether the ledger holds what is not chosen: the risks looked at would be those of other offers."""
    selected = trip.working_memory.selected
    chosen = {*selected.flight_option_ids, *selected.hotel_option_ids}
    return any(hold.option_id not in chosen for hold in ledger_status.live_holds)


async def _again(trip: TripIntent, why: str, ports: Ports, **merge: Any) -> Patch:
    """Withdraw what was asked before, and return a patch without an approval: the edge after it leads back to assess."""
    await ports.desk.void(trip.ledger_id, why)
    memory = {"approval": None, **merge.pop("working_memory", {})}
    return Patch(by="request_approval", note=why, merge={**merge, "working_memory": memory})


async def _asked(trip: TripIntent, turn: Turn, ports: Ports, run: Run) -> BookingUpdate:
    """Ask the desk; ``trip`` has the rules and the risks of now."""
    issued = await ports.desk.request_approval(await _request(trip, ports, run))
    if isinstance(issued, Refused):
        return await _refused(trip, turn, issued.code, issued.message, ports)
    update: BookingUpdate = {"trip_intent": _mirror(trip, issued, {}), "messages": []}
    if issued.approval != trip.working_memory.approval:
        update["messages"] = await _still_held(trip, ports, run) if turn.news else []
        update["turn"] = turn.model_copy(update={"news": False})
    answer = await _preapproved(trip, issued, ports)
    if answer:
        update["turn"] = turn.model_copy(update={"answer": answer, "news": False})
    return update


async def _refused(trip: TripIntent, turn: Turn, code: str, why: str, ports: Ports) -> BookingUpdate:
    """Say why nothing can be approved, and forget the wish: the next one asks again."""
    return {
        "messages": [await reply(ports, trip, "refused", code=code, message=why)],
        "trip_intent": _mirror(trip, None, {"hold_requested": False}),
        "turn": turn.model_copy(update={"spoke": True}),
    }


async def _still_held(trip: TripIntent, ports: Ports, run: Run) -> list[AnyMessage]:
    """Say what is held now where a part left the trip and nothing had to be held again."""
    live = [hold for hold in trip.working_memory.holds if hold.status == "held"]
    simulated = any(chosen.offer.simulated for chosen in await chosen_offers(trip, ports))
    card = await holds_facts(trip, live, (), ports, run.principal.subject, simulated=simulated)
    facts: dict[str, JsonValue] = {"held": [hold_facts(hold) for hold in live], "failed": [], "simulated": simulated}
    return [carded(card, trip, ports, "held", facts)]


async def _request(trip: TripIntent, ports: Ports, run: Run) -> ApprovalRequest:
    report, rules = current_risk(trip), trip.policy.rules
    asked = report.required_user_confirmations if report else ()
    method = await first_method(trip, ports, run)
    return ApprovalRequest(
        trip_id=trip.ledger_id,
        org=trip.org,
        thread_id=run.thread_id,
        travellers=await travellers_with_papers(trip, ports, run),
        only=only_some(trip),
        contact=trip.party.contact,
        requests=requests_of(trip),
        total_currency=_charged_in(trip),
        payment_method_id=method.payment_method_id if method else None,
        confirmations=tuple(r.confirmation_id for r in asked),
        wording={r.confirmation_id: r for r in asked},
        approver=rules.approver,
        token_required=rules.approval_token_required,
        while_held=True,
        replaces=tuple(b.booking_id for b in replaced(trip)),
    )


def _charged_in(trip: TripIntent) -> str:
    """Return the one currency in which all that is held is charged; where there are several, the trip's."""
    own = {hold.total.currency for hold in trip.working_memory.holds if hold.status == "held" and hold.total}
    return own.pop() if len(own) == 1 else currency_of(trip)


def _mirror(trip: TripIntent, issued: IssuedApproval | None, more: dict[str, object]) -> Patch:
    approval = issued.approval if issued else None
    note = f"approval {approval.approval_id} of cart {approval.cart_hash[:12]}" if approval else "refused"
    memory = {"approval": approval, "risk_report": trip.working_memory.risk_report, **more}
    return Patch(by="request_approval", note=note, merge={"working_memory": memory})


async def _preapproved(trip: TripIntent, issued: IssuedApproval, ports: Ports) -> ApprovalAnswer | None:
    """Return the policy's own yes where the organisation asks for none of a person's, and nothing must be confirmed.

    What loses money by being cancelled is always a person's to say.
    """
    approval = issued.approval
    loses = any(line.fee is not None and line.fee.amount > 0 for line in approval.cancels)
    if approval.confirmations or loses or not policy_decides(trip):
        return None
    answer = ApprovalAnswer(
        **approval.model_dump(include={"approval_id", "trip_id", "thread_id", "payment_method_id"}),
        decision="approve",
        by=f"policy:{trip.policy.source}",
        shown_cart_hash=approval.cart_hash,
    )
    return await ports.desk.seal(answer)
