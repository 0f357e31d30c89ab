"""Where to go: the wish for a town to be proposed, what it should be like, and the choice of one that was."""

import re
from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from babel.dates import get_month_names

from tripintent.state.designer.operations import SetTrip, TakePlace, WhereTo
from tripintent.state.designer.where import BANDS, Band
from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.reading.itinerary.setup import comes_from
from tripintent.tools.places.folding import fold
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.itinerary_reader import DesignHearing

_NUMBER = re.compile(r"^\W*(?:\w+\s+){0,4}?(?:#|no\.? ?)?([1-9])\b(?!\s*(?:[.,:]?\d|[€$£%]|\w))")
_DECLINED = re.compile(
    r"\b(?:not?|but|except|without|nicht|kein|ausser|pas|sauf|sans|nao|sin|menos|excepto|non|senza|tranne|exceto|sem)\b[\w' ]{0,12}$"
)
_REACH = 40
"""Characters between "somewhere" and what it should be like."""
_SHORT = 6
"""Words of a choice by number: in a longer message a number or "the second" is something else."""


class _Words(NamedTuple):
    ask: re.Pattern[str]
    some: re.Pattern[str]
    near: re.Pattern[str]
    others: re.Pattern[str]
    climate: tuple[tuple[Band, re.Pattern[str]], ...]
    likes: tuple[tuple[str, re.Pattern[str]], ...]
    ordinals: tuple[tuple[int, re.Pattern[str]], ...]
    dated: re.Pattern[str]


@cache
def _words(language: str) -> _Words:
    """Return the words of one language."""
    raw = read_words(language, "where")
    climate: tuple[tuple[Band, re.Pattern[str]], ...] = tuple((band, _word(raw["climate"][band])) for band in BANDS)
    likes = tuple((like, _word(text)) for like, text in raw["likes"].items())
    like_what = "|".join((*raw["climate"].values(), *raw["likes"].values(), raw["near"], raw["go"]))
    some = re.compile(rf"\b(?:{raw['some']})\b.{{0,{_REACH}}}?\b(?:{like_what})\b")
    ordinals = read_words(language, "commands")["ordinals"].split("|")
    numbered = tuple((n, _word(fold(text.strip()).replace("/", "|"))) for n, text in enumerate(ordinals[:3], 1))
    asks = re.compile("|".join(rf"\b(?:{pattern})" for pattern in raw["ask"]))
    months = "|".join(fold(name) for name in get_month_names(locale=language).values())
    dated = _word(f"{months}|{raw['go']}")
    return _Words(asks, some, _word(raw["near"]), _word(raw["others"]), climate, likes, numbered, dated)


def _word(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b")


def wonders(text: str) -> bool:
    """Tell whether words of any language ask where one could go."""
    folded = fold(text)
    return any(_wonders(folded, _words(language)) for language in LANGUAGES)


def _wonders(folded: str, words: _Words) -> bool:
    return bool(words.ask.search(folded) or words.some.search(folded))


def read_going(hearing: DesignHearing, gazetteer: Gazetteer) -> WhereTo | TakePlace | SetTrip | None:
    """Return the wish for a place to go, more about an open one, or the town: one that was proposed or one's own."""
    text, language = hearing.text, hearing.language
    chosen = read_chosen(text, language, hearing.places) if hearing.places else None
    if chosen:
        return chosen
    places = [(spot, gazetteer.place(text, spot)) for spot in gazetteer.scan(text) if spot.sure]
    named = [(bool(_DECLINED.search(fold(text[: s.start]))), p.country) for s, p in places if p.kind == "country"]
    countries = [country for declined, country in named if country and not declined]
    declined = tuple(country for declined, country in named if country and declined)
    found = read_where(text, language, countries)
    if found or not hearing.where:
        return found.model_copy(update={"not_in": declined}) if found else None
    if declined:
        not_in = tuple(dict.fromkeys((*hearing.where.not_in, *declined)))
        return hearing.where.model_copy(update={"not_in": not_in, "said": text})
    towns = [text[s.start : s.end] for s, p in places if p.kind in ("city", "metro", "airport", "region")]
    starts = hearing.asked == "origin" and all(p.kind != "region" for _, p in places)
    if towns and not starts and not comes_from(fold(text)):
        return SetTrip(destination=towns[-1], said=text)
    return read_refinement(text, language, hearing.where, countries)


def read_where(text: str, language: str, countries: Sequence[str]) -> WhereTo | None:
    """Return the wish for a place to go; ``countries`` are those that the words name as a place to look in."""
    folded, words = fold(text), _words(language)
    return _wish(folded, words, countries, text) if _wonders(folded, words) else None


def read_refinement(text: str, language: str, before: WhereTo, countries: Sequence[str]) -> WhereTo | None:
    """Return an open wish with what more was said of it; None where nothing was."""
    folded, words = fold(text), _words(language)
    new = _wish(folded, words, countries, text)
    said = {name: value for name in ("climate", "near", "likes", "countries") if (value := getattr(new, name))}
    others = bool(words.others.search(folded))
    return before.model_copy(update={**said, "others": others, "said": text}) if said or others else None


def read_chosen(text: str, language: str, places: Sequence[str]) -> TakePlace | None:
    """Return which of the proposed towns was chosen: by number, by its place in the list, or by name."""
    folded, words = fold(text), _words(language)
    named = [n for n, place in enumerate(places, 1) if re.search(rf"\b{re.escape(fold(place))}\b", folded)]
    if not named and (len(folded.split()) > _SHORT or words.dated.search(folded)):
        return None
    placed = [n for n, pattern in words.ordinals if pattern.search(folded)]
    counted = [int(found[1])] if (found := _NUMBER.search(folded)) else []
    chosen = named or placed or counted
    return TakePlace(number=chosen[0], said=text) if len(chosen) == 1 else None


def _wish(folded: str, words: _Words, countries: Sequence[str], said: str) -> WhereTo:
    bands: list[Band] = [band for band, pattern in words.climate if pattern.search(folded)]
    if "mild" in bands:
        bands = ["mild"]
    likes = tuple(like for like, pattern in words.likes if pattern.search(folded))
    near = bool(words.near.search(folded))
    return WhereTo(climate=tuple(bands), near=near, likes=likes, countries=tuple(countries), said=said)
