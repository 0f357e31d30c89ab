"""What the tests of every supplier share: a clock that stands at one moment, and the gazetteer."""

from datetime import UTC, datetime

import pytest

from tripintent.tools.clock import FixedClock
from tripintent.tools.places.gazetteer import Gazetteer


@pytest.fixture
def clock():
    return FixedClock(datetime(2027, 1, 10, 9, tzinfo=UTC))


@pytest.fixture(scope="session")
def places():
    return Gazetteer()
