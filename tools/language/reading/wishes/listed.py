"""Wishes by the table ``data/wishes.yaml``: amenities, board, room, and requests that no search fulfils.

The polarity of each is that of its clause (``scope.py``): "a pool" is required, "no pool" and "the pool is not needed" take it
back. One entry of the table is all that a new wish needs.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, Literal

from tripintent.state.frame import SpecialRequest
from tripintent.state.operations import Ask, Operation, Want
from tripintent.tools.language.exact.tables import load_data, wish_patterns
from tripintent.tools.language.reading.cover import Candidate
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.scope import Scopes
from tripintent.tools.language.reading.topic import talks_of_flights, talks_of_hotels
from tripintent.tools.places.folding import fold

_SLOTS = {"amenities": "amenities", "board": "board", "room_types": "room_type"}
_REACH = 60
"""Characters of a request's clause that are kept with it."""
_CLAUSE = re.compile(r"(?<!\d)\.|[!?;,\n]|\b(?:and|y|et|und|but|so|because)\b")
To = Literal["airline", "hotel", "elsewhere", "note"]


@cache
def _requests() -> list[tuple[To, str, re.Pattern[str]]]:
    """Return who can do it, the name, and the words of each request; the words are regular expressions."""
    tables: dict[To, dict[str, str]] = load_data("wishes")["requests"]
    return [
        (to, name, re.compile(r"(?<![\w-])(?:" + "|".join(words.split(" | ")) + r")(?!\w)"))
        for to, table in tables.items()
        for name, words in table.items()
    ]


@cache
def _at_hotels() -> dict[str, str]:
    """Return the amenities that requests name in a clause about hotels."""
    table: dict[str, str] = load_data("wishes")["at_hotels"]
    return table


@cache
def _any_request() -> re.Pattern[str]:
    """One look whether a message holds any request at all."""
    return re.compile("|".join(rule.pattern for _, _, rule in _requests()))


def request_named(text: str) -> tuple[To, str] | None:
    """Return who could fulfil the request that words name, and its words as they were said; None where they name none."""
    folded = fold(text)
    for to, _, rule in _requests():
        if found := rule.search(folded):
            return to, text[found.start() : found.end()]
    return None


def read_wishes(message: Message, language: str, scopes: Scopes, *, stay: bool) -> Iterator[Candidate]:
    """Propose wishes for a stay and requests, each with the polarity of its clause."""
    text = message.folded
    for kind, slot in _SLOTS.items():
        for name, pattern in wish_patterns()[kind]:
            for match in pattern.finditer(text):
                if (kind != "amenities" or stay) and not _of_the_price(match, language):
                    found = tuple(_wanted(slot, name, match, message, scopes))
                    yield Candidate(*match.span(), found, 1.0, "none")
    if _any_request().search(text):
        for to, name, rule in _requests():
            for match in rule.finditer(text):
                amenity = _of_hotels(name, match, message, language)
                wanted = _wanted("amenities", amenity, match, message, scopes) if amenity else ()
                asked = tuple(wanted) or (_asked(to, name, match, message, scopes),)
                yield Candidate(*match.span(), asked, 1.0, "soft")


_AMOUNT = re.compile(
    r"(?:\d\s?(?:€|e|eur\w*|£|\$|usd|us\$|dol\w+|chf|fr\w*|mxn|pesos?|reais|brl)|a testa|a persona|par personne|pro person|por persona"
    r"|por pessoa|(?:pour|per|para|por|fur|en|in) (?:\d+|due|deux|dos|zwei|dois|tous|tutti|todos))[\s,]*$"
)
_EVERYTHING = re.compile(r"tout compris|tutto (?:incluso|compreso)|todo incluido|tudo incluido|alles inklusive")
_SOON = 25
"""Characters behind "everything included" in which the flight is named that the price includes."""


def _of_the_price(match: re.Match[str], language: str) -> bool:
    """Tell "500 € for two, everything included" and "all in, flight and hotel" from all-inclusive board."""
    if not _EVERYTHING.fullmatch(match.group()):
        return False
    behind = _CLAUSE.split(match.string[match.end() :])[0][:_SOON]
    return bool(_AMOUNT.search(match.string[: match.start()]) or talks_of_flights(behind, language))


def _of_hotels(name: str, match: re.Match[str], message: Message, language: str) -> str | None:
    """Return the amenity that a request names in a clause about hotels; None in one about flights, or about neither."""
    amenity: str | None = _at_hotels().get(name)
    start, end = request_clause(message, *match.span()) if amenity else (0, 0)
    clause = message.folded[start:end]
    return amenity if talks_of_hotels(clause, language) and not talks_of_flights(clause, language) else None


def request_clause(message: Message, start: int, end: int) -> tuple[int, int]:
    """Return the words around a request that belong to it: its clause, as far as it is not too long."""
    left = max((m.end() for m in _CLAUSE.finditer(message.folded, 0, start)), default=0)
    right = _CLAUSE.search(message.folded, end)
    return max(left, start - _REACH), min(right.start() if right else len(message.text), end + _REACH)


def _wanted(slot: str, name: str, match: re.Match[str], message: Message, scopes: Scopes) -> Iterator[Operation]:
    start, end = match.span()
    turn = scopes.turn_of(start, end)
    where: dict[str, Any] = {"text": message.text[start:end], "start": start, "end": end, "certainty": 0.9}
    if slot == "board" and turn == "deny" and name == "breakfast":
        yield Want(slot=slot, value="room_only", **where)
    elif turn:
        yield Want(slot=slot, value=(name,) if slot == "amenities" else name, polarity="no_matter", **where)
    else:
        soft = scopes.strength_of(start, end) == "wish"
        value = (name,) if slot == "amenities" else name
        yield Want(slot=slot, value=value, polarity="prefer" if soft else "require", **where)


def _asked(to: To, name: str, match: re.Match[str], message: Message, scopes: Scopes) -> Ask:
    start, end = match.span()
    a, b = request_clause(message, start, end)
    request = SpecialRequest(kind=name, said=message.text[a:b].strip(), to=to)
    dropped = scopes.turn_of(start, end) in ("deny", "needless")
    polarity: Literal["no_matter", "require"] = "no_matter" if dropped else "require"
    return Ask(request=request, polarity=polarity, text=message.text[start:end], start=start, end=end)
