"""Feasts as dates: "over Easter", "Thanksgiving", "New Year's Eve"; movable ones come from the holidays library."""

import re
from collections.abc import Iterator
from datetime import date, timedelta
from functools import cache

from tripintent.tools.language.exact.lexicon import lexicon, load_data
from tripintent.tools.language.exact.mention import Partial, monday_of, next_month_day
from tripintent.tools.shipped import patterns

_DATA = load_data("feasts")
_FIXED: dict[str, tuple[int, int]] = {name: (int(month), int(day)) for name, (month, day) in _DATA["fixed"].items()}
_HOLY_WEEK = ("semana santa", "semaine sainte", "settimana santa", "karwoche", "holy week")
"""From the Saturday before Palm Sunday to Easter Sunday: the week off where it has this name."""
_EASTER = ("easter", "pascua", "paques", "ostern", "osterferien", "pascoa", "pasqua", *_HOLY_WEEK)
_AROUND_EASTER = {name: int(days) for name, days in _DATA["around_easter"].items()}
_LONG = {-47: (-4, 1), 39: (0, 3), 49: (-1, 1), 60: (0, 3)}
"""Days before and after a feast that belong to it: carnival is from Friday to Ash Wednesday."""
_MOVABLE: dict[str, str] = _DATA["movable"]
_OFF = frozenset(("weekend", "week", "break", "holiday", "holidays"))
_SAID = patterns("tools/language/exact/data/feasts.yaml", "said")
_NAMES = sorted([*_FIXED, *_EASTER, *_AROUND_EASTER, *_MOVABLE], key=len, reverse=True)
_FEAST = re.compile(
    r"\b(" + "|".join(map(re.escape, _NAMES)) + r")\b(\s+(?:day|sunday|weekend|week|break|holidays?))?"
    r"(?!\s+(?:island|markets?|shopping|party|parties|presents?|gifts?|lights?))"
)


@cache
def _bridge(language: str) -> re.Pattern[str]:
    return lexicon(language).compile(_DATA["off"])


_BEFORE = 80
"""Characters before a feast in which "over", "the week before" and the like stand."""


def find_feasts(text: str, language: str, today: date) -> Iterator[Partial]:
    """Yield feasts of a folded text: a window around the day after "over" and the like, else the day itself.

    A long weekend of a feast ("puente de la Inmaculada") and "the whole of" a week of feast are a trip's first and last day.
    """
    for match in _FEAST.finditer(text):
        day, near = _day(match[1], today), max(match.start() - _BEFORE, 0)
        if day is None:
            continue
        beside = _SAID["beside"].search(text, near, match.start())
        if beside:
            yield _beside(beside, match.end(), day)
            continue
        off = _bridge(language).search(text, near, match.start())
        if off or match[1].startswith("puente"):
            wide = match[1] in _EASTER or match[1] in _AROUND_EASTER
            off_days = _window(match[1], day) if wide else long_weekend(day)
            yield Partial(off.start() if off else match.start(), match.end(), stay=off_days)
            continue
        kind = (match[2] or "").strip()
        spent = _SAID["at_a_place"].match(text, match.end()) and not _SAID["on"].search(text, near, match.start())
        wide = bool(spent or _SAID["lead"].search(text, near, match.start())) or kind in _OFF
        wide = wide or match[1].endswith("ferien")
        if wide:
            week = kind == "week" or _SAID["week_of"].search(text, near, match.start())
            window = _week_of(day) if week else _window(match[1], day)
            yield Partial(*match.span(), window=window, weekend=kind == "weekend")
        else:
            yield Partial(*match.span(), fixed=day)


def of_long_weekend(text: str, language: str, one: Partial, floor: date) -> Partial:
    """Return a day after "the long weekend of" as the days off around it; any other as it is."""
    off = _bridge(language).search(text, max(one.start - _BEFORE, 0), one.start)
    day = one.resolved(floor) if off and off["bridge"] and (one.fixed or one.month) else None
    return Partial(off.start(), one.end, stay=long_weekend(day)) if off and day else one


def _beside(beside: re.Match[str], end: int, day: date) -> Partial:
    """Return the day, or the window of a week, before or after a feast."""
    before = (beside["side"] or beside["lado"] or "before") in {"before", "antes", "vor", "avant", "prima"}
    start = beside.start()
    if (beside["unit"] or beside["dia"]) in {"week", "semana", "woche", "settimana"}:
        first = day - timedelta(days=7) if before else day + timedelta(days=1)
        return Partial(start, end, window=(first, first + timedelta(days=6)))
    if beside["unit"] == "weekend":
        saturday = (
            day - timedelta(days=(day.weekday() + 2) % 7 or 7)
            if before
            else day + timedelta(days=(5 - day.weekday()) % 7 or 7)
        )
        return Partial(start, end, window=(saturday, saturday + timedelta(days=1)), weekend=True)
    return Partial(start, end, fixed=day + timedelta(days=-1 if before else 1))


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


def long_weekend(day: date) -> tuple[date, date]:
    """Return the days off around a feast: it is joined to the weekend by the one working day that may lie between."""
    weekday = day.weekday()
    before, after = {0: (2, 0), 1: (3, 0), 2: (1, 1), 3: (0, 3), 4: (0, 2), 5: (1, 1), 6: (2, 0)}[weekday]
    return day - timedelta(days=before), day + timedelta(days=after)


def _window(name: str, day: date) -> tuple[date, date]:
    if name in _HOLY_WEEK:
        return day - timedelta(days=8), day
    if (span := _LONG.get(_AROUND_EASTER.get(name, 0))) is not None:
        return day + timedelta(days=span[0]), day + timedelta(days=span[1])
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
