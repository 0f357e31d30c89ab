"""Rules for single days: absolute dates, weekdays, "tomorrow", "in three weeks", "the 14th"."""

import re
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from functools import cache

from tripintent.tools.language.exact.calendar import add_months, coming_weekday, safe_date, weekday_in_week
from tripintent.tools.language.exact.partial import Partial
from tripintent.tools.language.reading.lexicon import Lexicon, lexicon
from tripintent.tools.language.reading.message import FILLER

Rule = Callable[[re.Match[str], Lexicon, date], Partial | None]

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
    if not day or not month:
        return None  # "Dec 32" is a day that no calendar has, and is asked about
    return Partial(*match.span(), day=day, month=month, year=year)


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
        return partial._replace(confidence=0.6, options=(other,) if other else ())
    return partial


def _day_of_named_month(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    """Read "the 12th of this month", "the 3rd of next month"."""
    day = _number(match, words)
    base = add_months(today.replace(day=1), 1 if match["next"] else 0)
    found = safe_date(base.year, base.month, day) if day else None
    return Partial(*match.span(), fixed=found) if found else None


def _day_alone(match: re.Match[str], words: Lexicon, _today: date) -> Partial | None:
    day = _number(match, words)
    return Partial(*match.span(), day=day) if day and 1 <= day <= 31 else None


def _weekday(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    """Read "Tuesday", "next Tuesday", "Tuesday next week", "the following Monday", "Friday after next"."""
    weekday = words.weekdays.get(match["name"].rstrip("."))
    if weekday is None:
        return None
    said = match.groupdict()
    if match.group() in _WORDS_TOO and not _is_a_day(match, words):
        return None
    if said.get("after_next"):
        return Partial(*match.span(), fixed=weekday_in_week(weekday, 2, today))
    if said.get("next_week"):
        return Partial(*match.span(), fixed=weekday_in_week(weekday, 1, today))
    if said.get("this_week"):
        return Partial(*match.span(), fixed=weekday_in_week(weekday, 0, today))
    nearest = coming_weekday(weekday, today)
    if said.get("next"):
        following = weekday_in_week(weekday, 1, today)
        unclear = nearest not in (following, today)
        return Partial(
            *match.span(), fixed=following, confidence=0.6 if unclear else 1.0, options=(nearest,) if unclear else ()
        )
    if said.get("this"):
        return Partial(*match.span(), fixed=nearest)
    if nearest == today:
        return Partial(*match.span(), weekday=weekday, confidence=0.7, options=(today + timedelta(weeks=1),))
    return Partial(*match.span(), weekday=weekday)


_WORDS_TOO = frozenset(("sun", "sat", "mar", "mer"))
"""Short names of weekdays that are words as well: the sun, "we sat", the sea in Spanish, Portuguese and French."""
_DAY_BEFORE = r"(?:%weekday%\.?|\b(?:{}))[\s,]*(?:%to%|%and%|-|/|&|or)?\s*$"
_DAY_BEHIND = r"\.(?=\s*(?:$|[a-z]))|\s*(?:%to%|%and%|-|/|&|or)?\s*%weekday%\b"
_ENGLISH = (
    r"on|this|next|coming|from|until|till|by|late|early|return(?:ing)?|back|leav(?:e|ing)|depart(?:ing|ure)?|out|home|go|fly"
    r"|morning of|evening of"
)
_SEA = re.compile(r"\b(?:al|del|de|la|du|en|vue|vista|frente|ao|do|no|o)\s+$")
_HOURS_BEHIND = rf"|\s+(?:{FILLER}|morning|noon|afternoon|evening|night|am|pm|early|late)"


def _is_a_day(match: re.Match[str], words: Lexicon) -> bool:
    """Tell "fly back sun evening" and "fri-sun" from "sun and beach", "mer." from "bord de mer"."""
    english = match.group() in {"sun", "sat"}
    before = words.compile(_DAY_BEFORE.replace("{}", _ENGLISH if english else "(?!)"))
    behind = words.compile(_DAY_BEHIND + (_HOURS_BEHIND if english else ""))
    text = match.string
    if _SEA.search(text, 0, match.start()):
        return False
    return before.search(text, 0, match.start()) is not None or behind.match(text, match.end()) is not None


def _week_from_weekday(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    weekday = words.weekdays[match["name"].rstrip(".")]
    weeks = words.number(match["num"]) or 1
    return Partial(*match.span(), fixed=coming_weekday(weekday, today) + timedelta(weeks=weeks))


def _relative(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    offset = words.relative_days[" ".join(match.group().split())]
    return Partial(*match.span(), fixed=today + timedelta(days=offset))


def _counted(match: re.Match[str], words: Lexicon, today: date) -> Partial | None:
    """Read "in three weeks", "10 days from now", "two weeks from tomorrow"."""
    said = match.groupdict()
    count = 1 if said.get("a") else words.number(said.get("num") or "")
    if count is None or count > 400:
        return None
    start = today + timedelta(days=1 if said.get("tomorrow") else 0)
    if said.get("weeks"):
        return Partial(*match.span(), fixed=start + timedelta(weeks=count))
    if said.get("months"):
        return Partial(*match.span(), fixed=add_months(start, count))
    return Partial(*match.span(), fixed=start + timedelta(days=count))


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
    (rf"\b{_WEEKDAY}%the%\s+(?P<day>\d{{1,2}})\s?%ordinal_mark%\b(?!\d){_NOT_A_DATE}", _day_alone),
    (rf"\b%weekday%\.?,?\s+(?P<day>\d{{1,2}})\s?%ordinal_mark%\b(?!\d){_NOT_A_DATE}", _day_alone),
    (r"\b%a%\s+(?:(?P<weeks>%week%)|(?P<months>%month%))\s+%from_now%\b", _counted),
    (
        r"\b(?P<num>%num%|%a%)\s+%week%\s+(?:from|after)\s+(?:this\s+|next\s+|on\s+)?(?P<name>%weekday%)\b",
        _week_from_weekday,
    ),
    (r"\b(?P<name>%weekday%)\s+(?P<after_next>%after_next%|week after next|the week after next)\b", _weekday),
    (
        (
            r"\b(?:on\s+)?(?P<name>%weekday%)\s*,?\s+(?:of\s+)?(?:(?:in\s+)?(?P<next_week>%next%\s+%week%"
            r"|the\s+week\s+after)|(?P<this_week>%this%\s+%week%))\b"
        ),
        _weekday,
    ),
    (
        r"\b(?:(?P<next_week>%next%\s+%week%)|(?P<this_week>%this%\s+%week%))\s*,?\s*(?:on\s+)?(?P<name>%weekday%)\b",
        _weekday,
    ),
    (r"\b(?:(?:on|for)\s+)?(?P<this>%this%|%coming%)\s+(?P<name>%weekday%)\b", _weekday),
    (r"\b(?:%the%\s+)?(?P<name>%weekday%)\s+(?P<next>%next_after%)\b", _weekday),
    (r"\b(?P<next>%next%)\s+(?P<name>%weekday%)\b", _weekday),
    (r"%relative%\b", _relative),
    (
        r"\b%in%\s+(?:(?P<num>%num%)|(?P<a>%a%))\s+(?:(?P<weeks>%week%)|(?P<months>%month%)|%day%)(?:'?s?\s+time)?\b",
        _counted,
    ),
    (
        (
            r"\b(?P<num>%num%)\s+(?:(?P<weeks>%week%)|(?P<months>%month%)|%day%)\s+(?:%from_now%"
            r"|from\s+(?P<tomorrow>tomorrow))\b"
        ),
        _counted,
    ),
    (rf"\b(?P<day>\d{{1,2}})\s?(?:st|nd|rd|th)\b{_NOT_A_DATE}", _day_alone),
    (
        (
            rf"\b(?:on|from|until|till|by|the\s+morning\s+of|leave|leaving|return|out|back"
            rf"|in)\s+the\s+{_DAY_WORD}\b{_NOT_A_DATE}"
        ),
        _day_alone,
    ),
    (r"\b(?P<name>%weekday%)\b", _weekday),
)
_DOTTED = (r"(?<![\d$€£.,/])\b(\d{1,2})(\.)(\d{1,2})\.()(?!\d)", _numeric)
_DOTTED_SHORT = (
    (
        r"\b(?:on|from|until|till|leaving|returning|back|am|vom|ab|bis|le|du|au|el|del|al|il|dal|em|dia)\s+"
        r"(\d{1,2})(\.)(0[1-9]|1[0-2])()(?![\d.,:]\d|\s*(?:%|h\b|uhr|am\b|pm\b|€|eur|usd|dollar|pound))"
    ),
    _numeric,
)
"""A day without its last dot, behind a word that days follow ("on 25.12"); other numbers have decimals."""
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
    """Read one end of "de 8 a 15", which is all that its clause says: ages and hours have a noun behind them."""
    day = _number(match, words)
    return Partial(*match.span("day"), day=day) if day and 1 <= day <= 31 else None


_SPAN_ABROAD = (
    (rf"{_CLAUSE_START}de\s+(?P<day>\d{{1,2}})(?=\s+a\s+\d{{1,2}}{_SPAN_END})", _day_of_span),
    (rf"{_CLAUSE_START}de\s+\d{{1,2}}\s+a\s+(?P<day>\d{{1,2}}){_SPAN_END}", _day_of_span),
    (r"(?<![\d.])\b(?P<day>\d{1,2})\.(?=\s*(?:-|bis(?:\s+zum)?)\s*\d{1,2}\.(?!\d))", _day_alone),
    (
        r"\b(?:del?|du|dal|vom)\s+(?P<day>\d{1,2})\b\.?(?=\s*(?:al|au|all'|bis(?:\s+zum)?)\s*\d{1,2}\b)",
        _day_alone,
    ),
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
    rules = (*_RULES, *dotted)
    return [(words.compile(pattern), rule) for pattern, rule in rules]


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
    return words.compile(r"\d|%weekday%|%month_name%|%relative%|%ordinal%|%month%|%week%")
