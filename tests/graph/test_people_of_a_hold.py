"""The people of a hold: all that the ticket needs is there before it is placed, and what is corrected later reaches the supplier."""

import json
from typing import Any

import pytest
from tests.acts import Event, cheapest, hold, people, plan

from tripintent.state.patch import Patch
from tripintent.state.wishes import PolicyRules


def births(booking: Any) -> list[set[str]]:
    """The birth dates on each order that the supplier keeps or sold, as its own book has them."""
    with booking.ports.desk._ctx.supplier("embedded").orders._orders._counter.book.reading() as pages:
        rows = pages.rows("SELECT travellers FROM orders WHERE status IN ('held', 'confirmed')")
    return [{person["date_of_birth"] for person in json.loads(row[0])} for row in rows]


async def test_nothing_is_held_before_everybody_has_a_birth_date(booking: Any, wish: Event) -> None:
    """Paying for a hold carries nobody: a ticket's birth dates are asked for before the hold, not after it."""
    await booking.do(wish)
    await booking.do(cheapest, hold())
    asked = await booking.say("Ann Smith and Bob Smith, ann@example.org")
    assert "date of birth" in asked[-1]
    assert (await booking.trip()).working_memory.holds == ()
    await booking.say("Ann Smith 4 March 1985 and Bob Smith 1983-07-09")
    assert await booking.waits()
    assert births(booking) == [{"1985-03-04", "1983-07-09"}] * 3


async def test_a_room_for_two_is_not_held_in_one_name(booking: Any) -> None:
    """A hotel names every adult: one name of two holds nothing, and the question asks for no birth date of who is known."""
    await booking.say("only a hotel in Lisbon June 14 to June 21, two adults")
    await booking.do(cheapest, hold())
    asked = await booking.say("Ann Smith, ann@example.org")
    assert "I already know Ann Smith" in asked[-1]
    assert (await booking.trip()).working_memory.holds == ()
    await booking.say("Bob Smith")
    assert await booking.waits()
    assert {one.name for one in (await booking.issued()).people} == {"Ann Smith", "Bob Smith"}


async def test_a_birth_date_corrected_after_the_hold_is_on_the_ticket(booking: Any) -> None:
    """The card that waited is void; the new one is for holds with the right date, and buys these."""
    first = await booking.to_approval()
    await booking.do(people({"id": "t1", "date_of_birth": "1985-03-05"}))
    second = await booking.card()
    assert second["approval_id"] != first["approval_id"]
    await booking.approve()
    assert len(await booking.bookings()) == 3
    assert births(booking) == [{"1985-03-05", "1983-07-09"}] * 3


@pytest.mark.parametrize(
    "said",
    ["Bob's birthday is 9 June, not July", "Bob was born on 9 June 1983", "sorry, Bob's birth date is 9 June 1983"],
)
async def test_a_birth_put_right_by_a_first_name_is_on_the_ticket(booking: Any, said: str) -> None:
    """The year stays where only day and month are said."""
    first = await booking.to_approval()
    told = await booking.say(said)
    assert any("Bob Smith, born 9 Jun 1983" in one for one in told)
    assert (await booking.card())["approval_id"] != first["approval_id"]
    await booking.approve()
    assert births(booking) == [{"1985-03-04", "1983-06-09"}] * 3


@pytest.mark.parametrize(
    "said", ["it's Anne Smith, not Ann", "my wife's name is spelled Anne", "Anne with an e please"]
)
async def test_a_name_put_right_is_on_the_ticket(booking: Any, said: str) -> None:
    """A name nearly like one that is known replaces it; the card that waited is void."""
    first = await booking.to_approval()
    told = await booking.say(said)
    assert any("Anne Smith" in one for one in told)
    assert (await booking.card())["approval_id"] != first["approval_id"]
    assert [guest.name for guest in (await booking.trip()).party.guests] == ["Anne Smith", "Bob Smith"]


@pytest.mark.parametrize(
    "said",
    [
        "Ann Smith is Anna Smyth, born 1985-03-05",
        "Ann Smith's real name is Anna Smyth, 5 March 1985",
        "Ann Smith is really called Anna Smyth, born 5 March 1985",
    ],
)
async def test_a_whole_name_put_right_is_on_the_ticket(booking: Any, said: str) -> None:
    """Name and birth replace those of the one who is named first; the card that waited buys nothing any more."""
    first = await booking.to_approval()
    told = await booking.say(said)
    assert any("Anna Smyth, born 5 Mar 1985" in one for one in told)
    assert (await booking.card())["approval_id"] != first["approval_id"]
    assert (await booking.ports.desk.approval(first["approval_id"])).state == "void"
    await booking.approve()
    assert births(booking) == [{"1985-03-05", "1983-07-09"}] * 3


async def test_a_birth_put_right_by_a_whole_name_is_on_the_ticket(booking: Any) -> None:
    """The name stays."""
    first = await booking.to_approval()
    await booking.say("Bob Smith is born 1983-07-10")
    assert (await booking.card())["approval_id"] != first["approval_id"]
    await booking.approve()
    assert births(booking) == [{"1985-03-04", "1983-07-10"}] * 3


@pytest.mark.parametrize("said", ["Bob Smith is my husband", "Bob Smith is Ann Smith's father"])
async def test_a_remark_about_somebody_renames_nobody(booking: Any, said: str) -> None:
    """The card waits on."""
    first = await booking.to_approval()
    await booking.say(said)
    assert (await booking.card())["approval_id"] == first["approval_id"]
    assert [guest.name for guest in (await booking.trip()).party.guests] == ["Ann Smith", "Bob Smith"]


async def test_who_has_no_place_in_the_party_is_refused_in_words(booking: Any) -> None:
    """Nobody is left out of a card in silence."""
    await booking.to_approval()
    told = await booking.say("Bob is not coming, Carl Jones born 1980-01-01 is")
    assert told[0].startswith("Carl Jones: all places of the party have names already (Ann Smith and Bob Smith).")


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


@pytest.mark.parametrize("said", ["let's go in May", "Mary would rather go in May", "Roma is lovely"])
async def test_a_day_or_a_place_is_no_new_name(booking: Any, wish: Event, said: str) -> None:
    """A month or a town that is written nearly like somebody's name renames nobody on a ticket."""
    await booking.do(wish)
    await booking.do(cheapest, hold())
    await booking.say("Mary Smith 4 March 1985 and Romy Smith 1983-07-09, ann@example.org")
    await booking.say(said)
    assert [guest.name for guest in (await booking.trip()).party.guests] == ["Mary Smith", "Romy Smith"]


async def test_an_adult_born_as_a_child_is_asked_about_before_the_hold(booking: Any, wish: Event) -> None:
    """A wrong year would be a wrong ticket; the right year alone is enough to go on."""
    await booking.do(wish)
    await booking.do(cheapest, hold())
    asked = await booking.say("Ann Smith 4 March 1985 and Bob Smith 9 July 2021, ann@example.org")
    assert "Bob Smith would be a child" in asked[-1]
    assert (await booking.trip()).working_memory.holds == ()
    await booking.say("sorry, 1983 not 2021")
    assert await booking.waits()
    assert births(booking) == [{"1985-03-04", "1983-07-09"}] * 3


async def test_a_name_beside_an_impossible_date_is_kept(booking: Any) -> None:
    """Only the date is asked for; "oops" before the right one is no name."""
    await booking.do(plan("Boston", "Lisbon", "2027-06-14", "2027-06-21"))
    await booking.do(cheapest, hold())
    asked = await booking.say("Lena Kovacs 31 Feb 1990 lena@example.org")
    assert "date of birth of Lena Kovacs" in asked[-1]
    await booking.say("oops, 28 Feb 1990")
    assert [(g.name, g.date_of_birth) for g in (await booking.trip()).party.guests] == [("Lena Kovacs", "1990-02-28")]
    assert await booking.waits()


async def test_a_question_beside_a_remark_is_answered_after_the_purchase(booking: Any) -> None:
    """What is noted of the message does not stand in for the answer."""
    await booking.to_approval()
    await booking.approve()
    said = await booking.say("can you send me the receipt? i need it for work")
    assert said[-1].startswith("This is what was paid")


async def test_people_named_before_the_trip_is_known_are_kept(booking: Any) -> None:
    """They are no places, and are not asked for again."""
    await booking.say("Boston to Lisbon for a week, one adult")
    await booking.say("Ann Smith, female, born 4 March 1985, ann@example.org, +44 20 7183 8750")
    trip = await booking.trip()
    assert [(g.name, g.date_of_birth) for g in trip.party.guests] == [("Ann Smith", "1985-03-04")]
    assert trip.party.contact.email == "ann@example.org"
    assert [visit.place.code for visit in trip.frame.visits] == ["LIS"]


async def test_card_and_receipt_say_who_travels(booking: Any, people: str) -> None:
    """From the ledger's row: births, room, bags and terms on the card; the same on the receipt, with the codes."""
    card = (await booking.to_approval())["card"]
    said = [line.get("text", "") for line in card["lines"]]
    assert said[:2] == ["Ann Smith, born 4 Mar 1985", "Bob Smith, born 9 Jul 1983"]
    assert any(one.startswith("1 × Standard double room, 2 guests, ") for one in said)
    assert any(one.endswith("1 cabin bag each, no checked bag") for one in said)
    assert (await booking.trip()).working_memory.approval.people == (), "known to the ledger's row alone"
    (receipt,) = await booking.approve()
    assert receipt.startswith("Booked and paid: ")
    assert all(one in receipt for one in said[:2])
    assert all(one.locator in receipt for one in await booking.bookings())
