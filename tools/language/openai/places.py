"""Places that the model found: quoted by the traveller, resolved by the gazetteer; a model's own code never counts."""

from collections.abc import Iterable

from rapidfuzz import fuzz

from tripintent.state.frame import Frame, Place, Visit
from tripintent.tools.language.openai.quotes import Span, find_quote
from tripintent.tools.language.openai.said import PlaceSaid
from tripintent.tools.language.openai.verified import SURE, UNSURE, Verified
from tripintent.tools.ports.places import Places

_ALIKE = 70
"""rapidfuzz ratio from which a name is a spelling of the words said, and no idea of the model's ("somewhere warm")."""
_CODE_LENGTH = 3


class PlaceChecker:
    """Checks the places of one message and puts what stands into the verified slots."""

    def __init__(self, places: Places, text: str, turn: int, into: Verified) -> None:
        self._places = places
        self._text = text
        self._turn = turn
        self._into = into

    def verify(self, said: Iterable[PlaceSaid], known: Frame) -> None:
        """Keep origins and open jaws as slots, destinations as the visits of the trip, in order."""
        visits: list[Visit] | None = None
        for entry in said:
            span = find_quote(self._text, entry.said)
            slot = "visits" if entry.slot == "destination" else entry.slot
            if span is None:
                self._into.drop(slot, f"not in the message: {entry.said!r}")
                continue
            place = self._resolved(entry, span, slot)
            if place is None:
                continue
            confidence = SURE if place.code else UNSURE
            if slot != "visits":
                self._into.put(slot, place, span, self._turn, confidence)
                continue
            visits = self._visited(visits, entry, place, known)
            self._into.put("visits", tuple(visits), span, self._turn, confidence)

    def _resolved(self, entry: PlaceSaid, span: Span, slot: str) -> Place | None:
        """Return the place of the words said, or of a name that is another spelling of them; else ask."""
        place = self._places.resolve(span.text)
        if place.kind == "unknown" and entry.name and not _is_code(entry.name):
            named = self._places.resolve(entry.name)
            if named.kind != "unknown" and not _spells(entry.name, span.text):
                self._into.doubt(slot, "unknown_place", span.text, [named.name or entry.name])
                return None
            place = named
        if place.kind == "unknown":
            self._into.doubt(slot, "unknown_place", span.text)
            return None
        self._question(place, span, slot)
        return place.model_copy(update={"said": span.text})

    def _question(self, place: Place, span: Span, slot: str) -> None:
        """Have a place asked about that is too large or could be several."""
        if place.code is None and place.candidates:
            self._into.doubt(slot, "ambiguous_place", span.text, [c.name or c.said for c in place.candidates])
        elif place.kind in ("region", "country"):
            self._into.doubt(slot, place.kind, span.text)

    def _visited(self, visits: list[Visit] | None, entry: PlaceSaid, place: Place, known: Frame) -> list[Visit]:
        """Return the visits with one more place: added, in place of another, or as the new list."""
        before = list(known.visits)
        if entry.instead_of and visits is None:
            left = self._places.resolve(entry.instead_of)
            return [v.model_copy(update={"place": place}) if _same(v.place, left) else v for v in before]
        base = visits if visits is not None else before if entry.mode == "add" else []
        if any(_same(v.place, place) for v in base):
            return base
        return [*base, _kept(before, place, alone=visits is None and entry.mode == "replace")]


def _kept(before: list[Visit], place: Place, *, alone: bool) -> Visit:
    """Return the visit of a place with what was known of it; "not Paris, Lyon" keeps the dates of the only one."""
    for visit in before:
        if _same(visit.place, place):
            return visit.model_copy(update={"place": place})
    if alone and len(before) == 1:
        return before[0].model_copy(update={"place": place})
    return Visit(place=place)


def _same(a: Place, b: Place) -> bool:
    """Say whether two places are one: by code, or by name where neither has one."""
    if a.code or b.code:
        return a.code == b.code
    return (a.name or a.said).casefold() == (b.name or b.said).casefold()


def _is_code(name: str) -> bool:
    return len(name.strip()) == _CODE_LENGTH and name.strip().isupper()


def _spells(name: str, said: str) -> bool:
    return fuzz.ratio(name.casefold(), said.casefold()) >= _ALIKE
