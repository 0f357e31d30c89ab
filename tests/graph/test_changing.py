"""Changing what was bought by typed events: other days for a part, somebody who comes along."""

from decimal import Decimal
from typing import Any

import pytest
from tests.acts import cheapest, hold

from tripintent.app.http.localized import journey_of
from tripintent.state.framing import frame_of
from tripintent.state.money import Money
from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders


@pytest.mark.parametrize(
    "part", [{"item": "flight", "place": "BOS"}, {"item": "flight", "which": "return", "place": "Boston"}]
)
async def test_a_part_may_be_named_by_its_place(bought: Any, part: dict[str, str]) -> None:
    """A flight by where it goes, as a code or in words."""
    await bought.event(type="USER_CHANGES_BOOKING", part=part, date="2027-06-22")
    assert (await bought.trip()).itinerary.segments[-1].depart_date == "2027-06-22"


@pytest.mark.parametrize(
    "event", [{"part": {"item": "flight"}, "date": "2027-06-23"}, {"part": {"item": "flight", "which": "return"}}]
)
async def test_what_is_open_is_asked_back(bought: Any, event: dict[str, Any]) -> None:
    """Of two flights, or without a day, nothing is guessed and nothing changes."""
    before = (await bought.trip()).itinerary
    (said,) = await bought.event(type="USER_CHANGES_BOOKING", **event)
    assert said.startswith("Which part do you mean")
    assert (await bought.trip()).itinerary == before


async def test_a_third_traveller_is_counted_and_named(bought: Any) -> None:
    """Behind the others, whose places stay theirs."""
    carl = {"given_name": "Carl", "family_name": "Smith", "date_of_birth": "1990-01-02"}
    await bought.event(type="USER_ADDS_TRAVELLERS", travellers=[carl])
    party = (await bought.trip()).party
    assert party.heads() == (3, 0, 0)
    assert [guest.name for guest in party.guests] == ["Ann Smith", "Bob Smith", "Carl Smith"]


CARL = {"given_name": "Carl", "family_name": "Smith", "date_of_birth": "1990-01-02"}


async def test_only_the_newcomer_is_quoted_held_and_bought(bought: Any) -> None:
    """On the same flights and in the same hotel; what the others have stays booked and fits, and the trip is complete then."""
    before = {b.booking_id: b.title for b in await bought.bookings()}
    await bought.event(type="USER_ADDS_TRAVELLERS", travellers=[CARL])
    trip = await bought.trip()
    assert not any(b.stale for b in trip.working_memory.bookings)
    await bought.do(cheapest, hold())
    card = await bought.card()
    assert card["replaces"] == []
    (waiting,) = await bought.ports.desk.pending()
    flights = {line["title"] for line in card["cart"] if line["item_type"] == "flight"}
    assert flights == {title for title in before.values() if title.startswith("Flight")}
    await bought.approve()
    booked = {b.booking_id: b for b in await bought.bookings()}
    assert set(before) < set(booked)
    assert len(booked) == 6
    assert waiting.total.amount == sum(b.total.amount for i, b in booked.items() if i not in before)
    assert (await bought.trip()).status.state == "completed"


async def test_the_newcomer_alone_is_named_to_the_supplier(bought: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are named there already."""
    named: list[list[str]] = []
    place = EmbeddedOrders.hold

    async def noted(self: EmbeddedOrders, request: Any) -> Any:
        named.append([person.given_name for person in request.travellers])
        return await place(self, request)

    monkeypatch.setattr(EmbeddedOrders, "hold", noted)
    await bought.event(type="USER_ADDS_TRAVELLERS", travellers=[CARL])
    await bought.do(cheapest, hold())
    assert named == [["Carl"]] * 3


async def test_everything_of_a_trip_that_somebody_joined_can_be_cancelled_by_part(bought: Any) -> None:
    """The way home is everybody's way home."""
    await bought.event(type="USER_ADDS_TRAVELLERS", travellers=[CARL])
    await bought.do(cheapest, hold())
    await bought.approve()
    await bought.event(type="USER_CANCELS_BOOKING", parts=[{"item": "flight", "which": "return"}])
    titles = [line["title"] for line in (await bought.card())["cart"]]
    assert len(titles) == 2
    assert all("LIS–" in title for title in titles)


async def test_a_change_ends_with_the_no_to_it(bought: Any) -> None:
    """The days are those of what is booked, no choice waits, and the same change can be asked for again."""
    before = (await bought.trip()).itinerary
    await bought.event(type="USER_CHANGES_BOOKING", part={"item": "flight", "which": "return"}, date="2027-06-22")
    await bought.do(cheapest, hold())
    assert (await bought.trip()).itinerary != before
    assert journey_of(await bought.trip()).last_day == "2027-06-21"  # as it is booked
    await bought.answer({"decisions": [{"type": "reject"}]})
    trip = await bought.trip()
    assert trip.itinerary == before
    assert trip.frame == frame_of(trip)
    assert not {*trip.working_memory.replacing, *filter(None, [trip.working_memory.selected.bundle_id])}


@pytest.mark.parametrize("left", ["450", "1"])
async def test_no_option_is_offered_that_the_policy_refuses_with_what_is_paid(bought: Any, left: str) -> None:
    """What the bookings cost that stay is taken off what the trip may cost; where nothing is left, the rule is named."""
    paid = sum(one.total.amount for one in await bought.bookings())
    house = bought.ruled(max_budget_total=Money(amount=paid + Decimal(left), currency="USD"))
    said = await house.event(type="USER_CHANGES_BOOKING", part={"item": "flight", "which": "return"}, date="2027-06-22")
    ranking = (await house.trip()).working_memory.ranking
    assert "more expensive than the travel policy allows" in said[-1]  # of what is left out, or of the trip
    assert (left == "1") == (not ranking.bundles)
    assert all(one.whole.amount <= Decimal(left) for one in ranking.bundles)
