"""What a model says at the desk, checked: stays against the guest's words, replies against the service file, and what is kept of them."""

from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path

import pytest
from langchain_core.messages import AIMessage

from tripintent.state.concierge.front import command_so_far
from tripintent.state.concierge.memory import Memory, StayWish
from tripintent.tools.front_desk.desk import OfflineDesk
from tripintent.tools.language.model_desk.functions import Cache, decisions_in, reply_schema
from tripintent.tools.language.model_desk.prompts import MASK, intent_messages, masked, without_numbers
from tripintent.tools.model.grounding import grounded
from tripintent.tools.ports.desk_service import GuestRecord, Message, Spoken

HOUSES = Path(str(files("tripintent.tools.services.demonstration")))
NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)


@pytest.fixture(scope="module")
def offline() -> OfflineDesk:
    return OfflineDesk.open(HOUSES / "accommodations.yaml")


def _message(text: str, *before: str, language: str = "en", stay: StayWish | None = None) -> Message:
    history = [Spoken(by_guest=True, text=one) for one in before]
    return Message(text, language, NOW, Memory(stay=stay or StayWish()), history)


def test_the_schema_names_what_the_service_file_declares(offline):
    """Functions and parameters are the file's own; every property is required and no other is allowed."""
    item = reply_schema(offline.service)["properties"]["functions"]["items"]
    params = item["properties"]["params"]
    names = "startDate numberOfNights Rooms search_phrase interests otherWishes reference names arrival"
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
    read = {"startDate": "0 1", "numberOfNights": 2, "view": "garden"}
    assert made.params == {**read, "Rooms": None, "checkoutDate": None}
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
