"""The READ tools of side questions."""

import pytest

from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.registry.definitions import builtin_tools
from tripintent.tools.registry.read_tools import read_tools


@pytest.fixture(scope="module")
def tools():
    return read_tools(Gazetteer(), {"trip": {"destination": "LIS"}})


async def test_airport_lookup(tools):
    """A city answers with its airports."""
    answer = await tools["airport_lookup"]({"place": "Lisbon"})
    assert answer["code"] == "LIS"
    assert answer["airports"][0]["country"] == "PT"


async def test_unknown_place_is_a_value(tools):
    """A place that is none answers without airports and without an error."""
    assert (await tools["airport_lookup"]({"place": "Qqzzx"}))["airports"] == []
    assert (await tools["distance"]({"origin": "Qqzzx", "destination": "LIS"})) == {"km": None}


async def test_distance_and_neighbours(tools):
    """Distances are whole kilometres."""
    km = (await tools["distance"]({"origin": "JFK", "destination": "SFO"}))["km"]
    assert 4100 < km < 4200
    assert all(near["km"] >= 0 for near in (await tools["nearby_airports"]({"place": "Oakland"}))["airports"])


async def test_wrong_arguments_are_said(tools):
    """Arguments of a wrong name or type come back as what is wrong with them."""
    assert "place" in (await tools["airport_lookup"]({"where": "Lisbon"}))["error"]


async def test_summary_is_the_facts(tools):
    """The summary is what the turn knows, nothing more."""
    assert await tools["trip_summary"]({}) == {"trip": {"destination": "LIS"}}


def test_every_read_tool_is_defined(tools):
    """Each built-in READ tool of a side question has a definition under its name, and it reads."""
    defined = {tool.name: tool.effect for tool in builtin_tools()}
    assert {defined[name] for name in tools} == {"READ"}
