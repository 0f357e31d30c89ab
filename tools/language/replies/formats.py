"""Money, days, moments, lengths and lists as people of a language write them (Unicode CLDR, through Babel)."""

import re
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from typing import Literal

from babel import Locale
from babel.dates import format_date
from babel.lists import format_list
from babel.numbers import format_currency, format_decimal

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.replies.texts import Texts
from tripintent.tools.places.town_names import town_in

LOCALES = {code: "en_US" if code == "en" else code for code in LANGUAGES}
"""Whose formats a language uses where nothing more is known of the reader."""
_QUOTES = {"de": "„{}“", "es": "«{}»", "fr": "«\u00a0{}\u00a0»", "it": "«{}»"}
_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}$")
_SLEEPS = re.compile(r"sleeps (?P<n>\d+)")
_AMOUNT = re.compile(r"(?P<amount>-?[\d,]+(?:\.\d+)?) (?P<currency>[A-Z]{3})$")


class Formats:
    """The formats of one language. The order of a date's parts is in its file, as ``words.day``."""

    def __init__(self, texts: Texts) -> None:
        self._language = texts.language
        self._hotel = texts.hotel
        self._locale = LOCALES[texts.language]
        self._day = texts.word("day")
        self._short = texts.word("short_day")

    def money(self, value: Mapping[str, str]) -> str:
        """Return an amount: $1,234.50, 1.234,50 €."""
        return format_currency(Decimal(value["amount"]), value["currency"], locale=self._locale)

    def amount(self, text: str) -> str:
        """Return an amount that a tool wrote as ``1,234.50 USD``; another text stays."""
        found = _AMOUNT.match(text)
        if found is None:
            return text
        return self.money({"amount": found["amount"].replace(",", ""), "currency": found["currency"]})

    def number(self, value: float | str) -> str:
        """Return a number: 3.5, 3,5."""
        return format_decimal(Decimal(str(value)), locale=self._locale)

    def metres(self, value: int) -> str:
        """Return a distance: 650 m, 1.2 km."""
        return f"{value} m" if value < 1000 else f"{self.number(round(value / 1000, 1))} km"

    def day(self, iso: str) -> str:
        """Return the day of an ISO date or moment: Mon 14 Jun 2027, lun. 14 juin 2027."""
        return format_date(date.fromisoformat(str(iso)[:10]), self._day, locale=self._locale)

    def short_day(self, iso: str) -> str:
        """Return a day without its year, as within one trip: Mon 14 Jun."""
        return format_date(date.fromisoformat(str(iso)[:10]), self._short, locale=self._locale)

    def birth(self, iso: str) -> str:
        """Return an ISO date without its weekday, as births are said: 4 Mar 1985."""
        return format_date(date.fromisoformat(iso), self._day.lstrip("E., "), locale=self._locale)

    def town(self, name: str) -> str:
        """Return a town's name as the language writes it; a name that is not known stays."""
        return town_in(name, self._language)

    def of_hotel(self, text: str) -> str:
        """Return a room or a part of town whose usual English name is known; what a hotel calls its own stays."""
        return ", ".join(self._of_hotel(part) for part in text.split(", "))

    def _of_hotel(self, part: str) -> str:
        beds = _SLEEPS.fullmatch(part)
        line = self._hotel.get("sleeps" if beds else part.casefold(), part)
        return line.format(beds["n"]) if beds else line

    def value(self, text: str) -> str:
        """Return an ISO date as a day; another text stays."""
        return self.day(text) if _ISO_DAY.match(text) and _is_date(text) else text

    def clock(self, iso: str) -> str:
        """Return the local time of an ISO moment, in 24 hours as on tickets."""
        return datetime.fromisoformat(iso).strftime("%H:%M")

    def moment(self, iso: str) -> str:
        """Return day, local time and, when it is stated, the zone."""
        zone = datetime.fromisoformat(iso).strftime("%Z")
        return f"{self.day(iso)} {self.clock(iso)} {zone}".rstrip()

    def countries(self, codes: str) -> str:
        """Return the names of ISO 3166 codes, which a tool joined with commas; an unknown code stays."""
        names = Locale.parse(self._locale).territories
        return self.listed([names.get(code, code) for code in codes.split(",")])

    def quoted(self, words: str) -> str:
        """Return a traveller's words between the quotation marks of the language (CLDR)."""
        return _QUOTES.get(self._locale[:2], "“{}”").format(words)

    def listed(self, parts: Sequence[str], style: Literal["standard", "or"] = "standard") -> str:
        """Return ``a, b and c``, or ``a, b or c``."""
        return format_list(list(parts), style=style, locale=self._locale)


def span(minutes: float | str) -> str:
    """Return a length of time, whatever its sign: 7 h 05 min."""
    hours, rest = divmod(abs(round(float(minutes))), 60)
    return f"{hours} h {rest:02d} min" if hours else f"{rest} min"


def sentence(text: str) -> str:
    """Return a text that begins with a capital and is otherwise as it was."""
    return text[:1].upper() + text[1:]


def ended(text: str) -> str:
    """Return a sentence that somebody else wrote with its full stop."""
    text = text.strip()
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def _is_date(text: str) -> bool:
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return True
