"""Checkpoints: small values of listed types, and nothing else comes back as a type."""

import logging

from tripintent.app.checkpoints import STORED_TYPES, serializer
from tripintent.app.opening import open_session
from tripintent.state.context import TripContext
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.places import Airport


async def test_a_whole_booking_comes_back_from_the_file_without_a_complaint(settings, to_approval, caplog):
    """Every type of a conversation with an approval waiting is listed: nothing is refused or guessed."""
    async with open_session(settings) as session:
        waiting = await to_approval(session, "t")
    with caplog.at_level(logging.WARNING):
        async with open_session(settings) as session:
            trip = await session.trip("t")
            async for checkpoint in session.graph.aget_state_history({"configurable": {"thread_id": "t"}}):
                assert isinstance(checkpoint.values.get("trip_intent", TripIntent()), TripIntent)
    assert trip == waiting.trip
    assert not [
        r for r in caplog.records if "msgpack" in r.getMessage().lower() or "deserial" in r.getMessage().lower()
    ]


def test_a_type_that_is_not_listed_comes_back_as_data():
    """A stored class of somebody else's is never instantiated."""
    airport = Airport(code="JFK", name="x", city="y", country="US", lat=0, lon=0, zone="UTC")
    back = serializer().loads_typed(serializer().dumps_typed(airport))
    assert not isinstance(back, Airport)
    trip = TripIntent(trip_id="t1")
    assert serializer().loads_typed(serializer().dumps_typed(trip)) == trip


def test_stored_types_live_in_the_state_room():
    """The file format is the state room's: no adapter's class is stored."""
    assert {t.__module__.split(".")[1] for t in STORED_TYPES} == {"state"}
    assert TripContext in STORED_TYPES
