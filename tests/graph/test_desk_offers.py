"""A guest talks about offered rooms with a desk that has a model: questions, terms, wishes, names, cards and bookings."""

import json
from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from tests.acts import ANN, BOB, do, people, person, words_of
from tests.servers import openai_wire as wire
from tests.servers.desk_model import Model, settings_of

from tripintent.app.opening import open_session
from tripintent.app.results import TurnResult
from tripintent.app.session import Session
from tripintent.state.concierge.front import Request

HOUSE = Path(str(files("tripintent.tools.services.demonstration"))) / "accommodations.yaml"
TWO_ROOMS = [{"adults": 2, "childrenAges": []}, {"adults": 2, "childrenAges": []}]
STAY = {"startDate": "12-02-2027", "numberOfNights": 2, "Rooms": TWO_ROOMS}
WISH = "Two double rooms for 4 adults, 12 to 14 February 2027 please"
NAMES = "Ann Smith 4 March 1985, Bob Smith 5 May 1984, Cleo Jones 6 June 1986, Dan Jones 7 July 1987, ann@example.org"
FOUR = people(ANN, BOB, person("Cleo Jones", "1986-06-06"), person("Dan Jones", "1987-07-07"))


class Talk(Model):
    """The scripted model. Functions are said in turn, and the last ones again."""

    def plays(self, *rounds: list[dict[str, Any]], answers: str = "UNKNOWN") -> None:
        self.chooses(*rounds[0]).answers(answers)
        self.later = [json.dumps({"functions": one}) for one in rounds[1:]]
        self.asked.clear()


def _room(said: str = "", **more: Any) -> dict[str, Any]:
    return {"func": "AVAILABILITY_AGENT", "params": STAY, "confidence": 0.95, "said": said, "query": said, **more}


def _asks(said: str, func: str = "AVAILABILITY_AGENT") -> dict[str, Any]:
    return {"func": func, "params": {}, "confidence": 0.95, "said": said, "query": said, "asks": True}


def _staff(said: str, kind: str = "other", *, only_if: bool = False) -> dict[str, Any]:
    entry = {"func": "FOR_STAFF", "params": {}, "confidence": 0.95, "said": said, "query": f"In full: {said}"}
    return {**entry, "kind": kind, "only_if": only_if}


@pytest.fixture
def model():
    with wire.running() as server:
        yield Talk(server).intent("/reservation")


@pytest.fixture
async def desk(tmp_path: Path, model: Talk) -> AsyncIterator[Session]:
    async with open_session(settings_of(tmp_path, model, HOUSE)) as opened:
        model.plays([_room()])
        await opened.say("t", WISH)
        yield opened


async def _queue(desk: Session) -> list[str]:
    waiting = (await desk.ports.staff_queue.page(None)).entries
    return [one.waits_for.text for one in waiting if isinstance(one.waits_for, Request)]


async def _held(desk: Session, model: Talk) -> TurnResult:
    model.plays([_room(takes=1)])
    await desk.say("t", "The double rooms please.")
    return await do(desk, "t", FOUR)


async def test_each_price_says_for_what_it_is_and_its_terms(tmp_path, model):
    """Rooms, people and the end of free cancellation stand with the price, in the guest's language."""
    model.plays([_room()])
    async with open_session(settings_of(tmp_path, model, HOUSE)) as desk:
        said = words_of(await desk.say("t", "Wir möchten zwei Doppelzimmer für 4 Erwachsene, 12. bis 14. Februar 2027"))
    assert "Preis für 2 Zimmer, 4 Personen; kostenlos stornierbar bis Donnerstag, 11. Februar 2027, 18:00 Uhr" in said


async def test_one_room_alone_is_no_choice(tmp_path, model):
    """It is asked whether the guest would like it, not which one."""
    (tmp_path / "accommodations").mkdir()
    rooms = "rooms:\n  - {name: Loft under the roof, sleeps: 2, count: 40, price: 180.50}\n"
    (tmp_path / "mine.yaml").write_text(HOUSE.read_text("utf-8") + rooms, "utf-8")
    model.plays([_room(params={**STAY, "Rooms": TWO_ROOMS[:1]})])
    async with open_session(settings_of(tmp_path, model, tmp_path / "mine.yaml")) as desk:
        said = words_of(await desk.say("t", "A double room, 12 to 14 February 2027 please"))
    assert "Would you like it?" in said
    assert "Which one" not in said


async def test_a_question_about_the_offer_is_answered_and_the_list_does_not_come_again(desk, model):
    """The answering call gets rooms, people, price and terms of the offer; one line answers each question."""
    model.plays(
        [_asks("Is that for both rooms?"), _asks("Can we bring oysters?")],
        answers="Yes, 644.00 GBP is for both rooms.\nUNKNOWN",
    )
    result = await desk.say("t", "Is that for both rooms? Can we bring oysters?")
    assert "What was offered last" in model.prompt("functions")
    assert "644.00 GBP for all 2 rooms together" in model.prompt("answer")
    assert "free to cancel until 2027-02-11 18:00" in model.prompt("answer")
    assert "Which one would you like" not in words_of(result)
    first, second, offer = words_of(result).split("\n")
    assert first == "Yes, 644.00 GBP is for both rooms."
    assert second.startswith("I do not know that of “Can we bring oysters?”")
    assert "Shall I pass the question on to the desk?" in offer


async def test_fewer_nights_change_the_search(desk, model):
    """One night after two is believed where a day alone is said."""
    model.plays([_room(params={**STAY, "numberOfNights": 1})])
    result = await desk.say("t", "no, ONE night. Friday 12 February 2027")
    assert "12 February 2027, 1 night," in words_of(result)
    assert result.functions[0]["params"]["numberOfNights"] == 1


async def test_a_condition_on_the_result_is_decided_when_it_is_there(desk, model):
    """One further round sees the rooms that were found; both searches are shown, and each room keeps its own nights."""
    words = "2 double rooms for 4, 13 to 15 February 2027; if it is over 400 only the one night of 13 February"
    later = "if it is over 400 only the one night of 13 February"
    first = _room(words, params={**STAY, "startDate": "13-02-2027"}, later=later)
    model.plays([first], [_room(later, params={**STAY, "startDate": "13-02-2027", "numberOfNights": 1}, later=later)])
    result = await desk.say("t", words)
    assert "2 nights" in words_of(result)
    assert "1 night," in words_of(result)
    assert words_of(result).count("Which one would you like") == 1
    assert model.kinds.count("functions") == 2
    assert "Left to be decided" in model.prompt("functions")


async def test_a_usual_wish_goes_with_the_reservation_and_another_to_staff(desk, model):
    """Each wish has its line that says where it went; the reservation carries the one, the queue has the other."""
    model.plays([_staff("twin beds", "single beds"), _staff("an extra pillow")])
    said = words_of(await desk.say("t", "twin beds and an extra pillow")).split("\n")
    assert "“twin beds”: I send that to the house" in said[0]
    assert "“an extra pillow”: I have passed that on to the desk" in said[1]
    (queued,) = await _queue(desk)
    assert queued.startswith("an extra pillow (In full: an extra pillow) [from 2027-02-12")
    held = await _held(desk, model)
    assert [(one.kind, one.said, one.to) for one in held.trip.requests] == [("single beds", "twin beds", "hotel")]
    assert [one.kind for one in held.trip.working_memory.holds[0].requests] == ["single beds"]


async def test_only_if_is_no_order(desk, model):
    """The condition goes to staff, the reply says that the house has to confirm it, and nothing is reserved."""
    words = "I take the double, but only if it is on the ground floor"
    model.plays([_room(takes=1), _staff(words, "ground floor", only_if=True)])
    result = await desk.say("t", words)
    assert "only the house can confirm that" in words_of(result)
    assert result.trip.working_memory.selected.bundle_id is None
    assert (await _queue(desk))[0].startswith(f"before a reservation: {words}")


async def test_a_question_while_a_card_waits_is_answered(desk, model):
    """Words that the rules take for an act are a question to the model: it is answered, and the approval still waits."""
    await _held(desk, model)
    words = "is that two rooms or one? I do not buy it otherwise"
    model.plays([_asks(words)], answers="It is for 2 rooms together, 644.00 GBP.")
    result = await desk.say("t", words)
    assert "It is for 2 rooms together" in words_of(result)
    assert "waits for approval" in model.prompt("answer")
    assert result.trip.working_memory.approval is not None


async def test_an_answer_in_another_language_is_not_a_pasted_quote(desk, model):
    """Where the model's answer is not believed, a guest who writes German reads no English passage."""
    words = "Was kostet das Frühstück bei Ihnen im Haus?"
    model.intent("/faq")
    model.plays([{**_asks(words, "FAQ_AGENT"), "asks": False}], answers="Es kostet £23.")
    result = await desk.say("t", words)
    assert "Breakfast" not in words_of(result)
    assert "Soll ich die Frage an unser Team weitergeben?" in words_of(result)


async def test_no_name_is_in_a_request_of_the_desk(desk, model):
    """Neither one that a call gave, nor one that was written."""
    await _held(desk, model)
    model.plays([_staff("comes at 23:30", "late check-in")])
    await desk.say("t", f"{NAMES}. Cleo comes at 23:30")
    model.plays([_asks("Can we bring oysters?")])
    await desk.say("t", "Can we bring oysters?")
    sent = [json.dumps(request) for kind, request in model.asked if kind == "functions"]
    assert sent
    assert not any(name in one for one in sent for name in ("Cleo", "Smith", "Jones", "1985", "ann@"))


async def test_whether_it_can_be_cancelled_is_answered_from_the_own_terms(desk, model):
    """Words of cancelling that ask are no order, and the answering call has the terms of what was booked."""
    held = await _held(desk, model)
    assert held.trip.working_memory.approval is not None
    bought = await desk.approve("t")
    assert bought.trip.working_memory.bookings, words_of(bought)
    words = "can we still cancel that booking if one of us gets ill?"
    model.plays([_asks(words, "FAQ_AGENT")], answers="Yes, for 0 GBP until 2027-02-11 18:00.")
    result = await desk.say("t", words)
    assert words_of(result) == "Yes, for 0 GBP until 2027-02-11 18:00."
    told = model.prompt("answer")
    assert "booked: " in told
    assert '"free_until": {"local": "2027-02-11 18:00"' in told
    assert all(one.status == "confirmed" for one in result.trip.working_memory.bookings)
