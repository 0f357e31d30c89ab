"""Conversations that once went wrong: each stays right."""

from datetime import timedelta
from typing import Any

from tests.acts import Event, buy, cheapest, choose, hold, people, person, plan, release

ONE_WAY = plan(
    "Boston", "New York", "2027-06-14", lodging={"needed": False}, flights={"max_stops": 0, "refundable": True}
)
ME = people(person("John Doe", "1980-01-01", email="john@example.org"))


async def test_a_hold_is_no_purchase_under_any_policy(booking: Any) -> None:
    """Where a policy asks no person, a hold still only holds; the wish to buy buys."""
    house = booking.ruled(require_user_approval_to_purchase=False)
    await house.do(ONE_WAY, cheapest, hold(), ME)
    assert await house.bookings() == []
    said = await house.do(buy())
    assert len(await house.bookings()) == 1
    assert "ooking reference" in said[-1]


async def test_without_holds_the_price_is_read_again_and_bought(booking: Any) -> None:
    """A policy that allows no hold without an approval: nothing is held at the supplier, and the approval buys."""
    house = booking.ruled(holds_allowed_without_approval=False)
    await house.do(plan("Boston", "Lisbon", "2027-06-14", "2027-06-21"), cheapest, hold(), ME)
    await house.approve()
    assert len(await house.bookings()) == 3


async def test_a_policy_that_lets_nothing_pass_is_said_again(booking: Any) -> None:
    """Without options nobody is asked which one: the reason is repeated."""
    house = booking.ruled(max_budget_total={"amount": "10", "currency": "USD"})
    first = await house.do(ONE_WAY)
    again = await house.do({"type": "USER_WANTS_OPTIONS"})
    assert "policy" in first[-1]
    assert again == first


async def test_an_answer_to_outdated_options_is_understood(booking: Any, wish: Event, people: Event) -> None:
    """The prices ran out since they were shown: they are searched again, and the choice and the wish are kept."""
    await booking.do(wish)
    shown = (await booking.trip()).working_memory.ranking.bundles[1]
    booking.clock.advance(timedelta(hours=30))
    await booking.do(choose(2))
    assert "quote_flights" in booking.steps
    await booking.do(hold())
    await booking.do(people)
    assert (await booking.trip()).working_memory.selected.bundle_id == shown.bundle_id
    assert await booking.waits()


async def _wait_out(booking: Any) -> None:
    """Let the time of the card pass: one of its holds ends with it."""
    card = (await booking.trip()).working_memory.approval
    booking.clock.advance(card.expires_at - booking.clock.now())


async def test_a_no_counts_after_the_approvals_time(booking: Any) -> None:
    """The card lapsed with the first hold: that is said, no new card comes, and the holds that live on are let go by name."""
    await booking.to_approval()
    await _wait_out(booking)
    said = await booking.event(type="USER_REJECTS")
    assert said[0].startswith("No longer held, because the time ran out: ")
    assert (await booking.waits(), (await booking.trip()).working_memory.hold_requested) == (False, False)
    await booking.do(release())
    trip = await booking.trip()
    assert (await booking.ports.desk.ledger_status(trip.ledger_id)).live_holds == ()


async def test_letting_a_hold_go_is_not_answered_by_offering_it(booking: Any) -> None:
    """The release is the answer; the same hold is not offered in the same breath."""
    await booking.to_approval()
    said = await booking.do(release())
    assert len(said) == 1
