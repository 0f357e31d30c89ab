"""Towns that somebody names, refuses or cannot decide between, by the tables of towns.yaml: compared by what is known, none chosen."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple, cast

from babel import Locale

from tripintent.state.designer.operations import WhereTo
from tripintent.state.designer.where import BANDS, Band, PlaceIdea
from tripintent.state.frame import Place, Visit
from tripintent.state.languages import LANGUAGES
from tripintent.state.operations import Operation as Said
from tripintent.state.operations import SetSlot, Unclear
from tripintent.state.reading import Operation
from tripintent.tools.language.exact.tables import chain
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.place_roles import named_places, source
from tripintent.tools.places.folding import fold
from tripintent.tools.places.scan import Spot
from tripintent.tools.places.town_names import town_in
from tripintent.tools.places.towns import countries
from tripintent.tools.ports.reader import View

_KINDS = (
    "where",
    "choose",
    "show",
    "ask.offer",
    "ask.place",
    "ask.trip",
    "ask.plan",
    "ask.budget",
    "flexible",
    "trip.facts",
)
"""Intents that a question which of several towns is better may be taken for."""
_LIKELY = 0.35


def compared(clauses: Sequence[Clause], said: Sequence[Sequence[Said]], view: View) -> Mapping[int, list[Operation]]:
    """Return the operations of the clauses that compare towns, by their place in the message; none where nothing is compared.

    Compared are towns of which one is meant ("Rome or Florence"), those between which one wavers, those that a question
    which is better is about, and, where it names none, those that are on the table.
    """
    if view.alone not in (None, "DESIGNER"):
        return {}
    own = [_either(ops) for ops in said]
    wonders = [n for n, one in enumerate(clauses) if _wonders(one)]
    towns = next((found for found in own if found), [])
    about = [n for n, found in enumerate(own) if found]
    if not towns:
        about, towns = _wavered(clauses, wonders)
    if not towns and not (wonders and (about := _of_the_table(clauses, wonders, view))):
        return {}
    first = min([*about, *wonders])
    before = view.talk.where or WhereTo()
    update = {"others": False, "than_shown": (), "said": clauses[first].text, "beside": (), "rest": None}
    asked = before.model_copy(update=update | ({"towns": tuple(towns)} if towns else {"asks": bool(view.talk.places)}))
    parts = {n: [one for one in said[n] if not _goes(one)] for n in {*about, *wonders}}
    return {n: [*parts[n], *([asked] if n == first else [])] for n in parts}


def _either(said: Sequence[Said]) -> list[str]:
    """Return the names of the towns of which one is meant."""
    for one in said:
        visits = one.value if isinstance(one, SetSlot) and one.slot == "visits" and isinstance(one.value, tuple) else ()
        places = [visit.place for visit in visits if isinstance(visit, Visit)]
        if len(places) == 1 and (names := _alternatives(places[0])):
            return names
    return []


def _alternatives(place: Place) -> list[str]:
    """Return the towns of "Rome or Florence"; a name with several readings is one town."""
    names = {one.code or one.said: one.name or one.said for one in place.candidates}
    apart = all(one.said.casefold() in place.said.casefold() for one in place.candidates)
    several = len({one.said.casefold() for one in place.candidates}) > 1
    return list(names.values()) if place.code is None and len(names) > 1 and apart and several else []


def _wonders(clause: Clause) -> bool:
    """Tell whether a clause asks which one is better, or by what towns differ."""
    which = says(clause, "which") or says(clause, "best_by") or says(clause, "than_shown")
    return which and clause.asks and (clause.top in _KINDS or clause.chance(_KINDS) >= _LIKELY)


def _wavered(clauses: Sequence[Clause], wonders: Sequence[int]) -> tuple[list[int], list[str]]:
    """Return the clauses that name the towns between which one wavers, and these; none where one alone is left."""
    found: dict[str, str] = {}
    about = list[int]()
    for n, clause in enumerate(clauses):
        torn = says(clause, "torn")
        if not (torn or wonders):
            continue
        for one in named_places(clause, fresh=True):
            at = (one.start - clause.start, one.end - clause.start)
            goes = torn or (one.role in ("unknown", "destination") and not declines(clause, at))
            if goes and one.place.code:
                found.setdefault(one.place.code, one.place.name or one.place.said)
                about += [n] if n not in about else []
    return (about, list(found.values())) if len(found) > 1 else ([], [])


def _of_the_table(clauses: Sequence[Clause], wonders: Sequence[int], view: View) -> list[int]:
    """Return the clauses that ask of towns on the table which is better, where they name none themselves."""
    talk = view.talk
    open_ = talk.taken is None and not view.trip.frame.visits
    there = open_ and (len(talk.places) > 1 or (talk.where is not None and len(talk.where.towns) > 1))
    return [n for n in wonders if there and not clauses[n].of("place") and not says(clauses[n], "others")]


def _goes(one: Said) -> bool:
    """Tell whether an operation says where the journey goes, or asks it."""
    return isinstance(one, SetSlot | Unclear) and one.slot == "visits"


NO = re.compile(
    r"\b(?:not?|neither|nor|but|except|without|other than|alternative to|(?<!would )(?<!d )(?<!i )(?<!we )like(?! to)"
    r"|nicht|kein\w*|weder|noch|au(?:ss|ß)er|ohne|wie|pas|sauf|sans|ni|comme|nao|sin|menos|excepto|como|non|senza|tranne"
    r"|niente|come|exceto|sem)\b[\w' ]{0,10}$"
)
_ONLY_SO = frozenset({"but", "like", "wie", "comme", "como", "come", "noch"})
"""Words that refuse a town in a wish for others, and may join two in a remark."""
_CONTINENTS = {"150": "EU", "002": "AF", "142": "AS", "009": "OC", "021": "NA", "005": "SA"}
_MILD = BANDS.index("mild")


class NamedTown(NamedTuple):
    """A place of a clause: whether it is declined, whether one starts or lives there, how it is written, and where."""

    place: Place
    declined: bool
    starts: bool
    text: str
    start: int
    end: int


@cache
def continents() -> dict[str, tuple[str, ...]]:
    """Return the countries of each continent, by its names."""
    return {
        fold(Locale.parse(language).territories[number]): tuple(
            c for c, country in countries().items() if country.continent == code
        )
        for number, code in _CONTINENTS.items()
        for language in LANGUAGES
    }


def rows(clause: Clause, key: str) -> list[tuple[str, list[re.Match[str]]]]:
    """Return which rows of a table of towns.yaml a clause says, in English or its language, and each place where it does."""
    found: dict[str, list[re.Match[str]]] = {}
    for code in chain(clause.language):
        table = read_words(code, "towns")[key]
        for name, row in (table if isinstance(table, dict) else {key: table}).items():
            if hits := list(re.finditer(rf"(?<!\w)(?:{row})(?!\w)", clause.folded)):
                found.setdefault(name, []).extend(hits)
    return list(found.items())


def says(clause: Clause, key: str) -> bool:
    """Tell whether a clause says a row of towns.yaml."""
    return bool(rows(clause, key))


def named_towns(clause: Clause) -> list[NamedTown]:
    """Return the places of a clause, left to right."""
    found, declined_to = list[NamedTown](), -1
    away = re.compile(rf"{source('origin', language=clause.language)}\s*$")
    for value in clause.of("place"):
        before = clause.folded[: value.start - clause.start]
        gap = clause.message.folded[declined_to : value.start] if declined_to >= 0 else "x x x"
        no = bool(NO.search(before)) or len(gap.split()) <= 1
        declined_to = value.end if no else -1
        place = clause.message.gazetteer.place(clause.message.text, cast("Spot", value.value))
        text = clause.message.text[value.start : value.end]
        found.append(NamedTown(place, no, bool(away.search(before)), text, value.start, value.end))
    return found


def listed_in(clause: Clause, places: Sequence[PlaceIdea]) -> dict[int, tuple[int, int]]:
    """Return which of the proposed towns a clause names, by number, and where in it: by code, or by name in its language."""
    found: dict[int, tuple[int, int]] = {}
    spots = [(one.place.code, one.start - clause.start, one.end - clause.start) for one in named_towns(clause)]
    for n, idea in enumerate(places, 1):
        at = next(((a, b) for code, a, b in spots if code == idea.code), None)
        names = {fold(idea.name), fold(town_in(idea.name, clause.language))}
        hits = (re.search(rf"(?<!\w){re.escape(name)}(?!\w)", clause.folded) for name in names)
        at = at or next((hit.span() for hit in hits if hit), None)
        if at:
            found[n] = at
    return found


def declines(clause: Clause, span: tuple[int, int]) -> bool:
    """Tell whether a clause says no to the town that it names: before it, or behind it as too much of something."""
    before, behind = clause.folded[: span[0]], clause.folded[span[1] :]
    said = NO.search(before)
    if said and said.group().split()[0] not in _ONLY_SO:
        return True
    return (
        describes(clause, span)
        and (clause.denied or any(h.start() >= span[1] for _, hits in rows(clause, "excess") for h in hits))
        and bool(behind.strip())
    )


def describes(clause: Clause, span: tuple[int, int]) -> bool:
    """Tell whether a town is what a clause makes a remark about: its verb follows ("Cairo is …", "Marraquexe parece …")."""
    behind = clause.folded[span[1] :]
    lead = len(behind) - len(behind.lstrip(" ,"))
    return any(hit.start() == span[1] + lead for _, hits in rows(clause, "described") for hit in hits) and not re.match(
        rf"\s*{source('is_destination', language=clause.language)}", behind
    )


def liked(clause: Clause) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return what is liked of a town and what is not: a like is declined where each word for it is."""
    wanted, unwanted = list[str](), list[str]()
    for name, hits in rows(clause, "likes"):
        declined = all(NO.search(clause.folded[: hit.start()]) for hit in hits)
        (unwanted if declined else wanted).append(name)
    return tuple(wanted[:10]), tuple(unwanted)


def climate_of(clause: Clause) -> tuple[Band, ...]:
    """Return the weather that is wished: what one flees wishes the other end ("fugir do frio", "not too hot")."""
    away = re.compile(
        "|".join(rf"\b(?:{read_words(code, 'towns')['flees']})[\w' ]{{0,10}}$" for code in chain(clause.language))
    )
    wanted, fled = set[str](), set[str]()
    for name, hits in rows(clause, "climate"):
        for hit in hits:
            before = clause.folded[: hit.start()]
            (fled if NO.search(before) or away.search(before) else wanted).add(name)
    if "mild" in wanted:
        return ("mild",)
    if not wanted and fled:
        return ("warm",) if any(BANDS.index(cast("Band", one)) < _MILD for one in fled) else ("mild",)
    return tuple(band for band in BANDS if band in wanted)
