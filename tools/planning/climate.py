"""Coarse climate bands by latitude, month and a few well-known exceptions: enough to pack by, no forecast."""

from functools import cache
from typing import NamedTuple

from tripintent.tools.ports.planning import Climate
from tripintent.tools.shipped import table

_EVERYWHERE = (0.0, 90.0, -180.0, 180.0)
_MONSOON_MONTHS = range(6, 11)


@cache
def _countries(where: str) -> frozenset[str]:
    return frozenset(table("tools/planning/data/climate.toml")["countries"].get(where, where).split())


class _Shift(NamedTuple):
    """How many degrees a part of the world differs from its latitude, in midwinter and in midsummer.

    ``where`` are countries, or the name of a list; ``box`` is south, north, west, east, its latitudes without sign; ``slope`` is
    added in winter for each degree of latitude beyond 30; ``below`` are the metres up to which it holds.
    """

    where: str
    winter: float = 0
    summer: float = 0
    slope: float = 0
    box: tuple[float, float, float, float] = _EVERYWHERE
    below: int = 9000

    def holds(self, away: float, lon: float, country: str | None, high: int) -> bool:
        """Say whether a place lies in it."""
        south, north, west, east = self.box
        return country in _countries(self.where) and south <= away < north and west <= lon < east and high <= self.below


_SHIFTS = tuple(_Shift(**row) for row in table("tools/planning/data/climate.toml")["shift"])
_ISLANDS_OF_SPRING = (27.5, 33.3, -19.0, -13.0)
"""Canaries and Madeira: mild in winter, warm in summer."""
_BANDS = ("cold", "cool", "mild", "warm", "hot")


_LOW, _LAPSE = 500, 0.0045
"""Metres up to which the bands hold as they are, and degrees lost a metre above: highlands lose less than the open air (6.5 a km)."""


def climate(lat: float, lon: float, country: str | None, month: int, high: int = 0) -> Climate:
    """Return the band of a place: ``hot`` about 28 °C by day and more, ``warm`` 21–28, ``mild`` 14–21, ``cool`` 6–14, ``cold`` below."""
    north = lat >= 0
    season = (month - 1 if north else (month + 5) % 12) % 12
    """0 is midwinter's January in either hemisphere, 6 midsummer's July."""
    south, top, west, east = _ISLANDS_OF_SPRING
    if south <= lat <= top and west <= lon <= east:
        return Climate(band="warm" if 4 <= season <= 10 else "mild", rain="dry")
    day = degrees(abs(lat), lon, season, country, high)
    band = _BANDS[(day >= 6) + (day >= 14) + (day >= 21) + (day >= 28)]
    return Climate(band=band, rain=_rain(abs(lat), season, month, country))


def degrees(away: float, lon: float, season: int, country: str | None, high: int) -> float:
    """Return a usual day-time temperature in °C, good to a few degrees. ``season`` counts months from midwinter."""
    summer = 1 - abs(season - 6.2) / 6
    """0 in midwinter, 1 in midsummer."""
    day = _by_latitude(away, summer)
    for shift in _SHIFTS:
        if shift.holds(away, lon, country, high):
            winter = shift.winter + shift.slope * max(0.0, away - 30)
            day += winter + (shift.summer - winter) * summer
    return day - max(0, high - _LOW) * _LAPSE


def _by_latitude(away: float, summer: float) -> float:
    """Return a usual day-time temperature: nearly the same all year in the tropics, further apart towards the poles."""
    if away < 15:
        return 30
    winter_day = 30 - (away - 15) * 0.78
    summer_day = 32 - max(0.0, away - 28) * 0.32
    return winter_day + (summer_day - winter_day) * summer


def _rain(away: float, season: int, month: int, country: str | None) -> str:
    if country in _countries("desert"):
        return "dry"
    if country in _countries("monsoon"):
        return "wet" if month in _MONSOON_MONTHS else "dry"
    if country in _countries("wet_coasts"):
        return "wet"
    if country in _countries("dry_summers"):
        return "dry" if 4 <= season <= 8 else "some"
    if country in _countries("cold_currents") and away < 25:
        return "dry"
    return "unknown" if away < 23 else "some"
