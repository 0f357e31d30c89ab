"""Cabin, trip type and stops: how one wants to fly."""

import re
from collections.abc import Iterator
from functools import cache

from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.language.exact.tables import matches
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.talk.corrections import is_denied

_NOT_THE_CABIN = re.compile(
    r"^\s*(?:trip|trips|travel|meeting|meetings|purposes|center|centre|partner|conference|of\s+\w+ing|hours"
    r"|district|hotel|associate|lounge)\b"
)
_ON_BUSINESS = re.compile(r"\b(?:on|for|some|my|of|in|about|serious|the)\s+$")
_NONSTOP = (
    r"\b(?:(?:don't|do not) want (?:any )?(?:stops?|layovers?|connections?|stopovers?)|(?:avoid"
    r"|hate) (?:any )?(?:stops|layovers|connections|stopovers)|non[- ]?stop|direct(?:ly)?(?:\s+(?:flights?|only"
    r"|one|route|please))?|zero stops?|0 stops?|no (?:flights? with (?:any |a )?)?(?:stops?"
    r"|layovers?|connections?|stopovers?)|without (?:any )?(?:stops?|layovers?|connections?|a layover|stopovers?)"
    r"|straight through)\b(?!\s+(?:longer|over|more|of more|exceeding|bus|train|deposit|contact))"
)
_MOST_STOPS = 2
_PLURAL_CLAUSE = re.compile(r"\b(?:or|and|both|either)\b")


@cache
def _cabins(language: str) -> list[tuple[str, re.Pattern[str]]]:
    return [
        (cabin, re.compile(r"\b" + alternation(words) + r"\b"))
        for cabin, words in lexicon(language).tables("cabins").items()
    ]


@cache
def _trip_types(language: str) -> list[tuple[str, re.Pattern[str]]]:
    words = lexicon(language)
    return [
        (name, re.compile(r"\b" + alternation(words.phrases(name)) + r"\b"))
        for name in ("round_trip", "one_way", "multi_city")
    ]


@cache
def _nonstop(language: str) -> re.Pattern[str]:
    foreign = lexicon(language).cues("nonstop")
    return re.compile(_NONSTOP + (r"|\b" + alternation(foreign) + r"\b" if foreign else ""))


def read_cabin(message: Message, language: str) -> Iterator[SlotValue]:
    """Yield ``cabin``; two cabins joined by "or" are no choice."""
    found: list[SlotValue] = []
    for cabin, pattern in _cabins(language):
        for match in pattern.finditer(message.open):
            if cabin in {"business", "first"} and not _means_cabin(message.open, match):
                continue
            found.append(SlotValue("cabin", cabin, *match.span()))
            message.take(*match.span(), soft=True)
    found = sorted((c for c in found if not is_denied(message, c.start)), key=lambda c: c.start)
    if len({c.value for c in found}) > 1:
        between = message.folded[found[0].end : found[-1].start]
        lead = message.folded[max(0, found[0].start - 12) : found[0].start]
        if (_PLURAL_CLAUSE.search(between) and "not" not in between and "instead" not in between) or re.search(
            r"\b(?:both|either)\b", lead
        ):
            return
    yield from found[-1:]


def _means_cabin(text: str, match: re.Match[str]) -> bool:
    if match.group() != "business":
        return True
    return not _NOT_THE_CABIN.match(text[match.end() :]) and not _ON_BUSINESS.search(text[: match.start()])


def read_trip_type(message: Message, language: str) -> Iterator[SlotValue]:
    """Yield ``trip_type``; both types joined by "or" are no choice."""
    found: list[SlotValue] = []
    for name, pattern in _trip_types(language):
        found += [SlotValue("trip_type", name, *match.span()) for match in pattern.finditer(message.open)]
    found = sorted((c for c in found if not any(map(c.within, found))), key=lambda c: c.start)
    if len({c.value for c in found}) > 1 and re.search(r"\bor\b", message.folded[found[0].end : found[-1].start]):
        return
    for claim in found:
        if "return" not in message.folded[claim.start : claim.end]:
            message.take(claim.start, claim.end, soft=True)
    yield from found[-1:]


def read_stops(message: Message, language: str) -> Iterator[SlotValue]:
    """Yield ``max_stops`` when the traveller limits them."""
    match = _nonstop(language).search(message.open)
    if match:
        yield SlotValue("max_stops", 0, *match.span())
        return
    for match in matches("stops", "most", language, message.open):
        number = lexicon(language).number(match["n"])
        stops = 1 if number is None else number  # "a single", "una sola"
        if 0 < stops <= _MOST_STOPS:
            yield SlotValue("max_stops", stops, *match.span())
            return
