"""Whether two places are the same one, or two names mean the same thing."""

import re
import unicodedata
from difflib import SequenceMatcher

from tripintent.state.designer.atlas import kilometres
from tripintent.state.designer.parts import Location

CLOSE_KM = 0.1
SIMILAR = 0.7
WORD_SIMILAR = 0.85
_STOP = frozenset(
    {"the", "a", "an", "at", "of", "in", "le", "la", "les", "el", "los", "il", "der", "die", "das", "and"}
)
_PUNCTUATION = re.compile(r"[^\w\s]|_")


def plain(name: str) -> str:
    """Return a name in small letters without accents, punctuation and articles: "  LA-VILLA! " is "villa"."""
    text = unicodedata.normalize("NFKD", name.casefold())
    text = _PUNCTUATION.sub(" ", "".join(c for c in text if not unicodedata.combining(c)))
    words = text.split()
    kept = [w for w in words if w not in _STOP]
    return " ".join(kept or words)


def near(a: Location, b: Location) -> bool:
    """Tell whether two places are within 100 metres; False where coordinates are missing."""
    return bool(a.coordinates and b.coordinates and kilometres(a.coordinates, b.coordinates) <= CLOSE_KM)


def same_word(a: str, b: str) -> bool:
    """Tell whether two words are spellings of one ("centre", "center"), and not two that look alike ("george", "georgiou")."""
    if a == b:
        return True
    return abs(len(a) - len(b)) <= 1 and min(len(a), len(b)) > 4 and SequenceMatcher(None, a, b).ratio() >= WORD_SIMILAR


def similar_words(a: str, b: str) -> bool:
    """Tell whether more than 70 % of the words of the shorter name are in the other, articles aside."""
    first, second = plain(a).split(), plain(b).split()
    if not first or not second:
        return False
    short, long = sorted((first, second), key=len)
    common = sum(any(same_word(w, x) for x in long) for w in short)
    return common / len(short) > SIMILAR


def same_place(a: Location, b: Location) -> bool | None:
    """Tell whether two places are one; None where a shared name alone does not decide it (a chain has many houses)."""
    if a.code and b.code and _is_airport_code(a.code) and _is_airport_code(b.code):
        return a.code == b.code
    if a.coordinates and b.coordinates:
        return near(a, b)
    first, second = plain(a.name), plain(b.name)
    if first == second:
        return _towns_agree(a, b) is not False
    if _is_street(a, second) or _is_street(b, first):
        return True
    if first in second or second in first or similar_words(a.name, b.name):
        return _towns_agree(a, b)
    return False


def _is_airport_code(code: str) -> bool:
    return len(code) == 3 and code.isalpha()


def _towns_agree(a: Location, b: Location) -> bool | None:
    if not a.town or not b.town:
        return None
    return plain(a.town) == plain(b.town)


def _is_street(place: Location, name: str) -> bool:
    return bool(place.street) and plain(place.street or "") == name
