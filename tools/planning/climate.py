"""Coarse climate bands by latitude, month and a few well-known exceptions: enough to pack by, no forecast."""

from tripintent.tools.ports.planning import Climate

_DESERT = frozenset({"AE", "QA", "KW", "BH", "OM", "SA", "EG", "DZ", "LY", "JO", "IQ", "MR", "NE", "TD", "NA"})
_MONSOON = frozenset({"IN", "NP", "BD", "TH", "MM", "LA", "KH", "VN", "PH", "LK", "MV"})
_MONSOON_MONTHS = frozenset({6, 7, 8, 9, 10})
_WET_COASTS = frozenset({"GB", "IE", "NO", "IS", "FO", "NZ"})
_DRY_SUMMERS = frozenset(
    {"ES", "PT", "IT", "GR", "MT", "CY", "TR", "HR", "AL", "ME", "IL", "LB", "TN", "MA", "DZ", "FR", "MC"}
)
_WARM_BY_THE_SEA = frozenset({"PT", "ES", "GR", "IT", "MT", "CY", "TR", "HR", "TN", "IL", "MA", "EG", "LB", "AL", "ME"})
_COLD_CURRENTS, _COAST = frozenset({"PE", "CL", "NA"}), 600
"""Countries whose coast a cold current cools, most in winter (Humboldt, Benguela), and up to how many metres."""
_COOL_SUMMERS = frozenset({"IS", "FO", "GL"})
_ISLANDS_OF_SPRING = (27.5, 33.3, -19.0, -13.0)
"""Canaries and Madeira: mild in winter, warm in summer."""
_BANDS = ("cold", "cool", "mild", "warm", "hot")


_LOW, _LAPSE = 500, 0.0065
"""Metres up to which the bands hold as they are, and degrees lost a metre above (standard atmosphere: 6.5 degrees a kilometre)."""


def climate(lat: float, lon: float, country: str | None, month: int, high: int = 0) -> Climate:
    """Return the band of a place: ``hot`` about 28 °C by day and more, ``warm`` 21–28, ``mild`` 14–21, ``cool`` 6–14, ``cold`` below."""
    north = lat >= 0
    season = (month - 1 if north else (month + 5) % 12) % 12
    """0 is midwinter's January in either hemisphere, 6 midsummer's July."""
    south, top, west, east = _ISLANDS_OF_SPRING
    if south <= lat <= top and west <= lon <= east:
        return Climate(band="warm" if 4 <= season <= 10 else "mild", rain="dry")
    return Climate(band=_band(abs(lat), season, country, high), rain=_rain(abs(lat), season, month, country))


def _band(away: float, season: int, country: str | None, high: int) -> str:
    summer = 1 - abs(season - 6.2) / 6
    """0 in midwinter, 1 in midsummer."""
    degrees = _by_latitude(away, summer)
    if country in _DESERT and away > 15:
        degrees += 5 * summer + 1
    if country in _WARM_BY_THE_SEA and away < 45:
        degrees += 2
    if country in _WET_COASTS:
        degrees += 4 * (1 - summer) - 3 * summer
    if country in _COLD_CURRENTS and high <= _COAST and away < 35:
        degrees -= 3 + 8 * (1 - summer)
    if country in _COOL_SUMMERS:
        degrees -= 5 * summer
    degrees -= max(0, high - _LOW) * _LAPSE
    return _BANDS[(degrees >= 6) + (degrees >= 14) + (degrees >= 21) + (degrees >= 28)]


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
