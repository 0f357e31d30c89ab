"""Dates, times, lengths of time, amounts, numbers and lists as text for people: the one place where they are written.

Replies, exports, pictures, mails, the approver's page and the command line all call it, so a price or a departure reads the same in
each. Unicode CLDR, through Babel, has the forms of a locale; what it lacks is in ``formats.yaml``, our patterns in the table below.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime, time
from decimal import Decimal
from functools import cache
from typing import Literal, NamedTuple

from babel import Locale
from babel.dates import format_date, format_time
from babel.lists import format_list
from babel.numbers import format_currency, format_decimal, get_currency_name

from tripintent.state.languages import LANGUAGES, REGIONS, language_of, written_as
from tripintent.state.money import Money
from tripintent.tools.shipped import table


class Written(NamedTuple):
    """How a language is written: its locale, and its patterns (UTS 35) for days and times."""

    locale: str
    day: str = "EEE d MMM y"
    short_day: str = "EEE d MMM"
    long_day: str = "EEEE, d MMMM y"
    date: str = "long"
    clock: str = "HH:mm"


_TABLE = {
    "en": Written("en", date="d MMMM y"),
    "en-US": Written("en_US", "EEE, MMM d, y", "EEE, MMM d", "EEEE, MMMM d, y", date="MMMM d, y", clock="h:mm a"),
    "de": Written("de", day="EEE d. MMM y", short_day="EEE d. MMM", long_day="EEEE, d. MMMM y"),
    "pt": Written("pt", day="EEE d 'de' MMM 'de' y", short_day="EEE d 'de' MMM"),
}
"""Times have 24 hours, as on tickets and boards, but in the United States. What is not here has the patterns of ``Written``."""
WRITTEN = {code: _TABLE.get(code, Written(code)) for code in (*LANGUAGES, *REGIONS)}
_WORDS = table("tools/formats.yaml")
_AMOUNT = re.compile(r"(?P<amount>-?[\d,]+(?:\.\d+)?) (?P<currency>[A-Z]{3})$")


class LocaleFormats:
    """The formats of one locale; the patterns are those of its language."""

    def __init__(self, locale: Locale | str) -> None:
        self.locale = Locale.parse(locale) if isinstance(locale, str) else locale
        self._written = WRITTEN[written_as(language_of(self.locale.language), str(self.locale))]

    def money(self, value: Mapping[str, str] | Money) -> str:
        """Return an amount: $1,234.50, 1.234,50 €."""
        if isinstance(value, Money):
            value = {"amount": str(value.amount), "currency": value.currency}
        said = format_currency(Decimal(str(value["amount"])), str(value["currency"]), locale=self.locale)
        return re.sub(r"(?<=[A-Z]{3})(?=\d)", "\N{NO-BREAK SPACE}", said)

    def estimate(self, value: Money) -> str:
        """Return an amount, a whole one without its cents: $640."""
        return re.sub(r"[.,]00(?!\d)", "", self.money(value))

    def amount(self, text: str) -> str:
        """Return an amount that a tool wrote as ``1,234.50 USD``; another text stays."""
        found = _AMOUNT.match(text)
        if found is None:
            return text
        return self.money({"amount": found["amount"].replace(",", ""), "currency": found["currency"]})

    def currency(self, code: str, count: int | None = None) -> str:
        """Return a currency's name with its code, as it is said of so much."""
        return f"{get_currency_name(code, count, locale=self.locale)} ({code})"

    def number(self, value: Decimal | float | str, *, exact: bool = False) -> str:
        """Return a number: 3.5, 3,5; with all its decimals where it is to be ``exact``."""
        return format_decimal(Decimal(str(value)), locale=self.locale, decimal_quantization=not exact)

    def metres(self, value: int) -> str:
        """Return a distance: 650 m, 1.2 km."""
        return f"{value} m" if value < 1000 else f"{self.number(round(value / 1000, 1))} km"

    def day(self, when: date | str) -> str:
        """Return the day of a date, a moment or their ISO text: Mon 14 Jun 2027, lun. 14 juin 2027."""
        return format_date(_date(when), self._written.day, locale=self.locale)

    def short_day(self, when: date | str) -> str:
        """Return a day without its year, as within one trip: Mon 14 Jun."""
        return format_date(_date(when), self._written.short_day, locale=self.locale)

    def long_day(self, when: date | str) -> str:
        """Return a day in full: Monday, 14 June 2027."""
        return format_date(_date(when), self._written.long_day, locale=self.locale)

    def full_date(self, when: date | str) -> str:
        """Return a date in full without its weekday: 14 June 2027."""
        return format_date(_date(when), self._written.date, locale=self.locale)

    def birth(self, when: date | str) -> str:
        """Return a date in short without its weekday, as births are said: 4 Mar 1985."""
        return format_date(_date(when), _undated(self._written.day), locale=self.locale)

    def day_of_month(self, when: date | str) -> str:
        """Return a day with its month alone: 14 Jun."""
        return format_date(_date(when), _undated(self._written.short_day), locale=self.locale)

    def clock(self, when: datetime | time | str) -> str:
        """Return the time as the clock of the place shows it: 17:15, 5:15 pm."""
        if isinstance(when, str):
            when = datetime.fromisoformat(when) if "-" in when else time.fromisoformat(when)
        return self._hour(when, self._written.clock)

    def _hour(self, at: datetime | time, pattern: str) -> str:
        said = format_time(at.replace(tzinfo=None), pattern, locale=self.locale)
        return re.sub("[AP]M$", lambda half: half[0].lower(), said)

    def deadline(self, when: datetime, place: str) -> str:
        """Return until when something is valid, by the clock of a place: 14 June, 18:00 Lisbon time; June 14, 6 pm Lisbon time."""
        words = self._deadline()
        day = format_date(when, words["day"], locale=self.locale)
        hour = self._hour(when, words["clock"]).replace(":00 ", " ")
        written = words["there"] if place[:3] != "UTC" else words["zone"]
        return written.format(day=day, hour=hour, place=place)

    def _deadline(self) -> dict[str, str]:
        """Return the patterns of a deadline: its day and its hour, both with a place, and with a zone that has none."""
        own, language = self._written, self.locale.language
        day = "MMMM d" if own.clock[0] == "h" else _WORDS["days_alone"].get(language, "d MMMM")
        return {"day": day, "clock": own.clock, "there": _WORDS["deadlines"][language], "zone": "{day}, {hour} {place}"}

    def moment(self, when: datetime | str) -> str:
        """Return day, local time of the place and, where it is stated, the zone: Mon 14 Jun 2027 17:15 UTC."""
        at = datetime.fromisoformat(when) if isinstance(when, str) else when
        return f"{self.day(at)} {self.clock(at)} {at.tzname() or ''}".rstrip()

    def arrival(self, leaves: datetime, lands: datetime) -> str:
        """Return the local time of an arrival, with the days by which it is later: 06:30 (+1)."""
        days = (lands.date() - leaves.date()).days
        return f"{self.clock(lands)} ({days:+d})" if days else self.clock(lands)

    def for_page(self) -> dict[str, object]:
        """Return the patterns of days, and the names in them, for a page that writes days in the reader's own zone."""
        full = self._written.date
        names = {"M": (self.locale.months["format"], range(1, 13)), "E": (self.locale.days["format"], range(7))}
        return {
            "day": self._written.day,
            "short_day": self._written.short_day,
            "long_day": self._written.long_day,
            "date": str(self.locale.date_formats["long"]) if full == "long" else full,
            "clock": self._written.clock,
            "deadline": self._deadline(),
            "colon": self.colon,
            **{
                letter * length: [str(forms[width][number]) for number in numbers]
                for letter, (forms, numbers) in names.items()
                for length, width in ((3, "abbreviated"), (4, "wide"))
            },
        }

    def month(self, number: int) -> str:
        """Return the name of a month."""
        return str(self.locale.months["stand-alone"]["wide"][number])

    def country(self, code: str) -> str:
        """Return the name of an ISO 3166 code; an unknown code stays."""
        return str(self.locale.territories.get(code, code))

    def countries(self, codes: str) -> str:
        """Return the names of ISO 3166 codes, which a tool joined with commas."""
        return self.listed([self.country(code) for code in codes.split(",")])

    def quoted(self, words: str) -> str:
        """Return a traveller's words between the quotation marks of the language (CLDR)."""
        quotes: str = _WORDS["quotes"].get(self.locale.language, "“{}”")
        return quotes.format(words)

    @property
    def colon(self) -> str:
        """What joins a label and its words: in French there is a non-breaking space before it."""
        return "\u00a0: " if self.locale.language == "fr" else ": "

    def listed(self, parts: Sequence[str], style: Literal["standard", "or"] = "standard") -> str:
        """Return ``a, b and c``, or ``a, b or c``."""
        return format_list(list(parts), style=style, locale=self.locale) if parts else ""


def clock_town(when: datetime) -> str:
    """Return the town by whose clock a moment is: New York; UTC."""
    return str(when.tzinfo).rpartition("/")[2].replace("_", " ")


@cache
def formats_of(language: str) -> LocaleFormats:
    """Return the formats of a language or a region, for a reader of whom nothing more is known; those of English for an unknown one."""
    return LocaleFormats(WRITTEN[written_as(language_of(language), language)].locale)


def span(minutes: float | str) -> str:
    """Return a length of time, whatever its sign: 7 h 05 min."""
    hours, rest = divmod(abs(round(float(minutes))), 60)
    return f"{hours} h {rest:02d} min" if hours else f"{rest} min"


def stars(rating: float | str) -> str:
    """Return a rating as stars, a half as ½."""
    value = float(rating)
    return "★" * int(value) + ("½" if value % 1 else "")


def counted(number: float, thing: str) -> str:
    """Return ``1 stop`` or ``2 stops``, in English."""
    return f"{number:g} {thing}" if number == 1 else f"{number:g} {thing}s"


def joined(phrases: Sequence[str]) -> str:
    """Return ``a, b and c``, in English."""
    return " and ".join(filter(None, [", ".join(phrases[:-1]), *phrases[-1:]]))


def _undated(pattern: str) -> str:
    return pattern.removeprefix("EEE").lstrip(", ")


def _date(when: date | str) -> date:
    return date.fromisoformat(when[:10]) if isinstance(when, str) else when
