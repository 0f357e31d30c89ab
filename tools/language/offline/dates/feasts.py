"""Feasts as dates: "over Easter", "Thanksgiving", "New Year's Eve"; movable ones come from the holidays library."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

from tripintent.tools.language.offline.dates.calendar import monday_of, next_month_day
from tripintent.tools.language.offline.dates.partial import Partial

_FIXED = {
    "christmas eve": (12, 24), "christmas": (12, 25), "xmas": (12, 25), "navidad": (12, 25), "noel": (12, 25),
    "weihnachten": (12, 25), "natal": (12, 25), "natale": (12, 25), "new year's eve": (12, 31), "new years eve": (12, 31),
    "nye": (12, 31), "nochevieja": (12, 31), "silvester": (12, 31), "capodanno": (1, 1), "new year": (1, 1),
    "new year's": (1, 1), "new years": (1, 1), "ano nuevo": (1, 1), "valentine's": (2, 14), "valentines": (2, 14),
    "halloween": (10, 31), "boxing day": (12, 26),
    "4th of july": (7, 4), "fourth of july": (7, 4), "independence day": (7, 4), "st patrick's": (3, 17), "st. patrick's": (3, 17),
}  # fmt: skip
_EASTER = ("easter", "pascua", "semana santa", "paques", "ostern", "pascoa", "pasqua")
_AROUND_EASTER = {
    "good friday": -2,
    "viernes santo": -2,
    "karfreitag": -2,
    "easter monday": 1,
    "ostermontag": 1,
    "pasquetta": 1,
}
_MOVABLE = {"thanksgiving": "Thanksgiving", "labor day": "Labor Day", "memorial day": "Memorial Day"}
_LEAD = re.compile(
    r"(?:over|around|during|for|the week of|in time for|para|por|durante|uber|zu|pendant|pour|per|en|a)\s+(?:the\s+)?$"
)
_WEEK_OF = re.compile(r"\bweek\s+of\s+(?:the\s+)?$")
_NAMES = sorted([*_FIXED, *_EASTER, *_AROUND_EASTER, *_MOVABLE], key=len, reverse=True)
_FEAST = re.compile(
    r"\b(" + "|".join(map(re.escape, _NAMES)) + r")\b(\s+(?:day|sunday|weekend|week|break|holidays?))?(?!\s+island)"
)


def find_feasts(text: str, today: date) -> Iterator[Partial]:
    """Yield feasts of a folded text: a window around the day after "over" and the like, else the day itself."""
    for match in _FEAST.finditer(text):
        day = _day(match[1], today)
        if day is None:
            continue
        wide = bool(_LEAD.search(text[: match.start()])) or (match[2] or "").strip() in {
            "weekend",
            "week",
            "break",
            "holiday",
            "holidays",
        }
        if wide:
            week = (match[2] or "").strip() == "week" or _WEEK_OF.search(text[: match.start()])
            yield Partial(*match.span(), window=_week_of(day) if week else _window(match[1], day))
        else:
            yield Partial(*match.span(), fixed=day)


def _day(name: str, today: date) -> date | None:
    if name in _FIXED:
        return next_month_day(*_FIXED[name], today)
    years = (today.year, today.year + 1)
    if name in _AROUND_EASTER:
        sundays = [_easter(y) for y in years]
        found = [s + timedelta(days=_AROUND_EASTER[name]) for s in sundays if s]
        return next((d for d in found if d >= today), None)
    days = [_easter(y) for y in years] if name in _EASTER else [_american(_MOVABLE[name], y) for y in years]
    return next((d for d in days if d and d >= today), None)


def _week_of(day: date) -> tuple[date, date]:
    monday = monday_of(day)
    return monday, monday + timedelta(days=6)


def _window(name: str, day: date) -> tuple[date, date]:
    if name in _EASTER:
        return day - timedelta(days=2), day + timedelta(days=1)
    if name == "thanksgiving":
        return day - timedelta(days=1), day + timedelta(days=3)
    if name in _MOVABLE:
        return day - timedelta(days=2), day
    return day - timedelta(days=1), day + timedelta(days=1)


@cache
def _american(name: str, year: int) -> date | None:
    import holidays  # noqa: PLC0415 - a slow import that most conversations never need

    named = holidays.country_holidays("US", years=[year]).get_named(name, lookup="startswith")
    return named[0] if named else None


@cache
def _easter(year: int) -> date | None:
    import holidays  # noqa: PLC0415 - see above

    mondays = holidays.country_holidays("GB", subdiv="ENG", years=[year]).get_named("Easter Monday")
    return mondays[0] - timedelta(days=1) if mondays else None
