"""Visits: the destinations in order, each with its nights and the way of getting there."""

import re
from functools import cache
from typing import NamedTuple

from tripintent.state.frame import Frame, Place, Visit
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.places.names import LASTING, PlaceMention, day_behind
from tripintent.tools.language.reading.wishes.modes import modes_to

_BEFORE = r"\b(?P<n>%num%|%a%)\s*(?P<unit>%night%|%day%|%week%)?\s+(?:each\s+)?(?:in|at|a|en|nach|em|à)\s+$"
_LASTING = rf"(?:{LASTING}|pendant)"
_NIGHTS = r"(?P<n>%num%|%a%)\s*(?P<unit>%night%|%day%|%week%)"
_BEHIND = rf"^\s*(?:\(|,|:|-)?\s*(?:{_LASTING}\s+)?(?:about\s+)?{_NIGHTS}"
_DATED = rf"^\s*,?\s*{_LASTING}\s+{_NIGHTS}"
"""Nights behind the day of a place: "to Paris on May 3 for 3 nights"."""
_FOR = r"^\s+for\s+(?P<n>%num%)(?P<unit>)(?=\W*(?:$|[,.;]|and\b|then\b))"
"""A bare "for 4": nights where another visit has them."""
_DIRECT = r"\b(?P<n>%num%)\s*(?P<unit>%night%|%day%|%week%)?\s+(?:%of%\s+)?$"
"""Nights right before a place in a list of them: "5 nights Lisbon, 4 Madrid"."""
_CITY = r"(?:city|stop|place|town|destination|ville|etape|ciudad|cidade|parada|stadt|ort|citta|tappa)"
_ONE_BY_ONE = (
    rf"(?:each|apiece|cada un[ao]|chacune?|ciascun[ao]|(?:per|par|por|pro) {_CITY}"
    r"|(?:in|at|for|en|dans|em|a) (?:each|every|both|cada|chaque|jede[rmn]?|ogni|ciascuna))\b(?!\s+way)"
)
_EACH = (rf"\b{_NIGHTS}\s+{_ONE_BY_ONE}", rf"\bje(?:weils)?\s+{_NIGHTS}")
"""The same length for every stop: "3 nights each", "2 noches en cada ciudad", "je 3 Nächte"."""


class NightsSaid(NamedTuple):
    """The nights of one visit and the words that say them."""

    nights: int
    start: int
    end: int


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], ...]:
    words = lexicon(language)
    return (
        words.compile(_BEFORE),
        words.compile(_BEHIND),
        words.compile(_FOR),
        words.compile(r"%night%"),
        words.compile(_DIRECT),
        words.compile(_DATED),
    )


@cache
def _everywhere(language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(map(lexicon(language).compile, _EACH))


def nights_at(message: Message, language: str, place: PlaceMention) -> NightsSaid | None:
    """Return the nights said beside a place ("3 nights in Rome", "Kyoto 4 nights"); a bare number needs "in" behind it."""
    before, behind, bare, night, direct, dated = _patterns(language)
    lead = message.folded[max(0, place.start - 30) : place.start]
    match = before.search(lead)
    if match and (match["unit"] or _listed_number(lead[: match.start()])):
        offset = place.start - len(lead)
        return _nights(match, language, offset)
    match = direct.search(lead)
    if match and (match["unit"] or (night.search(message.folded[: place.start]) and _begins(lead[: match.start()]))):
        return _nights(match, language, place.start - len(lead))
    after = message.folded[place.end : place.end + 30]
    match = behind.match(after) or (bare.match(after) if night.search(message.folded[: place.start]) else None)
    if match:
        return _nights(match, language, place.end)
    day = day_behind(message, place.end)
    match = dated.match(message.folded[day : day + 30]) if day else None
    return _nights(match, language, day) if match and day else None


def nights_everywhere(message: Message, language: str) -> NightsSaid | None:
    """Return the nights said of every stop at once ("3 nights each")."""
    found = filter(None, (pattern.search(message.folded) for pattern in _everywhere(language)))
    match = next(found, None)
    return _nights(match, language, 0) if match else None


def _listed_number(lead: str) -> bool:
    return bool(re.search(r"(?:,|\band|\bthen)\s*$", lead))


def _begins(lead: str) -> bool:
    return not lead.strip() or _listed_number(lead)


def _nights(match: re.Match[str], language: str, offset: int) -> NightsSaid | None:
    words = lexicon(language)
    count = words.number(match["n"]) or 1
    unit = match["unit"] or ""
    weeks = bool(unit) and bool(re.fullmatch(words.part("week"), unit))
    return NightsSaid(count * 7 if weeks else count, offset + match.start(), offset + match.end())


def visits_of(message: Message, language: str, places: list[PlaceMention], frame: Frame) -> tuple[Visit, ...]:
    """Return the visits to some places, with nights and modes; what was said before about a place is kept."""
    visits: list[Visit] = []
    same = nights_everywhere(message, language) if len(places) > 1 else None
    for place, by in zip(places, modes_to(message, places, language), strict=True):
        said = same or (nights_at(message, language, place) if len(places) > 1 or frame.visits else None)
        visits.append(_kept(Visit(place=place.place, nights=said.nights if said else None, mode=by), frame))
    return tuple(visits)


def _kept(visit: Visit, frame: Frame) -> Visit:
    for old in frame.visits:
        if is_same(old.place, visit.place):
            said = {name: value for name in Visit.model_fields if (value := getattr(visit, name)) is not None}
            return old.model_copy(update=said)
    return visit


def is_same(a: Place, b: Place) -> bool:
    """Tell whether two places are one, by code or by name."""
    return (a.code is not None and a.code == b.code) or (a.name or a.said).casefold() == (b.name or b.said).casefold()
