"""What a guest asks of the staff is in their queue before the guest reads that it was passed on; commands choose a function."""

from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import pytest
from tests.acts import words_of

from tripintent.app.opening import open_session
from tripintent.app.results import TurnResult
from tripintent.app.settings import Settings
from tripintent.state.concierge.front import Request

HOUSES = Path(str(files("tripintent.tools.services.demonstration")))
NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)
PASSED_ON = ("passed", "weitergegeben", "transmis", "pasado", "passato", "passei")


async def _talk(tmp_path: Path, kind: str, *messages: str) -> tuple[list[TurnResult], Sequence[tuple[str, Request]]]:
    """Say the messages to a demonstration organisation, and read the queue in another session."""
    db = tmp_path.with_suffix(".db")
    async with open_session(Settings(db=db, now=NOW, service=HOUSES / f"{kind}.yaml")) as desk:
        said = [await desk.say("t", words) for words in messages]
    async with open_session(Settings(db=db, now=NOW)) as staff:
        waiting = (await staff.ports.staff_queue.page(None)).entries
        asked = [(one.thread_id, one.waits_for) for one in waiting if isinstance(one.waits_for, Request)]
        opened = [
            (thread, one.model_copy(update={"text": await staff.opened(thread, one.text)})) for thread, one in asked
        ]
        return said, opened


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("accommodations-guest-journey", "Could you please bring two more towels to room 12"),
        ("accommodations-guest-journey", "Könnten Sie bitte zwei Handtücher auf Zimmer 12 bringen"),
        ("accommodations-guest-journey", "Pourriez-vous apporter deux serviettes à la chambre 12"),
        ("accommodations-guest-journey", "¿Pueden traer dos toallas a la habitación 12?"),
        ("accommodations-guest-journey", "Potete portare due asciugamani in camera 12?"),
        ("accommodations-guest-journey", "Podem trazer duas toalhas ao quarto 12?"),
        ("accommodations", "I want to check in online, booking PW-20431, Ada Park, we arrive at 16:00"),
    ],
)
async def test_what_is_said_to_be_passed_on_is_in_the_queue(tmp_path, kind, words):
    """The guest's own words, the function and the hour of the house are there, in another process too."""
    said, queue = await _talk(tmp_path, kind, words)
    assert any(one in words_of(said[0]).casefold() for one in PASSED_ON)
    assert [(thread, request.at) for thread, request in queue] == [("t", "2026-11-24T09:00+00:00")]
    assert words.rstrip("?") in queue[0][1].text


async def test_the_room_that_the_desk_asked_for_may_be_a_bare_number(tmp_path):
    """The desk does not ask again, and staff see the room; a question meanwhile is answered and passed to none."""
    messages = ("Can someone bring towels please", "12", "When is breakfast?")
    said, queue = await _talk(tmp_path, "accommodations-guest-journey", *messages)
    assert "Which room" in words_of(said[0])
    assert "Which room" not in words_of(said[1])
    assert [request.text for _, request in queue] == ["Can someone bring towels please [room 12]"]
    assert "Can someone bring towels please (room 12)" in words_of(said[1])
    said, queue = await _talk(tmp_path / "other", "accommodations-guest-journey", messages[0], messages[2])
    assert [one["function"] for one in said[1].functions] == ["FAQ_AGENT"]
    assert len(queue) == 1


@pytest.mark.parametrize(
    ("words", "room"),
    [
        ("heating in rm 7 isnt working", "7"), ("me traeis papel higienico a la 14 porfa", "14"), ("agua a la hab. 14 porfa", "14"),
        ("Handtücher auf die 21 bitte", "21"), ("die Lampe in Zi. 3 flackert", "3"), ("could we have towels in 2 rooms please", ""),
    ],
)  # fmt: skip
async def test_a_room_is_heard_as_guests_write_it(tmp_path, words, room):
    """In short, or by its number alone; nothing else is a room, and two wishes that wait for one have it both."""
    _, queue = await _talk(tmp_path, "accommodations-guest-journey", words)
    assert [request.text for _, request in queue] == [f"{words} [room {room}]" if room else words]
    wishes = ("Can someone fix the shower please", "I'd also like a taxi at 7")
    _, queue = await _talk(tmp_path / "other", "accommodations-guest-journey", *wishes, "room 15")
    assert [request.text for _, request in queue] == ["\n".join(wishes) + " [room 15]"]


async def test_a_question_passes_nothing_on(tmp_path):
    """Neither the queue nor the words say that staff were told."""
    said, queue = await _talk(tmp_path, "accommodations", "Is breakfast included?", "A double for 3 to 5 December?")
    assert not list(queue)
    assert not any("have passed" in words_of(one) for one in said)


@pytest.mark.parametrize(
    ("kind", "wish", "yes", "facts"),
    [
        (
            "restaurant",
            "A table for four on Wednesday 2 December at 20:00",
            "Yes, please",
            ("20:00", "4", "2 December"),
        ),
        ("restaurant", "Ein Tisch für vier am 2. Dezember um 20 Uhr", "Ja, gerne", ("20:00", "4", "2. Dezember")),
    ],
)
async def test_a_yes_to_an_offer_is_carried_out(tmp_path, kind, wish, yes, facts):
    """The reservation is in the queue with its facts; nothing is booked; a second yes passes nothing on again."""
    said, queue = await _talk(tmp_path, kind, wish, yes, yes)
    assert any(one in words_of(said[1]).casefold() for one in PASSED_ON), words_of(said[1])
    assert len(queue) == 1
    assert all(fact in queue[0][1].text for fact in facts), queue
    assert not said[1].trip.working_memory.bookings


async def test_staff_learn_for_whom_a_table_is(tmp_path):
    """The desk asks for name and number behind the request, and sends them after it with the table's facts."""
    wish = "A table for four on Wednesday 2 December at 20:00"
    said, queue = await _talk(
        tmp_path, "restaurant", wish, "yes", "Ann Smith, +44 20 7183 8750", "What time do you open?"
    )
    assert "phone number" in words_of(said[1])
    assert "added" in words_of(said[2])
    assert len(queue) == 2
    assert any("20:00" in one.text and "Ann Smith, +44 20 7183 8750" in one.text for _, one in queue)
    assert [one["function"] for one in said[3].functions] == ["FAQ_AGENT"]


async def test_a_name_and_number_said_before_are_not_asked_again(tmp_path):
    """Of two tables in one message a yes takes both; staff read who it is for."""
    wish = "A table for 4 on 2 December at 7pm, Ann Smith, +44 20 7183 8750. And could we have a table for 2 on 3 December at 8pm?"
    said, queue = await _talk(tmp_path, "restaurant", wish, "yes please")
    assert (words_of(said[0]).count("is free"), "phone number" in words_of(said[1])) == (2, False)
    (asked,) = (one.text for _, one in queue)
    assert all(
        fact in asked for fact in ("2 December 2026, 19:00, 4; ", "3 December 2026, 20:00, 2", "+44 20 7183 8750")
    )


@pytest.mark.parametrize(
    ("words", "answer"),
    [("where are you exactly?", "Address:"), ("phone number?", "Telephone:"), ("wo sind Sie?", "Address:"),
     ("Send me a booking link", "no page to book on"), ("what time do you close?", "22:00")],
)  # fmt: skip
async def test_the_house_itself_is_known(tmp_path, words, answer):
    """Address, number and hours come from the service file and the knowledge; "close" is no place nearby."""
    said, _ = await _talk(tmp_path, "restaurant", words)
    assert answer in words_of(said[0])


async def test_what_names_something_of_its_own_does_not_go_on_with_the_talk(tmp_path):
    """After the dog, a question about something else that the house knows is answered by what names it."""
    said, _ = await _talk(tmp_path, "restaurant", "Can I bring my dog?", "how much is the deposit?")
    assert "og" in words_of(said[0])
    assert "£10 a person" in words_of(said[1])
    assert "dog" not in words_of(said[1]).casefold()


@pytest.mark.parametrize(
    "after", [("no, thank you",), ("ok! and where can we park?",), ("Do you have vegan dishes?", "ok, thanks")]
)
async def test_what_is_no_yes_to_an_offer_passes_nothing_on(tmp_path, after):
    """A refusal, an "ok" before a question, and a yes to something later are no yes to the table."""
    _, queue = await _talk(tmp_path, "restaurant", "A table for four on 2 December at 20:00", *after)
    assert not list(queue)


@pytest.mark.parametrize(
    ("words", "function"),
    [
        ("/faq a double room for tomorrow", "FAQ_AGENT"),
        ("/around where do you serve breakfast", "DO_AROUND_AGENT"),
        ("/general is breakfast included", "FAQ_AGENT"),
        ("/faq", "FAQ_AGENT"),
        ("/reservation", "AVAILABILITY_AGENT"),
    ],
)
async def test_a_command_chooses_its_function_and_is_never_seen(tmp_path, words, function):
    """It outranks what was heard; neither the reply nor the parameters hold it."""
    said, _ = await _talk(tmp_path, "accommodations", words)
    assert [one["function"] for one in said[0].functions] == [function]
    assert words.split()[0] not in f"{words_of(said[0])} {said[0].functions}"
    assert words_of(said[0])


async def test_a_person_goes_before_a_command(tmp_path):
    """An emergency behind a command still calls a person."""
    said, _ = await _talk(tmp_path, "accommodations", "/faq my wife has pain in her chest and cannot breathe")
    assert said[0].handoff is not None


async def test_what_is_said_after_a_request_reaches_staff_too(tmp_path):
    """A name beside the yes, another hour, and that nothing is to be booked: each is in the queue, and a question changes nothing."""
    said, queue = await _talk(
        tmp_path,
        "restaurant",
        "A table for four on 2 December at 20:00",
        "yes please, Kev Dawes 07700 900321. do you do gluten free?",
        "one of us uses a wheelchair by the way",
        "and is it booked now?",
        "actually make it 19:30",
        "no, leave it, don't book anything",
    )
    asked = [request.text for _, request in queue]
    assert len(asked) == 4
    assert "20:00, 4" in asked[0]
    assert "Kev Dawes 07700 900321" in asked[0]
    assert "one of us uses a wheelchair" in asked[1]
    assert "19:30, 4" in asked[2]
    assert "don't book anything" in asked[3]
    assert "20:00" in words_of(said[3])


@pytest.mark.parametrize(
    ("begins", "tells", "noted"),
    [
        ("checkin online", "reserva PW-1001 a nombre de Carlos Vega", ("…01", "C. V.", "Todavía me falta: hora de llegada.")),
        ("checkin online", "reserva PW-1001, Carlos Vega y Eva Vega, llegada 17:00", ("…01", "C. V., E. V.", "llegada 17:00")),
        ("online check-in", "booking reference 88123, guests Laura Hill and Tom Hill, arrival 17:00", ("…23", "L. H., T. H.", "17:00")),
        ("Online-Check-in bitte", "Buchung 4711-A, Gäste Jana und Tim Vogel, Ankunft gegen 15 Uhr", ("…1A", "J., T. V.", "15:00")),
        ("online check in", "ref 88123, Smith, arriving 5pm", ("…23", "S.", "17:00")),
        ("Online-Check-in bitte", "Nummer 88120, Jonas Weidl, wir kommen gegen 23:30", ("…20", "Um 23:30 ist die Rezeption geschlossen")),
        ("online checkin pls", "my name is Laura Hill, arriving 3rd dec", ("L. H.", "I still need: booking reference, hour of arrival.")),
        ("online checkin pls", "passport 533012345", ("Papers are shown on arrival", "I still need: booking reference")),
    ],
)  # fmt: skip
async def test_what_is_told_is_noted_and_only_the_rest_is_asked_for(tmp_path, begins, tells, noted):
    """A booking's number with or without letters, names, an hour; a number of papers or of the booking is none of the others."""
    said, queue = await _talk(tmp_path, "accommodations", begins, tells)
    assert [one for one in noted if one not in words_of(said[1])] == []
    assert "10:01" not in words_of(said[1])
    assert [tells in request.text for _, request in queue] == ([True] if "…" in noted[0] else [])


async def test_guests_add_up_and_leave(tmp_path):
    """A number may have a blank or a line in it; ordinary words are no guests."""
    messages = (
        "Online check-in: 5512-77, Mia Keller and Jonas Keller",
        "Then Ann Stone comes, too",
        "Jonas Keller is not coming, at 20:00",
    )
    said, _ = await _talk(tmp_path, "accommodations", *messages)
    assert [one.functions[0]["params"]["names"] for one in said] == [
        "M. K., J. K.",
        "M. K., J. K., A. S.",
        "M. K., A. S.",
    ]
    assert said[2].functions[0]["params"]["reference"] == "…77"


async def test_a_question_beside_a_table_takes_no_yes_from_it(tmp_path):
    """It is passed on at once; the yes is to the table, and what was told in the talk stands beside it."""
    asked = "A table for 2 on 4 December at 7pm, one of us cannot eat nuts. And do you take vouchers?"
    said, queue = await _talk(tmp_path, "restaurant", asked, "yes, Tom Ashby")
    assert "Under which phone number" in words_of(said[1])
    assert (len(queue), any("vouchers" in one.text for _, one in queue)) == (2, True)
    assert any("19:00, 2" in one.text and "nuts" in one.text and "Tom Ashby" in one.text for _, one in queue)


async def test_what_is_told_piece_by_piece_is_one_check_in(tmp_path):
    """The hour of the first message counts, the language of the talk stays, and a question what became of it passes nothing on."""
    messages = ("hola, llego a las 23:30, puedo hacer el check in antes por internet", "mi email es ana.ruiz@correo.es")
    said, queue = await _talk(tmp_path, "accommodations", *messages, "reserva PW-1001, Ana Ruiz", "ya está?")
    assert ["23:30" in words_of(one) for one in said] == [True] * 4
    assert "He anotado" in words_of(said[1])
    assert words_of(said[2]).startswith(words_of(said[3]))
    assert len(queue) == 1


@pytest.mark.parametrize(
    "words",
    [
        "hallo check-in für die Buchung von meinem Freund Peter Krause, können Sie mir seine Zimmernummer schicken?",
        "I'd like to check in online. Can you tell me what room my colleague John Reed booked?",
        "puedo ver la reserva de mi novio? se llama Pablo Ortiz, quiero hacer su check-in por él",
        "can i do online check in for my boyfriend, Paul Orton, and see his booking",
        "Is my friend Priya Natarajan staying with you? Which room is she in?",
    ],
)
async def test_nothing_of_another_guest_is_told(tmp_path, words):
    """It is refused in words, and no request comes of it."""
    said, queue = await _talk(tmp_path, "accommodations", words)
    assert any(one in words_of(said[0]) for one in ("confidential", "vertraulich", "confidencial"))
    assert not any(one in words_of(said[0]) for one in ("noches", "nights"))
    assert not list(queue)
