"""Reading 1,000 offers of each supplier's own words into ours: processor time of a search beside the wait. Aim: 150 ms."""

import argparse
import json
import statistics
from collections.abc import Callable
from datetime import UTC, datetime
from itertools import pairwise
from time import process_time

from tripintent.state.money import Money
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.suppliers.duffel import wire as duffel
from tripintent.tools.suppliers.duffel.failures import MANNERS as DUFFEL
from tripintent.tools.suppliers.duffel.offers import flight_offer
from tripintent.tools.suppliers.liteapi import wire as liteapi
from tripintent.tools.suppliers.liteapi.failures import MANNERS as LITEAPI
from tripintent.tools.suppliers.liteapi.rates import board_of, due_at_property, terms_of, total_of
from tripintent.tools.suppliers.shared.over_http import read_as

OFFERS, AIM_MS = 1000, 150
NOW = datetime(2027, 1, 10, 9, tzinfo=UTC)


def main() -> None:
    """Print the median of some runs for each supplier."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    runs = 1 if parser.parse_args().quick else 7
    places, rates = Gazetteer(), EcbRates()
    flights = json.dumps({"offers": [_flight(number) for number in range(OFFERS)]})
    rooms = json.dumps([_room(number) for number in range(OFFERS)])

    def read_flights() -> int:
        found = read_as(duffel.OfferRequest, json.loads(flights, parse_float=str), DUFFEL).offers
        return len([flight_offer(read_as(duffel.DuffelOffer, raw, DUFFEL), places) for raw in found])

    def read_rooms() -> int:
        found = [read_as(liteapi.LiteOffer, raw, LITEAPI) for raw in json.loads(rooms, parse_float=str)]
        totals = [total_of(offer) for offer in found]
        return len([_known(offer, total, rates) for offer, total in zip(found, totals, strict=True)])

    for name, work in (("Duffel flights of two segments", read_flights), ("LiteAPI rooms", read_rooms)):
        print(f"{OFFERS} {name}: {_median(work, runs):.0f} ms (aim: {AIM_MS} ms)")


def _known(offer: liteapi.LiteOffer, total: Money, rates: EcbRates) -> object:
    terms = terms_of([rate.policies for rate in offer.rates], total, NOW)
    return terms, board_of(offer.rates), due_at_property(offer.rates, total.currency, rates)


def _median(work: Callable[[], int], runs: int) -> float:
    taken = []
    for _ in range(runs):
        began = process_time()
        if work() != OFFERS:
            raise SystemExit("not every offer was read")
        taken.append((process_time() - began) * 1000)
    return statistics.median(taken)


def _flight(number: int) -> dict[str, object]:
    seats = [{"passenger_id": "pas", "cabin_class": "economy", "baggages": [{"type": "checked", "quantity": 1}]}]
    carrier = {"id": "arl", "name": "Duffel Airways", "iata_code": "ZZ"}
    ends = (("JFK", "America/New_York"), ("ORD", "America/Chicago"), ("SFO", "America/Los_Angeles"))
    segments = [
        {
            "origin": {"iata_code": a, "time_zone": za}, "destination": {"iata_code": b, "time_zone": zb},
            "departing_at": f"2027-03-11T{9 + 5 * n:02}:00:00", "arriving_at": f"2027-03-11T{12 + 5 * n:02}:00:00",
            "marketing_carrier": carrier, "marketing_carrier_flight_number": str(number), "passengers": seats,
        }
        for n, ((a, za), (b, zb)) in enumerate(pairwise(ends))
    ]  # fmt: skip
    return {
        "id": f"off_{number}", "live_mode": False, "expires_at": "2027-01-10T09:30:00Z", "total_amount": f"{100 + number}.50",
        "total_currency": "USD", "payment_requirements": {"requires_instant_payment": False},
        "conditions": {"refund_before_departure": {"allowed": True, "penalty_amount": "10.00", "penalty_currency": "USD"}},
        "passengers": [{"id": "pas", "type": "adult"}], "slices": [{"segments": segments, "fare_brand_name": "Basic"}],
    }  # fmt: skip


def _room(number: int) -> dict[str, object]:
    price = {"amount": 100.1 + number, "currency": "USD"}
    step = {"cancelTime": "2027-03-01 18:00:00", "amount": 50.5, "currency": "USD", "type": "amount", "timezone": "GMT"}
    fees = [
        {"included": included, "description": "tax", "amount": 3.5, "currency": "USD"} for included in (True, False)
    ]
    rate = {
        "name": "Standard King Room", "boardType": "BB", "retailRate": {"total": [price], "taxesAndFees": fees},
        "cancellationPolicies": {"refundableTag": "RFN", "cancelPolicyInfos": [step]},
    }  # fmt: skip
    return {"offerId": f"OF{number}", "offerRetailRate": price, "rates": [rate]}


if __name__ == "__main__":
    main()
