"""The planning's words from the files: a typed message in words, and a document as lines of a conversation."""

from collections.abc import Callable, Mapping, Sequence
from datetime import date

from tripintent.state.document import Document
from tripintent.state.money import Money
from tripintent.tools.planning.showing import shown
from tripintent.tools.planning.wording import Phrases, phrases


class FileWords:
    """The planning's wording from the files."""

    def phrase(self, kind: str, facts: Mapping[str, object], language: str) -> str:
        """Word one typed message: ``section.name`` or the name of a phrase; facts are named in the files."""
        section, _, name = kind.rpartition(".")
        words = phrases(language)
        if kind in _NAMES:
            return _NAMES[kind](words, facts)
        return words.text(
            section or "phrases", name, **{key: _shown(words, key, value) for key, value in facts.items()}
        )

    def lines(self, document: Document, language: str) -> Sequence[str]:
        """Return a document as lines to read in the conversation."""
        return shown(document, language)


_NAMES: Mapping[str, Callable[[Phrases, Mapping[str, object]], str]] = {
    "amount": lambda words, facts: words.money(Money.model_validate(facts["amount"])),
    "town": lambda words, facts: words.towns([str(facts["town"])]),
    "country": lambda words, facts: words.country(str(facts["country"])),
    "day": lambda words, facts: words.day(date.fromisoformat(str(facts["day"]))),
    "short_day": lambda words, facts: words.short_day(date.fromisoformat(str(facts["day"]))),
    "month": lambda words, facts: words.month(int(str(facts["month"]))),
    "currency_name": lambda words, facts: words.currency(str(facts["currency"])),
}
"""Names that the locale knows, asked for as if they were phrases."""


def _shown(words: Phrases, key: str, value: object) -> object:
    """Return a fact as words: money, days, people, countries and lists by their form."""
    if isinstance(value, Mapping):
        return words.money(Money.model_validate(value))
    if key in ("place", "home"):
        return words.towns([str(one) for one in value] if isinstance(value, list) else [str(value)])
    if isinstance(value, list):
        return words.listed([str(one) for one in value])
    if key == "days" and isinstance(value, int):
        return words.days(value)
    if key == "people" and isinstance(value, int):
        return words.people(value)
    if key in ("country", "passport") and isinstance(value, str) and len(value) == 2:
        return words.country(value)
    if key in ("date", "day") and isinstance(value, str):
        return words.day(date.fromisoformat(value))
    return value
