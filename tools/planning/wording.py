"""Words of the planning: one file a language, filled with facts. What a file lacks is said in English."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from decimal import Decimal
from functools import cache
from typing import Literal

from tripintent.state.languages import language_of
from tripintent.state.money import Money
from tripintent.tools.formats import formats_of
from tripintent.tools.language.languages import read_words
from tripintent.tools.places.towns import town_in


def _file(language: str) -> Mapping[str, Mapping[str, str]]:
    return read_words(language, "planning_replies")


class DocumentPhrases:
    """One language's sections and formats."""

    def __init__(self, language: str) -> None:
        self.code = language_of(language)
        self.formats = formats_of(language)

    def text(self, section: str, name: str, /, **facts: object) -> str:
        """Return a text with its facts. KeyError when neither this language nor English has it."""
        own = _file(self.code).get(section, {}).get(name)
        return (own if own is not None else _file("en")[section][name]).format(**facts)

    def has(self, section: str, name: str) -> bool:
        """Say whether there is such a text."""
        return name in _file(self.code).get(section, {}) or name in _file("en").get(section, {})

    def section(self, section: str) -> Mapping[str, str]:
        """Return a section of this language, English below it."""
        return {**_file("en").get(section, {}), **_file(self.code).get(section, {})}

    def money(self, money: Money) -> str:
        """Return an amount as this language writes it; whole amounts without cents."""
        return self.formats.estimate(money)

    def number(self, value: Decimal | float) -> str:
        """Return a number as this language writes it."""
        return self.formats.number(value)

    def day(self, day: date) -> str:
        """Return a date in words."""
        return self.formats.full_date(day)

    def short_day(self, day: date) -> str:
        """Return a date in a few letters, without the year."""
        return self.formats.day_of_month(day)

    def weekday(self, day: date) -> str:
        """Return a date in a few letters, with its day of the week."""
        return self.formats.short_day(day)

    def month(self, month: int) -> str:
        """Return the name of a month."""
        return self.formats.month(month)

    def towns(self, names: Sequence[str]) -> str:
        """Return towns as a list, as this language writes them."""
        return self.listed([town_in(name, self.code) for name in names])

    def country(self, code: str | None) -> str:
        """Return a country's name."""
        return self.formats.country(code) if code else "?"

    def currency(self, code: str) -> str:
        """Return a currency's name with its code."""
        return self.formats.currency(code)

    def days(self, count: int) -> str:
        """Return a number of days."""
        return self.text("units", "day_one" if count == 1 else "day_many", n=count)

    def people(self, count: int) -> str:
        """Return a number of travellers."""
        return self.text("units", "person_one" if count == 1 else "person_many", n=count)

    def moment(self, moment: datetime) -> str:
        """Return a date in words with the local time, and the zone where it is stated."""
        return f"{self.day(moment.date())}, {self.formats.clock(moment)} {moment.tzname() or ''}".rstrip()

    def listed(self, words: Sequence[str], style: Literal["standard", "or"] = "standard") -> str:
        """Return words as a list."""
        return self.formats.listed(words, style)


@cache
def phrases(language: str) -> DocumentPhrases:
    """Return the words of a language; one without a file speaks English."""
    return DocumentPhrases(language)
