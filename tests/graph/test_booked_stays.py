"""What is booked is never given up by deriving it from the plan, and no hold goes by a question, a look or a wish."""

from typing import Any

import pytest
from tests.acts import cheapest, hold

from tripintent.state.derived import open_plan
from tripintent.state.events import UserChangesBooking, UserDecidesChange, UserReleasesHold
from tripintent.state.money import Money
from tripintent.state.rebooking import coverage
from tripintent.tools.suppliers.embedded import cancellation


@pytest.fixture
async def bought(booking: Any) -> Any:
    await booking.to_approval()
    await booking.approve()
    return booking


@pytest.fixture
def fee(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten dollars for any cancellation."""
    monkeypatch.setattr(cancellation, "fee_now", lambda *_: Money(amount=10))


async def held(booking: Any) -> set[str]:
    trip = await booking.trip()
    return {h.hold_id for h in (await booking.ports.desk.ledger_status(trip.ledger_id)).live_holds}


async def ids(booking: Any) -> set[str]:
    return {one.booking_id for one in await booking.bookings()}


async def test_a_flight_home_moved_by_words_costs_nothing_but_itself(bought: Any, fee: None) -> None:
    """The card buys one flight and gives up one flight, by name, with a tick of its own; hotel and way out stay."""
    await bought.say("change only the return flight to June 23, we keep the hotel as it is")
    await bought.do(cheapest, hold())
    card = await bought.card()
    assert [line["item_type"] for line in card["cart"]] == ["flight"]
    assert ["LIS–" in one["title"] for one in card["replaces"]] == [True]
    ticks = [one["id"] for one in card["confirmations"] if one["id"].startswith("gives_up:")]
    assert ticks == [f"gives_up:{one['booking_id']}" for one in card["replaces"]]
    kept = {one.booking_id for one in await bought.bookings()} - {one["booking_id"] for one in card["replaces"]}
    await bought.approve()
    assert kept <= await ids(bought)
    assert len(await ids(bought)) == 3


async def test_without_its_tick_a_change_buys_and_gives_up_nothing(bought: Any, fee: None) -> None:
    """A yes to the card alone is none to the loss."""
    await bought.event(type="USER_CHANGES_BOOKING", part={"item": "flight", "which": "return"}, date="2027-06-23")
    await bought.do(cheapest, hold())
    before, card = await ids(bought), await bought.card()
    others = [one["id"] for one in card["confirmations"] if not one["id"].startswith("gives_up:")]
    await bought.answer({"decisions": [{"type": "approve", "args": {"confirmations": others}}]})
    assert await ids(bought) == before


async def test_a_cancellation_needs_a_tick_for_each_part(bought: Any) -> None:
    """Each line with its loss; a yes without them cancels nothing."""
    await bought.event(type="USER_CANCELS_BOOKING", item="all")
    before, card = await ids(bought), await bought.card()
    assert {one["id"] for one in card["confirmations"]} == {f"gives_up:{one}" for one in before}
    await bought.answer({"decisions": [{"type": "approve", "args": {"confirmations": []}}]})
    assert await ids(bought) == before


@pytest.mark.parametrize(
    "words",
    [
        "why two hotels? I already have a hotel",
        "to Madrid instead",
        "actually make it three adults",
        "only me after all",
        "no hotel",
        "business class please",
        "the budget is 100 dollars",
        "next Friday",
    ],
)
async def test_no_words_about_the_plan_give_up_what_is_booked(bought: Any, words: str) -> None:
    """Whatever is searched, held and approved after them: nothing of what is booked is on a card to be cancelled."""
    before = await ids(bought)
    await bought.say(words)
    await bought.do(cheapest, hold())
    await bought.say("Carl Smith 1990-01-02")
    if await bought.waits():
        assert (await bought.card())["replaces"] == []
        await bought.approve()
    assert before <= await ids(bought)


async def test_what_brings_nothing_back_is_not_cancelled_to_save_nothing(
    bought: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A replaced ticket without a refund stays booked, and the card says so."""
    monkeypatch.setattr(cancellation, "fee_now", lambda total, *_: total)
    await bought.event(type="USER_CHANGES_BOOKING", part={"item": "flight", "which": "return"}, date="2027-06-23")
    await bought.do(cheapest, hold())
    card = await bought.card()
    assert [one["problem"] for one in card["replaces"]] == ["nothing_back"]
    assert not [one for one in card["confirmations"] if one["id"].startswith("gives_up:")]
    await bought.approve()
    assert len(await ids(bought)) == 4


async def test_more_nights_are_quoted_alone(bought: Any) -> None:
    """A night more in the booked house, beside the nights that are booked."""
    await bought.event(type="USER_CHANGES_BOOKING", part={"item": "hotel"}, until="2027-06-22")
    trip = await bought.trip()
    (night,) = open_plan(trip).hotels
    assert (night.query.check_in, night.query.check_out) == ("2027-06-21", "2027-06-22")
    await bought.do(cheapest, hold())
    card = await bought.card()
    assert (card["replaces"], len(card["cart"])) == ([], 1)
    await bought.approve()
    assert len(await ids(bought)) == 4
    assert open_plan(await bought.trip()).keys == ()


async def test_what_no_longer_fits_is_said_and_nothing_is_done(bought: Any) -> None:
    """The nights end before the new flight home: said with the trip, bought by nobody."""
    await bought.event(type="USER_CHANGES_BOOKING", part={"item": "flight", "which": "return"}, date="2027-06-23")
    trip = await bought.trip()
    assert {one.why for one in coverage(trip).misfits} == {"ends_early"}
    assert open_plan(trip).hotels == ()


@pytest.mark.parametrize(
    "words",
    [
        "Is there anything refundable?",
        "what would it be for three adults?",
        "change the return to June 23",
        "take the second one instead",
        "nonstop only",
        "the budget is 100 dollars",
        "business class please",
        "to Madrid instead",
    ],
)
async def test_no_question_look_or_wish_lets_a_hold_go(booking: Any, words: str) -> None:
    """The holds live, the approval stands, and the card waits on."""
    card, before = await booking.to_approval(), await held(booking)
    await booking.say(words)
    assert await held(booking) == before
    assert (await booking.ports.desk.approval(card["approval_id"])).state == "open"
    assert (await booking.card())["approval_id"] == card["approval_id"]


async def test_a_change_that_lets_a_hold_go_is_shown_first_and_done_on_a_yes(booking: Any) -> None:
    """With what is held, what it costs and what it would cost then; "1" does it, and only then is the hold let go."""
    await booking.to_approval()
    before, plan = await held(booking), (await booking.trip()).itinerary
    said = " ".join(await booking.say("change the return to June 23"))
    assert "Held: $" in said
    assert "After the change: from $" in said
    assert "1 change it and let the hold go" in said
    assert (await booking.trip()).itinerary == plan
    await booking.say("1")
    assert len(before & await held(booking)) == 1, "the way out still fits"
    assert (await booking.trip()).itinerary.segments[-1].depart_date == "2027-06-23"


@pytest.mark.parametrize("answer", ["2", "no", "keep what is held"])
async def test_what_is_held_is_kept_on_a_no(booking: Any, answer: str) -> None:
    """Nothing was changed, and the card waits on."""
    card = await booking.to_approval()
    before, plan = await held(booking), (await booking.trip()).itinerary
    await booking.say("change the return to June 23")
    await booking.say(answer)
    assert (await held(booking), (await booking.trip()).itinerary) == (before, plan)
    assert (await booking.card())["approval_id"] == card["approval_id"]


async def test_an_event_decides_as_words_do(booking: Any) -> None:
    """For buttons and hosts."""
    await booking.to_approval()
    before = await held(booking)
    await booking.say("change the return to June 23")
    await booking.event(**UserDecidesChange(let_hold_go=True).model_dump())
    assert len(before & await held(booking)) == 1


async def test_a_hold_that_is_let_go_by_order_is_let_go(booking: Any) -> None:
    """An order needs no second question."""
    await booking.to_approval()
    await booking.event(**UserReleasesHold().model_dump())
    assert await held(booking) == set()


def test_a_change_is_named_by_part_or_by_booking() -> None:
    """Both are the same event."""
    assert UserChangesBooking(booking_ids=("bkg_1",)).part.item == "all"
