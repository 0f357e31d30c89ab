"""Coarse climate bands by latitude, month and a few well-known exceptions: enough to pack by, no forecast."""

from typing import NamedTuple

from tripintent.tools.ports.planning import Climate

_DESERT = frozenset({"AE", "QA", "KW", "BH", "OM", "SA", "EG", "DZ", "LY", "JO", "IQ", "IR", "MR", "NE", "TD", "NA"})
_MONSOON = frozenset({"IN", "NP", "BD", "TH", "MM", "LA", "KH", "VN", "PH", "LK", "MV"})
_MONSOON_MONTHS = frozenset({6, 7, 8, 9, 10})
_WET_COASTS = frozenset({"GB", "IE", "NO", "IS", "FO", "NZ"})
_DRY_SUMMERS = frozenset(
    {"ES", "PT", "IT", "GR", "MT", "CY", "TR", "HR", "AL", "ME", "IL", "LB", "TN", "MA", "DZ", "FR", "MC"}
)
_WARM_BY_THE_SEA = frozenset({"PT", "ES", "GR", "IT", "MT", "CY", "TR", "HR", "TN", "IL", "MA", "EG", "LB", "AL", "ME"})
_COLD_CURRENTS = frozenset({"PE", "CL", "NA"})
_EVERYWHERE = (0.0, 90.0, -180.0, 180.0)


class _Shift(NamedTuple):
    """How many degrees a part of the world differs from its latitude, in midwinter and in midsummer.

    ``box`` is south, north, west, east, its latitudes without sign; ``slope`` is added in winter for each degree of latitude
    beyond 30; ``below`` are the metres up to which it holds.
    """

    countries: frozenset[str]
    winter: float = 0
    summer: float = 0
    slope: float = 0
    box: tuple[float, float, float, float] = _EVERYWHERE
    below: int = 9000

    def holds(self, away: float, lon: float, country: str | None, high: int) -> bool:
        """Say whether a place lies in it."""
        south, north, west, east = self.box
        return country in self.countries and south <= away < north and west <= lon < east and high <= self.below


_SHIFTS = (
    _Shift(_DESERT, 1, 6, box=(15, 90, -180, 180)),
    _Shift(frozenset({"IN", "PK", "BD"}), 2, 6, box=(15, 34, -180, 180)),
    _Shift(_WARM_BY_THE_SEA, 2, 2, box=(0, 45, -180, 180)),
    _Shift(frozenset({"PT"}), 2, 0),
    _Shift(frozenset({"GB", "IE", "NO", "FO", "NL", "BE", "LU", "FR"}), 3, -2.5, 0.2, box=(40, 90, -180, 180)),
    _Shift(frozenset({"IS", "GL"}), 3, -8, 0.2),
    _Shift(frozenset({"NZ"}), 0, -4, 0.2),
    _Shift(_COLD_CURRENTS, -11, -3, box=(0, 32, -180, 180), below=600),
    _Shift(frozenset({"US", "CA"}), 0, 0, -0.55, box=(30, 90, -100, -50)),
    _Shift(frozenset({"US", "CA"}), 0, 1, box=(25, 42, -100, -50)),
    _Shift(frozenset({"US", "CA"}), 4, -1, box=(42, 60, -180, -121)),
    _Shift(frozenset({"US"}), 2, -8, box=(36, 42, -125, -121.8)),
    _Shift(frozenset({"US"}), 3, -3, box=(32, 36, -125, -117), below=200),
    _Shift(frozenset({"CN", "KR", "KP", "MN"}), -5, 1, -0.4, box=(20, 60, 100, 135)),
    _Shift(frozenset({"HK", "MO", "TW", "VN"}), -5, 0, box=(17, 30, 100, 125)),
    _Shift(frozenset({"JP"}), -2, 1, -0.35, box=(30, 50, 125, 150)),
    _Shift(frozenset({"RU", "UA", "BY", "KZ", "FI"}), -3, 1),
    _Shift(frozenset({"AU", "ZA"}), 2, -3, box=(28, 90, -180, 180)),
)
"""From general knowledge; the table test holds them against usual temperatures of some thirty cities."""
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
    if country in _DESERT:
        return "dry"
    if country in _MONSOON:
        return "wet" if month in _MONSOON_MONTHS else "dry"
    if country in _WET_COASTS:
        return "wet"
    if country in _DRY_SUMMERS:
        return "dry" if 4 <= season <= 8 else "some"
    if country in _COLD_CURRENTS and away < 25:
        return "dry"
    return "unknown" if away < 23 else "some"
