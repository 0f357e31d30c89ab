"""A paid order is changed on request: asked for, kept, and confirmed once, with nothing in between taken for granted."""

from datetime import timedelta
from decimal import Decimal

import pytest

from tripintent.tools.errors import CommitRejected, Unknown

CONFIRM = "/air/order_changes/oce_"


@pytest.fixture
async def paid(duffel, ask, order):
    held = await duffel.orders.hold(order((await duffel.flights.search(ask()))[0]))
    return await duffel.orders.pay(held.order_id, held.total, "balance", "p")


@pytest.fixture
async def kept(duffel, ask, order, paid):
    return await duffel.changes.hold(order((await offers(duffel, ask, paid))[0]))


async def offers(duffel, ask, paid, **more):
    return await duffel.changes.change_offers(paid.order_id, ask(depart_date="2027-03-13", **more))


async def test_a_change_costs_the_difference_and_the_penalty(duffel, ask, paid):
    """Each offer has the new flights, and the price of the change alone."""
    found = await offers(duffel, ask, paid)
    assert [str(one.total_price) for one in found] == ["52.50 USD", "57.50 USD"]
    assert {(one.supplier, f"{one.depart_at:%Y-%m-%d}") for one in found} == {("duffel_change", "2027-03-13")}


@pytest.mark.parametrize("asked", [{"adults": 2}, {"destination": "LAX"}, {"airlines": ("Other Air",)}])
async def test_no_change_is_offered_for_other_people_another_route_or_what_was_not_asked(duffel, ask, paid, asked):
    """An order of one is not changed for two, nor to another city, and the query's wishes are filters."""
    assert not await offers(duffel, ask, paid, **asked)


async def test_an_order_that_takes_no_changes_has_no_offers(duffel, emulator, ask, paid):
    """Said by the order itself, or by the answer to the request."""
    emulator.fault("/air/order_change_requests", "503")
    emulator.orders[paid.order_id]["available_actions"] = ["cancel"]
    assert not await offers(duffel, ask, paid)


async def test_it_is_confirmed_and_paid_by_its_difference(duffel, emulator, kept, paid):
    """The order has the new flights, its locator stays, and a second confirmation is refused before anything is sent."""
    assert (kept.status, kept.paid_at, kept.client_ref) == ("held", None, "op-1")
    done = await duffel.changes.pay(kept.order_id, kept.total, "balance", "p")
    assert (done.status, done.locator, done.tickets) == ("confirmed", paid.locator, paid.tickets)
    assert emulator.orders[paid.order_id]["slices"][0]["segments"][0]["departing_at"].startswith("2027-03-13")
    sent = [call for call in emulator.faults.calls if call[1].endswith("confirm")]
    with pytest.raises(CommitRejected, match="confirmed") as refused:
        await duffel.changes.pay(kept.order_id, kept.total, "balance", "p")
    assert refused.value.code == "already_paid"
    assert [call for call in emulator.faults.calls if call[1].endswith("confirm")] == sent


@pytest.mark.parametrize(
    ("fault", "error", "landed"),
    [
        ("500_after", Unknown, True),
        ("500_before", Unknown, False),
        ("429", Unknown, False),
        ("202", Unknown, True),
        ("lost_after", Unknown, True),
        ("lost_before", Unknown, False),
        ("503", CommitRejected, False),
    ],
)
async def test_a_confirmation_is_sent_once_whatever_is_answered(duffel, emulator, kept, fault, error, landed):
    """What is in doubt is found by reading the change."""
    emulator.fault(CONFIRM, fault)
    with pytest.raises(error):
        await duffel.changes.pay(kept.order_id, kept.total, "balance", "p")
    assert bool((await duffel.changes.read(kept.order_id)).paid_at) == landed
    assert len([call for call in emulator.faults.calls if call[1].endswith("confirm")]) == 1


async def test_another_difference_than_approved_is_not_paid(duffel, emulator, kept):
    """A change that got dearer while it waited is refused before anything is sent."""
    emulator.changes.begun[kept.order_id]["change_total_amount"] = "60.00"
    with pytest.raises(CommitRejected, match="difference"):
        await duffel.changes.pay(kept.order_id, kept.total, "balance", "p")
    assert (await duffel.changes.read(kept.order_id)).total.amount == Decimal("60.00")


async def test_a_change_whose_time_is_over_is_not_confirmed(duffel, clock, kept):
    """Half an hour later it is refused; it reads as over only when no confirmation can turn up any more."""
    clock.advance(timedelta(minutes=31))
    with pytest.raises(CommitRejected, match="over"):
        await duffel.changes.pay(kept.order_id, kept.total, "balance", "p")
    assert (await duffel.changes.read(kept.order_id)).status == "held"
    clock.advance(timedelta(hours=6))
    assert (await duffel.changes.read(kept.order_id)).status == "expired"


@pytest.mark.parametrize(
    ("said", "to"),
    [
        ("original_form_of_payment", "payment"), ("balance", "balance"), ("airline_credits", "airline_credit"),
        ("voucher", "voucher"), (None, "unknown"), ("never_heard_of", "unknown"),
    ],
)  # fmt: skip
async def test_a_change_with_money_back_is_confirmed_without_a_payment(duffel, emulator, ask, order, paid, said, to):
    """Its price is nothing; what the airline pays back, and to where, are facts of the offer and of the change."""
    emulator.changes.dearer, emulator.changes.refund_to = Decimal("-90.00"), said
    (first, *_) = await offers(duffel, ask, paid)
    assert (first.total_price.amount, str(first.brings_back.amount), first.brings_back.to) == (0, "50.00 USD", to)
    kept = await duffel.changes.hold(order(first))
    assert kept.brings_back == first.brings_back
    with pytest.raises(CommitRejected, match="price"):
        await duffel.changes.hold(order(first.model_copy(update={"brings_back": None})))
    kept = await duffel.changes.hold(order(first))
    assert (await duffel.changes.pay(kept.order_id, kept.total, "balance", "p")).status == "confirmed"


@pytest.mark.parametrize("fault", ["500_after", "429", "lost_after", "junk"])
async def test_a_change_that_could_not_be_kept_changed_nothing(duffel, emulator, ask, order, paid, fault):
    """One that waits commits no one, so a lost answer is a refusal, and the order is as it was."""
    before = emulator.orders[paid.order_id]["slices"]
    (first, *_) = await offers(duffel, ask, paid)
    emulator.fault("/air/order_changes", fault)
    with pytest.raises(CommitRejected):
        await duffel.changes.hold(order(first))
    assert emulator.orders[paid.order_id]["slices"] == before


async def test_a_changed_order_is_changed_again_and_cancelled(duffel, ask, kept, paid):
    """By the number of the change: the quote is the whole order's."""
    done = await duffel.changes.pay(kept.order_id, kept.total, "balance", "p")
    assert await duffel.changes.change_offers(done.order_id, ask(depart_date="2027-03-15"))
    quote = await duffel.changes.quote_cancellation(done.order_id)
    assert (quote.order_id, quote.fee.amount + quote.refund.amount) == (
        done.order_id,
        paid.total.amount + Decimal("12.50"),
    )
    assert (await duffel.changes.cancel(quote, "c")).status == "cancelled"
