"""What is used of the limits of a language model, and when its operator is told."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from tripintent.state.context import Principal
from tripintent.state.usage import ModelUse
from tripintent.tools.clock import FixedClock
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.model_use import Limits, SqlModelMeter

ANN, BOB = Principal(subject="ann"), Principal(subject="bob")
TEN = ModelUse(requests=1, tokens_in=8_000, tokens_out=2_000)
NONE = ModelUse()


@pytest.fixture
async def database(tmp_path):
    opened = Database.open(f"{tmp_path}/ledger.db")
    yield opened
    opened.close()


def meter(database, day="2027-03-05", **limits):
    clock = FixedClock(datetime.fromisoformat(day).replace(tzinfo=UTC))
    return SqlModelMeter(database, clock, Limits(price_in=Decimal(10), price_out=Decimal(60), **limits))


async def test_a_month_adds_its_days(database):
    """Twenty cents a request: the fifth reaches a limit of a dollar on another day; the next month begins at nothing."""
    limits = {"month_dollars": Decimal(1)}
    told = [await meter(database, f"2027-03-0{day}", **limits).record(ANN, TEN, NONE) for day in range(1, 6)]
    assert told == [
        [],
        [],
        [],
        ["80% of the limit of a traveller's month, in US dollars is used"],
        ["100% of the limit of a traveller's month, in US dollars is used"],
    ]
    assert not await meter(database, "2027-03-31", **limits).allows(ANN, NONE)
    assert await meter(database, "2027-04-01", **limits).allows(ANN, NONE)
    assert await meter(database, "2027-03-31", **limits).allows(BOB, NONE)


async def test_a_trip_is_warned_of_once(database):
    """Each threshold is told when it is crossed, with its own name, and never again."""
    counting, trip, told = meter(database, trip_tokens=20_000), NONE, []
    for _ in range(3):
        told += await counting.record(ANN, TEN, trip)
        trip += TEN
    assert told == ["100% of the limit of a trip, in tokens is used"]
    assert not await counting.allows(BOB, trip)
    assert await counting.allows(BOB, TEN)


async def test_without_limits_everything_is_allowed(database):
    """What is spent is counted, and nothing is looked up."""
    counting = meter(database)
    assert await counting.record(ANN, TEN, NONE) == []
    assert await counting.allows(ANN, TEN)
