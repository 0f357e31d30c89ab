"""Price levels of the invented world: of a hotel night by country and city, and the demand that makes a day dear or cheap.

Round figures from general knowledge, from no data set: they set the scale of an invented price list, so that Zurich is
dearer than Hanoi, and say nothing about real hotels. Demand is a factor around 1, by season and weekday.
"""

from collections.abc import Mapping
from datetime import date

_BY_LEVEL = {
    175: "CH IS MC BM KY BS",
    150: "NO DK US GB IE AU IL SG LU QA",
    130: "FR NL SE FI AT BE IT CA JP NZ AE MT",
    110: "DE ES KR HK PT GR CY HR TW BB JM BR AG AW",
    90: "CZ PL HU SI SK EE LV LT CN SA OM BH KW MX CL UY CR PA TR ZA MA",
    70: "RO BG RS AR PE CO TH MY RU KZ JO EG TN KE TZ GE AL ME BA MK AM AZ",
    52: "IN ID VN PH LK NP BD PK KH LA MM BO EC PY NI HN GT SV UA UZ KG TJ",
}
_COUNTRY: Mapping[str, float] = {code: float(usd) for usd, codes in _BY_LEVEL.items() for code in codes.split()}
_ELSEWHERE = 80.0
_CITY_SIZE = (0.88, 0.95, 1.05, 1.2)
"""By traffic tier of the city's airport, from none to an intercontinental hub."""

_DEAR_CITIES: Mapping[str, float] = {
    "US/new york": 1.45,
    "US/san francisco": 1.3,
    "US/boston": 1.3,
    "US/honolulu": 1.3,
    "GB/london": 1.3,
    "FR/paris": 1.25,
    "IT/venice": 1.3,
    "NL/amsterdam": 1.25,
    "CH/geneva": 1.15,
    "MV/male": 2.2,
    "IT/milan": 1.15,
    "US/las vegas": 0.75,
}
STARS: Mapping[int, float] = {1: 0.42, 2: 0.64, 3: 1.0, 4: 1.55, 5: 2.8}
_CITY_TAX = frozenset(
    ["FR", "IT", "DE", "ES", "NL", "PT", "AT", "BE", "CH", "GR", "HR", "CZ", "HU", "SI", "AE", "MY", "JP", "MA"]
)


def night_usd(country: str, key: str, tier: int) -> float:
    """Return the price of a three-star double room in a city, before season."""
    return _COUNTRY.get(country, _ELSEWHERE) * _DEAR_CITIES.get(key, _CITY_SIZE[tier])


def city_tax_usd(country: str, stars: int) -> float:
    """Return the local tax for one adult and night that is paid at the desk; 0 where none is charged."""
    return 0.8 + 0.7 * stars if country in _CITY_TAX else 0.0


_NORTH = (0.88, 0.88, 0.96, 1.02, 1.02, 1.14, 1.22, 1.22, 1.04, 1.0, 0.9, 1.0)
"""Demand by month, January first, north of the tropics; six months apart in the south, flat between."""

_TROPIC = 15.0
_FLIGHT_WEEKDAYS = (1.04, 0.94, 0.93, 1.0, 1.12, 0.98, 1.1)
_HOTEL_NIGHTS = (0.96, 0.98, 1.0, 1.0, 1.1, 1.14, 0.92)


def season(day: date, lat: float) -> float:
    """Return the factor of the season at a latitude; the turn of the year is dear everywhere."""
    if (day.month, day.day) >= (12, 19) or (day.month, day.day) <= (1, 4):
        return 1.32
    if abs(lat) < _TROPIC:
        return 1.0
    month = day.month - 1 if lat > 0 else (day.month + 5) % 12
    return _NORTH[month]


def flight_weekday(day: date) -> float:
    """Return the factor of a day of departure: Fridays and Sundays are dear, midweek is cheap."""
    return _FLIGHT_WEEKDAYS[day.weekday()]


def hotel_night(day: date) -> float:
    """Return the factor of a night: weekends are dear."""
    return _HOTEL_NIGHTS[day.weekday()]


def lead_time(days: int) -> float:
    """Return the factor of booking this many days ahead: steps, so that a price stops for a while."""
    for limit, factor in ((2, 1.75), (6, 1.45), (13, 1.22), (20, 1.1), (89, 1.0), (179, 0.97)):
        if days <= limit:
            return factor
    return 1.03
