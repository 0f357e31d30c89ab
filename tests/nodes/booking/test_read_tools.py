"""The READ tool of facts: each with its date or a word on how coarse it is, and what is not known is null."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from tripintent.nodes.booking.answer import read_tools
from tripintent.state.trip import TripIntent
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.registry.builtin import BuiltinRegistry


@pytest.fixture(scope="module")
def ports() -> Any:
    return SimpleNamespace(places=Gazetteer(), rates=None, registry=BuiltinRegistry(), knowledge=OfflineKnowledge())


@pytest.fixture
def ask(ports):
    async def call(**arguments: str) -> dict[str, Any]:
        return cast("dict[str, Any]", await read_tools(TripIntent(), ports)["country_facts"](arguments))

    return call


async def test_a_country_in_facts(ask):
    """Entry by passport with its date and where to check, plugs, money, climate, clocks, holidays, distance."""
    told = await ask(place="Tokyo", passport="in", day="2027-05-03", home="Mumbai")
    assert told["country"] == "JP"
    assert (told["entry"]["rule"], told["entry"]["as_of"]) == ("e_visa", "2025-01-12")
    assert "embassy" in told["entry"]["check"]
    assert told["power"]["volts"] == 100
    assert told["currency"] == "JPY"
    assert told["climate"]["note"] == "coarse band, no forecast"
    assert told["clocks"]["hours"] == 3.5
    assert "2027-05-03" in [one["day"] for one in told["holidays"]["days"]]
    assert 6_000 < told["km_from_home"] < 7_500


async def test_what_was_not_asked_or_is_not_known_is_null(ask):
    """Without a passport no entry rule is guessed; an unknown place has no country; a strange day is no day."""
    told = await ask(place="Lisbon", day="soon")
    assert (told["entry"], told["climate"], told["clocks"], told["holidays"]) == (None, None, None, None)
    assert (await ask(place="Xyzzyville"))["country"] is None


def test_without_facts_there_is_no_such_tool(ports):
    """A house without the port does not offer it, and no WRITE tool is ever offered."""
    bare = SimpleNamespace(**{**vars(ports), "knowledge": None})
    assert "country_facts" not in read_tools(TripIntent(), bare)
    offered = {"airport_lookup", "convert_money", "country_facts", "fare_baggage", "trip_summary"}
    assert set(read_tools(TripIntent(), ports)) == offered
