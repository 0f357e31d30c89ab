"""Trips to ask questions about."""

from datetime import UTC, datetime, timedelta

import pytest

from tripintent.state import derived
from tripintent.state.booking import Booking, Hold
from tripintent.state.bundles import Bundle, Ranking, RiskReport, Selected
from tripintent.state.money import Money
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.queries import QuoteSet
from tripintent.state.questions import plan_of
from tripintent.state.trip import TripIntent

NOW = datetime(2027, 3, 1, 9, tzinfo=UTC)


def patched(trip: TripIntent, **merge: object) -> TripIntent:
    return apply_patch(trip, Patch(merge=merge))


def point(code: str) -> dict[str, str]:
    return {"code": code, "said": code}


@pytest.fixture
def trip() -> TripIntent:
    """Boston to Lisbon and back, two adults, one hotel."""
    return patched(
        TripIntent(trip_id="t1"),
        request={"now_iso": NOW.isoformat(), "now_date": "2027-03-01"},
        party={"travelers": {"adults": 2}},
        itinerary={
            "trip_type": "round_trip",
            "segments": [
                {"origin": point("BOS"), "destination": point("LIS"), "depart_date": "2027-06-14"},
                {"origin": point("LIS"), "destination": point("BOS"), "depart_date": "2027-06-21"},
            ],
            "lodging": {"check_in": "2027-06-14", "check_out": "2027-06-21"},
        },
    )


@pytest.fixture
def full(trip: TripIntent) -> TripIntent:
    """The same trip, quoted, ranked, chosen, checked, held and with the outbound flight booked before."""
    plan = plan_of(trip)
    quotes = {
        a.key: QuoteSet(key=a.key, kind=a.query.kind, count=3, at=NOW, expires_at=NOW + timedelta(minutes=30))
        for a in (*plan.flights, *plan.hotels)
    }
    trip = patched(trip, working_memory={"quotes": quotes})
    bundle = Bundle(
        bundle_id="bndl_1",
        flight_option_ids=("f1", "f2"),
        hotel_option_ids=("h1",),
        estimated_total=Money(amount="900"),
    )
    chosen = Selected(bundle_id="bndl_1", flight_option_ids=("f1", "f2"), hotel_option_ids=("h1",))
    ranking = Ranking(key=derived.ranking_key(trip), bundles=(bundle,))
    trip = patched(trip, working_memory={"ranking": ranking, "selected": chosen})
    trip = patched(trip, working_memory={"risk_report": RiskReport(key=derived.risk_key(trip), bundle_id="bndl_1")})
    options = [*zip(plan.flights, ("f1", "f2"), strict=True), *zip(plan.hotels, ("h1",), strict=True)]
    holds = tuple(
        Hold(
            hold_id=f"hld_{option}",
            item_type=asked.query.kind,
            key=asked.key,
            requirement_key=derived.requirement_key_of(trip, asked.key, option),
            option_id=option,
        )
        for asked, option in options
    )
    return patched(trip, working_memory={"holds": holds})


@pytest.fixture
def booked(full: TripIntent) -> TripIntent:
    """The same trip, bought."""
    bookings = tuple(
        Booking(
            booking_id=f"bok_{h.option_id}",
            item_type=h.item_type,
            key=h.key,
            requirement_key=h.requirement_key,
            locator="ABC123",
        )
        for h in full.working_memory.holds
    )
    return patched(full, working_memory={"holds": (), "bookings": bookings})
