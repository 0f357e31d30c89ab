"""The baggage of a fare is a READ tool and an answer in every conversation: booked, held or chosen, with figures of the seller."""

from dataclasses import replace
from datetime import date, datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest

from tripintent.nodes.booking.answer import read_tools
from tripintent.state.booking import Booking, Hold
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Location
from tripintent.state.offers import FlightOffer
from tripintent.state.operations import Question
from tripintent.state.planning.operations import AskFact
from tripintent.state.trip import TripIntent
from tripintent.tools.language.offline.reader import OfflineReader
from tripintent.tools.language.offline_language import OfflineLanguage
from tripintent.tools.language.people import FreeFormPeople
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.planning.editing import WordMatcher
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.ports.reader import View
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


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "How many bags can we take?"),
        ("de", "Wie viel Gepäck ist dabei?"),
        ("es", "¿Cuánto equipaje incluye?"),
        ("fr", "Quels bagages sont compris ?"),
        ("it", "Quale bagaglio è incluso?"),
        ("pt", "Que bagagem está incluída?"),
    ],
)
async def test_it_is_answered_in_every_conversation(language, words):
    """Before anything is known, and while the days are designed, it is a question."""
    reader = OfflineReader(OfflineLanguage(), FreeFormPeople(), Gazetteer())
    start = View(trip=TripIntent(), today=date(2026, 11, 25), language=language)
    days = replace(start, system="DESIGNER", plan=ItineraryDocument(destinations=(Location(name="Rome"),)))
    for view in (start, days):
        reading = await reader.read(words, view)
        assert all(isinstance(one, Question | AskFact) for one in reading.operations)
        assert reading.operations
