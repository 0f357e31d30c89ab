"""Grants where they act: a right that the owner took back decides and begins nothing, whatever was looked up before."""

from collections.abc import Callable
from typing import Any

import pytest
from tests.acts import agreed

from tripintent.state.context import Principal
from tripintent.tools.ledger.owning import SqlOwnership
from tripintent.tools.ports.desk import ApprovalRequest, HoldItem, HoldRequest, IssuedApproval
from tripintent.tools.ports.documents import NotYours
from tripintent.tools.ports.outcomes import Bought, Refused

Make = Callable[..., Any]
OWNER = Principal(organisation="acme", subject="ann", traveller="ann", thread_id="a")
BEN = Principal(organisation="acme", subject="ben", traveller="ben", thread_id="b")


@pytest.fixture
async def shared(make_counter: Make) -> Any:
    """Two trips with an owner, and grants: Ben may decide, and hold, on both."""
    counter = make_counter()
    counter.ownership = SqlOwnership(counter.ledger, counter.clock)
    counter.trip = (await counter.ownership.open(OWNER)).ledger_id
    counter.other = (await counter.ownership.open(OWNER.model_copy(update={"thread_id": "a2"}))).ledger_id
    counter.grants = {
        (role, trip): (await counter.ownership.grant(OWNER, trip, BEN, role)).grant_id
        for role in ("approver", "assistant")
        for trip in (counter.trip, counter.other)
    }
    return counter


async def issued(counter: Any, offer: Any) -> Any:
    item = HoldItem(offer=offer("x"), key="k", requirement_key="f", title="leg")
    await counter.desk.hold(HoldRequest(trip_id=counter.trip, bundle_id="b", items=(item,)))
    card = await counter.desk.request_approval(ApprovalRequest(trip_id=counter.trip, payment_method_id="pm"))
    assert isinstance(card, IssuedApproval), card
    return card.approval


async def buy(counter: Any, card: Any, grant_id: str) -> Any:
    return await counter.desk.purchase(counter.trip, await counter.desk.seal(agreed(card, grant_id=grant_id)))


async def test_an_approver_buys_by_a_live_grant_of_this_trip_only(shared: Any, offer: Make) -> None:
    """Not by one of another trip, by one to hold, by one that was taken back, or by none that exists."""
    card = await issued(shared, offer)
    gone = shared.grants["approver", shared.trip]
    await shared.ownership.revoke(OWNER, gone)
    wrong = [gone, shared.grants["approver", shared.other], shared.grants["assistant", shared.trip], "grt_none"]
    for grant_id in wrong:
        assert (await buy(shared, card, grant_id)).code == "wrong_approver"
        refused = await shared.desk.reject(shared.trip, card.approval_id, "ben", "no", grant_id)
        assert isinstance(refused, Refused)
    assert (await shared.desk.approval(card.approval_id)).state == "open"
    again = (await shared.ownership.grant(OWNER, shared.trip, BEN, "approver")).grant_id
    assert isinstance(await buy(shared, card, again), Bought)


async def test_an_assistant_begins_by_a_live_grant_of_this_trip_only(shared: Any, offer: Make) -> None:
    """The same for giving holds back and withdrawing a card."""
    card = await issued(shared, offer)
    (hold,) = (await shared.desk.ledger_status(shared.trip)).live_holds
    gone = shared.grants["assistant", shared.trip]
    await shared.ownership.revoke(OWNER, gone)
    for grant_id in (gone, shared.grants["assistant", shared.other], shared.grants["approver", shared.trip]):
        desk = shared.desk.by_grant(grant_id)
        with pytest.raises(NotYours):
            await desk.release(shared.trip, [hold.hold_id], "mine")
        with pytest.raises(NotYours):
            await desk.void(shared.trip, "mine")
    assert (await shared.desk.approval(card.approval_id)).state == "open"
    again = (await shared.ownership.grant(OWNER, shared.trip, BEN, "assistant")).grant_id
    assert (await shared.desk.by_grant(again).release(shared.trip, [hold.hold_id], "changed")).live_holds == ()


async def test_an_answer_that_was_sealed_before_there_were_grants_counts(shared: Any, offer: Make) -> None:
    """A seal covers the grant where there is one, and is what it was where there is none."""
    card = await issued(shared, offer)
    plain = await shared.desk.seal(agreed(card))
    assert (
        await shared.desk.purchase(shared.trip, plain.model_copy(update={"grant_id": "grt_x"}))
    ).code == "forged_answer"
    assert isinstance(await shared.desk.purchase(shared.trip, plain), Bought)
