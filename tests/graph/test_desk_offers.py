"""A guest talks about offered rooms with a desk that has a model: questions, terms, wishes, names, cards and bookings."""

import json
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.acts import ANN, BOB, do, people, person, words_of
from tests.servers import openai_wire as wire
from tests.servers.desk_model import Model, queue_of, settings_of

from tripintent.app.opening import open_session
from tripintent.app.results import TurnResult
from tripintent.app.session import Session

HOUSE = Path(str(files("tripintent.tools.services.demonstration"))) / "accommodations.yaml"
TWO_ROOMS = [{"adults": 2, "childrenAges": []}, {"adults": 2, "childrenAges": []}]
STAY = {"startDate": "12-02-2027", "numberOfNights": 2, "Rooms": TWO_ROOMS}
WISH = "Two double rooms for 4 adults, 12 to 14 February 2027 please"
FOUR = people(ANN, BOB, person("Cleo Jones", "1986-06-06"), person("Dan Jones", "1987-07-07"))


LOOK = {"check_in": "2027-02-12", "nights": 2, "rooms": [{"adults": 2}, {"adults": 2}]}


def _staff(told: str, kind: str = "other", *, condition: bool = False) -> tuple[str, dict[str, Any]]:
    return ("request_from_staff", {"told": told, "what": f"In full: {told}", "kind": kind, "condition": condition})


@pytest.fixture
def model():
    with wire.running() as server:
        rooms = {"func": "AVAILABILITY_AGENT", "params": STAY}
        yield Model(server).intent("/reservation").chooses(rooms)


@pytest.fixture
async def desk(tmp_path: Path, model: Model) -> AsyncIterator[Session]:
    async with open_session(settings_of(tmp_path, model, HOUSE)) as opened:
        model.answers(("check_availability", LOOK), "Which one would you like?")
        await opened.say("t", WISH)
        yield opened


async def _held(desk: Session, model: Model) -> TurnResult:
    model.answers(("choose_room", {"number": 1}), "")
    await desk.say("t", "The double rooms please.")
    return await do(desk, "t", FOUR)


async def test_each_price_says_for_what_it_is_and_its_terms(tmp_path, model):
    """Rooms, people and the end of free cancellation stand with the price, in the guest's language."""
    model.answers(("check_availability", LOOK), "Welche möchten Sie?")
    async with open_session(settings_of(tmp_path, model, HOUSE)) as desk:
        said = words_of(await desk.say("t", "Wir möchten zwei Doppelzimmer für 4 Erwachsene, 12. bis 14. Februar 2027"))
    assert "Preis für 2 Zimmer, 4 Personen; kostenlos stornierbar bis Donnerstag, 11. Februar 2027, 18:00 Uhr" in said


async def test_a_question_about_the_offer_is_answered_and_the_list_does_not_come_again(desk, model):
    """The agent knows rooms, people, price and terms of the offer, and the days around it."""
    said = "Yes, 644.00 GBP is for both rooms, free to cancel until 11 February 2027; you leave on 14 February 2027."
    model.chooses({"func": "FAQ_AGENT"}).answers(said)
    result = await desk.say("t", "Is that for both rooms? Until when can we cancel?")
    assert "644.00 GBP for all 2 rooms together" in model.prompt("answer")
    assert "free to cancel until 2027-02-11 18:00" in model.prompt("answer")
    assert words_of(result) == said


async def test_two_lists_of_one_turn_are_both_offered(desk, model):
    """A condition on the price is decided by a second look: each room keeps its own nights, and those of before stay to be taken."""
    model.answers(
        ("check_availability", LOOK | {"check_in": "2027-02-13"}),
        ("check_availability", LOOK | {"check_in": "2027-02-13", "nights": 1}),
        "It is over 400, so the one night.",
    )
    result = await desk.say("t", "13 to 15 February 2027; if it is over 400 only the one night of 13 February")
    assert all(one in words_of(result) for one in ("2 nights", "1 night,"))
    assert model.prompt("answer").count("from 2027-02-12, 2 nights") >= 2
    model.answers(("choose_room", {"number": 1}), "")
    taken = await desk.say("t", "yes, the one night")
    assert taken.trip.itinerary.lodging.stays[0].check_out == "2027-02-14"


async def test_a_sum_is_made_of_prices_that_stand_somewhere(desk, model):
    """Another price comes back; the sum may be said."""
    both = {"parts": [{"count": 4, "price": "£14"}, {"count": 1, "price": "£99"}]}
    right = {"parts": [{"count": 4, "price": "£14"}, {"count": 2, "price": "£7"}]}
    night = {"parts": [{"count": 1, "price": "644.00 GBP"}, {"count": 4, "price": "£14"}]}
    model.chooses({"func": "FAQ_AGENT", "query": "What does breakfast cost?"})
    sums = (("add_up", both), ("add_up", right), ("add_up", night))
    model.answers(*sums, "£70 a day for four adults and two children, £700 with the rooms.")
    result = await desk.say("t", "what is breakfast for the six of us, two are children?")
    assert "£99 is in no text" in model.prompt("answer")
    assert words_of(result) == "£70 a day for four adults and two children, £700 with the rooms."


async def test_a_usual_wish_goes_with_the_reservation_and_another_to_staff(desk, model):
    """Each wish has its line that says where it went; the reservation carries the one, the queue has the other."""
    model.answers(_staff("twin beds", "single beds"), _staff("an extra pillow"), "Anything else?")
    said = words_of(await desk.say("t", "twin beds and an extra pillow")).split("\n")
    assert "“twin beds”: I send that to the house" in said[0]
    assert "“an extra pillow”: I have passed that on to the desk" in said[1]
    assert await queue_of(desk) == ["an extra pillow (In full: an extra pillow)"]
    held = await _held(desk, model)
    assert [(one.kind, one.said, one.to) for one in held.trip.requests] == [("single beds", "twin beds", "hotel")]
    assert [one.kind for one in held.trip.working_memory.holds[0].requests] == ["single beds"]


async def test_only_if_is_no_order(desk, model):
    """The condition goes to staff, the reply says that the house has to confirm it, and nothing is reserved."""
    model.answers(_staff("the ground floor", "ground floor", condition=True), "I reserve nothing before.")
    result = await desk.say("t", "I take the double, but only if it is on the ground floor")
    assert "only the house can confirm that" in words_of(result)
    assert result.trip.working_memory.selected.bundle_id is None
    assert (await queue_of(desk))[0].startswith("before a reservation: the ground floor")


async def test_a_question_while_a_card_waits_is_answered(desk, model):
    """Words that the rules take for an act are a question to the model: it is answered, and the approval still waits."""
    await _held(desk, model)
    model.chooses({"func": "FAQ_AGENT"}).answers("It is for 2 rooms together, 644.00 GBP.")
    result = await desk.say("t", "is that two rooms or one? I do not buy it otherwise")
    assert "It is for 2 rooms together" in words_of(result)
    assert "waits for approval" in model.prompt("answer")
    assert result.trip.working_memory.approval is not None


async def test_what_is_held_is_let_go_in_any_words(desk, model):
    """The model that holds the booking hears them, and a second room waits until then."""
    await _held(desk, model)
    model.answers(("choose_room", {"number": 2}), "The first one goes before.")
    await desk.say("t", "and the other one, too")
    assert "held already" in model.prompt("answer")
    model.chooses({"func": "BOOKING"}).books(("release_hold", {}), "Schade, es ist wieder frei.")
    result = await desk.say("t", "ok, dann gebt das Zimmer bitte wieder frei")
    assert not [one for one in result.trip.working_memory.holds if one.status == "held"]
    assert "Schade, es ist wieder frei." in words_of(result)


async def test_people_of_a_room_that_was_let_go_do_not_come_with_the_next(desk, model):
    """Of the room that is taken instead who was named for it is on the card."""
    await _held(desk, model)
    model.chooses({"func": "BOOKING"}).books(("release_hold", {}), "It is free again.")
    await desk.say("t", "let it go please")
    model.chooses({"func": "AVAILABILITY_AGENT"})
    model.answers(("check_availability", LOOK | {"check_in": "2027-03-12"}), "Which?")
    await desk.say("t", "the same from 12 March instead")
    model.answers(("choose_room", {"number": 1, "guests": ["Ann Marsh", "Sue Cole"]}), "")
    result = await desk.say("t", "the first, for Ann Marsh and Sue Cole")
    assert [one.name for one in result.trip.party.guests] == ["Ann Marsh", "Sue Cole"]


async def test_a_second_stay_is_booked_beside_the_first(desk, model):
    """What is bought stays as it is; the new nights alone are held."""
    await _held(desk, model)
    await desk.approve("t")
    model.answers(("check_availability", LOOK | {"check_in": "2027-02-22"}), "Again two rooms?")
    await desk.say("t", "and the same from 22 February")
    model.answers(("choose_room", {"number": 1}), "")
    result = await desk.say("t", "yes, the double rooms again")
    assert "February 22" in words_of(result) or "Feb 22" in words_of(result)
    assert "What you booked before stays as it is" in words_of(result)
    assert [one.check_in for one in result.trip.itinerary.lodging.stays] == ["2027-02-12", "2027-02-22"]


async def test_an_answer_in_another_language_is_not_a_pasted_quote(desk, model):
    """Where the model's answer is not believed, a guest who writes German reads no English passage."""
    model.intent("/faq").chooses({"func": "FAQ_AGENT"}).answers("Es kostet £23.")
    result = await desk.say("t", "Was kostet das Frühstück bei Ihnen im Haus?")
    assert "Breakfast" not in words_of(result)
    assert "Soll ich die Frage an unser Team weitergeben?" in words_of(result)


async def test_who_is_on_the_booking_is_a_mark_to_the_model(desk, model):
    """Names, births and addresses of the party are in no request, of detections, agent or booking."""
    await _held(desk, model)
    model.chooses({"func": "BOOKING"}).books("It waits for your approval.")
    await desk.say("t", "and what now?")
    model.chooses({"func": "FAQ_AGENT"}).answers("Our texts do not say.")
    await desk.say("t", "Can we bring oysters?")
    sent = json.dumps([request for _, request in model.asked])
    assert {"booking", "answer"} <= {*model.kinds}
    assert not any(name in sent for name in ("Cleo", "Smith", "Jones", "1985", "ann@"))


async def test_whether_it_can_be_cancelled_is_answered_from_the_own_terms(desk, model):
    """Words of cancelling that ask are no order, and the answering call has the terms of what was booked."""
    held = await _held(desk, model)
    assert held.trip.working_memory.approval is not None
    bought = await desk.approve("t")
    assert bought.trip.working_memory.bookings, words_of(bought)
    words = "can we still cancel that booking if one of us gets ill?"
    model.chooses({"func": "FAQ_AGENT"}).answers("Yes, for 0 GBP until 2027-02-11 18:00.")
    result = await desk.say("t", words)
    assert words_of(result) == "Yes, for 0 GBP until 2027-02-11 18:00."
    told = model.prompt("answer")
    assert "booked: " in told
    assert '"free_until": {"local": "2027-02-11 18:00"' in told
    assert all(one.status == "confirmed" for one in result.trip.working_memory.bookings)
