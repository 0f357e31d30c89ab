"""A limit is told once."""

from datetime import UTC, datetime
from types import SimpleNamespace

import pytest

from tripintent.nodes.limits import limits_told
from tripintent.nodes.runtime import Run
from tripintent.state.context import TripContext
from tripintent.state.trip import TripIntent
from tripintent.state.usage import LimitUse
from tripintent.tools.clock import FixedClock


class Meter:
    """A meter on which so much of a limit of 100 tokens is used."""

    def __init__(self, used, of):
        self._used, self._of = used, of

    async def standing(self, who, trip):
        return [LimitUse(of=self._of, used=self._used, limit=100)]


class Words:
    """Says the code itself."""

    async def phrase(self, kind, facts, language):
        return f"{language}: {kind}"


NOW = datetime(2027, 3, 31, 23, 0, tzinfo=UTC)


async def _told(used, said, of="trip_tokens"):
    ports = SimpleNamespace(meter=Meter(used, of), language=Words(), clock=FixedClock(NOW))
    return await limits_told(TripIntent(), said, "en", ports, Run(TripContext(), "t"))


@pytest.mark.parametrize(("used", "code"), [(80, "cost_limit_near"), (100, "cost_limit_exceeded")])
async def test_a_limit_is_told_once(used, code):
    """First in words and as facts, then as facts alone for as long as it stops something."""
    first, still = await _told(used, [])
    assert [one.text for one in first] == [f"en: {code}"]
    facts = {"code": code, "of": "trip_tokens", "limit": "100"}
    assert (first[0].additional_kwargs["facts"], still) == (facts, [])
    assert await _told(used, first) == ([], [facts] if used == 100 else [])


@pytest.mark.parametrize(("of", "wait"), [("traveller_tokens", 3601), ("month_dollars", 3601), ("trip_tokens", None)])
async def test_a_limit_says_when_it_begins_anew(of, wait):
    """A day's at midnight, a month's with the next one; a trip's never does."""
    first, _ = await _told(100, [], of)
    assert first[0].additional_kwargs["facts"].get("retryAfter") == wait
    [again] = (await _told(100, first, of))[1]
    assert again.get("retryAfter") == wait


async def test_below_four_fifths_nothing_is_told():
    """79 % is no news."""
    assert await _told(79, []) == ([], [])
