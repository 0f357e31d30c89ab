"""Help with choosing where to go, one of the proposed towns, and ideas for things to do."""

import re
from dataclasses import replace
from typing import cast, get_args

from rapidfuzz.fuzz import ratio

from tripintent.state.designer import operations as op
from tripintent.state.designer.where import Measure
from tripintent.state.reading import Operation
from tripintent.tools.language.exact.money import MoneySpan
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.offline import said_days as said
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.comparing import (
    NO,
    NamedTown,
    climate_of,
    continents,
    declines,
    describes,
    liked,
    listed_in,
    named_towns,
    rows,
    says,
)
from tripintent.tools.language.offline.making_days import NotMade, days_made
from tripintent.tools.language.offline.plan_entries import number_of
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.reader import View

_ALIKE = 88


def where(clause: Clause, view: View) -> list[Operation] | None:
    """Return the wish for towns to be proposed, or the choice of one that was; None where one town alone is named."""
    if view.talk.places and (taken := _taken(clause, view)):
        return list(days_made(taken, view))
    refused = _refused(clause, view)
    places = named_towns(clause)
    towns = {one.place.code or one.text: one.text for one in places if _is_wanted(one)}
    regions = [one for one in places if _is_wanted(one) and one.place.kind == "region"]
    if len(towns) == 1 and not (view.talk.places or regions):
        return None
    whole = _whole(clause)
    likes, dislikes = liked(whole)
    money = next((cast("MoneySpan", v.value) for v in clause.of("money")), None)
    entry = said.SaidWhereTo.model_validate(
        {
            "said": clause.text,
            "climate": climate_of(whole),
            "likes": likes,
            "near": says(whole, "near"),
            "family": says(whole, "family"),
            "towns": tuple(towns.values())[:8] if len(towns) > 1 or regions else (),
            "not_towns": [
                *refused,
                *(p.place.name or p.text for p in places if p.declined and p.place.kind != "country"),
            ][:8],
            "below": float(money.amount) if money and money.amount else None,
            "currency": money.currency if money else None,
            "others": bool(view.talk.places) and says(clause, "others"),
        }
    )
    countries, declined = _countries(whole, named_towns(whole))
    lacking = set(dislikes) if refused else set[str]()  # "Marrakech is not by the sea": the sea is still wished
    more = {
        "countries": countries,
        "not_in": declined,
        "not_likes": tuple(name for name in dislikes if name not in lacking),
        "likes": tuple(dict.fromkeys((*likes, *(name for name in dislikes if name in lacking)))),
    }
    return _wished(entry, clause, view, more)


def _whole(clause: Clause) -> Clause:
    """Return the whole message as one clause: what it wishes of a place is one wish, in whichever of its clauses it is."""
    return replace(clause, start=0, end=len(clause.message.text))


def names_a_town(clause: Clause) -> bool:
    """Tell whether the message of a clause names a town to go to."""
    return any(_is_wanted(one) and one.place.kind != "region" for one in named_towns(_whole(clause)))


def _is_wanted(one: NamedTown) -> bool:
    """Tell whether a place is a town that one may go to."""
    return one.place.kind != "country" and not one.declined and not one.starts and fold(one.text) not in continents()


def _refused(clause: Clause, view: View) -> list[str]:
    """Return the towns of the list that a clause says no to."""
    named = listed_in(clause, view.talk.places)
    return [view.talk.places[n - 1].name for n, span in named.items() if declines(clause, span)]


def _countries(clause: Clause, places: list[NamedTown]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the countries that are wanted and those that are not; a continent is all of its own."""
    found = [one for one in places if one.place.kind == "country" and not one.starts]
    named = [(one.place.country, one.declined) for one in found if one.place.country]
    for name, inside in continents().items():
        if hit := re.search(rf"\b{name}\b", clause.folded):
            named += [(country, bool(NO.search(clause.folded[: hit.start()]))) for country in inside]
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
    measures = [cast("Measure", name) for name, _ in rows(clause, "than_shown")] if view.talk.places else []
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
    """Return which of the proposed towns is chosen: by its name, its place in the list, or as the best in something.

    Who only makes a remark about one ("Agadir sounds good") is asked whether it is to be taken.
    """
    named = listed_in(clause, view.talk.places) or _misspelt(clause, view)
    if len(named) == 1:
        ((number, span),) = named.items()
        if declines(clause, span):
            return None
        return said.SaidTakePlace(said=clause.text, number=number, asks=clause.asks or describes(clause, span))
    if named:
        return None
    best = [name for name, _ in rows(clause, "best_by") if name in get_args(Measure)]
    if len(best) == 1:
        return said.SaidTakePlace.model_validate({"said": clause.text, "by": best[0], "asks": clause.asks})
    wanted = None if clause.of("day", "length", "money") else number_of(clause.folded, clause.language)
    short = len(clause.folded.split()) <= 8
    if not wanted or wanted > len(view.talk.places) or not short:
        return None
    return said.SaidTakePlace(said=clause.text, number=wanted, asks=clause.asks)


def _misspelt(clause: Clause, view: View) -> dict[int, tuple[int, int]]:
    """Return the proposed town that a word of a clause is almost written as."""
    words = [(m.group(), m.span()) for m in re.finditer(r"\w+", clause.folded)]
    places = list(enumerate(view.talk.places, 1))
    return {n: at for n, one in places for word, at in words if ratio(word, fold(one.name)) >= _ALIKE}


def ideas(clause: Clause, view: View) -> list[Operation] | None:
    """Return the wish for ideas, or for more about one that is on the list."""
    rainy, food = (bool(pattern("itinerary", n, clause.language).search(clause.folded)) for n in ("rainy", "food"))
    number = number_of(clause.folded, clause.language) if view.talk.ideas and not clause.of("day", "people") else None
    if number and number <= len(view.talk.ideas) and len(clause.folded.split()) <= 8:
        return [op.Suggest(said=clause.text, number=number)]
    return list(days_made(said.SaidIdeas(said=clause.text, rainy=rainy, food=food), view))
