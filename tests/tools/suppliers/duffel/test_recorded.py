"""Recorded offers of the real service become offers of ours, where they are at hand."""

import json
import os
from decimal import Decimal
from pathlib import Path

import pytest

from tripintent.tools.suppliers.duffel import wire
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
