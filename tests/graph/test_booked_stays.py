"""What is booked is never given up by deriving it from the plan, and no hold goes by a question, a look or a wish."""

from typing import Any

import pytest
from tests.acts import ANN, BOB, Event, called, change, cheapest, choose, hold, move, people, person

from tripintent.state.derived import current_ranking, open_plan
from tripintent.state.events import UserChangesBooking, UserDecidesChange, UserReleasesHold
from tripintent.state.money import Money
from tripintent.state.rebooking import coverage
from tripintent.tools.suppliers.embedded import terms

CHANGES: tuple[dict[str, Any], ...] = (
    {"stops": [{"place": "Madrid"}]},
    {"return_day": "2027-06-23"},
    {"party": {"adults": 3}},
    {"lodging": {"needed": False}},
    {"flights": {"cabin": "business"}},
    {"flights": {"max_stops": 0}},
    {"budget": {"trip": {"amount": 100, "currency": "USD"}}},
)
"""What a traveller may wish of the plan."""


@pytest.fixture
async def bought(booking: Any) -> Any:
    await booking.to_approval()
    await booking.approve()
    return booking


@pytest.fixture
def fee(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ten dollars for any cancellation."""
    monkeypatch.setattr(terms, "fee_now", lambda *_: Money(amount=10))


async def held(booking: Any) -> set[str]:
    trip = await booking.trip()
    return {h.hold_id for h in (await booking.ports.desk.ledger_status(trip.ledger_id)).live_holds}


async def ids(booking: Any) -> set[str]:
    return {one.booking_id for one in await booking.bookings()}


async def test_a_moved_flight_home_costs_nothing_but_itself(bought: Any, fee: None) -> None:
    """The card buys one flight and gives up one flight, by name, with a tick of its own; hotel and way out stay."""
    await bought.do(move("flight", which="return", date="2027-06-23"), cheapest, hold())
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


@pytest.mark.parametrize("changes", [*CHANGES, {"depart": "2027-06-11"}, {"party": {"adults": 1}}], ids=str)
async def test_no_change_of_the_plan_gives_up_what_is_booked(bought: Any, changes: dict[str, Any]) -> None:
    """Whatever is searched, held and approved after it: nothing of what is booked is on a card to be cancelled."""
    before = await ids(bought)
    await bought.do(change(**changes))
    if current_ranking(await bought.trip()):
        await bought.do(cheapest)
    await bought.do(hold(), people(ANN, BOB, person("Carl Smith", "1990-01-02")))
    if await bought.waits():
        assert (await bought.card())["replaces"] == []
        await bought.approve()
    assert before <= await ids(bought)


async def test_what_brings_nothing_back_is_not_cancelled_to_save_nothing(
    bought: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A replaced ticket without a refund stays booked, and the card says so."""
    monkeypatch.setattr(terms, "fee_now", lambda total, *_: total)
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
    "act",
    [
        *(change(**changes) for changes in CHANGES),
        choose(1),
        called("list_options", where=[{"fact": "stops", "at_most": 0}]),
        called("what_if", calls=[{"name": "update_trip", "arguments": {"party": {"adults": 3}}}]),
        called("what_if", calls=[{"name": "release_hold", "arguments": {}}]),
    ],
    ids=str,
)
async def test_no_question_look_or_wish_lets_a_hold_go(booking: Any, act: Event) -> None:
    """The holds live, the approval stands, and the card waits on."""
    card, before = await booking.to_approval(), await held(booking)
    await booking.do(act)
    assert await held(booking) == before
    assert (await booking.ports.desk.approval(card["approval_id"])).state == "open"
    assert (await booking.card())["approval_id"] == card["approval_id"]


async def test_a_change_that_lets_a_hold_go_is_done_when_it_is_said_again(booking: Any) -> None:
    """Refused at first, with what it would let go; only with ``let_hold_go`` is the hold let go that fits no more."""
    await booking.to_approval()
    before, plan = await held(booking), (await booking.trip()).itinerary
    await booking.do(change(return_day="2027-06-23"))
    (refused,) = (await booking.state()).values["turn"].called
    assert refused.outcome.rejected[0].path == "let_hold_go"
    assert (await booking.trip()).itinerary == plan
    await booking.do(change(return_day="2027-06-23", let_hold_go=True))
    assert len(before & await held(booking)) == 1, "the way out still fits"
    assert (await booking.trip()).itinerary.segments[-1].depart_date == "2027-06-23"


@pytest.mark.parametrize("yes", [True, False])
async def test_another_choice_is_shown_first_and_decided_by_an_event(booking: Any, yes: bool) -> None:
    """With what is held, what it costs and what it would cost then; on a no nothing changed, and the card waits on."""
    card = await booking.to_approval()
    before = await held(booking)
    said = " ".join(await booking.do(choose(1)))
    assert "Held: $" in said
    assert "After the change: from $" in said
    assert await held(booking) == before
    await booking.event(**UserDecidesChange(let_hold_go=yes).model_dump())
    assert (await held(booking) == before) is not yes
    if not yes:
        assert (await booking.card())["approval_id"] == card["approval_id"]


async def test_a_hold_that_is_let_go_by_order_is_let_go(booking: Any) -> None:
    """An order needs no second question."""
    await booking.to_approval()
    await booking.event(**UserReleasesHold().model_dump())
    assert await held(booking) == set()


def test_a_change_is_named_by_part_or_by_booking() -> None:
    """Both are the same event."""
    assert UserChangesBooking(booking_ids=("bkg_1",)).part.item == "all"
