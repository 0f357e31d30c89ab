"""Places that have to be asked about: those of several readings, too large ones, one of two, and names that no catalogue knows."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tripintent.state.frame import Place
from tripintent.state.operations import Operation, Unclear
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.place_roles import Named, has_word, source
from tripintent.tools.language.offline.stops import either
from tripintent.tools.language.offline.words import is_small, pattern
from tripintent.tools.places.folding import fold, name_key
from tripintent.tools.places.index import everyday
from tripintent.tools.places.metro import METROS
from tripintent.tools.places.spelling import corrected

if TYPE_CHECKING:
    from tripintent.tools.language.offline.known import Known

_SLOTS = {"origin": "origin", "destination": "visits"}
_SHOWN = 3
"""Towns of a country or region that are named as examples."""
_NAME = re.compile(r"[^\W\d_a-z][\w'’-]{3,}(?: [^\W\d_a-z][\w'’-]+){0,2}")
_ANSWER = re.compile(r"[^\W\d_][\w'’-]{4,}(?: [^\W\d_][\w'’-]{2,})?")
_SLIP = 0.8
"""Certainty of a name that was spelt otherwise."""


def doubts(clauses: Sequence[Clause], places: Sequence[Named]) -> Iterator[Operation]:
    """Yield what has to be asked about places that are set."""
    for one in places:
        reason, options = _doubt(clauses[0].message, one.place)
        if reason:
            yield clauses[0].made(Unclear, one.start, one.end, slot=_SLOTS[one.role], reason=reason, options=options)


def _doubt(message: Message, place: Place) -> tuple[str, tuple[str, ...]]:
    if place.candidates and not place.code:
        names = tuple(c.name or c.said for c in place.candidates)
        if len({fold(name) for name in names}) == len(names) and all(
            fold(c.said) in fold(place.said) for c in place.candidates
        ):
            return "either_place", names
        return "ambiguous_place", tuple(
            ", ".join(part for part in (c.name, c.region or c.country) if part) for c in place.candidates
        )
    if place.kind in {"region", "country"}:
        near = message.gazetteer.near(place, limit=2 * _SHOWN)
        return place.kind, (*dict.fromkeys(airport.city for airport, _ in near if airport.city),)[:_SHOWN]
    return ("unknown_place", ()) if place.kind == "unknown" else ("", ())


def either_of(message: Message, places: Sequence[Named]) -> list[Named]:
    """Read "Rome or Florence" as one place that may be either."""
    kept: list[Named] = []
    for one in places:
        last = kept[-1] if kept else None
        if last and last.role == one.role and either(message.language).fullmatch(message.folded[last.end : one.start]):
            both = (
                *(last.place.candidates if not last.place.code and last.place.candidates else (last.place,)),
                one.place,
            )
            said = message.text[last.start : one.end]
            city = _city_of(message, both)
            place = city or Place(said=said, kind="city", candidates=both)
            kept[-1] = last._replace(end=one.end, place=place.model_copy(update={"said": said}))
        else:
            kept.append(one)
    return kept


def _city_of(message: Message, airports: Sequence[Place]) -> Place | None:
    """Return the city that several airports serve: any of them does, as the wish for these airports says."""
    codes = {one.code for one in airports if one.kind == "airport"}
    group = next((code for code, metro in METROS.items() if codes <= set(metro.airports)), None)
    return message.gazetteer.resolve(group) if group and len(codes) == len(airports) else None


def unknown_names(clauses: Sequence[Clause], found: Sequence[Named], known: "Known") -> Iterator[Named]:
    """Yield names that stand where a place belongs and that no catalogue has, or spells otherwise."""
    awaited = bool({"origin", "visits"} & set(known.asked))
    for clause in clauses:
        text, language = clause.message.text, clause.language
        bare = _ANSWER.fullmatch(clause.text.strip(" .!?,")) if awaited and not found else None
        if bare and not is_small(fold(bare.group()), language):
            start = text.index(bare.group(), clause.start)
            yield from _named(clause, start, start + len(bare.group()))
        elif language != "de" and (
            awaited or has_word("flight", language, clause.folded) or has_word("go", language, clause.folded)
        ):
            lead = pattern(rf"{source('origin', 'destination', language=language)}\s+")
            for match in lead.finditer(clause.message.folded, clause.start, clause.end):
                name = _NAME.match(text, match.end(), clause.end)
                if name and not text.isupper():
                    yield from _named(clause, *name.span(), role=match.group().strip())


def _named(clause: Clause, start: int, end: int, role: str = "") -> Iterator[Named]:
    message, said = clause.message, clause.message.text[start:end]
    key = name_key(said)
    if (
        message.is_verb(start, end)
        or any(start < one.end and one.start < end for one in message.values)
        or {key, key.split(" ")[0]} & everyday()
    ):
        return
    slip = corrected(key)
    if not slip and not (said[0].isupper() and role):
        return
    place = message.gazetteer.resolve(slip).model_copy(update={"said": said}) if slip else Place(said=said)
    away = bool(role) and pattern(rf"{source('origin', language=clause.language)}").fullmatch(role) is not None
    yield Named(
        start,
        end,
        place,
        ("origin" if away else "destination") if role else "unknown",
        bool(role),
        _SLIP if slip else 0.5,
    )
