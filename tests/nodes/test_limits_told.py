"""A limit is told once."""

from types import SimpleNamespace

import pytest

from tripintent.nodes.limits import limits_told
from tripintent.nodes.runtime import Run
from tripintent.state.context import TripContext
from tripintent.state.trip import TripIntent
from tripintent.state.usage import LimitUse


class Meter:
    """A meter on which so much of a limit of 100 tokens is used."""

    def __init__(self, used):
        self._used = used

    async def standing(self, who, trip):
        return [LimitUse(of="trip_tokens", used=self._used, limit=100)]


class Words:
    """Says the code itself."""

    async def phrase(self, kind, facts, language):
        return f"{language}: {kind}"


async def _told(used, said):
    ports = SimpleNamespace(meter=Meter(used), language=Words())
    return await limits_told(TripIntent(), said, "en", ports, Run(TripContext(), "t"))


@pytest.mark.parametrize(("used", "code"), [(80, "cost_limit_near"), (100, "cost_limit_exceeded")])
async def test_a_limit_is_told_once(used, code):
    """First in words and as facts, then not again; what only comes near its end stops nothing."""
    first = await _told(used, [])
    assert [one.text for one in first] == [f"en: {code}"]
    assert first[0].additional_kwargs["facts"] == {"code": code, "of": "trip_tokens", "limit": "100"}
    assert await _told(used, first) == []


async def test_below_four_fifths_nothing_is_told():
    """79 % is no news."""
    assert await _told(79, []) == []
