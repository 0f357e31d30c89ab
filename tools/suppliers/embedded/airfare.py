"""The price of an itinerary: distance, season, weekday, lead time, time of day, stops, cabin, family and party."""

from datetime import date
from decimal import Decimal

from tripintent.state.queries import FlightQuery
from tripintent.tools.suppliers.embedded import demand
from tripintent.tools.suppliers.embedded.carriers import CARRIERS
from tripintent.tools.suppliers.embedded.connections import Itinerary
from tripintent.tools.suppliers.embedded.fares import EXTRA_BAG_USD, Family
from tripintent.tools.suppliers.embedded.seeded_random import SeededRandom

ADULT_FROM_AGE = 12
CHILD_SHARE = 0.75
INFANT_SHARE = 0.1
"""Industry custom: children of 2 to 11 pay three quarters, an infant on a lap a tenth, those of 12 the adult fare."""

LONG_HAUL_KM = 6_000.0
"""From here on each kilometre costs more: a second crew, and fuel to carry fuel."""

_STOPS = (1.0, 0.86, 0.78)
_SELF_TRANSFER = 0.93


def passengers(query: FlightQuery) -> float:
    """Return the party in adult fares."""
    full = query.adults + sum(age >= ADULT_FROM_AGE for age in query.child_ages)
    children = sum(age < ADULT_FROM_AGE for age in query.child_ages)
    return full + CHILD_SHARE * children + INFANT_SHARE * query.infants


def seats(query: FlightQuery) -> int:
    """Return the seats the party needs; infants sit on a lap."""
    return query.adults + len(query.child_ages)


def base_fare(dice: SeededRandom, itinerary: Itinerary, km: float, today: date) -> float:
    """Return one adult's economy fare in US dollars, before cabin and family. ``km`` is between the trip's two ends."""
    first = itinerary.flights[0]
    day = first.departs.date()
    distance = 34.0 + 0.066 * km * float(max(km / 1000.0, 0.25) ** -0.25) + 0.02 * max(0.0, km - LONG_HAUL_KM)
    when = demand.season(day, first.destination.lat) * demand.flight_weekday(day) * demand.lead_time((day - today).days)
    airline = sum(CARRIERS[f.carrier].price for f in itinerary.flights) / len(itinerary.flights)
    way = _STOPS[min(itinerary.stops, 2)] * (_SELF_TRANSFER if itinerary.self_transfer else 1.0)
    return distance * when * airline * way * _hour(first.departs.hour) * dice.between(0.92, 1.1, "fare", first.key)


def total_usd(query: FlightQuery, base: float, seat: float, family: Family) -> Decimal:
    """Return the whole party's fare in US dollars, with the bags that were asked for. ``seat``: economy fares a seat costs."""
    missing_bags = max(0, (query.checked_bags or 0) - family.bags)
    bags = missing_bags * EXTRA_BAG_USD * seats(query)
    return Decimal(str(round(base * seat * family.price * passengers(query) + bags, 2)))


def _hour(hour: int) -> float:
    if 7 <= hour <= 9 or 16 <= hour <= 19:
        return 1.05
    return 0.9 if hour >= 22 or hour < 6 else 1.0
