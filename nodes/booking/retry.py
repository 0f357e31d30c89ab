"""collect and retry: the join after the searches says what found nothing; 'try again' asks again. Nothing is sent twice."""

from typing import Any

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.facts.news import cancellation_news, cancelled_since, moved_on, purchase_news
from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.in_order import turn_now
from tripintent.nodes.runtime import Run, reply
from tripintent.nodes.view import mirrored
from tripintent.state.derived import current, lapsed, open_plan, unanswered
from tripintent.state.events import UserCancelsBooking
from tripintent.state.patch import DELETE, Patch
from tripintent.state.queries import FlightQuery, QuoteSet
from tripintent.state.questions.plan import PlanQuery
from tripintent.state.standing import IN_DOUBT, UNBOUGHT, uncancelled
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.desk import LedgerStatus
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.searched import place_name, stay_title


async def collect(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Say what failed or is empty; keep the last failure in the status; forget answers of questions long gone."""
    trip, turn = state["trip_intent"], state["turn"]
    plan = open_plan(trip)
    pairs = [(a, q) for a in (*plan.flights, *plan.hotels) if (q := current(trip, a.key))]
    bad = [(a, q) for a, q in pairs if q.outcome != "found" and _fresh(q, trip)]
    messages: list[AnyMessage] = [await reply(ports, trip, f"search_{q.outcome}", **_facts(trip, a, q)) for a, q in bad]
    messages += [
        await reply(ports, trip, "search_instead", **_facts(trip, a, q), name=q.instead)
        for a, q in pairs
        if q.instead and _fresh(q, trip)
    ]
    failures = [q.failure for _, q in bad if q.failure]
    merge = {"status": {"last_tool_error": failures[-1] if failures else None}}
    update: BookingUpdate = {
        "trip_intent": Patch(by="collect", event="TOOL_ERROR" if failures else "TOOL_RESULT", merge=merge),
        "turn": turn.model_copy(update={"spoke": turn.spoke or bool(messages)}),
    }
    return {**update, "messages": messages} if messages else update


def _fresh(quote: QuoteSet, trip: TripIntent) -> bool:
    """Return whether an answer came in this turn: an older one has been said before."""
    return quote.at is not None and quote.at >= turn_now(trip)


def _facts(trip: TripIntent, asked: PlanQuery, quote: QuoteSet) -> dict[str, Any]:
    query = asked.query
    what: dict[str, Any]
    if isinstance(query, FlightQuery):
        ends = {"from": place_name(trip, query.origin), "to": place_name(trip, query.destination)}
        what = {**ends, "date": query.depart_date}
    else:
        days = {"date": query.check_in, "until": query.check_out}
        what = {**days, "place": stay_title(trip, query.location)}
    failure = quote.failure
    return {
        **what,
        "kind": query.kind,
        "hints": [h.split(":") for h in quote.hints if h not in {r.hint for r in quote.relaxed}],
        "relaxed": [way.model_dump(mode="json") for way in quote.relaxed],
        "simulated": any(way.simulated for way in quote.relaxed),
        "error": failure.error if failure else None,
        "retryable": failure.retryable if failure else False,
    }


async def retry(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Forget failures that may pass, so that just those parts are tried again; what could not be held is searched and held again.

    What is held and was not bought comes first, on a card with the price of now; so does a cancellation that was refused.
    """
    trip, turn = state["trip_intent"], state["turn"]
    looked = await _looked(trip, ports)
    over = lapsed(trip) if looked is None else ()
    asks = looked is None and (bool(over) or _held_unbought(trip))
    first = asks and trip.working_memory.approval is None
    failed = [one.key for one in over] if first else [q.key for q in unanswered(trip) if q.outcome == "failed"]
    memory = {"quotes": dict.fromkeys(failed, DELETE), **(mirrored(trip, looked) if looked else {})}
    memory |= {"hold_requested": True} if asks else {}
    memory |= {"purchase_requested": False} if over else {}  # a person looks at what is found in its place
    note = f"again: {', '.join(failed)}" if failed else ""
    merge = {"working_memory": memory, "status": {"last_tool_error": None}}
    answered = looked is not None or not (failed or asks)
    if answered and looked is None and (left := uncancelled(trip)):
        return {"turn": turn.model_copy(update={"queue": (UserCancelsBooking(booking_ids=left), *turn.queue[1:])})}
    update: BookingUpdate = {
        "trip_intent": Patch(by="retry", event="USER_RETRIES", note=note, merge=merge),
        "turn": turn.done().model_copy(update={"spoke": turn.spoke or answered}),
    }
    if looked is not None:
        update["messages"] = await _found(trip, looked, ports)
    elif answered and not turn.spoke:
        update["messages"] = [await reply(ports, trip, "nothing_to_retry")]
    return update


def _held_unbought(trip: TripIntent) -> bool:
    """Check whether a purchase ended without buying and its holds live on, a hold is in doubt, or the card about them waits."""
    wm = trip.working_memory
    found = {hold.status for hold in wm.holds}
    return "in_doubt" in found or wm.approval is not None or ("held" in found and wm.purchase_state in UNBOUGHT)


async def _looked(trip: TripIntent, ports: Ports) -> LedgerStatus | None:
    """Look a purchase or cancellation in doubt up at the supplier, and return the trip's standing then; None without one."""
    in_doubt = trip.working_memory.purchase_state in IN_DOUBT
    if not in_doubt and not (await ports.desk.ledger_status(trip.ledger_id)).cancelling:
        return None
    await ports.desk.reconcile()
    return await ports.desk.ledger_status(trip.ledger_id)


async def _found(trip: TripIntent, ledger_status: LedgerStatus, ports: Ports) -> list[AnyMessage]:
    """Say what became of the purchase or cancellation, or that it is as it was."""
    wm = trip.working_memory
    if moved_on(wm.purchase_state, ledger_status) or ledger_status.purchase_state == "MANUAL_REVIEW":
        return [*await purchase_news(trip, ledger_status, ports)]
    cancelled = cancelled_since(trip, ledger_status)
    if cancelled:
        return [*await cancellation_news(trip, cancelled, ports)]
    note = ledger_status.note if ledger_status.note != wm.purchase_note else ""
    return [await reply(ports, trip, "reconciled", state=str(ledger_status.purchase_state), note=note)]
