"""Where to go: from a wish to three priced towns, and from one of them to a trip that can be searched and booked."""

import re

import pytest

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.tools.places.town_names import town_in

WISHES = {
    "en": ("somewhere warm in February from Berlin, under 800 €, not too far", "the second one"),
    "de": ("Irgendwo warm im Februar ab Berlin, unter 800 €, nicht zu weit", "das zweite"),
    "fr": ("Quelque part au chaud en février au départ de Paris, moins de 800 €, pas trop loin", "la deuxième"),
    "es": ("Algún sitio cálido en febrero desde Madrid, menos de 800 €, no muy lejos", "el segundo"),
    "it": ("Qualche posto caldo a febbraio da Milano, sotto gli 800 €, non troppo lontano", "il secondo"),
    "pt": ("Algum lugar quente em fevereiro de Lisboa, menos de 800 €, não muito longe", "o segundo"),
}


@pytest.fixture
async def session(tmp_path):
    settings = Settings(db=tmp_path / "t.sqlite", now="2026-11-22T09:00:00+00:00")
    async with open_session(settings) as opened:
        yield opened


def _shown(reply: str) -> dict[str, str]:
    """Return the proposed towns by number."""
    return dict(re.findall(r"^(\d)\. ([^(]+) \(", reply, re.MULTILINE))


@pytest.mark.parametrize("language", WISHES)
async def test_a_wish_becomes_three_towns_and_one_of_them_a_trip(session, language):
    """In each language: three towns of different countries within the budget, then the second is the trip's destination."""
    wish, choice = WISHES[language]
    told = (await session.say("t", wish)).messages[0]
    towns = _shown(told)
    assert len(towns) == 3, told
    chosen = await session.say("t", choice)
    trip = chosen.trip
    assert towns["2"] in chosen.messages[0]
    assert town_in(chosen.documents["itinerary"]["destinations"][0]["name"], language) == towns["2"]
    there, back = trip.itinerary.segments
    assert (there.origin.code, there.destination.code) == (back.destination.code, back.origin.code)
    assert str(there.depart_date).startswith("2027-02-")


async def test_what_is_missing_is_asked_for_and_then_used(session):
    """Without origin and month there is no price to quote: both are asked for, one at a time, and the wish stays."""
    asked = await session.say("t", "I'd love to go somewhere warm with a beach")
    assert "Where do you start from?" in asked.messages[0]
    asked = await session.say("t", "from Vienna")
    assert "When" in asked.messages[0]
    told = await session.say("t", "in March, for five nights, there are two of us")
    assert _shown(told.messages[0]), told.messages[0]
    assert "5 nights" in told.messages[0]
    assert "2 travellers" in told.messages[0]
    assert "beach" in told.messages[0]


async def test_other_wishes_give_other_towns(session):
    """Asking for others leaves out what was shown before; a country keeps to it."""
    first = _shown((await session.say("t", "Where could we go for a week in May from Vienna? 2 adults")).messages[0])
    others = _shown((await session.say("t", "show me others")).messages[0])
    assert others
    assert not set(first.values()) & set(others.values())
    greek = (await session.say("t", "rather in Greece")).messages[0]
    assert greek.count("(Greece)") == len(_shown(greek)) > 0


async def test_a_country_that_is_declined_is_left_out(session):
    """A country behind a no is not where one wants to go."""
    await session.say("t", "Where could we go for a week in May from Vienna? 2 adults")
    told = (await session.say("t", "not Spain please")).messages[0]
    assert _shown(told)
    assert "(Spain)" not in told


async def test_too_little_money_is_said_with_the_cheapest(session):
    """Nothing within the budget: the cheapest is named with its price, and nothing is proposed."""
    told = (await session.say("t", "somewhere warm in February from Berlin for 20 € in total")).messages[0]
    assert not _shown(told)
    assert "€20" in told
    assert "cheapest is" in told


async def test_a_town_of_ones_own_goes_on_with_the_booking(session):
    """Who names a town of their own needs no ideas: the trip goes there, and what was said before stays."""
    await session.say("t", "somewhere warm in February from Berlin, 2 adults")
    named = await session.say("t", "actually, Lisbon")
    assert [s.destination.code for s in named.trip.itinerary.segments][:1] == ["LIS"]
    assert named.trip.itinerary.segments[0].origin.code == "BER"


async def test_the_chosen_trip_is_searched_with_what_is_known(session):
    """After the choice the flights are searched for the days whose price was told."""
    await session.say("t", "somewhere warm in February from Berlin, under 800 € each, 2 adults, not too far")
    chosen = await session.say("t", "1")
    days = [str(s.depart_date) for s in chosen.trip.itinerary.segments]
    offered = await session.say("t", "search the flights")
    assert offered.trip.working_memory.quotes
    assert [str(s.depart_date) for s in offered.trip.itinerary.segments] == days


async def test_a_list_is_refined_never_repeated_and_chosen_from_with_more_words(session):
    """Each wish gives another list or says that nothing else fits; the choice takes wishes and other days along."""
    first = _shown((await session.say("t", "anywhere warm from Vienna in March, 2 adults")).messages[0])
    repeated = (await session.say("t", "hm, let me think")).messages[0]
    assert not _shown(repeated)
    assert all(name in repeated for name in first.values())
    elsewhere = _shown((await session.say("t", f"not {first['1']}")).messages[0])
    assert len(elsewhere) == 3
    assert set(elsewhere.values()) - set(first.values())
    assert first["1"] not in elsewhere.values()
    beside = (await session.say("t", "what about Florence instead?")).messages[0]
    assert _shown(beside) == {"4": "Florence"}
    taken = await session.say("t", "number 2, direct only, but a week later")
    assert elsewhere["2"] in taken.messages[0]
    assert "direct only" in taken.messages[0]
    assert taken.trip.frame.max_stops == 0
    again = await session.say("t", "let's do Lisbon instead")
    assert [s.destination.code for s in again.trip.itinerary.segments][:1] == ["LIS"]


async def test_two_towns_are_compared_and_the_traveller_chooses(session):
    """Neither town is taken before its price was told."""
    asked = await session.say("t", "Paris or Rome?")
    assert not asked.trip.itinerary.segments
    told = (await session.say("t", "from Madrid in May, 3 nights, 2 adults")).messages[0]
    assert set(_shown(told).values()) == {"Paris", "Rome"}
    taken = await session.say("t", "the cheaper one")
    assert _shown(told)["1"] in taken.messages[0]


async def test_a_region_that_is_asked_about_is_shown_by_its_towns(session):
    """Sardinia has no airport of its own: its towns are priced beside the list."""
    await session.say("t", "somewhere warm in June for a week from Berlin, 2 adults")
    beside = (await session.say("t", "what about Sardinia?")).messages[0]
    assert set(_shown(beside).values()) == {"Cagliari", "Olbia"}
