"""Words of the planning: one file a language, filled with facts; what a file lacks is said in English. Entries of a plan by day."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.ordering import by_time, nights_of
from tripintent.state.designer.segments import HotelSegment, Segment, end_place, start_place, title_of
from tripintent.state.languages import language_of
from tripintent.state.money import Money
from tripintent.state.planning.budget import RESERVE, Budget, BudgetCategory
from tripintent.state.planning.facts import TripFacts
from tripintent.tools.formats import formats_of
from tripintent.tools.language.languages import read_words
from tripintent.tools.places.airports import city_in, with_towns
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

    def section(self, section: str) -> Mapping[str, str]:
        """Return a section of this language, English below it."""
        return {**_file("en").get(section, {}), **_file(self.code).get(section, {})}

    def towns(self, names: Sequence[str]) -> str:
        """Return towns as a list, as this language writes them."""
        return self.formats.listed([town_in(name, self.code) for name in names])

    def country(self, code: str | None) -> str:
        """Return a country's name."""
        return self.formats.country(code) if code else "?"

    def days(self, count: int) -> str:
        """Return a number of days."""
        return self.text("units", "day_one" if count == 1 else "day_many", n=count)

    def people(self, count: int) -> str:
        """Return a number of travellers."""
        return self.text("units", "person_one" if count == 1 else "person_many", n=count)


@cache
def phrases(language: str) -> DocumentPhrases:
    """Return the words of a language; one without a file speaks English."""
    return DocumentPhrases(language)


def note_of(part: BudgetCategory, words: DocumentPhrases) -> str:
    """Return where a part's figure comes from: a person, a price, our estimate of what it takes, else a share of what is left."""
    if part.basis == "own":
        return words.text("budget", "note_own")
    shared = part.basis == "estimate" and (part.most is None or part.amount < part.most)
    return words.text("budget", "note_share" if part.amount else "note_none") if shared else part.notes


def tips_of(budget: Budget) -> list[str]:
    """Return what is noted of a budget and advised, without the advice that was not kept."""
    touched = budget.overspent or budget.spent_on(RESERVE)
    spoilt = phrases(budget.language).text("budget", "tip_reserve") if touched else None
    return [*budget.notes, *(one for one in budget.tips if one != spoilt)]


class FileWords:
    """The planning's wording from the files."""

    def phrase(self, kind: str, facts: Mapping[str, object], language: str) -> str:
        """Word one typed message: ``section.name`` or the name of a phrase; facts are named in the files."""
        section, _, name = kind.rpartition(".")
        words = phrases(language)
        return words.text(
            section or "phrases", name, **{key: _shown(words, key, value) for key, value in facts.items()}
        )

    def trip(self, facts: TripFacts, language: str) -> str:
        """Return a trip in a few words: where to, how long, how many."""
        words = phrases(language)
        parts = (
            *(words.towns([one.name]) for one in facts.destinations),
            words.days(facts.length) if facts.first_day else "",
            words.people(facts.travellers) if facts.travellers else "",
        )
        return ", ".join(filter(None, parts))


def _shown(words: DocumentPhrases, key: str, value: object) -> object:
    """Return a fact as words: money, places and lists by their form."""
    if isinstance(value, Mapping):
        return words.formats.estimate(Money.model_validate(value))
    if key == "place":
        return words.towns([str(one) for one in value] if isinstance(value, list) else [str(value)])
    if isinstance(value, list):
        return words.formats.listed([str(one) for one in value])
    return value


DAY = len("2027-03-05")


class ShownEntry(NamedTuple):
    """One line of a day. ``clock`` is a time, a span, or the word for a night."""

    clock: str
    title: str
    place: str
    of: Segment


def title_in(segment: Segment, language: str) -> str:
    """Return a segment's title with the towns of its airports."""
    codes = [place.code for place in (start_place(segment), end_place(segment)) if place and place.code]
    return with_towns(title_of(segment), dict.fromkeys(codes), language)


def entries_by_day(found: ItineraryDocument, words: DocumentPhrases) -> Mapping[str, Sequence[ShownEntry]]:
    """Return the entries of each ISO day, in order; those without a day come first, under an empty one."""
    days: dict[str, list[ShownEntry]] = defaultdict(list)
    for segment in by_time(found.live):
        if isinstance(segment, HotelSegment):
            for night in nights_of(segment):
                if not night.is_checkout:
                    entry = ShownEntry(words.text("page", "night"), title_of(segment), "", segment)
                    days[night.start[:DAY]].append(entry)
            continue
        start, end = segment.start_datetime or "", segment.end_datetime or ""
        clock = "–".join(part for part in (start[11:16], end[11:16]) if part)
        place = start_place(segment)
        named = (place.city or (city_in(place.code, words.code) if place.code else place.name)) if place else ""
        days[start[:DAY]].append(ShownEntry(clock, title_in(segment, words.code), named, segment))
    return {day: days[day] for day in sorted(days)}
