"""Places near the house, a day out and the internet: what is known is said, what is not is said in one sentence, with a person."""

from datetime import UTC, datetime
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tripintent.state.concierge.front import Decision
from tripintent.state.concierge.memory import Memory
from tripintent.state.concierge.service import LANGUAGES
from tripintent.tools.front_desk import around
from tripintent.tools.front_desk.desk import OfflineDesk
from tripintent.tools.front_desk.speech import words
from tripintent.tools.ports.desk_service import Message, Reply, Situation

HOUSES = Path(str(files("tripintent.tools.services.demonstration")))
NOW = datetime(2026, 11, 24, 9, tzinfo=UTC)
AROUND, DAY_TRIP = "DO_AROUND_AGENT", "DAY_TRIP_PLANNER"


@pytest.fixture(scope="module")
def desk():
    return OfflineDesk.open(HOUSES / "accommodations.yaml")


async def _asked(
    desk: OfflineDesk, function: str, text: str, language: str = "en", memory: Memory | None = None, **params: Any
) -> Reply:
    decision = Decision(function=function, text=text, params=params)
    return await desk.answer(Situation(decision, language, NOW, memory or Memory()))


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("fr", "Y a-t-il un parc près d'ici ?", "Botanic Gardens (parc)"), ("it", "c'è un parco vicino?", "Botanic Gardens (parco)"),
        ("en", "any indian restaurant near the hotel", "Curry Garden (indian)"), ("en", "a quiet bar", "I know no bar near here."),
        ("it", "c'è una farmacia qui vicino?", "farmacia.\nPuò"), ("de", "eine Apotheke in der Nähe?", "Apotheke.\nSie"),
        ("en", "a park with the hours", "Opening hours, prices and how these places are inside I do not know."),
        ("fr", "un restaurant pas cher, ouvert ce soir", "50 m, environ 1 min"), ("en", "a bakery?", "I do not know that near here."),
    ],
)  # fmt: skip
async def test_places_near_are_named_by_kind_or_it_is_said_that_there_is_none(desk, language, text, said):
    """In the guest's words and language; nothing else is named in its place, none is at no distance, and none is far to walk."""
    reply = await _asked(desk, AROUND, text, language)
    assert said in reply.text
    assert "(nightclub)" not in reply.text
    assert (", 0 m" in reply.text, reply.memory.waiting == "forward") == (False, "\n- " not in reply.text)


async def test_a_question_of_the_places_named_is_about_them(desk):
    """Their hours are not those of the house."""
    memory = Memory(functions=(AROUND,), place="museum")
    said = desk.functions(Message("which one is open on Mondays?", "en", NOW, memory))
    assert [one.function for one in said] == [AROUND]
    assert "hours" in (await _asked(desk, AROUND, said[0].text, memory=memory)).text


def test_what_is_far_is_not_near_and_the_house_is_no_place_near_itself():
    """Parking is no park, every kind has a name in six languages, and a house on the map does not name itself."""
    assert around.kinds_in("where is the parking?") == ()
    assert [name for name, row in words("kinds")["places"].items() if not {*LANGUAGES} <= {*row}] == []
    found = around.nearest("restaurant", around.town()[-100].at, around.town()[-100].name)
    assert around.town()[-100] not in [one.place for one in found]


async def test_the_nearest_is_named_where_none_is_near(desk):
    """How far it is, is said."""
    far = desk.service.model_copy(update={"position": (52.30, 0.12)})
    there = OfflineDesk(far, desk.parts.knowledge.passages)
    reply = await _asked(there, AROUND, "a museum nearby")
    assert "I know no museum near here.\nThe nearest that I know is" in reply.text


STOPS = ("museum", "restaurant", "park")


@pytest.mark.parametrize(
    ("text", "before", "kinds", "said"),
    [
        ("plan a day out", (), STOPS, "17:00 back here"), ("we like museums", (), ("museum", "restaurant", "museum"), ""),
        ("boats and parks", (), ("boat", "restaurant", "park"), "Punting"), ("with our kids", (), ("boat", "restaurant", "park"), ""),
        ("shorter please", STOPS, STOPS[:2], "15:00 back"), ("back by 14:00", STOPS, STOPS, "14:00 back"),
        ("tomorrow", STOPS, STOPS, "Wednesday, 25 November 2026."),
        ("back by 4", STOPS, STOPS, ":\n- 10:00 Scott Polar Museum, 6 min on foot\n"),
        ("until 17 December", STOPS, STOPS, "Thursday, 17 December 2026."), ("entro le 15", STOPS, STOPS, ":\n- 10:00"),
        ("a day out, no museums, start at 11", (), ("park", "restaurant", "boat"), "- 11:00"),
        ("a day trip to Ely please", (), (), "I cannot take “Ely” into account"), ("to the moon", (), STOPS, "“moon”"),
        ("my mother has a wheelchair", STOPS, STOPS, "I cannot take “wheelchair” into account"),
    ],
)  # fmt: skip
async def test_a_day_out_is_what_the_guest_says(desk, text, before, kinds, said):
    """Kinds, children, fewer stops, an hour to be back, a day; another town is not planned, and what no map tells is said."""
    reply = await _asked(desk, DAY_TRIP, text, memory=Memory(outing=before))
    assert reply.memory.outing == kinds
    assert said in reply.text


async def test_the_houses_own_texts_go_before_the_internet(desk):
    """What the house plainly says of the thing named is told in its language; that the internet is off, and a person, stand behind it."""
    plain = ("google your breakfast hours", "football results", "search the internet for the hours of the ferry")
    known, *unknown = [await _asked(desk, "INTERNET_SEARCH", text) for text in plain]
    unknown.append(await _asked(desk, "INTERNET_SEARCH", plain[0], "fr"))
    assert "Breakfast is served" in known.text
    assert known.text.endswith(unknown[0].text)
    assert [one.text.startswith(("I cannot", "Je ne")) for one in unknown] == [True] * 3
    unknown = unknown[0]
    assert "Shall I pass the question on" in unknown.text


@pytest.mark.parametrize("text", ["google the price of a flight", "look up online what flights to Lisbon cost"])
async def test_a_travel_desks_own_fee_is_no_price_of_a_flight(text):
    """The answer to a search begins with no text of the house on something else."""
    reply = await _asked(OfflineDesk.open(HOUSES / "travel-desk.yaml"), "INTERNET_SEARCH", text)
    assert reply.text.startswith("I cannot search the internet")
