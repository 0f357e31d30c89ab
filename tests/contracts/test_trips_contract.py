"""The contract of the trips port, on SQLite and on Postgres."""

import pytest

from tripintent.state.trip import Status, TripIntent
from tripintent.tools.clock import FixedClock
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.trips import SqlTrips
from tripintent.tools.ports.trips import Trips, VersionConflict


@pytest.fixture
def trips(ledger: Database, clock: FixedClock) -> Trips:
    return SqlTrips(ledger, clock)


TRIP = TripIntent(trip_id="t1", org="acme", status=Status(phase="quote", state="quoting_flights"))


async def test_a_saved_trip_comes_back_equal_with_its_version(trips: Trips) -> None:
    """What is published is read back as it was, only the version is counted up."""
    assert await trips.save(TRIP, 0) == 1
    assert await trips.get("acme", "t1") == TRIP.model_copy(update={"version": 1})


async def test_an_unknown_trip_is_none(trips: Trips) -> None:
    """Nothing is invented for a trip that was never saved, nor for another organisation."""
    await trips.save(TRIP, 0)
    assert await trips.get("other", "t1") is None
    assert await trips.get("acme", "t2") is None


async def test_of_two_writers_of_one_version_the_second_is_told(trips: Trips) -> None:
    """An update made from an old version is refused and changes nothing."""
    await trips.save(TRIP, 0)
    await trips.save(TRIP, 1)
    with pytest.raises(VersionConflict) as refused:
        await trips.save(TRIP.model_copy(update={"status": Status(phase="error")}), 1)
    assert (refused.value.expected, refused.value.found) == (1, 2)
    stored = await trips.get("acme", "t1")
    assert stored is not None
    assert stored.status.phase == "quote"


async def test_a_new_trip_must_start_at_version_zero(trips: Trips) -> None:
    """A version that nobody saved is a conflict, not a new trip."""
    with pytest.raises(VersionConflict):
        await trips.save(TRIP, 3)


async def test_the_list_is_of_one_organisation_and_one_traveller(trips: Trips) -> None:
    """Lists never mix organisations; a traveller's list has only that traveller's trips."""
    await trips.save(TRIP, 0, traveller="ann")
    await trips.save(TRIP.model_copy(update={"trip_id": "t2"}), 0, traveller="bob")
    await trips.save(TRIP.model_copy(update={"org": "other"}), 0, traveller="ann")
    assert {row.trip_id for row in await trips.list("acme")} == {"t1", "t2"}
    (mine,) = await trips.list("acme", "ann")
    assert (mine.trip_id, mine.version, mine.phase, mine.state) == ("t1", 1, "quote", "quoting_flights")
