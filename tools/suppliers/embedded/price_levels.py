"""Prices of the invented world: of a hotel night and a ticket, and the demand that makes a day dear or cheap.

Levels are round figures from general knowledge, from no data set: they set the scale of an invented price list, so that Zurich is
dearer than Hanoi, and say nothing about real hotels. Demand is a factor around 1, by season and weekday. A fare family says what a
ticket includes and how it is changed or given back; a fare depends on distance, season, weekday, lead time, time of day, stops,
cabin, family and party.
"""

from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from typing import NamedTuple

from tripintent.state.frame import Cabin
from tripintent.state.queries import FlightQuery
from tripintent.tools.suppliers.embedded.connections import Connection
from tripintent.tools.suppliers.embedded.ids import SeededRandom
from tripintent.tools.suppliers.embedded.localities import invented
from tripintent.tools.suppliers.embedded.network import CARRIERS

_COUNTRY = {code: float(usd) for usd, codes in invented("levels").items() for code in codes.split()}
_ELSEWHERE = 80.0
_CITY_SIZE = (0.88, 0.95, 1.05, 1.2)
"""By traffic tier of the city's airport, from none to an intercontinental hub."""

_DEAR_CITIES: Mapping[str, float] = invented("dear_cities")
STARS: Mapping[int, float] = {1: 0.42, 2: 0.64, 3: 1.0, 4: 1.55, 5: 2.8}
_CITY_TAX = frozenset(invented("city_tax").split())


def night_usd(country: str, key: str, tier: int) -> float:
    """Return the price of a three-star double room in a city, before season."""
    return _COUNTRY.get(country, _ELSEWHERE) * _DEAR_CITIES.get(key, _CITY_SIZE[tier])


def city_tax_usd(country: str, stars: int) -> float:
    """Return the local tax for one adult and night that is paid at the desk; 0 where none is charged."""
    return 0.8 + 0.7 * stars if country in _CITY_TAX else 0.0


_NORTH = (0.88, 0.88, 0.96, 1.02, 1.02, 1.14, 1.22, 1.22, 1.04, 1.0, 0.9, 1.0)
"""Demand by month, January first, north of the tropics; six months apart in the south, flat between."""

_TROPIC = 15.0
FLIGHT_WEEKDAYS = (1.04, 0.94, 0.93, 1.0, 1.12, 0.98, 1.1)
"""Factors of a day of departure, Monday first: Fridays and Sundays are dear, midweek is cheap."""
HOTEL_NIGHTS = (0.96, 0.98, 1.0, 1.0, 1.1, 1.14, 0.92)
"""Factors of a night, Monday first: weekends are dear."""


def season(day: date, lat: float) -> float:
    """Return the factor of the season at a latitude; the turn of the year is dear everywhere."""
    if (day.month, day.day) >= (12, 19) or (day.month, day.day) <= (1, 4):
        return 1.32
    if abs(lat) < _TROPIC:
        return 1.0
    month = day.month - 1 if lat > 0 else (day.month + 5) % 12
    return _NORTH[month]


def lead_time(days: int) -> float:
    """Return the factor of booking this many days ahead: steps, so that a price stops for a while."""
    for limit, factor in ((2, 1.75), (6, 1.45), (13, 1.22), (20, 1.1), (89, 1.0), (179, 0.97)):
        if days <= limit:
            return factor
    return 1.03


class Family(NamedTuple):
    """One fare family. ``price`` scales the cabin's fare; fees are in US dollars a passenger, None means not allowed."""

    brand: str
    price: float
    carry_on: int
    bags: int
    change_fee: int | None
    refund_fee: int | None

    @property
    def summary(self) -> str:
        """The conditions in one line."""
        bags = f"{self.bags} checked bag{'s' if self.bags > 1 else ''}" if self.bags else "no checked bag"
        return f"{self.brand}: {bags}; {_said('changes', self.change_fee)}; {_said('refund', self.refund_fee)}."


FAMILIES: Mapping[Cabin, tuple[Family, ...]] = {
    cabin: tuple(Family(*one) for one in sold) for cabin, sold in invented("fares").items()
}
_CABIN_PRICE: Mapping[Cabin, tuple[float, float]] = invented("cabin_price")
"""How many economy fares a seat costs, on a short flight and on a long one: a bed for the night is dear."""

_SHORT_KM, _LONG_KM = 2_000.0, 6_000.0
_SHORTEST_KM: dict[Cabin, float] = {"premium_economy": 1_500.0, "business": 500.0, "first": 5_000.0}
CABIN_SEATS: Mapping[Cabin, int] = invented("cabin_seats")
EXTRA_BAG_USD = 45.0


def cabin_price(cabin: Cabin, km: float) -> float:
    """Return how many economy fares a cabin costs on a trip of this length, in a straight line between short and long."""
    short, long = _CABIN_PRICE[cabin]
    share = min(1.0, max(0.0, (km - _SHORT_KM) / (_LONG_KM - _SHORT_KM)))
    return short + (long - short) * share


def sold(cabin: Cabin, longest_km: float) -> bool:
    """Tell whether a cabin exists on a trip whose longest flight has this length."""
    return longest_km >= _SHORTEST_KM.get(cabin, 0.0)


def _said(what: str, fee: int | None) -> str:
    if fee is None:
        return f"no {what}"
    return f"{what} free" if fee == 0 else f"{what} for {fee} USD"


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


def base_fare(dice: SeededRandom, itinerary: Connection, km: float, today: date) -> float:
    """Return one adult's economy fare in US dollars, before cabin and family. ``km`` is between the trip's two ends."""
    first = itinerary.flights[0]
    day = first.departs.date()
    distance = 34.0 + 0.066 * km * float(max(km / 1000.0, 0.25) ** -0.25) + 0.02 * max(0.0, km - LONG_HAUL_KM)
    when = season(day, first.destination.lat) * FLIGHT_WEEKDAYS[day.weekday()] * lead_time((day - today).days)
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
