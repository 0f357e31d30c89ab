"""One trip with the facts of its countries and places looked up: what the lists are made from."""

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

from tripintent.state.planning.checklist import LONGEST_ITEM, Item
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.tools.planning.knowledge import OfflineKnowledge
from tripintent.tools.planning.showing import DocumentPhrases
from tripintent.tools.ports.planning import Climate, Purchased

FREE_MOVEMENT = frozenset(
    ("AT BE BG HR CY CZ DK EE FI FR DE GR HU IS IE IT LV LI LT LU MT NL NO PL PT RO SK SI ES SE CH").split()  # noqa: SIM905
)
"""Countries between which an identity card is enough for their citizens."""
GROWN_UP_PLAY, SEAT_AGE, BABY_AGE = 13, 12, 2
HIGH = 2500
"""Metres from which doctors warn of altitude sickness, and nights are cold also in the tropics."""
_YEAR = 365


class WantedItem(NamedTuple):
    """An item by key, with the facts of its words and the reason."""

    category: str
    key: str
    why: str
    facts: dict[str, object]
    suffix: str = ""


def wanted(category: str, key: str, why: str = "always", suffix: str = "", /, **facts: object) -> WantedItem:
    """Return an item to make. ``suffix`` parts the same item for two countries."""
    return WantedItem(category, key, why, facts, suffix)


class LookedUp:
    """A trip, its places' countries and climates, and who goes."""

    def __init__(
        self, facts: TripFacts, bought: Purchased, knowledge: OfflineKnowledge, words: DocumentPhrases
    ) -> None:
        self.facts, self.bought, self.knowledge, self.words = facts, bought, knowledge, words
        self.home = knowledge.country_of(facts.origin) if facts.origin else None
        self.towns: list[tuple[Town, str | None]] = [(town, knowledge.country_of(town)) for town in facts.destinations]
        self.countries = list(dict.fromkeys(country for _, country in self.towns if country))
        self.abroad = [country for country in self.countries if country != self.home]
        self.climates = self._climates()
        self.babies = bool(facts.infants or any(age < BABY_AGE for age in facts.ages))
        self.children = any(age >= BABY_AGE for age in facts.ages) or (not facts.ages and facts.children > 0)

    @property
    def within(self) -> bool:
        """Check whether all borders are those of free movement, and every known passport is of it too."""
        passports = self.facts.passports or ((self.home,) if self.home else ())
        return bool(passports) and {*passports, *self.countries} <= FREE_MOVEMENT and self.home in FREE_MOVEMENT

    def _climates(self) -> dict[str, tuple[Climate, list[str]]]:
        """Return the climate bands of the trip, each with the places where it is."""
        found: dict[str, tuple[Climate, list[str]]] = {}
        for day, town in self._whens():
            band = self.knowledge.climate(town, day.month)
            if band and town.name not in found.setdefault(band.band, (band, []))[1]:
                found[band.band][1].append(town.name)
        return found

    def _whens(self) -> Iterator[tuple[date, Town]]:
        """Yield each place with a day of each month of the trip, as far as its days are known."""
        first, last = self.facts.first_day, self.facts.ends
        if first is None or last is None:
            return
        days = [first + timedelta(days=n) for n in range(min((last - first).days, _YEAR) + 1)]
        months = {(day.year, day.month): day for day in reversed(days)}
        for town, _ in self.towns:
            yield from ((day, town) for day in reversed(months.values()))

    def band(self, *names: str) -> dict[str, object]:
        """Return the facts of a reason by climate: the bands among those named, and where they are."""
        here = [name for name in names if name in self.climates]
        places = dict.fromkeys(place for name in here for place in self.climates[name][1])
        return {
            "band": self.words.formats.listed([self.words.text("climate", name) for name in here], "or"),
            "place": self.words.towns(list(places)),
        }

    def named(self, countries: list[str]) -> str:
        """Return countries by their names."""
        return self.words.formats.listed([self.words.country(one) for one in countries])

    def fits(self, one: WantedItem) -> bool:
        """Say whether an item's words are short enough as they are."""
        return len(self.words.text("items", one.key, **one.facts)) < LONGEST_ITEM

    def item(self, one: WantedItem) -> Item:
        """Return a wanted item in words."""
        text = self.words.text("items", one.key, **one.facts)
        why = self.words.text("why", one.why, **{**self._why_facts(), **one.facts})
        return Item(id="", key=one.key + one.suffix, text=_short(text), why=why)

    def _why_facts(self) -> dict[str, object]:
        first = self.facts.first_day
        return {
            "country": self.named(self.abroad or self.countries)
            or self.words.towns([town.name for town, _ in self.towns]),
            "home": self.words.country(self.home),
            "month": self.words.formats.month(first.month) if first else "",
            "days": self.words.days(self.facts.length),
            "date": "",
            "interest": "",
        }


def _short(text: str) -> str:
    return text if len(text) < LONGEST_ITEM else f"{text[: LONGEST_ITEM - 2]}…"
