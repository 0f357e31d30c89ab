"""Dates beside a route: "Boston to Lisbon June 14-21, hotel near the river" says when one travels, not when one sleeps."""

import re
from datetime import date
from functools import cache
from itertools import pairwise

from tripintent.tools.language.exact.days import find_dates
from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.language.exact.places import find_spots
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.topic import talks_of_hotels
from tripintent.tools.places.gazetteer import Gazetteer

_PHRASE = re.compile(r"[,;!?\n]|\.(?=\s)|\b(?:and|y|et|und|e)\b")
"""Where one phrase ends and another topic may begin."""
_FROM = re.compile(r"\b(?:from|desde|von|ab|depuis|au depart de|partindo de|saindo de|partenza da)\s+$")


def dates_the_route(message: Message, language: str, gazetteer: Gazetteer, today: date) -> bool:
    """Tell whether a message that speaks of a hotel dates a route, and the hotel stands in a phrase without a date."""
    text = message.open
    if not (talks_of_hotels(text, language) and _names_route(message, language, gazetteer)):
        return False
    dates = find_dates(text, language, today, None)
    return bool(dates) and not any(talks_of_hotels(_phrase_at(text, d.start, d.end), language) for d in dates)


def _names_route(message: Message, language: str, gazetteer: Gazetteer) -> bool:
    spots = [spot for spot in find_spots(message.text, gazetteer) if spot.sure]
    if len(spots) > 1 and any(_FROM.search(message.folded[: spot.start]) for spot in spots):
        return True
    return any(_between(language).fullmatch(message.folded[a.end : b.start]) for a, b in pairwise(spots))


@cache
def _between(language: str) -> re.Pattern[str]:
    words = lexicon(language)
    joints = alternation(["to", "from", *words.cues("destination"), *words.cues("origin")])
    return re.compile(rf"\s*(?:{joints}|->|→|-|–|>)\s*(?:the\s+)?")


def _phrase_at(text: str, start: int, end: int) -> str:
    end -= text[end - 1] == "."  # "April 10." may end its sentence
    before = [m.end() for m in _PHRASE.finditer(text, 0, start)]
    after = _PHRASE.search(text, end)
    return text[before[-1] if before else 0 : after.start() if after else len(text)]
