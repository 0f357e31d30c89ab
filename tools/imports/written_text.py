"""Days and hours that stand in the words of a text, in the languages of the mails that are read. Nothing is filled in unsaid.

What leaves a doubt carries its code: a weekday that its date does not have (``weekday_differs``), a year that was not said (``year_unsaid``), an hour
of which one cannot tell the half of the day (``half_unsaid``). Such a thing is taken, said, and never confirmed. A date that may be two days
(``day_order``) is not a doubt.
"""

import re
import unicodedata
from collections.abc import Iterable
from datetime import date
from functools import cache, lru_cache
from itertools import islice
from typing import Literal, NamedTuple

import dateparser
from babel import dates

from tripintent.state.designer.moments import read_moment
from tripintent.tools.language.exact.mention import safe_date
from tripintent.tools.shipped import patterns

_LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "sv")
_WIDTHS: tuple[Literal["wide", "abbreviated"], ...] = ("wide", "abbreviated")
_MOST = 5_000
"""Days and hours of a text that are read."""
_NUMBERS = (
    r"(?P<y1>20\d\d)[-/.](?P<m1>\d{1,2})[-/.](?P<d1>\d{1,2})(?!\d)"
    r"|(?P<a>\d{1,2})(?P<sign>[/.-])(?P<b>\d{1,2})(?P=sign)(?P<y2>20\d\d)(?!\d)"
)
_PATTERNS = patterns("tools/imports/patterns.yaml", "written_text")
_BEFORE = 40
"""Characters before a day or an hour that may say that it is not of a journey."""


class WrittenDay(NamedTuple):
    """A day, its place in the text, and the code of a doubt."""

    start: int
    end: int
    day: date
    doubt: str = ""


class WrittenClock(NamedTuple):
    """An hour ``HH:MM``, with ``Z`` where it is one of UTC, its place, how many days later it is, and the code of a doubt."""

    start: int
    end: int
    time: str
    plus: int = 0
    doubt: str = ""

    @property
    def stamp(self) -> str:
        """The hour as it is written after the ``T`` of a moment."""
        return f"{self.time[:5]}:00{self.time[5:]}"


class WrittenText(NamedTuple):
    """A text with its days and hours; in ``bare`` there are blanks in their places."""

    text: str
    bare: str
    days: tuple[WrittenDay, ...]
    clocks: tuple[WrittenClock, ...]


def written_in(text: str, today: date, sent: date | None = None) -> WrittenText:
    """Return the days and hours of a text; a mail of which it is known when it was ``sent`` means the nearest year."""
    found = (_day(match, text, today, sent) for match in islice(_days().finditer(text), _MOST))
    days = tuple(one for one in found if one)
    bare = _blanked(text, days)
    clocks = tuple(one for match in islice(_PATTERNS["clock"].finditer(bare), _MOST) if (one := _clock(match, bare)))
    if any("m" in bare[one.start : one.end].casefold() for one in clocks):
        clocks = tuple(_doubted(one, bare) for one in clocks)
    return WrittenText(text, _blanked(bare, clocks), days, clocks)


def _blanked(text: str, spans: Iterable[WrittenDay | WrittenClock]) -> str:
    out, at = [], 0
    for one in spans:
        out += [text[at : one.start], " " * (one.end - one.start)]
        at = one.end
    return "".join([*out, text[at:]])


def _plain(word: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", word.casefold()) if c.isalnum())


@cache
def _names(what: str) -> dict[str, int]:
    """Return months or weekdays by their names, whole and short; a name that is two of them in two languages is left out."""
    found: dict[str, set[int]] = {}
    read = dates.get_month_names if what == "months" else dates.get_day_names
    for language in _LANGUAGES:
        for width in _WIDTHS:
            for number, name in read(width, locale=language).items():
                for one in {name.casefold().strip("."), _plain(name), name.casefold().split("-")[0]}:
                    found.setdefault(one, set()).add(number)
    found |= {} if what == "days" else {"sept": {9}}
    return {name: min(numbers) for name, numbers in found.items() if len(numbers) == 1 and len(name) > 1}


@cache
def _days() -> re.Pattern[str]:
    months, weekdays = (
        "|".join(sorted(map(re.escape, _names(what)), key=len, reverse=True)) for what in ("months", "days")
    )
    month = rf"(?:{months})(?![^\W\d_])\.?"
    first = "Sept|" + "|".join(name for width in _WIDTHS for name in dates.get_month_names(width, locale="en").values())
    english = rf"(?<!-)(?:{first})(?![^\W\d_])\.?"
    number = r"[0-3]?\d(?:st|nd|rd|th|er|º|ª|°|\.)?(?![\d:])"
    year = (
        r"(?:,?[\s./-]{0,3}(?:del?\s)?(?P<y%s>20\d\d)(?![\d:])|(?:(?<=[^\W\d_])|[-./'])(?P<s%s>\d\d)(?![\d:.]|\s?h\d))?"
    )
    return re.compile(
        rf"(?<![\w.:/])(?:(?P<weekday>{weekdays})(?:-feira)?\.?,?\s{{1,3}}(?:(?:the|den|dem|le|el|il)\s)?)?"
        rf"(?:(?P<d3>{number})[\s./-]{{0,3}}(?:(?:of|de|di)\s)?(?P<m3>{month}){year % (3, 3)}"
        rf"|(?P<m4>{english})\s{{1,3}}(?P<d4>{number}){year % (4, 4)}|{_NUMBERS})",
        re.IGNORECASE,
    )


def _day(match: re.Match[str], text: str, today: date, sent: date | None) -> WrittenDay | None:
    said = match.groupdict()
    if said["sign"]:
        order = _order(said, text)
        day, month = (said["b"], int(said["a"])) if order == "MDY" else (said["a"], int(said["b"]))
    else:
        order = "said"
        day = said["d1"] or said["d3"] or said["d4"]
        name = (said["m3"] or said["m4"] or "").casefold().strip(".")
        month = int(said["m1"]) if said["m1"] else _names("months")[name]
    short = said["s3"] or said["s4"]
    year = said["y1"] or said["y2"] or said["y3"] or said["y4"] or (f"20{short}" if short else None)
    weekday = _names("days")[said["weekday"].casefold()] if said["weekday"] else None
    number = int(re.sub(r"\D", "", day))
    when, doubt = resolved((number, month, int(year) if year else None), weekday, today, sent)
    of_issue = _PATTERNS["of_issue"].search(text[max(0, match.start() - _BEFORE) : match.start()])
    return WrittenDay(*match.span(), when, doubt if order else "day_order") if when and not of_issue else None


def _order(said: dict[str, str | None], text: str) -> str:
    """Return in which order a date of numbers is written: by itself, or by another one of the text; an empty text where none tells."""
    first, second = int(said["a"] or 0), int(said["b"] or 0)
    if said["sign"] == "." or first == second or first > 12:
        return "DMY"
    if second > 12:
        return "MDY"
    others = re.findall(r"(?<!\d)(\d\d)[/-](\d\d)[/-]20\d\d", text[:100_000])
    orders = {"DMY" if int(a) > 12 else "MDY" for a, b in others if (int(a) > 12) != (int(b) > 12)}
    return orders.pop() if len(orders) == 1 else ""


def resolved(
    said: tuple[int, int, int | None], weekday: int | None, today: date, sent: date | None
) -> tuple[date | None, str]:
    """Return a day with its doubt. A year that is not said is the one whose weekday fits, or the nearest to the mail, or the next."""
    day, month, year = said
    near = sent or today
    years = [year] if year else [near.year + n for n in (-1, 0, 1, 2)]
    whole = [found for one in years if (found := safe_date(one, month, day))]
    fitting = [one for one in whole if weekday is None or one.weekday() == weekday]
    if not fitting:
        return (min(whole, key=lambda one: abs(one - near)), "weekday_differs") if whole else (None, "")
    if year or weekday is not None:
        return min(fitting, key=lambda one: abs(one - near)), ""
    if sent:
        nearest = min(fitting, key=lambda one: abs(one - sent))
        return nearest, "year_unsaid" if nearest < sent else ""
    return min((one for one in fitting if one >= today), default=None), "year_unsaid"


def _clock(match: re.Match[str], text: str) -> WrittenClock | None:
    """Return an hour; a number with a point between is one only where a word or a unit says so."""
    sign, half, unit = (match["sign"] or "").strip().lower(), (match["half"] or "").lower(), match["unit"]
    before = text[max(0, match.start() - _BEFORE) : match.start()]
    weak = not half and not unit and (not match["m"] or (sign == "." and not _PATTERNS["led"].search(before)))
    if weak or _PATTERNS["not_it"].search(before) or (before[-1:].isalpha()):
        return None
    hour = int(match["h"])
    if half and hour <= 12:
        hour = hour % 12 + 12 * (half == "p")
    return WrittenClock(
        *match.span(), f"{hour:02d}:{match['m'] or '00'}{'Z' if match['utc'] else ''}", int(match["plus"] or 0)
    )


def _doubted(clock: WrittenClock, text: str) -> WrittenClock:
    """Return an hour of a text that says AM and PM elsewhere: one without either may be of both halves of the day."""
    said = text[clock.start : clock.end].casefold()
    open_half = "m" not in said and not said.startswith("0") and 1 <= int(clock.time[:2]) <= 12
    return clock._replace(doubt="half_unsaid") if open_half else clock


LONGEST_TIME = 60
_DATE = re.compile(r"(?P<first>\d{1,2})(?P<sign>[/.-])(?P<second>\d{1,2})(?P=sign)\d{4}\b")
_NAMED_DAY = re.compile(r"\b\d{1,2}\b.*[^\W\d]{3}.*\b\d{4}\b|[^\W\d]{3}.*\b\d{1,2}\b.*\b\d{4}\b")


@lru_cache(1_000)
def written_moment(said: str) -> str | None:
    """Return a day, with a time or without, that is written as people do. One that may be two days is not taken.

    A time with AM or PM is an American one: the month comes first.
    """
    numbers = _DATE.match(said)
    if len(said) > LONGEST_TIME or not (numbers or _NAMED_DAY.search(said)):
        return None
    american = bool(re.search(r"\d\s?[AP]\.?M\b", said, re.IGNORECASE))
    if numbers and not american and numbers["sign"] == "/" and max(int(numbers["first"]), int(numbers["second"])) <= 12:
        return None
    order = "MDY" if american or (numbers and int(numbers["second"]) > 12) else "DMY"
    when = dateparser.parse(
        re.sub(r"\b(?:at|um|à|alle|às|kl\.?)\s(?=\d)", "", said),
        languages=["en", "de", "fr", "es", "it", "pt"],
        settings={"DATE_ORDER": order, "REQUIRE_PARTS": ["day", "month", "year"], "PARSERS": ["absolute-time"]},
    )
    if when is None:
        return None
    timed = re.search(r"\d[:.h]\d\d(?![.\d])|\d\s?[AP]\.?M\b", said, re.IGNORECASE)
    return read_moment((when if timed else when.date()).isoformat())
