"""Seats and other extras by typed operations: each for its flight and people, taken back alone, and paid for after a yes only."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest

from tripintent.state.asked_for import requests_of
from tripintent.state.events import UserDecidesChange, UserRequestHold, UserSelectedBundle
from tripintent.state.frame import Extent, Place, SpecialRequest, Visit, When
from tripintent.state.operations import (
    Act,
    Agree,
    Ask,
    NamePeople,
    Operation,
    RemovePerson,
    Search,
    SetSlot,
)
from tripintent.state.questions.plan import plan_of
from tripintent.state.reading import Part, Reading
from tripintent.state.travellers import Contact, Guest
from tripintent.tools.ports.reader import Reader, View

SEAT = Decimal(12)
"""What the embedded airlines ask for one seat by the aisle, for each flight without a change."""
ANN = Guest(given_name="Ann", family_name="Smith", date_of_birth="1985-03-04")
BOB = Guest(given_name="Bob", family_name="Smith", date_of_birth="1983-07-09")
TO_LISBON = (
    SetSlot(slot="origin", value=Place(said="Boston", name="Boston", kind="city", code="BOS", country="US")),
    SetSlot(
        slot="visits",
        value=(Visit(place=Place(said="Lisbon", name="Lisbon", kind="city", code="LIS", country="PT"), hotel=False),),
    ),
    SetSlot(slot="depart", value=When(said="June 14", day="2027-06-14")),
    SetSlot(slot="return_", value=When(said="June 21", day="2027-06-21")),
    SetSlot(slot="adults", value=2),
    SetSlot(slot="lodging_needed", value=False),
    Search(),
)


class TypedReader(Reader):
    """Says of any message what it was given to say."""

    def __init__(self) -> None:
        self.operations: tuple[Operation, ...] = ()

    async def read(self, text: str, view: View) -> Reading:
        del view
        return Reading(text=text, parts=(Part(system="BOOKING", text=text, operations=self.operations),))

    def goes_on(self, text: str, view: View) -> bool:
        del text, view
        return False


class Talk:
    """A booking that is talked to in operations."""

    def __init__(self, booking: Any) -> None:
        self.reader = TypedReader()
        self.booking = booking.rebuilt(reader=self.reader)

    async def say(self, *operations: Operation) -> str:
        self.reader.operations = operations
        return "\n".join(await self.booking.say("words that nobody reads"))

    async def held(self, *wishes: Operation) -> None:
        """Ask for the trip, choose its first option and hold it for two people."""
        await self.say(*TO_LISBON, *wishes)
        bundle = (await self.booking.trip()).working_memory.ranking.bundles[0]
        await self.say(Act(event=UserSelectedBundle(bundle_id=bundle.bundle_id)), Act(event=UserRequestHold()))
        await self.say(NamePeople(named=(ANN, BOB), contact=Contact(email="ann@example.org")))

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


def ask(kind: str = "aisle seat", *, off: bool = False, **extent: Sequence[Any]) -> Ask:
    request = SpecialRequest(kind=kind, said=kind, to="airline", **extent)
    return Ask(request=request, polarity="no_matter" if off else "require")


def yes(kind: str = "aisle seat", **extent: Sequence[Any]) -> Agree:
    return Agree(kind=kind, extent=Extent(**extent))


@pytest.fixture
def talk(booking: Any) -> Talk:
    return Talk(booking)


async def test_a_seat_for_one_flight_costs_one(talk: Talk) -> None:
    """It is offered on the way out alone, paid for after the yes alone, and the receipt is the card."""
    await talk.held(ask(legs=("outbound",)))
    out, _ = await talk.hops()
    bare, price = await talk.total(), 2 * SEAT * out
    assert await talk.extras() == [[("aisle seat", "offered", price, ())], []]
    await talk.say(yes())
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
    await talk.say(ask(legs=("outbound",)))  # for one of the two flights: a change of the wish, and no yes
    await talk.say(yes("window seat"))
    assert [[one[1] for one in line] for line in await talk.extras()] == [["offered"], []]
    assert await talk.total() == bare
    await talk.booking.approve()
    assert sum(b.total.amount for b in await talk.booking.bookings()) == bare


async def test_a_seat_that_is_paid_for_is_taken_off_one_flight(talk: Talk) -> None:
    """That flight alone is held anew, the other keeps its order; the cart is another one, and approved again."""
    await talk.held(ask())
    out, back = await talk.hops()
    bare = await talk.total()
    await talk.say(yes())
    assert await talk.total() == bare + 2 * SEAT * (out + back)
    both, card = await talk.order_ids(), await talk.booking.card()
    await talk.say(ask(off=True, legs=("return",)))
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
    await talk.say(yes())
    await talk.say(ask(off=True))
    assert await talk.extras() == [[], []]
    assert not (await talk.booking.trip()).working_memory.agreed
    await talk.say(ask())
    assert [[one[1] for one in line] for line in await talk.extras()] == [["offered"], ["offered"]]


async def test_a_yes_for_one_flight_is_none_for_the_other(talk: Talk) -> None:
    """The other stays an offer, and comes with a yes of its own; the yes may also be the wish once more."""
    await talk.held(ask())
    await talk.say(yes(legs=("return",)))
    assert [[one[1] for one in line] for line in await talk.extras()] == [["offered"], ["sent"]]
    await talk.say(ask())
    assert [[one[1] for one in line] for line in await talk.extras()] == [["sent"], ["sent"]]


async def test_a_seat_is_for_one_person(talk: Talk) -> None:
    """Ann's alone is asked for, priced, sent and named on the card; Bob's own comes beside it at its own yes."""
    await talk.held(ask(legs=(1,), who=("Ann",)))
    out, _ = await talk.hops()
    await talk.say(yes())
    assert await talk.extras() == [[("aisle seat", "sent", SEAT * out, ("Ann Smith",))], []]
    await talk.say(ask(legs=(1,), who=("Bob",)))
    assert await talk.extras() == [
        [("aisle seat", "sent", SEAT * out, ("Ann Smith",)), ("aisle seat", "offered", SEAT * out, ("Bob Smith",))], []
    ]  # fmt: skip
    await talk.say(yes(who=("Bob Smith",)))
    await talk.say(ask(off=True, who=("ann",)))
    assert await talk.extras() == [[("aisle seat", "sent", SEAT * out, ("Bob Smith",))], []]


async def test_a_seat_is_taken_off_one_person(talk: Talk) -> None:
    """Of what was paid for all the rest stays agreed to, at its lower price; the person is offered one anew."""
    await talk.held(ask())
    out, back = await talk.hops()
    await talk.say(yes())
    await talk.say(ask(off=True, who=("Bob",)))
    ann = ("Ann Smith",)
    assert await talk.extras() == [
        [("aisle seat", "sent", SEAT * out, ann)], [("aisle seat", "sent", SEAT * back, ann)]
    ]  # fmt: skip
    await talk.say(ask(who=("Bob",)))
    assert [[one[1] for one in line] for line in await talk.extras()] == [["sent", "offered"], ["sent", "offered"]]


async def test_a_yes_for_one_person_leaves_the_other_an_offer(talk: Talk) -> None:
    """On one flight: the other flight's offer stays for both."""
    await talk.held(ask())
    out, back = await talk.hops()
    await talk.say(yes(legs=("outbound",), who=("Ann",)))
    first, second = await talk.extras()
    assert first == [("aisle seat", "sent", SEAT * out, ("Ann Smith",))]
    assert second == [("aisle seat", "offered", 2 * SEAT * back, ())]


async def test_requests_of_one_kind_stand_side_by_side(talk: Talk) -> None:
    """One for each flight; taking off one leaves the other; a kind of no seat is for nobody's money."""
    await talk.say(*TO_LISBON, ask(legs=("outbound",)), ask(legs=("return",)), ask("vegan meal", who=("Ann",)))
    assert [one.legs for one in (await talk.booking.trip()).requests] == [("outbound",), ("return",), ()]
    told = await talk.say(ask(off=True, legs=("outbound",)))
    kinds = [(one.kind, one.legs) for one in (await talk.booking.trip()).requests]
    assert kinds == [("aisle seat", ("return",)), ("vegan meal", ())]
    assert "aisle seat" not in told
    assert "No longer asked for" in await talk.say(ask("vegan meal", off=True))
    assert len(requests_of(await talk.booking.trip())) == 1


async def test_a_name_wrongly_taken_is_taken_out(talk: Talk) -> None:
    """One more than travel: no head leaves with it, and nobody is stuck with it."""
    await talk.held()
    stranger = Guest(given_name="What's", family_name="Missing")
    await talk.say(NamePeople(guests=(ANN, BOB, stranger)))
    told = await talk.say(RemovePerson(name="what's missing"))
    trip = await talk.booking.trip()
    assert "What's Missing is no longer in the party" in told
    assert [g.name for g in trip.party.guests] == ["Ann Smith", "Bob Smith"]
    assert trip.party.heads() == (2, 0, 0)


async def test_a_wrong_name_leaves_its_place_free(talk: Talk) -> None:
    """Whoever is named next has it; one who is not known is said not to be."""
    await talk.held()
    await talk.say(RemovePerson(name="Bob", stays=True))
    trip = await talk.booking.trip()
    assert ([g.name for g in trip.party.guests], trip.party.heads()) == (["Ann Smith", ""], (2, 0, 0))
    assert "nobody called “Zoe”" in await talk.say(RemovePerson(name="Zoe"))
    rob = Guest(given_name="Rob", family_name="Smith", date_of_birth="1983-07-09")
    await talk.say(NamePeople(named=(rob,)))
    assert [g.name for g in (await talk.booking.trip()).party.guests] == ["Ann Smith", "Rob Smith"]


async def test_a_party_that_shrank_is_priced_anew(talk: Talk) -> None:
    """On a yes, the person and their head leave together: what was held for two is given back, and one is quoted."""
    await talk.held()
    before = (await talk.booking.trip()).working_memory.ranking.bundles[0].estimated_total
    asked = await talk.say(RemovePerson(name="Bob Smith"))
    assert "Nothing is changed yet" in asked
    assert (await talk.booking.trip()).party.heads() == (2, 0, 0)
    await talk.booking.event(**UserDecidesChange(let_hold_go=True).model_dump())
    trip = await talk.booking.trip()
    assert ([g.name for g in trip.party.guests], trip.party.heads()) == (["Ann Smith"], (1, 0, 0))
    assert trip.working_memory.ranking.bundles[0].estimated_total.amount < before.amount
    assert not [h for h in trip.working_memory.holds if h.status == "held"]


async def test_a_child_who_leaves_takes_their_own_age(talk: Talk) -> None:
    """Not that of the first child that was counted."""
    await talk.say(*TO_LISBON, SetSlot(slot="children", value=2), SetSlot(slot="ages", value=(9, 5)))
    tom = Guest(given_name="Tom", family_name="Smith", date_of_birth="2022-01-05", passenger_type="child")
    eva = Guest(given_name="Eva", family_name="Smith", date_of_birth="2018-01-05", passenger_type="child")
    await talk.say(NamePeople(guests=(ANN, BOB, eva, tom)))
    await talk.say(RemovePerson(name="Tom"))
    trip = await talk.booking.trip()
    assert (trip.party.heads(), trip.party.travelers.child_ages) == ((2, 1, 0), (9,))


async def test_a_name_on_a_ticket_says_what_its_change_needs(talk: Talk) -> None:
    """Renaming changes the party, and no booking: the airline or a new booking does."""
    await talk.held()
    await talk.booking.approve()
    rob = Guest(given_name="Rob", family_name="Smith")
    told = await talk.say(NamePeople(named=(rob,), instead="Bob Smith"))
    assert "What is booked names Bob Smith" in told
    assert {b.status for b in await talk.booking.bookings()} == {"confirmed"}


async def test_whoever_leaves_a_booked_trip_is_still_on_the_ticket(talk: Talk) -> None:
    """It is said what that needs; nothing is cancelled by it."""
    await talk.held()
    await talk.booking.approve()
    assert "What is booked names Bob Smith" in await talk.say(RemovePerson(name="Bob"))
    assert {b.status for b in await talk.booking.bookings()} == {"confirmed"}


async def test_a_hotels_extra_is_for_one_stay(talk: Talk) -> None:
    """Stays go by their number, and a hotel's request by no flight."""
    rome = Visit(place=Place(said="Rome", name="Rome", kind="city", code="ROM", country="IT"), nights=3)
    lisbon = Visit(place=Place(said="Lisbon", name="Lisbon", kind="city", code="LIS", country="PT"), nights=4)
    known = [one for one in TO_LISBON if not (isinstance(one, SetSlot) and one.slot in ("visits", "lodging_needed"))]
    quiet = SpecialRequest(kind="quiet room", said="quiet", to="hotel", legs=(2,))
    await talk.say(*known, SetSlot(slot="visits", value=(lisbon, rome)), Ask(request=quiet))
    trip = await talk.booking.trip()
    stays = plan_of(trip).hotels
    assert len(stays) == 2
    assert [one.keys for one in requests_of(trip)] == [(stays[1].key,)]
