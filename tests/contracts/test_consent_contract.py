"""Which yes counts, for what, and until when: on SQLite and on Postgres, against the embedded supplier's own books."""

import hashlib
from datetime import timedelta
from functools import partial
from typing import Any

import pytest

from tripintent.state.booking import Approval
from tripintent.tools.ledger import approvals, holds
from tripintent.tools.ports.desk import IssuedApproval
from tripintent.tools.ports.outcomes import Bought, CancellationPlan
from tripintent.tools.suppliers.embedded.faults import Fault

Bureau = Any
HALF_HOUR, MINUTE = timedelta(minutes=30), timedelta(minutes=1)


def code(outcome: Any) -> str:
    """Return the name of a refusal, or the kind of anything else."""
    return str(getattr(outcome, "code", type(outcome).__name__))


async def card(bureau: Bureau, **facts: Any) -> Approval:
    issued = await bureau.ask(**facts)
    assert isinstance(issued, IssuedApproval), issued
    return issued.approval


OTHERWISE: dict[str, dict[str, Any]] = {
    "another approver": {"approver": "cfo"},
    "no approver": {"approver": None},
    "another thread": {"thread_id": "elsewhere"},
    "another means of payment": {"payment_method_id": "pm_other"},
    "something to confirm": {"confirmations": ("red_eye",)},
    "a token": {"token_required": True},
    "another currency": {"total_currency": "EUR"},
}


@pytest.mark.parametrize("change", OTHERWISE)
async def test_whoever_is_asked_otherwise_gets_another_approval(bureau: Bureau, change: str) -> None:
    """The cart is the same; who decides it, where and how is not: the old approval is withdrawn, and its yes buys nothing."""
    await bureau.hold((await bureau.flights())[0])
    asked = {"approver": "boss", "thread_id": "here"}
    first = await card(bureau, **asked)
    assert await card(bureau, **asked) == first
    other = await card(bureau, **asked | OTHERWISE[change])
    assert other.approval_id != first.approval_id
    assert (await bureau.desk.approval(first.approval_id)).state == "void"
    assert code(await bureau.desk.purchase("t1", await bureau.yes(first, by="boss"))) == "void"
    assert bureau.orders()["payments"] == 0


async def test_a_hold_whose_time_was_cut_short_is_not_bought(bureau: Bureau) -> None:
    """The ledger's hold counts at the yes, not the card's: nothing is consumed and nothing is begun."""
    answer = await bureau.approved((await bureau.flights())[0])
    (hold,) = (await bureau.desk.ledger_status("t1")).live_holds
    now = bureau.clock.now()
    bureau.ledger.write_now(partial(holds.change, hold_id=hold.hold_id, now=now, expires_at=now))
    assert code(await bureau.desk.purchase("t1", answer)) == "hold_expired"
    assert await bureau.desk.outcome("t1") is None
    assert (await bureau.desk.approval(answer.approval_id)).state == "open"
    assert bureau.orders()["payments"] == 0


async def test_an_approval_ends_with_the_first_of_its_holds(bureau: Bureau) -> None:
    """Also where that is sooner than half an hour, and then no later yes counts."""
    await bureau.hold((await bureau.flights())[0])
    (hold,) = (await bureau.desk.ledger_status("t1")).live_holds
    soon = bureau.clock.now() + MINUTE
    bureau.ledger.write_now(partial(holds.change, hold_id=hold.hold_id, now=bureau.clock.now(), expires_at=soon))
    asked = await card(bureau)
    assert asked.expires_at == soon
    bureau.clock.advance(MINUTE)
    assert code(await bureau.desk.purchase("t1", await bureau.yes(asked))) == "hold_expired"


async def test_no_fresh_token_opens_an_approval_whose_time_is_over(bureau: Bureau) -> None:
    """Neither before nor after the desk has closed it; and the token from before opens nothing either."""
    await bureau.hold((await bureau.flights())[0])
    issued = await bureau.ask(token_required=True)
    digest = hashlib.sha256(issued.token.encode()).hexdigest()
    bureau.clock.advance(HALF_HOUR)
    for _ in range(2):
        assert code(await bureau.desk.new_token(issued.approval.approval_id, "boss")) == "approval_expired"
        assert code(await bureau.desk.purchase_with_token("t1", digest, "pm_visa")) == "approval_expired"
        await bureau.desk.reconcile()
    kept = bureau.ledger.read_now(partial(approvals.get, approval_id=issued.approval.approval_id))
    assert kept.token_hash == digest


async def test_no_fresh_token_opens_an_approval_that_was_withdrawn(bureau: Bureau) -> None:
    """Within its time, too."""
    await bureau.hold((await bureau.flights())[0])
    asked = await card(bureau, token_required=True)
    await bureau.desk.void("t1", "the trip changed")
    assert code(await bureau.desk.new_token(asked.approval_id, "boss")) == "void"


@pytest.mark.parametrize(("place", "refused"), [("trip_id", "wrong_trip"), ("thread_id", "wrong_thread")])
async def test_a_yes_from_elsewhere_buys_nothing(bureau: Bureau, place: str, refused: str) -> None:
    """A sealed answer names where it was given: it counts for the card of that trip and that conversation."""
    await bureau.hold((await bureau.flights())[0])
    right = await bureau.yes(await card(bureau, thread_id="here"))
    wrong = await bureau.desk.seal(right.model_copy(update={place: "elsewhere"}))
    assert code(await bureau.desk.purchase("t1", wrong)) == refused
    assert isinstance(await bureau.desk.purchase("t1", right), Bought)


async def quoted(bureau: Bureau) -> CancellationPlan:
    """Buy, and return what cancelling that costs; another item is held meanwhile."""
    there, back = (await bureau.flights())[0], (await bureau.flights("SFO", "JFK", "2027-03-16"))[0]
    (booking,) = (await bureau.desk.purchase("t1", await bureau.approved(there))).bookings
    await bureau.hold(back, first=1)
    return await bureau.desk.quote_cancellation("t1", booking.booking_id)


async def test_a_yes_to_a_cancellation_buys_nothing(bureau: Bureau) -> None:
    """Not even where something is held."""
    issued = await bureau.desk.request_cancel_approval("t1", await quoted(bureau), "here")
    answer = await bureau.yes(issued.approval, payment_method_id="pm_visa")
    assert code(await bureau.desk.purchase("t1", answer)) == "unknown_approval"
    assert bureau.orders()["payments"] == 1


@pytest.mark.parametrize("change", [{"thread_id": "elsewhere"}, {"approver": "cfo"}, {"approver": None}], ids=str)
async def test_a_cancellation_asked_otherwise_gets_another_approval(bureau: Bureau, change: dict[str, Any]) -> None:
    """As with a purchase: the yes of who was asked before cancels nothing."""
    plan = await quoted(bureau)
    asked = {"thread_id": "here", "approver": "boss"}
    first = (await bureau.desk.request_cancel_approval("t1", plan, **asked)).approval
    assert (await bureau.desk.request_cancel_approval("t1", plan, **asked)).approval == first
    other = (await bureau.desk.request_cancel_approval("t1", plan, **asked | change)).approval
    assert other.approval_id != first.approval_id
    assert code(await bureau.desk.cancel("t1", plan, await bureau.yes(first, by="boss"))) == "void"
    assert bureau.orders()["confirmed"] == 1


async def test_nothing_is_asked_while_the_trip_is_being_bought(bureau: Bureau) -> None:
    """A payment in doubt may be the whole trip: a second card for it would be a second purchase."""
    answer = await bureau.approved((await bureau.flights())[0])
    bureau.supplier.faults.add("pay", Fault.LOST_REQUEST, times=None)
    await bureau.desk.purchase("t1", answer)
    assert code(await bureau.ask()) == "busy"
    assert await bureau.desk.pending() == []


@pytest.mark.parametrize("ended", ["rejected", "void", "expired"])
async def test_who_travels_is_forgotten_with_an_approval_that_was_not_used(bureau: Bureau, ended: str) -> None:
    """A no, a changed trip and the time each leave a row that names no one."""
    answer = await bureau.approved((await bureau.flights())[0])
    read = partial(approvals.get, approval_id=answer.approval_id)
    assert bureau.ledger.read_now(read).party is not None
    if ended == "rejected":
        await bureau.desk.reject("t1", answer.approval_id, "ann", "no")
    elif ended == "void":
        await bureau.desk.void("t1", "the trip changed")
    else:
        bureau.clock.advance(HALF_HOUR)
        await bureau.desk.reconcile()
    row = bureau.ledger.read_now(read)
    assert (row.state, row.party) == (ended, None)
