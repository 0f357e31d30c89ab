"""The offline sights: plausible positions, no duplicates, nothing that is not known, and one town in full."""

from collections import Counter
from typing import get_args

import pytest

from tripintent.tools.attractions.offline import AS_OF, OfflineAttractions, by_city
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.planner.timeline import km
from tripintent.tools.ports.day_planner import Position
from tripintent.tools.ports.places import Attraction, Interest
from tripintent.tools.toolbox.nearness import sight_named

SIGHTS = sorted({sight.id: sight for sights in by_city().values() for sight in sights}.values(), key=lambda s: s.id)
CITIES = sorted({sight.place for sight in SIGHTS})
BY_HAND = {
    "Granada": Position(lat=37.1773, lon=-3.5986),
    "Petra": Position(lat=30.3285, lon=35.4444),
    "Bali": Position(lat=-8.5069, lon=115.2625),
}
"""Places that the gazetteer knows as something else or not at all."""
FAR = {"Tenerife": 80, "Bali": 60}


def test_there_are_a_hundred_cities_and_more():
    """A selection of many cities, each with at least three sights and a date."""
    assert len(CITIES) >= 100
    assert min(Counter(sight.place for sight in SIGHTS).values()) >= 3
    assert {sight.as_of for sight in SIGHTS} == {AS_OF}
    assert all("selection" in sight.source for sight in SIGHTS)


def test_nothing_twice():
    """No id, no name within a city, and no two sights of a city at the very same spot, but for parts of one building."""
    assert len({sight.id for sight in SIGHTS}) == len(SIGHTS)
    names = Counter((sight.place, sight.name.casefold()) for sight in SIGHTS)
    assert [name for name, count in names.items() if count > 1] == []
    spots = Counter((sight.place, sight.lat, sight.lon) for sight in SIGHTS)
    assert [spot for spot, count in spots.items() if count > 2] == []


@pytest.mark.parametrize("city", CITIES)
def test_positions_are_plausible(city):
    """A sight lies within 45 km of its city's centre, a day trip within 250 km; its country is the city's."""
    gazetteer = Gazetteer()
    mine = [sight for sight in SIGHTS if sight.place == city]
    centre = BY_HAND.get(city)
    if centre is None:
        place = gazetteer.resolve(city)
        place = next((p for p in (place, *place.candidates) if p.country == mine[0].country), place)
        position = gazetteer.position(place)
        assert position is not None, city
        assert place.country == mine[0].country
        centre = Position(lat=position[0], lon=position[1])
    limit = FAR.get(city, 45)
    far = {s.name: away for s in mine if (away := km(centre, s) or 0) > (250 if s.kind == "day_trip" else limit)}
    assert far == {}


def test_no_hours_and_no_prices_that_are_not_known():
    """Our own selection holds neither; every interest is one of the port's."""
    assert all(not sight.hours and sight.price is None for sight in SIGHTS)
    assert {interest for sight in SIGHTS for interest in sight.interests} <= set(get_args(Interest))
    assert all(15 <= sight.minutes <= 600 for sight in SIGHTS)


async def test_other_names_interests_and_areas():
    """A city is found by its name in other languages; interests come first; an area narrows; an unknown place has none."""
    sights = OfflineAttractions()
    assert [s.id for s in await sights.search("Rom")] == [s.id for s in await sights.search("Rome")]
    food = await sights.search("Rome", interests=("food",), limit=3)
    assert all("food" in sight.interests for sight in food)
    assert {s.area for s in await sights.search("Rome", area="trastevere")} == {"Trastevere"}
    assert await sights.search("Nowhere in Particular") == []


async def test_cambridge_in_full():
    """All 79 attractions of the town's data, with attribution; a question mark of the source stays unknown."""
    sights = OfflineAttractions()
    town = await sights.search("Cambridge", limit=100)
    assert len(town) == 79
    assert all("MIT" in sight.source for sight in town)
    assert all(sight.price != "?" for sight in town)
    found: Attraction | None = await sights.details(town[0].id)
    assert found == town[0]
    assert await sights.details("cambridge-none") is None


@pytest.mark.parametrize(
    ("city", "said", "meant"),
    [
        ("Rome", "le Colisée", "Colosseum"),
        ("Rome", "die Spanische Treppe", "Spanish Steps"),
        ("Rome", "les musées du Vatican", "Vatican Museums"),
        ("Paris", "la Torre Eiffel", "Eiffel Tower"),
        ("Paris", "o Arco do Triunfo", "Arc de Triomphe"),
        ("Berlin", "la Puerta de Brandeburgo", "Brandenburg Gate"),
        ("Venice", "le Palais des Doges", "Doge's Palace"),
        ("Rome", "die Oper", None),
        ("Rome", "una cena", None),
    ],
)
def test_a_sight_is_known_by_its_names_in_every_language(city, said, meant):
    """What it is called elsewhere leads to it; a dinner, and what a town does not have, do not."""
    found = sight_named(said, by_city()[city.casefold()])
    assert (found.name if found else None) == meant


def test_other_names_are_known_of_the_best_known_sights():
    """At least 150 sights have names in other languages; within a town each name means one sight."""
    assert sum(bool(sight.also) for sight in SIGHTS) >= 150
    names = Counter((s.place, name.casefold()) for s in SIGHTS for name in {n.casefold() for n in (s.name, *s.also)})
    assert [name for name, count in names.items() if count > 1] == []
