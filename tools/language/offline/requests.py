"""Requests that no search fulfils: a seat, a meal, a cot, a wheelchair, a car; for which flights, and for whom."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal

from tripintent.state.frame import SpecialRequest
from tripintent.state.operations import Ask, Operation
from tripintent.tools.language.exact.asked_for import To, requests
from tripintent.tools.language.exact.tables import load_data, pattern
from tripintent.tools.language.offline.passage import Passage
from tripintent.tools.places.folding import name_key
from tripintent.tools.places.scan import is_prominent

_REACH = 60
"""Characters of a request's clause that are kept with it."""
_LEAD, _LONG = 3, 8
"""Words that are kept before what is asked for, and words of a clause that is kept whole."""
_CLAUSE = re.compile(r"(?<!\d)\.|[!?;,\n]|\b(?:and|y|et|und|but|so|because)\b")
Leg = Literal["outbound", "return"]


@cache
def _at_hotels() -> dict[str, str]:
    """Return the amenities that requests name in a clause about hotels."""
    table: dict[str, str] = load_data("wishes")["at_hotels"]
    return table


def read_requests(passage: Passage) -> Iterator[Operation]:
    """Yield the requests, each once; of two that overlap the longer one."""
    found: list[tuple[int, int, To, str, re.Match[str]]] = [
        (m.start() - m.end(), m.start(), to, name, m)
        for to, name, rule in requests()
        for m in rule.finditer(passage.text)
    ]
    taken: list[tuple[int, int]] = []
    for _, _, to, name, match in sorted(found, key=lambda one: one[:2]):
        start, end = match.span()
        if any(start < b and a < end for a, b in taken):
            continue
        taken.append((start, end))
        left, right = _bounds(passage, start, end)
        clause = passage.text[left:right]
        amenity = _at_hotels().get(name)
        if amenity and passage.has("stay_noun", clause) and not passage.has("flight", clause):
            yield passage.wants("amenities", (amenity,), (start, end))
            continue
        yield _asked(passage, to, name, (start, end), (left, right))


def _bounds(passage: Passage, start: int, end: int) -> tuple[int, int]:
    left = max((m.end() for m in _CLAUSE.finditer(passage.text, 0, start)), default=0)
    right = _CLAUSE.search(passage.text, end)
    return max(left, start - _REACH), min(right.start() if right else len(passage.text), end + _REACH)


def _asked(passage: Passage, to: To, name: str, span: tuple[int, int], clause: tuple[int, int]) -> Ask:
    turn = passage.turn_of(*span)
    dropped = turn in ("deny", "needless") and not passage.has("denies_right", passage.text[span[0] - 12 : span[0]])
    said = passage.message.text[_first(passage.text, *clause, span[0]) : clause[1]].strip()
    words = passage.text[clause[0] : clause[1]]
    request = SpecialRequest(kind=name, said=said, to=to, legs=_legs(passage, words), who=_who(passage, clause))
    return Ask(request=request, polarity="no_matter" if dropped else "require", **passage.where(*span))


def _first(text: str, left: int, right: int, start: int) -> int:
    """Return where the words of a request begin: with its clause, or a few words before it in a long one."""
    before = [m.start() for m in re.finditer(r"\S+", text[left:start])]
    return left + before[-_LEAD] if len(before) > _LEAD and len(text[left:right].split()) > _LONG else left


def _legs(passage: Passage, words: str) -> tuple[Leg, ...]:
    if pattern("clock", "both", passage.language).search(words):
        return ()
    back = passage.has("back_leg", words)
    out = passage.has("out_leg", words)
    return ("return",) if back and not out else ("outbound",) if out and not back else ()


def _who(passage: Passage, clause: tuple[int, int]) -> tuple[str, ...]:
    """Return for whom: a child, an infant, or who is named behind "for"."""
    found: list[str] = []
    for match in passage.finds("for_whom", passage.text[clause[0] : clause[1]]):
        kinds = [kind for kind in ("child", "infant") if match.groupdict().get(kind)]
        if kinds:
            found += kinds
            continue
        start, end = clause[0] + match.start("name"), clause[0] + match.end("name")
        name = passage.message.text[start:end]
        place = is_prominent(name_key(name)) or passage.message.of("day", "money", start=start, end=end)
        if name[:1].isupper() and not place:
            found.append(name)
    return tuple(dict.fromkeys(found))
