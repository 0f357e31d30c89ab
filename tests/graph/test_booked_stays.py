"""What is booked is never given up by deriving it from the plan, and no hold goes by a question, a look or a wish."""

from typing import Any

import pytest
from tests.acts import ANN, BOB, Event, called, change, cheapest, choose, hold, people, person

from tripintent.state.derived import current_ranking
from tripintent.state.events import UserChangesBooking, UserDecidesChange

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


async def ids(booking: Any) -> set[str]:
    return {one.booking_id for one in await booking.bookings()}


async def test_without_its_tick_a_change_buys_and_gives_up_nothing(bought: Any, ten_a_cancellation: None) -> None:
    """A yes to the card alone is none to the loss."""
    await bought.event(type="USER_CHANGES_BOOKING", part={"item": "flight", "which": "return"}, date="2027-06-23")
    await bought.do(cheapest, hold())
    before, card = await ids(bought), await bought.card()
    others = [one["id"] for one in card["confirmations"] if not one["id"].startswith("gives_up:")]
    await bought.answer({"decisions": [{"type": "approve", "args": {"confirmations": others}}]})
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
    card, before = await booking.to_approval(), await booking.held()
    await booking.do(act)
    assert await booking.held() == before
    assert (await booking.ports.desk.approval(card["approval_id"])).state == "open"
    assert (await booking.card())["approval_id"] == card["approval_id"]


async def test_a_change_that_lets_a_hold_go_is_done_when_it_is_said_again(booking: Any) -> None:
    """Refused at first, with what it would let go; only with ``let_hold_go`` is the hold let go that fits no more."""
    await booking.to_approval()
    before, plan = await booking.held(), (await booking.trip()).itinerary
    await booking.do(change(return_day="2027-06-23"))
    (refused,) = (await booking.state()).values["turn"].called
    assert refused.outcome.rejected[0].path == "let_hold_go"
    assert (await booking.trip()).itinerary == plan
    await booking.do(change(return_day="2027-06-23", let_hold_go=True))
    assert len(before & await booking.held()) == 1, "the way out still fits"
    assert (await booking.trip()).itinerary.segments[-1].depart_date == "2027-06-23"


@pytest.mark.parametrize("yes", [True, False])
async def test_another_choice_is_shown_first_and_decided_by_an_event(booking: Any, yes: bool) -> None:
    """With what is held, what it costs and what it would cost then; on a no nothing changed, and the card waits on."""
    card = await booking.to_approval()
    before = await booking.held()
    said = " ".join(await booking.do(choose(1)))
    assert "Held: $" in said
    assert "After the change: from $" in said
    assert await booking.held() == before
    await booking.event(**UserDecidesChange(let_hold_go=yes).model_dump())
    assert (await booking.held() == before) is not yes
    if not yes:
        assert (await booking.card())["approval_id"] == card["approval_id"]


def test_a_change_is_named_by_part_or_by_booking() -> None:
    """Both are the same event."""
    assert UserChangesBooking(booking_ids=("bkg_1",)).part.item == "all"
