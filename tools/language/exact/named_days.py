"""Rules for single days: absolute dates, weekdays, "tomorrow", "in three weeks", "the 14th"."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache

from tripintent.tools.language.exact.lexicon import Lexicon, lexicon, small_words
from tripintent.tools.language.exact.mention import Partial, add_months, safe_date
from tripintent.tools.language.exact.relative_days import RELATIVE_RULES, Rule

_DAY = r"(?P<day>\d{1,2})(?:\s?%ordinal_mark%\b\.?|\.(?!\d))?(?![\d:,.]\d)"
_DAY_WORD = r"(?P<dayword>%ordinal%)"
_YEAR = r"(?:\.?\s*,?\s*(?:%of%\s+)?(?P<year>(?:19|20)\d{2})\b)?"
_BEHIND = r"(?:\s*\(\s*%weekday%\.?\s*\))?"
_WEEKDAY = r"(?:%weekday%\.?,?\s+(?:%the%\s+)?)?"
_NOT_A_DATE = (
    r"(?!\s*(?:class|one|option|flight|hotel|time|floor|thing|choice|week|room|place|of all|trip|leg|and last|stop"
    r"|two|few|half|part|three|weekend|weeks|city|hand|row|visit|reservation|day|night|person|%|am\b|pm\b"
    r"|stars?\b|rated|thoughts?\b|street|avenue|district|birthday|anniversary|best|cheapest))"
)


def _number(match: re.Match[str], words: Lexicon) -> int | None:
    found = match.groupdict()
    if found.get("day"):
        return int(found["day"])
    word = found.get("dayword")
    return words.ordinals.get(" ".join(word.replace("-", " ").split())) if word else None


def _month_day(match: re.Match[str], words: Lexicon, _today: date) -> Partial | None:
    day = _number(match, words)
    month = words.months.get(match["month"].rstrip("."))
    year = int(match["year"]) if match["year"] else None
    return Partial(*match.span(), day=day, month=month, year=year) if day and month else None


def _iso(match: re.Match[str], _words: Lexicon, _today: date) -> Partial | None:
    year, month, day = int(match[1]), int(match[2]), int(match[3])
    return Partial(*match.span(), year=year, month=month, day=day) if 1 <= month <= 12 else None


def _numeric(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    """Read 5/3: month first in English, day first elsewhere; when both readings are days, both are offered."""
    a, b = int(match[1]), int(match[3])
    year = int(match[4]) if match[4] else None
    year = year + 2000 if year is not None and year < 100 else year
    month, day = (a, b) if words.language == "en" and match[2] == "/" else (b, a)
    if month > 12 and day <= 12:
        month, day = day, month
    if not (1 <= month <= 12 and 1 <= day <= 31):
        return None
    partial = Partial(*match.span(), day=day, month=month, year=year)
    if words.language == "en" and match[2] == "/" and day <= 12 and day != month:
        other = Partial(*match.span(), day=month, month=day, year=year).resolved(today)
        return partial._replace(options=(other,) if other else ())
    return partial


def _day_of_named_month(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    """Read "the 12th of this month", "the 3rd of next month", "next month on the 10th"."""
    day = _number(match, words)
    base = add_months(today.replace(day=1), 1 if match["next"] or match.groupdict().get("next_after") else 0)
    found = safe_date(base.year, base.month, day) if day else None
    return Partial(*match.span(), fixed=found) if found else None


def _day_alone(match: re.Match[str], words: Lexicon, _today: date) -> Partial | None:
    if match.groupdict().get("dayword") and _counts(match, words):
        return None
    day = _number(match, words)
    return Partial(*match.span(), day=day) if day and 1 <= day <= 31 else None


def _counts(match: re.Match[str], words: Lexicon) -> bool:
    """Tell whether an ordinal in letters counts the noun after it: "on the first full day", "in the second museum"."""
    behind = re.match(r"\s+([a-z]{2,})", match.string[match.end() :])
    return behind is not None and behind[1] not in small_words(words.language)


_RULES: tuple[tuple[str, Rule], ...] = (
    (r"\b(\d{4})[-/](\d{1,2})[-/](\d{1,2})\b", _iso),
    (r"(?<![\d$€£.,/])\b(\d{1,2})(/)(\d{1,2})(?:/(\d{4}|\d{2}))?\b(?!\s*(?:stars?|rating|people))", _numeric),
    (r"(?<![\d$€£.,/])\b(\d{1,2})([.-])(\d{1,2})[.-](\d{4}|\d{2})\b", _numeric),
    (rf"\b{_WEEKDAY}(?:%the%\s+)?{_DAY}\s+(?:%of%\s+)?(?P<month>%month_name%)\b{_YEAR}{_BEHIND}", _month_day),
    (rf"\b{_WEEKDAY}(?:%the%\s+)?{_DAY_WORD}\s+(?:%of%\s+)?(?P<month>%month_name%)\b{_YEAR}{_BEHIND}", _month_day),
    (
        (
            rf"\b{_WEEKDAY}(?P<month>%month_name%)\s*(?:%the%\s+)?{_DAY}(?!\s*(?:%person%|%ticket%|%adult%|%night%"
            rf"|%star%)\b){_YEAR}"
        ),
        _month_day,
    ),
    (rf"\b{_WEEKDAY}(?P<month>%month_name%)\s+(?:%the%\s+)?{_DAY_WORD}\b{_YEAR}", _month_day),
    (
        rf"\b(?:%the%\s+)?(?:{_DAY}|{_DAY_WORD})\s+(?:day\s+)?%of%\s+(?:(?P<next>%next%)|%this%|%the%)\s+%month%\b",
        _day_of_named_month,
    ),
    (
        rf"\b(?:%the%\s+)?(?:(?P<next>%next%)\s+%month%|%this%\s+%month%|%month%\s+(?P<next_after>%next_after%))\s*,?\s*(?:on\s+)?(?:%the%\s+)?(?:%day%\s+)?(?:{_DAY}|{_DAY_WORD})\b(?!\s*%month_name%)",
        _day_of_named_month,
    ),
    (
        rf"\b(?:%the%\s+)?(?:{_DAY}|{_DAY_WORD})\s+(?:%of%\s+)?(?:%the%\s+)?(?:(?P<next>%next%)\s+%month%|%month%\s+(?P<next_after>%next_after%))\b",
        _day_of_named_month,
    ),
    (rf"\b{_WEEKDAY}%the%\s+(?P<day>\d{{1,2}})\s?%ordinal_mark%\b(?!\d){_NOT_A_DATE}", _day_alone),
    (rf"\b%weekday%\.?,?\s+(?P<day>\d{{1,2}})\s?%ordinal_mark%\b(?!\d){_NOT_A_DATE}", _day_alone),
    (rf"\b(?P<day>\d{{1,2}})\s?(?:st|nd|rd|th)\b{_NOT_A_DATE}", _day_alone),
    (
        (
            rf"\b(?:on|from|until|till|by|the\s+morning\s+of|leave|leaving|return|out|back"
            rf"|in)\s+the\s+{_DAY_WORD}\b{_NOT_A_DATE}"
        ),
        _day_alone,
    ),
)
_DOTTED = (r"(?<![\d$€£.,/])\b(\d{1,2})(\.)(\d{1,2})\.()(?!\d)", _numeric)
_DOTTED_SHORT = (
    (
        r"\b(?:on|from|until|till|leaving|returning|back|am|vom|ab|bis|le|du|au|el|del|al|il|dal|em|dia)\s+"
        r"(\d{1,2})(\.)(0[1-9]|1[0-2])()(?![\d.,:]\d|\s*(?:%|h\b|uhr|am\b|pm\b|€|eur|usd|dollar|pound))"
    ),
    _numeric,
)
"""A day without its last dot, after a word that days follow ("on 25.12"); other numbers have decimals."""
_DOTTED_ABROAD = (
    r"(?<![\d$€£.,/])\b(\d{2}|\d(?=\.\d\d))(\.)(\d{1,2})\.()(?=\s*(?:[-–,;]|to\b|until\b|\w|$))",
    _numeric,
)
"""The same in an English message, where "4.5." may end a sentence about a rating: one of the two has two digits."""
_FOREIGN = (
    r"\b(?!(?:la|as?|die|das|una?)\s)%the%\s+(?P<day>\d{1,2})\b(?!\s*(?:%person%|%adult%|%night%|%day%|%star%|%room%|:|h\b|%week%|\.\d|euro))",
    _day_alone,
)
_WEEKDAY_DAY = (
    r"\b%weekday%\s+(?:%the%\s+)?(?P<day>\d{1,2})\b(?!\s*(?:%of%\s+)?%month_name%|\s*(?:%person%|%adult%|%night%|%day%|:|h\b|uhr)|[.:]\d)",
    _day_alone,
)
"""A weekday with the day of the month, no month said ("viernes 4")."""
_NO_DAY = r"(?!\d|[.,:]\d|\s*(?:%|%person%|%adult%|%night%|%day%|%star%|%room%|%week%|uhr|h\b|euro|€|km))"
_CLAUSE_START = r"(?:^|[,;:.!]\s*|\b(?:melhor|prefiro|preferimos|afinal|mas|datas?|mejor|prefiero|pero|fechas?)\s+)"
_SPAN_END = r"(?=\s*(?:$|[.,;!?]))"


def _day_of_span(match: re.Match[str], words: Lexicon, _today: date) -> Partial | None:
    """Read one end of "de 8 a 15", which is all that its clause says: ages and hours have a noun after them."""
    day = _number(match, words)
    return Partial(*match.span("day"), day=day) if day and 1 <= day <= 31 else None


_SPAN_ABROAD = (
    (rf"{_CLAUSE_START}de\s+(?P<day>\d{{1,2}})(?=\s+a\s+\d{{1,2}}{_SPAN_END})", _day_of_span),
    (rf"{_CLAUSE_START}de\s+\d{{1,2}}\s+a\s+(?P<day>\d{{1,2}}){_SPAN_END}", _day_of_span),
    (r"(?<![\d.])\b(?P<day>\d{1,2})\.(?=\s*(?:-|bis(?:\s+zum)?)\s*\d{1,2}\.(?!\d))", _day_alone),
    (r"\b(?:del?|du|dal|vom)\s+(?P<day>\d{1,2})\b\.?(?=\s*(?:al|au|all'|bis(?:\s+zum)?)\s*\d{1,2}\b)", _day_alone),
    (
        rf"(?:(?<=\d al )|(?<=\d au )|(?<=\d bis )|(?<=\. bis )|(?<=bis zum )|(?<=all'))(?P<day>\d{{1,2}})\b\.?{_NO_DAY}",
        _day_alone,
    ),
)
"""Two days without a month in another language than English ("del 4 al 11")."""


@cache
def _rules(language: str) -> list[tuple[re.Pattern[str], Rule]]:
    words = lexicon(language)
    dotted = (
        (_DOTTED_ABROAD, _DOTTED_SHORT)
        if language == "en"
        else (_DOTTED, _DOTTED_SHORT, _FOREIGN, _WEEKDAY_DAY, *_SPAN_ABROAD)
    )
    return [(words.compile(pattern), rule) for pattern, rule in (*_RULES, *RELATIVE_RULES, *dotted)]


def find_days(text: str, language: str, today: date) -> Iterator[Partial]:
    """Yield the days of a folded text, the most specific rule first; they may overlap."""
    words = lexicon(language)
    if not _hints(words).search(text):
        return
    for pattern, rule in _rules(language):
        for match in pattern.finditer(text):
            partial = rule(match, words, today)
            if partial:
                yield partial


@cache
def _hints(words: Lexicon) -> re.Pattern[str]:
    """A cheap look whether a text can name a day at all."""
    return words.compile(r"\d|%weekday%|%month_name%|%relative%|%ordinal%|%month%|%week%|%fortnight%|%later%")
