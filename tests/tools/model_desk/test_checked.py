"""What a model says at the desk, checked: stays against the guest's words, replies against the service file, and what is kept of them."""

from dataclasses import replace
from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage

from tripintent.state.concierge.front import Decision, command_so_far
from tripintent.state.concierge.memory import Memory, RoomWish, StayWish
from tripintent.tools.front_desk import availability
from tripintent.tools.front_desk.desk import OfflineDesk
from tripintent.tools.language.model_desk.cache import Cache
from tripintent.tools.language.model_desk.functions import decisions_in, reply_schema
from tripintent.tools.language.model_desk.prompts import MASK, intent_messages, masked, without_numbers
from tripintent.tools.language.model_desk.stays import read_stay
from tripintent.tools.model.grounding import grounded
from tripintent.tools.ports.desk_service import GuestRecord, Message, Situation, Spoken
from tripintent.tools.services.reading import read_service

HOUSES = Path(str(files("tripintent.tools.services.demonstration")))
NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)


@pytest.fixture(scope="module")
def offline() -> OfflineDesk:
    return OfflineDesk.open(HOUSES / "accommodations.yaml")


def _message(text: str, *before: str, language: str = "en", stay: StayWish | None = None) -> Message:
    history = [Spoken(by_guest=True, text=one) for one in before]
    return Message(text, language, NOW, Memory(stay=stay or StayWish()), history)


def _read(message: Message, weekend: Any = "thu-sat", **params: Any) -> Decision:
    decision = Decision(function="AVAILABILITY_AGENT", params=params, text=message.text)
    return read_stay(decision, message, weekend)


def _rooms(adults: int, *ages: int) -> list[dict[str, Any]]:
    return [{"adults": adults, "childrenAges": list(ages)}]


@pytest.mark.parametrize(
    ("text", "language", "params", "start", "nights", "rooms"),
    [
        ("for 3 people on 12/12/26", "en", ("12-12-2026", 1, _rooms(3)), "2026-12-12", 1, (3, ())),
        (
            "2 adults and a boy of 7, 03/02/2027, four nights",
            "en",
            ("03-02-2027", 4, _rooms(2, 7)),
            "2027-02-03",
            4,
            (2, (7,)),
        ),
        ("a single a week from today for 2 nights", "en", ("1 0", 2, _rooms(1)), "2026-12-01", 2, (1, ())),
        ("this weekend for two", "en", ("0 2", 2, _rooms(2)), "2026-11-26", 2, (2, ())),
        ("ab 5. Dezember drei Nächte, 2 Erwachsene", "de", ("05-12-2026", 3, _rooms(2)), "2026-12-05", 3, (2, ())),
        ("from 3 March for a week, we are four", "en", ("03-03-2027", 6, _rooms(4)), "2027-03-03", 6, (4, ())),
        (
            "11 to 14 December, my wife and I with our baby",
            "en",
            ("11-12-2026", 3, _rooms(2, 0)),
            "2026-12-11",
            3,
            (2, (0,)),
        ),
    ],
)
def test_what_the_words_hold_is_believed(text, language, params, start, nights, rooms):
    """Days, nights and people of the model are those of the words, in several ways of writing them."""
    names = ("startDate", "numberOfNights", "Rooms")
    made = _read(_message(text, language=language), **dict(zip(names, params, strict=True)))
    assert made.dropped == ()
    assert made.wish is not None
    assert (made.wish.start, made.wish.nights) == (start, nights)
    assert made.wish.rooms == (RoomWish(adults=rooms[0], ages=rooms[1]),)


def test_words_of_earlier_messages_count_too():
    """The people were said one message before."""
    made = _read(_message("tomorrow then", "a room for 3 adults"), startDate="0 1", numberOfNights=1, Rooms=_rooms(3))
    assert made.dropped == ()
    assert made.wish is not None
    assert made.wish.nights_assumed


def test_what_is_known_needs_no_words_and_changes_nothing():
    """A stay that was read before is said again by the model; a null keeps it."""
    known = StayWish(start="2026-12-05", nights=3, rooms=(RoomWish(adults=3),), people=3)
    made = _read(_message("with breakfast?", stay=known), startDate="05-12-2026", numberOfNights=3, Rooms=None)
    assert made.dropped == ()
    assert made.wish == known


def test_a_day_that_is_over_is_a_problem():
    """A day of last year is asked about, not moved."""
    made = _read(_message("on 12/12/25 please"), startDate="12-12-2025", numberOfNights=None, Rooms=None)
    assert made.wish is not None
    assert made.wish.problem == "past"


def test_an_open_half_of_the_day_is_the_models():
    """A bare seven may be the evening; seven in the morning may not."""
    params = {"startDate": "0 1", "people": 4}
    evening = _read(_message("a table for 4 tomorrow at 7"), time="19:00", **params)
    morning = _read(_message("a table for 4 tomorrow at 7 am"), time="19:00", **params)
    assert evening.wish is not None
    assert evening.wish.minute == 19 * 60
    assert morning.wish is not None
    assert morning.wish.minute == 7 * 60


async def test_no_word_reader_runs_where_the_model_read(offline):
    """A decision with a wish is answered without the offline reader of stays: there is none here that could run."""
    wish = StayWish(start="2026-11-25", nights=2, rooms=(RoomWish(adults=2),), people=2, said=("day",))
    decision = Decision(function="AVAILABILITY_AGENT", text="?", wish=wish)
    desk = replace(offline.parts, stays=None, rooms=None)
    reply = await availability.answer(desk, Situation(decision, "en", NOW, Memory()))
    assert "+44" in reply.text


def test_the_schema_names_what_the_service_file_declares(offline):
    """Functions and parameters are the file's own; every property is required and no other is allowed."""
    item = reply_schema(offline.service)["properties"]["functions"]["items"]
    params = item["properties"]["params"]
    names = "startDate numberOfNights Rooms search_phrase interests otherWishes reference names arrival gone"
    assert set(params["properties"]) == set(names.split())
    assert {"museum", "park", None} < set(params["properties"]["search_phrase"]["enum"])
    assert set(item["required"]) == set(item["properties"])
    assert params["additionalProperties"] is False


@pytest.mark.parametrize(
    "reply",
    [
        '{"func": "FAQ_AGENT", "params": {}}',
        '```json\n{"functions": [{"func": "FAQ_AGENT", "params": null}]}\n```',
        '{"functions": [{"func": "NO_SUCH_AGENT", "params": {"secret": 1}}]}',
    ],
)
def test_replies_of_all_shapes_are_read(offline, reply):
    """One function alone, in a fence, or one that the desk does not have: the knowledge answers."""
    (made,) = decisions_in(AIMessage(reply), "When is breakfast?", offline.service)
    assert (made.function, made.params, made.text) == ("FAQ_AGENT", {}, "When is breakfast?")


def test_two_wishes_for_one_specialist_are_answered_each(offline):
    """What differs in its parameters is another wish; the same one said twice is not."""
    near = '{{"func": "DO_AROUND_AGENT", "params": {{"kind": "{}"}}, "said": "{}"}}'
    both = ", ".join(
        near.format(*one) for one in (("museum", "a museum"), ("restaurant", "curry"), ("museum", "museums"))
    )
    made = decisions_in(AIMessage(f'{{"functions": [{both}]}}'), "a museum, curry, and museums", offline.service)
    assert [(one.function, one.params["kind"]) for one in made] == [
        ("DO_AROUND_AGENT", "museum"),
        ("DO_AROUND_AGENT", "restaurant"),
    ]


def test_a_parameter_that_no_command_lists_reaches_the_specialist(offline):
    """Neither the printed command nor the file's has it; a model found it, and it is typed by its name."""
    bare = [one.model_copy(update={"command": one.base_command}) for one in offline.service.functions]
    service = offline.service.model_copy(update={"functions": tuple(bare)})
    given = '{"numberOfNights": 2, "startDate": "0 1", "view": "garden", "checkoutDate": "soon"}'
    (made,) = decisions_in(AIMessage(f'{{"func": "AVAILABILITY_AGENT", "params": {given}}}'), "?", service)
    assert made.params == {
        "startDate": "0 1",
        "numberOfNights": 2,
        "Rooms": None,
        "view": "garden",
        "checkoutDate": None,
    }
    assert made.dropped == ("checkoutDate",)
    wanted = reply_schema(service)["properties"]["functions"]["items"]["properties"]["params"]["properties"]
    assert {"startDate", "numberOfNights", "Rooms"} <= set(wanted)


def test_the_cache_forgets_what_was_used_longest_ago():
    """It never grows beyond its limit."""
    cache = Cache[int](2)
    cache.put("a", 1)
    cache.put("b", 2)
    cache.get("a")
    cache.put("c", 3)
    assert (cache.get("a"), cache.get("b"), cache.get("c")) == (1, None, 3)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("/res", None),
        ("/reservation", None),
        ("/reservation ", "/reservation"),
        ("/general From", "/general"),
        ("Gladly and/or /faq", ""),
        ("w" * 41, ""),
    ],
)
def test_a_command_is_known_once_it_is_whole(text, known):
    """Pieces of a stream wait for the end of the first word, or of the window; no other word is a command."""
    found = command_so_far(text, ["/faq", "/reservation"])
    assert (found and (found.command or "")) == known


def test_names_addresses_and_numbers_are_masked():
    """Days, prices and the house's words stay to be read."""
    words = "I am Ann Smith, ann@example.org, passport C01X00T47, +44 20 7183 8750"
    said = masked(f"On 24-12-2026 it is £140. {words}", [words])
    assert said.startswith("On 24-12-2026 it is £140.")
    assert not any(one in said for one in ("Ann", "Smith", "example.org", "C01X00T47", "7183"))
    assert masked("this is ann, my name is ann", ["my name is ann"]).endswith(MASK)


@pytest.mark.parametrize(
    "text",
    ["from 12/12/26-14/12/26", "24-12-2026 to 27-12-2026", "2 rooms at £1,200", "2026-12-24 2026-12-26", "room 204"],
)
def test_days_and_prices_are_no_personal_numbers(text):
    """What a stay is read from reaches the model as it was written."""
    assert without_numbers(text) == text


def test_a_price_before_am_is_no_time():
    """In German "am" follows a price: it is not an hour of the morning."""
    assert grounded("Zwei Räder gibt es für £12 am Tag.", ["Two bicycles are for hire at £12 a day."]) == ()
    assert grounded("Zwei Räder gibt es für £13 am Tag.", ["Two bicycles are for hire at £12 a day."]) == ("13",)
    hours = ["Free to cancel until 18:00 on the day before. Sundays from 08:00."]
    assert grounded("Kostenlos bis 18:00 am Tag davor, ab 08:00 am Sonntag.", hours) == ()
    assert grounded("Kostenlos bis 06:00 am Tag davor.", hours) == ("06:00",)
    assert grounded("Free until 6 am on the day before.", hours) == ("06:00",)


def test_a_known_guest_stands_behind_the_house_and_before_the_functions(offline):
    """Name, stay and room are in the intent prompt where they are known, and no empty heading where they are not."""
    plain = _message("When is breakfast?")
    guest = GuestRecord("Ann", "2026-11-23", "2026-11-26", "204")
    known, unknown = (
        str(intent_messages(offline.service, one)[0].text) for one in (plain._replace(guest=guest), plain)
    )
    places = [
        known.index(words) for words in ("The Punt", "Name: Ann", "Check-in: 2026-11-23", "Room: 204", "# Functions")
    ]
    assert places == sorted(places)
    assert "# The guest" not in unknown


def test_who_is_named_in_the_talk_is_named_in_no_line():
    """The line that names somebody is left out, and the name is masked where the desk said it again."""
    service = read_service(HOUSES / "accommodations.yaml")
    talk = [
        Spoken(True, "We are Ann Smith and a dog"),
        Spoken(False, "Welcome, Ann."),
        Spoken(True, "Is there parking?"),
    ]
    said = str(intent_messages(service, _message("thanks")._replace(history=talk))[1].text)
    assert "Ann" not in said
    assert ">> Is there parking?" in said
