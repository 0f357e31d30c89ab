"""The baggage of a fare is a READ tool and an answer in every conversation: booked, held or chosen, with figures of the seller."""

from datetime import datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest

from tripintent.nodes.booking.answer import read_tools
from tripintent.state.booking import Booking, Hold
from tripintent.state.offers import FlightOffer
from tripintent.state.trip import TripIntent
from tripintent.tools.planning.editing import WordMatcher
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.registry.builtin import BuiltinRegistry

START = datetime(2027, 7, 14, 9, 30, tzinfo=ZoneInfo("Europe/Berlin"))


def flight(name, *, cabin, checked):
    hop = {"from": "BER", "to": "LIS", "depart_at": START, "arrive_at": START + timedelta(hours=4), "airline": "X"}
    price = {"amount": "300", "currency": "EUR"}
    offer = {"option_id": name, "supplier": "s", "segments": [hop], "total_price": price, "expires_at": START}
    return FlightOffer.model_validate({**offer, "carry_on": cabin, "checked_bags": checked})


KNOWN = {name: flight(name, cabin=1, checked=number) for number, name in enumerate(("chosen", "held", "booked"))}


class Offers:
    """An offer store with three flights."""

    async def options(self, trip_id, option_ids):
        return {one: KNOWN[one] for one in option_ids if one in KNOWN}


PORTS = SimpleNamespace(offers=Offers(), registry=BuiltinRegistry(), knowledge=None, places=None, rates=None)
OWN = SimpleNamespace(reader=WordMatcher(), knowledge=OfflineKnowledge())


def memory(**had):
    return TripIntent(working_memory=had)


BOOKED = {"bookings": (Booking(booking_id="b", item_type="flight", title="t", option_id="booked", status="confirmed"),)}
HELD = {"holds": (Hold(hold_id="h", item_type="flight", option_id="held", status="held"),)}
CHOSEN = {"selected": {"flight_option_ids": ("chosen",)}}


@pytest.mark.parametrize(
    ("trip", "told"),
    [
        (memory(**CHOSEN), [("chosen", 0)]),
        (memory(**CHOSEN, **HELD), [("held", 1), ("chosen", 0)]),
        (memory(**BOOKED), [("booked", 2)]),
        (memory(), []),
    ],
)
async def test_a_model_reads_the_baggage_of_the_fare(trip, told):
    """Each fare with its standing and its pieces; nothing chosen is said to be open."""
    found = await read_tools(trip, PORTS)["fare_baggage"]({})
    assert [(one["status"], one["checked"]) for one in found["fares"]] == told
    assert ("airline" in found["note"]) == bool(told)
