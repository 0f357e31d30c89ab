"""The knowledge toolset: the places that were asked for, dates and sources, and what is not known said to be so."""

from datetime import UTC, datetime
from types import SimpleNamespace
from typing import Any

import pytest

from tripintent.state.frame import Frame, Place, Visit
from tripintent.state.trip import Request, TripIntent
from tripintent.tools.attractions.offline import OfflineAttractions
from tripintent.tools.clock import FixedClock
from tripintent.tools.places.atlas import GazetteerAtlas
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.toolbox.base import Act, Scene
from tripintent.tools.toolbox.toolbox import by_name

NOW = datetime(2027, 3, 1, 9, tzinfo=UTC)
BOSTON = Place(said="Boston", name="Boston", kind="city", code="BOS", country="US")


@pytest.fixture(scope="module")
def ports() -> Any:
    places = Gazetteer()
    designer = SimpleNamespace(attractions=OfflineAttractions(), atlas=GazetteerAtlas(places))
    return SimpleNamespace(
        places=places, rates=EcbRates(), knowledge=OfflineKnowledge(places), clock=FixedClock(NOW), designer=designer
    )


@pytest.fixture
def call(ports: Any) -> Any:
    async def called(name: str, **arguments: Any) -> Any:
        frame = Frame(origin=BOSTON, visits=arguments.pop("visits", ()))
        trip = TripIntent(frame=frame, request=Request(language=arguments.pop("language", "en")))
        return await by_name()[name].run(Scene(trip=trip, ports=ports), arguments)

    return called


async def test_an_entry_rule_has_its_date_and_its_passport(call: Any) -> None:
    """Each passport by country or code; without one the rule is not guessed."""
    told = await call("lookup", topic="entry", places=["Tokyo"], passports=["IN", "Portugal"])
    rules = [one.value.rule for one in told.found]
    assert [(one.passport, one.destination, one.rule) for one in rules] == [
        ("IN", "JP", "e_visa"),
        ("PT", "JP", "free"),
    ]
    assert all(one.as_of.year >= 2025 and one.source for one in rules)
    assert all("2025-01-12, older than 12 months" in one.why for one in told.found)
    unsaid = await call("lookup", topic="entry", places=["Tokyo"])
    assert not unsaid.known
    assert "passport" in unsaid.found[0].why


async def test_each_place_that_was_asked_for_has_its_own_fact(call: Any) -> None:
    """Climate of the month asked, plugs, money, altitude: one answer a place, in order."""
    warm = await call("lookup", topic="climate", places=["Lisbon", "Reykjavik"], month=7)
    assert [(one.place, one.value.month) for one in warm.found] == [("Lisbon", 7), ("Reykjavik", 7)]
    assert warm.found[0].value.climate.band in ("hot", "warm")
    assert warm.found[1].value.climate.band in ("cool", "cold", "mild")
    money = await call("lookup", topic="Currency", places=["Japan", "Lisbon"])
    assert [one.value.currency for one in money.found] == ["JPY", "EUR"]
    assert (await call("lookup", topic="plugs", places=["Tokyo"])).found[0].value.volts == 100
    assert (await call("lookup", topic="altitude", places=["Denver"])).found[0].value.metres > 1500


async def test_the_time_now_and_the_difference_to_where_the_trip_begins(call: Any) -> None:
    """Local time with its zone by the clock, and hours ahead of the trip's origin."""
    told = (await call("lookup", topic="time", places=["Tokyo"])).found[0].value
    assert (told.local.isoformat(), told.zone) == ("2027-03-01T18:00:00+09:00", "Asia/Tokyo")
    assert told.ahead.hours == 14


async def test_holidays_of_a_month_are_those_of_when_it_comes_next(call: Any) -> None:
    """June of this year; February, which is past, of the next one; a month without any says none and is known."""
    june = (await call("lookup", topic="holidays", places=["Lisbon"], month=6)).found[0].value
    assert "2027-06-10" in [one.day.isoformat() for one in june.days]
    past = (await call("lookup", topic="holidays", places=["Lisbon"], month=2)).found[0].value
    assert (past.first.isoformat(), past.last.isoformat()) == ("2028-02-01", "2028-02-29")


async def test_distances_between_sights_and_towns(call: Any) -> None:
    """Two sights of a town in metres and minutes on foot; two towns; a place that is not known is said to be so."""
    near = await call("lookup", topic="distance", places=["Torre de Belém, Lisbon", "Jerónimos Monastery, Lisbon"])
    way = near.found[0].value
    assert way.mode == "walk"
    assert 400 < way.metres < 1600
    assert 5 <= way.minutes <= 30
    far = await call("lookup", topic="distance", places=["Lisbon", "Porto", "Xyzzyville"])
    assert 250_000 < far.found[0].value.metres < 330_000
    assert (far.found[1].place, far.found[1].known) == ("Xyzzyville", False)


@pytest.mark.parametrize("topic", ["sea temperature", "restaurants", "weather tomorrow", ""])
async def test_what_has_no_source_is_not_known(call: Any, topic: str) -> None:
    """It says so, with what can be looked up."""
    told = await call("lookup", topic=topic, places=["Lisbon"])
    assert not told.known
    assert "not known" in told.why
    assert "climate" in told.topics


async def test_a_place_that_is_none_or_several_is_not_known(call: Any) -> None:
    """No other place is taken instead, and no trip's place stands in for it."""
    told = await call("lookup", topic="currency", places=["Xyzzyville", "Lisbon"])
    assert [one.known for one in told.found] == [False, True]
    assert not (await call("lookup", topic="currency")).known


async def test_time_to_be_at_the_airport_is_an_assumption(call: Any) -> None:
    """Longer abroad than within the country, and said to be assumed."""
    told = (await call("lookup", topic="airport_time", places=["Lisbon", "Chicago"])).found
    assert [one.value.minutes for one in told] == [180, 120]
    assert all(one.why.startswith("assumed") for one in told)


async def test_money_is_converted_with_the_day_of_its_rates(call: Any) -> None:
    """And a currency without a rate is refused with those that there are."""
    told = await call("convert_money", money={"amount": "100", "currency": "EUR"}, to="usd")
    assert (told.money.currency, told.rates_of.year >= 2025) == ("USD", True)
    refused = await call("convert_money", money={"amount": 100, "currency": "EUR"}, to="XXX")
    assert isinstance(refused, Act)
    assert not refused.outcome.ok
    assert refused.outcome.rejected[0].path == "to"
    assert "USD" in refused.outcome.rejected[0].candidates


async def test_holidays_are_named_in_the_travellers_language(call: Any) -> None:
    """Where the library has the names; each country's own list, and no other's."""
    spanish = (await call("lookup", topic="holidays", places=["Madrid", "Paris"], month=12, language="es")).found
    madrid, paris = ([one.name for one in found.value.days] for found in spanish)
    assert "Día de la Constitución Española" in madrid
    assert paris != madrid
    german = (await call("lookup", topic="holidays", places=["Vienna"], month=12, language="de")).found[0].value
    assert "Christtag" in [one.name for one in german.days]


async def test_the_time_to_be_at_the_airport_goes_by_where_one_flies(call: Any) -> None:
    """From the airport at home, too, a flight abroad is one."""
    lisbon = Visit(place=Place(said="Lisbon", name="Lisbon", kind="city", code="LIS", country="PT"))
    abroad = await call("lookup", topic="airport_time", places=["BOS"], visits=(lisbon,))
    assert abroad.found[0].value.minutes == 180
    assert (await call("lookup", topic="airport_time", places=["BOS"])).found[0].value.minutes == 120
