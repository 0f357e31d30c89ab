"""The moments of a conversation in which the sentences of the table are said."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from tripintent.state.booking import Booking, Hold
from tripintent.state.bundles import Bundle, Ranking, Selected
from tripintent.state.derived import ranking_key
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.segments import ActivitySegment
from tripintent.state.framing import merge_of
from tripintent.state.money import Money
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.planning.budget import Budget, Expense
from tripintent.state.planning.checklist import Category, Checklist, Item
from tripintent.state.trip import TripIntent
from tripintent.tools.language.offline.parser import OfflineParser
from tripintent.tools.ports.language import ReadRequest
from tripintent.tools.ports.reader import View

TODAY = date(2026, 11, 20)
"""A Friday."""
TRIP = "Boston to Lisbon, 14 June to 21 June 2027, 2 adults, with a hotel"
PRICES = {"1": "900", "2": "700", "3": "1200"}


def _trip() -> TripIntent:
    frame = OfflineParser().read(ReadRequest(text=TRIP, today=TODAY, language="en")).frame
    told = {"request": {"now_date": TODAY.isoformat()}, "frame": frame.model_dump(mode="json")}
    merge = {**merge_of(TripIntent().frame, frame, {}).merge, **told}
    return apply_patch(TripIntent(), Patch(by="test", merge=merge))


def _with(trip: TripIntent, **memory: object) -> TripIntent:
    return apply_patch(trip, Patch(by="test", merge={"working_memory": memory}))


def _bundle(number: str, price: str) -> Bundle:
    items = {"flight_option_ids": (f"f{number}",), "hotel_option_ids": (f"h{number}",)}
    return Bundle(bundle_id=number, estimated_total=Money(amount=Decimal(price)), **items)


def _days() -> ItineraryDocument:
    things = {"louvre": ("Louvre", "15T11:00", "15T13:00"), "dinner": ("Dinner Chartier", "14T20:00", "14T22:00")}
    segments = tuple(
        ActivitySegment(id=ident, name=name, start_datetime=f"2027-06-{start}", end_datetime=f"2027-06-{end}")
        for ident, (name, start, end) in things.items()
    )
    return ItineraryDocument(start_date="2027-06-14", end_date="2027-06-17", segments=segments)


def _documents() -> dict[str, Checklist | Budget]:
    items = tuple(Item(id=one.lower(), text=one) for one in ("Passports", "Sunscreen"))
    spent = (Expense(id="1", what="the taxi", amount=Decimal(32), payer="Kim"),)
    return {
        "checklist": Checklist(categories=(Category(id="c", category="All", items=items),)),
        "budget": Budget(currency="EUR", total_budget=Decimal(1000), expenses=spent),
    }


@pytest.fixture(scope="session")
def moments() -> dict[str, View]:
    """Views by name: nothing said yet, a trip known, three options, one chosen, held, booked, a plan of days, documents."""
    trip = _trip()
    bundles = tuple(_bundle(number, price) for number, price in PRICES.items())
    options = _with(trip, ranking=Ranking(key=ranking_key(trip), bundles=bundles))
    taken = Selected(bundle_id="2", flight_option_ids=("f2",), hotel_option_ids=("h2",))
    chosen = _with(options, selected=taken)
    held = _with(chosen, holds=(Hold(hold_id="h", item_type="flight", option_id="f2"),), hold_requested=True)
    booked = _with(chosen, bookings=(Booking(booking_id="b", item_type="flight", status="confirmed"),))
    start = View(trip=TripIntent(), today=TODAY)
    return {
        "start": start,
        "trip": replace(start, trip=trip),
        "options": replace(start, trip=options, shown=len(bundles)),
        "chosen": replace(start, trip=chosen, shown=len(bundles)),
        "held": replace(start, trip=held),
        "booked": replace(start, trip=booked),
        "days": replace(start, trip=trip, plan=_days(), system="DESIGNER"),
        "documents": replace(start, trip=trip, documents=_documents(), system="PLANNING"),
    }
