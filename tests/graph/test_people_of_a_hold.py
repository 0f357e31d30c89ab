"""The people of a hold: all that the ticket needs is there before it is placed, and what is corrected later reaches the supplier."""

import json
from typing import Any

import pytest
from tests.acts import ANN, BOB, Event, change, cheapest, hold, people, person, plan

from tripintent.state.patch import Patch
from tripintent.state.wishes import PolicyRules


def births(booking: Any) -> list[set[str]]:
    """The birth dates on each order that the supplier keeps or sold, as its own book has them."""
    with booking.ports.desk._ctx.supplier("embedded").orders._orders._counter.book.reading() as pages:
        rows = pages.rows("SELECT travellers FROM orders WHERE status IN ('held', 'confirmed')")
    return [{person["date_of_birth"] for person in json.loads(row[0])} for row in rows]


UNBORN = person("Ann Smith", email="ann@example.org"), person("Bob Smith")


@pytest.mark.parametrize(
    ("party", "said"),
    [(UNBORN, "date of birth"), ((ANN, person("Bob Smith", "2021-07-09")), "Bob Smith would be a child")],
)
async def test_nothing_is_held_before_everybody_has_a_birth_date(
    booking: Any, wish: Event, party: Any, said: str
) -> None:
    """Paying for a hold carries nobody: what is missing, or a year that makes a child of an adult, is asked about before it."""
    await booking.do(wish)
    await booking.do(cheapest, hold())
    asked = await booking.do(people(*party))
    assert said in asked[-1]
    assert (await booking.trip()).working_memory.holds == ()
    await booking.do(people(ANN, BOB))
    assert await booking.waits()
    assert births(booking) == [{"1985-03-04", "1983-07-09"}] * 3


async def test_a_room_for_two_is_not_held_in_one_name(booking: Any) -> None:
    """A hotel names every adult: one name of two holds nothing, and the question asks for no birth date of who is known."""
    stay = {"place": "Lisbon", "arrive": "2027-06-14", "leave": "2027-06-21"}
    await booking.do(change(stops=[stay], flights_needed=False, party={"adults": 2}, lodging={"needed": True}))
    await booking.do(cheapest, hold())
    asked = await booking.do(people(person("Ann Smith", email="ann@example.org")))
    assert "I already know Ann Smith" in asked[-1]
    assert (await booking.trip()).working_memory.holds == ()
    await booking.do(people(person("Bob Smith")))
    assert await booking.waits()
    assert {one.name for one in (await booking.issued()).people} == {"Ann Smith", "Bob Smith"}


async def test_a_whole_name_put_right_is_on_the_ticket(booking: Any) -> None:
    """Name and birth replace those of the one who is named; the card that waited buys nothing any more."""
    first = await booking.to_approval()
    await booking.do(people({"id": "t1", **person("Anna Smyth", "1985-03-05")}))
    assert [guest.name for guest in (await booking.trip()).party.guests] == ["Anna Smyth", "Bob Smith"]
    assert (await booking.card())["approval_id"] != first["approval_id"]
    assert (await booking.ports.desk.approval(first["approval_id"])).state == "void"
    await booking.approve()
    assert births(booking) == [{"1985-03-05", "1983-07-09"}] * 3


async def test_who_has_no_place_in_the_party_is_refused_in_words(booking: Any) -> None:
    """Nobody is left out of a card in silence, and the card stays as it was."""
    first = await booking.to_approval()
    await booking.do(people(person("Carl Jones", "1980-01-01")))
    (rejected,) = (await booking.state()).values["turn"].called[-1].outcome.rejected
    assert rejected.path.startswith("people[0]")
    assert (await booking.card())["approval_id"] == first["approval_id"]


def renamed(trip: Any, **values: Any) -> dict[str, Any]:
    """The trip's people as a document, the first one otherwise."""
    first, *others = (guest.model_dump(mode="json") for guest in trip.party.guests)
    return {"party": {"guests": [{**first, **values}, *others]}}


async def test_people_changed_by_a_document_make_the_card_anew(booking: Any) -> None:
    """No words are read for it: the card that waits is for who travels now."""
    first = await booking.to_approval()
    changed = renamed(await booking.trip(), name="Anna Smyth", given_name="Anna", family_name="Smyth")
    await booking.event(type="INTENT_READY", trip_intent=changed)
    assert (await booking.card())["approval_id"] != first["approval_id"]
    assert (await booking.ports.desk.approval(first["approval_id"])).state == "void"


async def test_a_card_is_withdrawn_while_somebody_has_no_birth_date(booking: Any) -> None:
    """It names others than those who travel: not even its token buys it while the new one's date is asked for."""
    await booking.ports.policies.set("", PolicyRules(approval_token_required=True))
    first = await booking.to_approval()
    token = await booking.ports.desk.new_token(first["approval_id"], "boss")
    changed = renamed(await booking.trip(), name="Eve Stone", given_name="Eve", family_name="Stone", date_of_birth=None)
    await booking.event(type="INTENT_READY", trip_intent=changed)
    assert not await booking.waits()
    assert (await booking.ports.desk.approval(first["approval_id"])).state == "void"
    given = {"approval_token": token, "payment_method_id": "pm_sim_visa_4242"}
    confirmed = [one["id"] for one in first["confirmations"]]
    await booking.event(type="USER_APPROVED_PURCHASE", **given, confirmations=confirmed)
    assert await booking.bookings() == []


async def test_an_approval_of_other_people_than_the_trips_buys_nothing(booking: Any) -> None:
    """The people of the state changed under a card that waits, whoever did it: the desk refuses, and a new card is made."""
    first = await booking.to_approval()
    trip = await booking.trip()
    anna = trip.party.guests[0].model_copy(update={"given_name": "Anna", "name": "Anna Smith"})
    patch = Patch(by="elsewhere", merge={"party": {"guests": (anna, *trip.party.guests[1:])}})
    await booking.graph.aupdate_state(booking.config, {"trip_intent": patch}, as_node="save_before_wait")
    await booking.run(None)
    assert (await booking.card())["approval_id"] == first["approval_id"]
    told = await booking.approve()
    assert "who travels was changed after this card was made" in " ".join(told)
    assert await booking.bookings() == []
    assert (await booking.card())["approval_id"] != first["approval_id"]


async def test_a_name_beside_an_impossible_date_is_kept(booking: Any) -> None:
    """Only the date is asked for."""
    await booking.do(plan("Boston", "Lisbon", "2027-06-14", "2027-06-21"))
    await booking.do(cheapest, hold())
    asked = await booking.do(people(person("Lena Kovacs", "1990-02-31", email="lena@example.org")))
    assert "date of birth of Lena Kovacs" in asked[-1]
    await booking.do(people({"id": "t1", "date_of_birth": "1990-02-28"}))
    assert [(g.name, g.date_of_birth) for g in (await booking.trip()).party.guests] == [("Lena Kovacs", "1990-02-28")]
    assert await booking.waits()


async def test_people_named_before_the_trip_is_known_are_kept(booking: Any) -> None:
    """They are not asked for again."""
    await booking.do(change(origin="Boston", stops=[{"place": "Lisbon", "nights": 7}], party={"adults": 1}))
    await booking.do(people({**ANN, "phone": "+44 20 7183 8750"}))
    trip = await booking.trip()
    assert [(g.name, g.date_of_birth) for g in trip.party.guests] == [("Ann Smith", "1985-03-04")]
    assert trip.party.contact.email == "ann@example.org"
    assert [visit.place.code for visit in trip.frame.visits] == ["LIS"]


async def test_card_and_receipt_say_who_travels(booking: Any, people: str) -> None:
    """From the ledger's row: births, room, bags and terms on the card; the same on the receipt, with the codes."""
    card = (await booking.to_approval())["card"]
    said = [line.get("text", "") for line in card["lines"]]
    assert said[:2] == ["Ann Smith, born Mar 4, 1985", "Bob Smith, born Jul 9, 1983"]
    assert any(one.startswith("1 × Standard double room, 2 guests, ") for one in said)
    assert any(one.endswith("1 cabin bag each, no checked bag") for one in said)
    assert (await booking.trip()).working_memory.approval.people == (), "known to the ledger's row alone"
    (receipt,) = await booking.approve()
    assert receipt.startswith("Booked and paid. With the local tax on site it comes to ")
    assert all(one in receipt for one in said[:2])
    assert all(one.locator in receipt for one in await booking.bookings())
