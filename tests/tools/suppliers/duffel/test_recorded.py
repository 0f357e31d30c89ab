"""Recorded replies of the real service are read whole, where they are at hand; broken ones end in a clear supplier error."""

import copy
import json
import os
from contextlib import suppress
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tripintent.tools.errors import SupplierUnavailable
from tripintent.tools.suppliers.duffel import order_wire, wire
from tripintent.tools.suppliers.duffel.failures import MANNERS
from tripintent.tools.suppliers.duffel.offers import flight_offer
from tripintent.tools.suppliers.shared.over_http import read_as

FOLDER = Path(os.environ.get("TRIPINTENT_RECORDED", Path(__file__).parents[5] / "shared/data")) / "duffel"
OFFERS = [
    *FOLDER.glob("python/*offer-request*.json"),
    *FOLDER.glob("python/get-offer*.json"),
    *FOLDER.glob("java/offer*.json"),
    *FOLDER.glob("components/offer*/*.json"),
]
ORDERS = [*FOLDER.glob("python/*-order.json"), *FOLDER.glob("python/get-order*.json"), *FOLDER.glob("java/order*.json")]


def within(value, prefix):
    """Yield every object with an id of a kind, wherever it is."""
    if isinstance(value, dict):
        if str(value.get("id", "")).startswith(prefix) and "total_amount" in value:
            yield value
        for one in value.values():
            yield from within(one, prefix)
    elif isinstance(value, list):
        for one in value:
            yield from within(one, prefix)


@pytest.mark.skipif(not OFFERS, reason="no recorded replies here: set TRIPINTENT_RECORDED to their folder")
def test_every_recorded_offer_is_read(places):
    """Amounts, times and terms of each are what the file says; an offer of several slices gives its first."""
    seen = 0
    for path in OFFERS:
        for raw in within(json.loads(path.read_text(), parse_float=Decimal), "off_"):
            if not raw.get("slices") or not raw["slices"][0].get("segments"):
                continue
            offer = flight_offer(read_as(wire.DuffelOffer, raw, MANNERS), places)
            first = raw["slices"][0]["segments"][0]
            assert str(offer.total_price.amount) == raw["total_amount"]
            assert offer.total_price.currency == raw["total_currency"]
            assert offer.emissions_kg == (Decimal(raw["total_emissions_kg"]) if raw.get("total_emissions_kg") else None)
            assert f"{offer.depart_at:%Y-%m-%dT%H:%M:%S}" == first["departing_at"][:19]
            assert offer.segments[0].origin == first["origin"]["iata_code"]
            assert offer.refundable == bool(
                ((raw.get("conditions") or {}).get("refund_before_departure") or {}).get("allowed")
            )
            seen += 1
    assert seen > 10


@pytest.mark.skipif(not ORDERS, reason="no recorded replies here: set TRIPINTENT_RECORDED to their folder")
def test_every_recorded_order_is_read():
    """Totals, locators and payments are what the file says."""
    seen = 0
    for path in ORDERS:
        for raw in within(json.loads(path.read_text(), parse_float=Decimal), "ord_"):
            if "created_at" not in raw:
                continue
            order = read_as(order_wire.DuffelOrder, raw, MANNERS)
            assert str(order.total_amount) == raw["total_amount"]
            assert order.booking_reference == raw.get("booking_reference")
            assert bool(order.payment_status.paid_at) == bool((raw.get("payment_status") or {}).get("paid_at"))
            seen += 1
    assert seen > 5


OFFER = {
    "id": "off_1",
    "live_mode": False,
    "expires_at": "2027-01-10T09:30:00Z",
    "total_amount": "45.00",
    "total_currency": "GBP",
    "payment_requirements": {"requires_instant_payment": False},
    "conditions": {"refund_before_departure": {"allowed": True, "penalty_amount": "10.00", "penalty_currency": "GBP"}},
    "passengers": [{"id": "pas_1", "type": "adult"}],
    "slices": [
        {
            "segments": [
                {
                    "origin": {"iata_code": "LHR", "time_zone": "Europe/London"},
                    "destination": {"iata_code": "JFK", "time_zone": None},
                    "departing_at": "2027-03-11T08:00:00",
                    "arriving_at": "2027-03-11T11:00:00",
                    "marketing_carrier": {"name": "Duffel Airways", "iata_code": "ZZ"},
                    "marketing_carrier_flight_number": "1",
                    "passengers": [{"cabin_class": "economy", "baggages": [{"type": "checked", "quantity": 1}]}],
                }
            ]
        }
    ],
}
JUNK = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(max_size=5), st.just([]), st.just({}))


def paths(value, here=()):
    """Yield the way to each part of a document."""
    rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in rows:
        yield (*here, key)
        yield from paths(inner, (*here, key))


@given(where=st.sampled_from(sorted(paths(OFFER), key=str)), value=JUNK, drop=st.booleans())
def test_a_broken_offer_is_a_clear_error_or_an_offer(where, value, drop, places):
    """Missing, null, extra or of another type: nothing but a supplier error comes out."""
    broken = copy.deepcopy(OFFER)
    inside = broken
    for key in where[:-1]:
        inside = inside[key]
    if drop and isinstance(inside, dict):
        del inside[where[-1]]
    else:
        inside[where[-1]] = value
    with suppress(SupplierUnavailable):
        offer = flight_offer(read_as(wire.DuffelOffer, broken, MANNERS), places)
        assert offer.total_price.amount >= 0
