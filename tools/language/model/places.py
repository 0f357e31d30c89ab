"""Places that the model named: spelled by the traveller's words, and resolved by the gazetteer; a code of its own never counts."""

from typing import NamedTuple

from rapidfuzz import fuzz

from tripintent.state.frame import Frame, Place
from tripintent.tools.language.model.quotes import find_quote
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.language import Ambiguity
from tripintent.tools.ports.places import Places

_ALIKE = 75
"""rapidfuzz ratio from which a name is a spelling of the words said, and no idea of the model's ("somewhere warm")."""
_CODE_LENGTH = 3
_HOME = frozenset({"home", "casa", "zuhause", "maison", "chez"})


class PlaceRead(NamedTuple):
    """A place of the gazetteer, and what has to be asked about it."""

    place: Place | None
    doubt: Ambiguity | None = None


class PlaceReader:
    """Resolves the places of one message."""

    def __init__(self, places: Places, home: str | None, known: Frame, text: str) -> None:
        self._places = places
        self._home = home
        self._known = {fold(one.name or one.said) for one in _places_of(known)}
        self._text = fold(text)
        self.areas: set[str] = set()

    def read(self, slot: str, name: str, said: str) -> PlaceRead:
        """Return the place that the model named, where the words spell it; else ask which one is meant."""
        if self._home and _HOME & set(fold(said).split()):
            return PlaceRead(self._places.resolve(self._home).model_copy(update={"said": said}))
        by_words, by_name = self._places.resolve(said), self._named(name, said)
        if by_name is None:
            if by_words.kind == "unknown":
                return PlaceRead(None, Ambiguity(slot=slot, reason="unknown_place", said=said))
            return self._asked(slot, by_words, said)
        if spells(name, said) or same_place(by_name, by_words) or self._confirmed(name, said):
            return self._asked(slot, by_name, _as_said(name, said))
        return PlaceRead(
            None, Ambiguity(slot=slot, reason="unknown_place", said=said, options=(by_name.name or name.strip(),))
        )

    def _confirmed(self, name: str, said: str) -> bool:
        """Say whether other words make the place plain: its name is elsewhere, a part of it is meant, or which one it is.

        "in Brooklyn" with Brooklyn as the area is New York; "Maine, not Oregon" is another Portland than the one known.
        """
        first, _, country = (fold(part).strip() for part in name.partition(","))
        if first in self._known and country and country in fold(said):
            return True
        if first and first in self._text:
            return True
        return any(fold(area) in fold(said) or fold(said) in fold(area) for area in self.areas)

    def known(self, name: str) -> Place:
        """Return what the gazetteer makes of a name."""
        return self._places.resolve(name)

    def code(self, name: str) -> str | None:
        """Return the code of an airport or city by name."""
        return self._places.resolve(name).code

    def _named(self, name: str, said: str) -> Place | None:
        """Return the place of a name, with or without its country; None for a code that the traveller did not write."""
        if _is_code(name) and fold(name.strip()) not in fold(said).split():
            return None
        for spelled in (name, name.partition(",")[0], name.partition("(")[0]):
            place = self._places.resolve(spelled.strip())
            if place.kind != "unknown":
                return place
        return None

    def _asked(self, slot: str, place: Place, said: str) -> PlaceRead:
        """Have a place asked about that is too large or could be several, and that the whole message does not make plain."""
        doubt = None
        own = [one for one in place.candidates if fold(one.name or "") == fold(said)]
        if place.code is None and len(own) == 1:  # the others are called so in another time or tongue
            place = own[0]
        if place.code is None and place.candidates:
            options = tuple(c.name or c.said for c in place.candidates)
            doubt = Ambiguity(slot=slot, reason="ambiguous_place", said=said, options=options)
        elif place.kind in ("region", "country"):
            doubt = Ambiguity(slot=slot, reason=place.kind, said=said)
        return PlaceRead(place.model_copy(update={"said": said}), doubt)


def _as_said(name: str, said: str) -> str:
    """Return the place's own words of a quote ("from Manchester"): it is told by them."""
    own = find_quote(said, name.partition(",")[0])
    return own.text if own else said


def _places_of(frame: Frame) -> list[Place]:
    own = (frame.origin, frame.return_from, frame.return_to, *(visit.place for visit in frame.visits))
    return [place for place in own if place is not None]


def spells(name: str, said: str) -> bool:
    """Say whether a name is among the words, up to a slip of the pen."""
    first = fold(name.partition(",")[0].partition("(")[0].strip())
    return fuzz.partial_ratio(first, fold(said)) >= _ALIKE if first else False


def same_place(a: Place, b: Place) -> bool:
    """Say whether two places are one: by code, or by name where neither has one."""
    if a.code or b.code:
        return a.code == b.code
    return a.kind != "unknown" and (a.name or a.said).casefold() == (b.name or b.said).casefold()


def _is_code(name: str) -> bool:
    return len(name.strip()) == _CODE_LENGTH and name.strip().isupper()
