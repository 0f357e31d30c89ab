"""Seats and other extras: each for its flight and people, taken back alone, and paid for after a yes only."""

from decimal import Decimal
from typing import Any

import pytest
from tests.acts import ANN, BOB, Event, called, change, choose, hold, people, person, plan
from tests.graph.test_option_tools import found

from tripintent.state.asked_for import requests_of
from tripintent.state.questions.plan import plan_of

SEAT = Decimal(12)
"""What the embedded airlines ask for one seat by the aisle, for each flight without a change."""
TO_LISBON = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2, lodging={"needed": False})


class Talk:
    """A booking for two, flights alone, with extras."""

    def __init__(self, booking: Any) -> None:
        self.booking = booking

    async def do(self, *acts: Event) -> str:
        return "\n".join(await self.booking.do(*acts))

    async def held(self, *wishes: Event) -> None:
        """Ask for the trip, choose its first option and hold it for two people."""
        await self.do(TO_LISBON, people(ANN, BOB), *wishes, choose(1), hold())

    async def outcomes(self) -> list[Any]:
        """Return what came of the calls of the last turn."""
        return [one.outcome for one in (await self.booking.state()).values["turn"].called]

    async def extras(self) -> list[list[tuple[str, str, Decimal | None, tuple[str, ...]]]]:
        """Return what the card says of extras: a list for each flight, in the order of travel."""
        trip, cart = await self.booking.trip(), (await self.booking.card())["cart"]
        ways, option = (
            trip.working_memory.selected.flight_option_ids,
            {h.hold_id: h.option_id for h in trip.working_memory.holds},
        )
        lines = {
            option[line.hold_id]: shown for line, shown in zip(trip.working_memory.approval.lines, cart, strict=True)
        }
        return [[_fact(one) for one in lines[way]["requests"]] for way in ways]

    async def total(self) -> Decimal:
        return Decimal((await self.booking.card())["total"]["amount"])

    async def hops(self) -> list[int]:
        """Return how many flights each way has: a seat is sold for each."""
        trip = await self.booking.trip()
        ids = trip.working_memory.selected.flight_option_ids
        offers = await self.booking.ports.offers.options(trip.ledger_id, list(ids))
        return [len(offers[one].segments) for one in ids]

    async def order_ids(self) -> list[str | None]:
        """Return the orders of the flights that are held now, in the order of travel."""
        trip = await self.booking.trip()
        live = {h.option_id: h.order_id for h in trip.working_memory.holds if h.status == "held"}
        return [live[one] for one in trip.working_memory.selected.flight_option_ids]


def _fact(one: dict[str, Any]) -> tuple[str, str, Decimal | None, tuple[str, ...]]:
    price = Decimal(one["price"]["amount"]) if one["price"] else None
    return one["kind"], one["state"], price, tuple(one["who"])


def ask(kind: str = "aisle seat", **more: Any) -> Event:
    return change(requests=[{"kind": kind, "to": "airline", **more}])


def off(kind: str = "aisle seat", **extent: Any) -> Event:
    return ask(kind, take_back=True, **extent)


def yes(kind: str = "aisle seat", **extent: Any) -> Event:
    return ask(kind, accept_price=True, **extent)


@pytest.fixture
def talk(booking: Any) -> Talk:
    return Talk(booking)


async def test_a_seat_for_one_flight_costs_one(talk: Talk) -> None:
    """It is offered on the way out alone, paid for after the yes alone, and the receipt is the card."""
    await talk.held(ask(legs=("outbound",)))
    out, _ = await talk.hops()
    bare, price = await talk.total(), 2 * SEAT * out
    assert await talk.extras() == [[("aisle seat", "offered", price, ())], []]
    await talk.do(yes(legs=("outbound",)))
    assert await talk.extras() == [[("aisle seat", "sent", price, ())], []]
    assert await talk.total() == bare + price
    await talk.booking.approve()
    bought = await talk.booking.bookings()
    assert sum(b.total.amount for b in bought) == bare + price
    assert sorted(len(b.requests) for b in bought) == [0, 1]


async def test_what_no_one_said_yes_to_is_never_charged(talk: Talk) -> None:
    """Neither the approval of the card nor another word about the seat pays for it."""
    await talk.held(ask())
    bare = await talk.total()
    await talk.do(ask(legs=("outbound",)))  # for one of the two flights: a change of the wish, and no yes
    await talk.do(yes("vegan meal"))
    seats = [[one[1] for one in line if one[0] == "aisle seat"] for line in await talk.extras()]
    assert seats == [["offered"], []]
    assert await talk.total() == bare
    await talk.booking.approve()
    assert sum(b.total.amount for b in await talk.booking.bookings()) == bare


async def test_a_seat_that_is_paid_for_is_taken_off_one_flight(talk: Talk) -> None:
    """That flight alone is held anew, the other keeps its order; the cart is another one, and approved again."""
    await talk.held(ask())
    out, back = await talk.hops()
    bare = await talk.total()
    await talk.do(yes())
    assert await talk.total() == bare + 2 * SEAT * (out + back)
    both, card = await talk.order_ids(), await talk.booking.card()
    await talk.do(off(legs=("return",)))
    after = await talk.booking.card()
    assert await talk.extras() == [[("aisle seat", "sent", 2 * SEAT * out, ())], []]
    assert await talk.total() == bare + 2 * SEAT * out
    assert (after["cart_hash"] == card["cart_hash"], after["approval_id"] == card["approval_id"]) == (False, False)
    now = await talk.order_ids()
    assert (now[0] == both[0], now[1] == both[1]) == (True, False)
    old = await talk.booking.answer(
        {"decisions": [{"type": "approve", "args": {"approval_id": card["approval_id"], "confirmations": []}}]}
    )
    assert old
    assert not await talk.booking.bookings()
    await talk.booking.approve()
    assert sum(b.total.amount for b in await talk.booking.bookings()) == bare + 2 * SEAT * out


async def test_what_is_asked_for_again_needs_another_yes(talk: Talk) -> None:
    """An agreement ends with the wish that it was for."""
    await talk.held(ask())
    await talk.do(yes())
    await talk.do(off())
    assert await talk.extras() == [[], []]
    assert not (await talk.booking.trip()).working_memory.agreed
    await talk.do(ask())
    assert [[one[1] for one in line] for line in await talk.extras()] == [["offered"], ["offered"]]


async def test_a_yes_for_one_flight_is_none_for_the_other(talk: Talk) -> None:
    """The other stays an offer, and comes with a yes of its own."""
    await talk.held(ask(legs=("outbound",)), ask(legs=("return",)))
    await talk.do(yes(legs=("return",)))
    assert [[one[1] for one in line] for line in await talk.extras()] == [["offered"], ["sent"]]
    await talk.do(yes(legs=("outbound",)))
    assert [[one[1] for one in line] for line in await talk.extras()] == [["sent"], ["sent"]]


async def test_a_seat_is_for_one_person(talk: Talk) -> None:
    """Ann's alone is asked for, priced, sent and named on the card; Bob's own comes beside it at its own yes."""
    await talk.held(ask(legs=(1,), people=("Ann",)))
    out, _ = await talk.hops()
    await talk.do(yes(legs=(1,), people=("Ann",)))
    assert await talk.extras() == [[("aisle seat", "sent", SEAT * out, ("Ann Smith",))], []]
    await talk.do(ask(legs=(1,), people=("Bob",)))
    assert await talk.extras() == [
        [("aisle seat", "sent", SEAT * out, ("Ann Smith",)), ("aisle seat", "offered", SEAT * out, ("Bob Smith",))], []
    ]  # fmt: skip
    await talk.do(yes(legs=(1,), people=("Bob Smith",)))
    await talk.do(off(people=("ann",)))
    assert await talk.extras() == [[("aisle seat", "sent", SEAT * out, ("Bob Smith",))], []]


async def test_a_seat_is_taken_off_one_person(talk: Talk) -> None:
    """Of what was paid for all the rest stays agreed to, at its lower price; the person is offered one anew."""
    await talk.held(ask())
    out, back = await talk.hops()
    await talk.do(yes())
    await talk.do(off(people=("Bob",)))
    ann = ("Ann Smith",)
    assert await talk.extras() == [
        [("aisle seat", "sent", SEAT * out, ann)], [("aisle seat", "sent", SEAT * back, ann)]
    ]  # fmt: skip
    await talk.do(ask(people=("Bob",)))
    assert [[one[1] for one in line] for line in await talk.extras()] == [["sent", "offered"], ["sent", "offered"]]


async def test_a_party_that_shrank_is_priced_anew(talk: Talk) -> None:
    """On a yes, the person and their head leave together: what was held for two is given back, and one is quoted."""
    await talk.held()
    before = (await talk.booking.trip()).working_memory.ranking.bundles[0].estimated_total
    await talk.do(called("remove_traveller", who="Bob Smith"))
    assert (await talk.booking.trip()).party.heads() == (2, 0, 0)
    await talk.do(called("remove_traveller", who="Bob Smith", let_hold_go=True))
    trip = await talk.booking.trip()
    assert ([g.name for g in trip.party.guests], trip.party.heads()) == (["Ann Smith"], (1, 0, 0))
    assert trip.working_memory.ranking.bundles[0].estimated_total.amount < before.amount
    assert not [h for h in trip.working_memory.holds if h.status == "held"]


async def test_a_child_who_leaves_takes_their_own_age(talk: Talk) -> None:
    """Not that of the first child that was counted."""
    await talk.do(TO_LISBON, change(party={"child_ages": [9, 5]}))
    tom = person("Tom Smith", "2022-01-05", type="child")
    eva = person("Eva Smith", "2018-01-05", type="child")
    await talk.do(people(ANN, BOB, eva, tom), called("remove_traveller", who="Tom"))
    trip = await talk.booking.trip()
    assert (trip.party.heads(), trip.party.travelers.child_ages) == ((2, 1, 0), (9,))


async def test_a_name_on_a_ticket_says_what_its_change_needs(talk: Talk) -> None:
    """Renaming changes the party, and no booking; whoever leaves it is still on the ticket."""
    await talk.held()
    await talk.booking.approve()
    await talk.do(people({"id": "t2", "given_name": "Rob"}))
    (renamed,) = await talk.outcomes()
    assert renamed.facts["people"][0]["booked_as_before"] is True
    await talk.do(called("remove_traveller", who="Rob"))
    (refused,) = await talk.outcomes()
    assert "only request_cancellation" in refused.rejected[0].why
    assert {b.status for b in await talk.booking.bookings()} == {"confirmed"}


async def test_a_hotels_extra_is_for_one_stay(talk: Talk) -> None:
    """Stays go by their number, and a hotel's request by no flight."""
    stops = [{"place": "Lisbon", "nights": 4}, {"place": "Rome", "nights": 3}]
    quiet = {"kind": "quiet room", "to": "hotel", "legs": [2]}
    await talk.do(change(origin="Boston", stops=stops, depart="2027-06-14", party={"adults": 2}, requests=[quiet]))
    trip = await talk.booking.trip()
    stays = plan_of(trip).hotels
    assert len(stays) == 2
    assert [one.keys for one in requests_of(trip)] == [(stays[1].key,)]


async def test_a_bag_for_one_of_two_is_priced_before_it_is_held_and_sold_alone(talk: Talk) -> None:
    """The offer says what a bag costs each; after a yes it is Ann's, on each way whose fare has none, at that price."""
    bag = {"kind": "checked bag", "people": ("Ann",)}
    await talk.do(TO_LISBON, people(ANN, BOB), choose(1), called("update_trip", requests=[bag]))
    assert (await talk.outcomes())[-1].rejected == ()
    booking = talk.booking
    takes = (await found(booking, "option_details", option="chosen"))["takes"]
    legs = (await found(booking, "option_details", option="chosen"))["option"]["flights"]
    bare = [leg["code"] for leg in legs if not leg["checked_bags_each"]]
    assert {one["code"]: one["each"].get("checked bag", {}).get("amount") for one in takes} == {
        leg["code"]: "45.00" if leg["code"] in bare else None for leg in legs
    }
    assert bare, "a fare without a bag"
    assert [one["price"]["amount"] for leg in legs for one in leg["requests"] if leg["code"] in bare] == [
        "45.00"
    ] * len(bare)
    await talk.do(hold())
    before = await talk.total()
    await talk.do(called("update_trip", requests=[{**bag, "accept_price": True}]))
    lines = [one for line in await talk.extras() for one in line if one[2]]
    assert lines == [("checked bag", "sent", Decimal(45), ("Ann Smith",))] * len(bare)
    assert await talk.total() == before + 45 * len(bare)
    await booking.approve()
    assert sum(b.total.amount for b in await booking.bookings()) == before + 45 * len(bare)
