"""Hand-made offers, rates with round figures, and the brute force that the ranker is held against."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from itertools import pairwise, product

import pytest

from tripintent.state.money import Money
from tripintent.state.offers import FlightHop, FlightOffer, HotelOffer
from tripintent.state.wishes import Preferences
from tripintent.tools.ports.clock import UnknownCurrency
from tripintent.tools.ranking.criteria import NOTHING, Measure, add
from tripintent.tools.ranking.layers import layered
from tripintent.tools.ranking.limits import Prices
from tripintent.tools.ranking.ranker import WholeTripRanker
from tripintent.tools.ranking.weights import scoring

DAY = datetime(2027, 3, 11, tzinfo=UTC)
EXPIRES = datetime(2027, 3, 1, tzinfo=UTC)


class RoundRates:
    """One euro is two dollars."""

    def convert(self, money, currency, on=None):
        factors = {("EUR", "USD"): Decimal(2), ("USD", "EUR"): Decimal("0.5")}
        if (money.currency, currency) not in factors:
            raise UnknownCurrency(currency, self.currencies())
        return Money(amount=money.amount * factors[money.currency, currency], currency=currency)

    def dated(self, on=None):
        return date(2027, 2, 26)

    def currencies(self):
        return frozenset({"EUR", "USD"})


def flight(option_id="F", price=100, *, leave=8.0, hours=2.0, stops=0, day=0, currency="USD", **facts):
    """Build a flight that leaves `leave` hours into day `day` and takes `hours`, cut evenly by its stops."""
    start, length = DAY + timedelta(days=day, hours=leave), timedelta(hours=hours) / (stops + 1)
    hop = {"airline": facts.pop("airline", "Test Air"), "airline_code": facts.pop("airline_code", "TA")}
    segments = tuple(
        FlightHop(
            origin=f"A{i}",
            destination=f"A{i + 1}",
            depart_at=start + i * length,
            arrive_at=start + (i + 1) * length,
            **hop,
        )
        for i in range(stops + 1)
    )
    total = Money(amount=Decimal(str(price)), currency=currency)
    return FlightOffer(
        option_id=option_id, supplier="test", segments=segments, total_price=total, expires_at=EXPIRES, **facts
    )


def hotel(option_id="H", price=100, *, stars=3.0, km=1.0, nights=1, rooms=1, currency="USD", **facts):
    """Build a hotel for some nights; `price` is for the whole stay."""
    total = Decimal(str(price))
    return HotelOffer(
        option_id=option_id,
        supplier="test",
        hotel_id=option_id,
        hotel_name=facts.pop("name", f"Hotel {option_id}"),
        star_rating=stars,
        distance_km=km,
        check_in=DAY.date(),
        check_out=DAY.date() + timedelta(days=nights),
        rooms=rooms,
        nightly_price=Money(amount=total / nights, currency=currency),
        total_price=Money(amount=total, currency=currency),
        expires_at=EXPIRES,
        **({"board": "room_only"} | facts),
    )


def lay_out(drawn, weights):
    """Return the layers and the scoring of drawn legs and stays."""
    measure = Measure(Prices(RoundRates(), "USD"), Preferences())
    legs = [
        [measure.flight(flight(f"F{i}.{j}", **facts)) for j, facts in enumerate(leg)] for i, leg in enumerate(drawn[0])
    ]
    stays = [
        [measure.hotel(hotel(f"H{i}.{j}", **facts)) for j, facts in enumerate(stay)] for i, stay in enumerate(drawn[1])
    ]
    return layered(legs, stays), scoring(legs, stays, weights, wished=False)


def brute_force(layers, cost: Callable):
    """Build the whole product, the slow and obvious way: (cost, criteria, ids) of each trip that keeps to the clock."""
    trips = []
    for picks in product(*(layer.candidates for layer in layers)):
        legs = [pick for pick in picks if pick.offer.kind == "flight"]
        if all(two.departs >= one.arrives for one, two in pairwise(legs)):
            criteria = NOTHING
            for pick in picks:
                criteria = add(criteria, pick.criteria)
            trips.append((cost(criteria), criteria, tuple(p.option_id for p in picks)))
    return sorted(trips)


@pytest.fixture
def ranker():
    return WholeTripRanker(RoundRates())
