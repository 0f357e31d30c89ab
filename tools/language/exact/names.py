"""One person's name in a phrase: its given and family words, and the words around names (lead-ins, titles, what is not a name)."""

import re
from dataclasses import dataclass
from datetime import date

from tripintent.tools.shipped import table


@dataclass(frozen=True)
class BirthDate:
    """A date as said: a day, or the reason why it is not one."""

    said: str
    day: date | None = None
    reason: str = ""
    options: tuple[str, ...] = ()


@dataclass
class PersonInText:
    """One traveller in the making."""

    given: str = ""
    family: str = ""
    title: str | None = None
    gender: str | None = None
    birth: BirthDate | None = None
    passport: str | None = None
    introduced: bool = False
    """Words like "my name is", a title or a label came before it."""
    conjoined: bool = False
    """The word before it was "and"."""

    @property
    def named(self) -> bool:
        """Check whether any part of a name is known."""
        return bool(self.given or self.family)


LONGEST = 8
"""Words; a longer phrase is prose."""

_WORD = re.compile(r"^[^\W\d_](?:[^\W\d_]|['’.\-‐·])*$")


def read_name(phrase: str) -> PersonInText | None:
    """Return the person of a phrase that is a name and nothing else, or None. ``FAMILY/GIVEN`` is the ticket form."""
    words = phrase.split()
    person = PersonInText()
    words = _without_title(words, person)
    if "/" in phrase:
        return _ticket_form(" ".join(words), person)
    if not words or len(words) > LONGEST or not all(map(_can_be_name, words)):
        return None
    cut = _family_starts(words)
    person.given, person.family = _spelled(words[:cut]), _spelled(words[cut:])
    return person


def inverted(family: str, given: str) -> PersonInText | None:
    """Return the person of ``Smith, Ann``."""
    first, last = read_name(given), family.split()
    if first is None or not all(map(_can_be_name, last)):
        return None
    first.given, first.family = " ".join(w for w in (first.given, first.family) if w), _spelled(last)
    return first


def is_capitalised(phrase: str) -> bool:
    """Check whether every word begins like a name's: a capital, a letter without case, or a particle."""
    return all(w.lower() in PARTICLES or not w[0].islower() for w in phrase.split())


def _can_be_name(word: str) -> bool:
    plain = re.sub(r"['’](?:s|re|m|ll|d|ve)$", "", word.lower())
    return bool(_WORD.match(word)) and not NO_NAMES.intersection((word.lower(), plain))


def _without_title(words: list[str], person: PersonInText) -> list[str]:
    for end in (0, -1):
        found = TITLES.get(words[end].lower().rstrip(".")) if words and len(words) > 1 else None
        if found and not (end == -1 and words[end].lower() == "sr."):
            person.title, person.gender = found
            person.introduced = True
            words = words[1:] if end == 0 else words[:-1]
    return words


def _ticket_form(phrase: str, person: PersonInText) -> PersonInText | None:
    family, _, given = phrase.partition("/")
    words, last = given.split(), family.split()
    if not words or not last or not all(map(_can_be_name, [*words, *last])):
        return None
    words = _without_title(words, person)
    person.given, person.family, person.introduced = _spelled(words), _spelled(last), True
    return person


def _family_starts(words: list[str]) -> int:
    """Return the index of the family name's first word; a single word is a given name."""
    if len(words) == 1:
        return 1
    shouted = [i for i, w in enumerate(words) if w.isupper() and len(w) > 1]
    if shouted and len(shouted) < len(words):
        return _rotated(words, shouted)
    for i, word in enumerate(words[1:-1], start=1):
        if word.lower() in PARTICLES:
            return i
    last = len(words) - 1
    return last - 1 if words[last].lower() in SUFFIXES and last > 1 else last


def _rotated(words: list[str], shouted: list[int]) -> int:
    """Take the words in capitals for the family name ("SMITH Ann", "Ann SMITH"), and put them last."""
    family = [words[i] for i in shouted]
    words[:] = [w for i, w in enumerate(words) if i not in shouted] + family
    start = len(words) - len(family)
    while start > 1 and words[start - 1].lower() in PARTICLES:
        start -= 1
    return start


def _spelled(words: list[str]) -> str:
    """Join words; a particle is one only before the last word, and not where the name begins."""
    return " ".join(_one(word, particle=i < len(words) - 1) for i, word in enumerate(words))


def _one(word: str, *, particle: bool) -> str:
    """Capitalise a word that was written in one case; a word of mixed case was written with care and stays."""
    if not (word.islower() or (word.isupper() and len(word) > 1)) or "." in word:
        return word
    lower = word.lower()
    if particle and lower in PARTICLES and lower not in GIVEN_TOO:
        return lower
    return re.sub(r"(^|['’\-‐])([^\W\d_])", lambda m: m[1] + m[2].upper(), lower)


_DATA = table("tools/language/exact/data/names.yaml")
TITLES: dict[str, tuple[str, str | None]] = {title: tuple(of) for title, of in _DATA["titles"].items()}
GENDERS = {word: gender for gender, said in _DATA["genders"].items() for word in said}

PARTICLES = frozenset(_DATA["particles"].split())
"""Words that begin a family name and stay in lower case (Unicode CLDR person names call them surname prefixes)."""

GIVEN_TOO = frozenset(("ben", "al", "do", "y"))
"""Particles that are given names as well."""

SUFFIXES = frozenset(("jr", "jr.", "sr.", "ii", "iii", "iv"))

SURE_LEAD_INS = re.compile(_DATA["sure_lead_ins"], re.IGNORECASE | re.VERBOSE)
LEAD_INS = re.compile(_DATA["lead_ins"], re.IGNORECASE | re.VERBOSE)
LABELS = re.compile(_DATA["labels"], re.IGNORECASE | re.VERBOSE)
NO_NAMES = frozenset(_DATA["no_names"].split())
SMALL_WORDS = frozenset(_DATA["small_words"].split())
"""Words that begin sentences, or stand in lower case, and are no names there."""
CONJUNCTIONS = re.compile(r"\s+(?:and|und|et|e|y|og|och|en|plus|with|&)\s+|\s*[&+]\s*", re.IGNORECASE)
FILLERS = frozenset(_DATA["fillers"].split())
"""Words that may stand around dates without making the message more than an answer; none of them is a name."""
