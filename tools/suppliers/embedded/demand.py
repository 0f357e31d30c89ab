"""Demand that makes a day dear or cheap: season, weekday and how soon it is. Factors around 1, for flights and rooms alike."""

from datetime import date

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
