"""One of a couple flies home on another day: their ticket is bought beside the other one, on a card that says what is given up."""

from typing import Any

import pytest
from tests.graph.test_after_buying import bought, part
from tests.graph.test_option_tools import found, stored
from tests.graph.test_party_parts import called

from tripintent.state.derived import open_plan

__all__ = ["bought"]
pytestmark = pytest.mark.usefixtures("ten_a_cancellation")


async def test_one_of_two_flies_home_earlier(bought: Any) -> None:
    """One ticket is bought; the common one and the hotel stay; the seat that is left has a tick of its own, with its name."""
    home, hotel = await part(bought, "home"), await part(bought, "hotel")
    change = {"booking_ids": [home.booking_id], "date": "2027-06-19", "travellers": ["t2"]}
    before = await stored(bought, (await bought.trip()).trip_id)
    quote = await found(bought, "quote_change", **change)
    assert await stored(bought, (await bought.trip()).trip_id) == before
    assert "replaces" not in quote or not quote["replaces"]
    assert {home.booking_id, hotel.booking_id} <= {one["booking_id"] for one in quote["keeps"]}
    assert any(home.title in one for one in quote["no_longer_fits"])
    option = quote["options"][0]["option"]
    assert [leg["departs"]["local"][:10] for leg in option["flights"]] == ["2027-06-19"]
    assert not option.get("hotels")
    await called(bought, "request_change", **change, option=option["option"])
    card = await bought.card()
    assert [one["item_type"] for one in card["cart"]] == ["flight"]
    assert not card["replaces"]
    (seat,) = [one for one in card["confirmations"] if one["id"].startswith("seat_given_up")]
    assert "Bob Smith" in seat["text"]
    assert "Ann" not in seat["text"]
    await bought.approve()
    kept = await bought.bookings()
    assert len(kept) == 4
    assert {home.booking_id, hotel.booking_id} <= {one.booking_id for one in kept}
    (new,) = [one for one in kept if one.part.day == "2027-06-19"]
    assert new.part.heads == (1, 0, 0)
    assert open_plan(await bought.trip()).keys == ()


async def test_then_their_own_ticket_is_changed_alone(bought: Any) -> None:
    """Once each has one, a change of one replaces that one; the other's leg stays on its day."""
    home = await part(bought, "home")
    change = {"booking_ids": [home.booking_id], "date": "2027-06-19", "travellers": ["Bob"]}
    quote = await found(bought, "quote_change", **change)
    await called(bought, "request_change", **change, option=quote["options"][0]["option"]["option"])
    await bought.approve()
    (own,) = [one for one in await bought.bookings() if one.part.day == "2027-06-19"]
    quote = await found(bought, "quote_change", booking_ids=[own.booking_id], date="2027-06-20")
    assert [one["booking_id"] for one in quote["replaces"]] == [own.booking_id]
    assert home.booking_id in {one["booking_id"] for one in quote["keeps"]}
    quote = await found(bought, "quote_change", booking_ids=[home.booking_id], date="2027-06-22")
    assert [one["booking_id"] for one in quote["replaces"]] == [home.booking_id]


async def test_who_came_along_later_changes_their_own_ticket(bought: Any) -> None:
    """Two bookings take one leg: the friend's is named, the friend alone moves."""
    await called(
        bought,
        "add_traveller_to_booking",
        people=[{"given_name": "Cy", "family_name": "Jones", "date_of_birth": "1990-01-02"}],
    )
    await called(bought, "choose", option="1")
    await called(bought, "request_purchase")
    await bought.approve()
    (friends,) = [
        one for one in await bought.bookings() if one.part.day == "2027-06-21" and one.part.heads == (1, 0, 0)
    ]
    quote = await found(bought, "quote_change", booking_ids=[friends.booking_id], date="2027-06-23")
    assert [one["booking_id"] for one in quote["replaces"]] == [friends.booking_id]
    assert not any("LIS–BOS" in one or "the plan says" in one for one in quote["no_longer_fits"])


@pytest.mark.parametrize(
    ("which", "travellers", "path"),
    [("home", ["t9"], "travellers[0]"), ("home", ["Zoe"], "travellers[0]"), ("hotel", ["t2"], "travellers")],
)
async def test_who_cannot_be_meant_is_refused(bought: Any, which: str, travellers: list[str], path: str) -> None:
    """Nobody of the party, and a stay, which all share: which argument, and nothing is done."""
    named = (await part(bought, which)).booking_id
    before = (await bought.trip()).itinerary
    refused = await called(bought, "request_change", booking_ids=[named], date="2027-06-19", travellers=travellers)
    assert [one.path for one in refused.rejected] == [path]
    assert (await bought.trip()).itinerary == before
