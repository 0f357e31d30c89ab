"""The baggage of a fare is a READ tool and an answer in every conversation: booked, held or chosen, with figures of the seller."""

from datetime import date, datetime, timedelta
from types import SimpleNamespace
from zoneinfo import ZoneInfo

import pytest

from tripintent.nodes.booking.parts.read_tools import read_tools
from tripintent.state.booking import Booking, Hold
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.parts import Location
from tripintent.state.offers import FlightOffer
from tripintent.state.trip import TripIntent
from tripintent.tools.language.reading.itinerary.reader import OfflineItineraryReader
from tripintent.tools.language.rules.days import DaysReader
from tripintent.tools.language.rules.documents import DocumentsReader
from tripintent.tools.language.rules.systems import Chooser
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.planning.hearing import WordsReader
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
OWN = SimpleNamespace(reader=WordsReader(), knowledge=OfflineKnowledge())


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
        ("en", "What plugs do they use in Rome?"),
    ],
)
def test_it_is_answered_beside_the_days_as_well(language, words):
    """While the days are designed, and before anything is known: it is never "I cannot look that up"."""
    days = ItineraryDocument(destinations=(Location(name="Rome"),))
    assert _systems(words, language, "DESIGNER", days) == ["PLANNING"]
    assert _systems(words, language, "BOOKING", ItineraryDocument()) == ["PLANNING"]


def test_what_changes_the_days_stays_with_them():
    """A distance between two sights, and a wish, are the designer's."""
    days = ItineraryDocument(destinations=(Location(name="Rome"),))
    for words in ("How far is it from the hotel to the Colosseum?", "add an hour to drop off our luggage"):
        assert _systems(words, "en", "DESIGNER", days) == ["DESIGNER"]


def _systems(words, language, last, plan):
    """Return the systems that answer the words."""
    view = View(trip=TripIntent(), today=date(2026, 11, 25), language=language, system=last, plan=plan)
    documents = DocumentsReader(WordsReader(), OfflineKnowledge(), view, language)
    days = DaysReader(OfflineItineraryReader(), Gazetteer())
    return [system for system, _ in Chooser(words, view, days, documents, tuple, lambda _: False).shares()]
