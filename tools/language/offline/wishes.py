"""Wishes in clauses: flights, the stay, terms of fares and rooms, requests that no search fulfils, and what is taken back."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, Literal

from tripintent.state.frame import SpecialRequest
from tripintent.state.operations import Ask, Operation, Want
from tripintent.tools.language.exact.asked_for import To, requests
from tripintent.tools.language.exact.tables import load_data, matches, pattern, wish_patterns
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.flight_wishes import read_flight_wishes
from tripintent.tools.language.offline.hotel_wishes import read_hotel_wishes
from tripintent.tools.language.offline.hours import read_hours
from tripintent.tools.language.offline.needs import read_needs
from tripintent.tools.language.offline.passage import Passage
from tripintent.tools.places.folding import name_key
from tripintent.tools.places.scan import is_prominent

if TYPE_CHECKING:
    from tripintent.tools.language.offline.known import Known


_LOOSENED = {
    "airlines": ("airlines",),
    "cabin": ("cabin",),
    "stars": ("stars",),
    "max_hours": ("max_hours",),
    "times": ("depart_window", "arrive_window", "return_window", "return_arrive_window"),
    "amenities": ("amenities",),
    "refundable": ("refundable", "refundable_hotel"),
    "area": ("area",),
}
"""Wishes that a traveller may take back, each a row of the grammar, and its slots."""
_TASTES = {"cuisines": "food_words", "house_rules": "rule_words"}
"""Wishes of a list that stand only in a sentence about such things."""


def read_wishes(clauses: Sequence[Clause], known: "Known") -> list[Operation]:
    """Return what clauses wish for flights and the stay, and what they take back."""
    if not clauses:
        return []
    passage = Passage(clauses)
    lifted = list(_lifted(passage))
    slots = {getattr(one, "slot", "") for one in lifted}
    found = [
        *read_needs(passage, known),
        *read_flight_wishes(passage, known),
        *read_terms(passage),
        *read_price(passage),
        *read_hours(passage, known),
        *read_hotel_wishes(passage, known),
        *read_requests(passage),
        *_tastes(passage),
        *_interests(passage),
    ]
    return [*lifted, *(one for one in found if getattr(one, "slot", None) not in slots)]


def _lifted(passage: Passage) -> Iterator[Operation]:
    """Yield the slots that no longer matter ("any airline is fine", "egal welche Klasse")."""
    for concept, slots in _LOOSENED.items():
        match = pattern("loosened", concept, passage.language).search(passage.text)
        match = match or next(passage.finds(f"any_{concept}"), None)
        match = None if match and _has_exception(passage, *match.span()) else match
        for slot in slots if match else ():
            where = passage.where(*match.span()) if match else {}
            yield Want(slot=slot, polarity="no_matter", **where)


def _has_exception(passage: Passage, start: int, end: int) -> bool:
    """Tell whether something is named that does not do: "any airline but Ryanair"."""
    return any(r.turn == "except" and r.cue < end and start < r.start for r in passage.reaches)


def _tastes(passage: Passage) -> Iterator[Operation]:
    """Yield cuisines and house rules, each from the marks around a word for food or for rules."""
    for slot, cue in _TASTES.items():
        names: list[str] = []
        spans: list[tuple[int, int]] = []
        for name, rule in wish_patterns()[slot]:
            for match in rule.finditer(passage.text):
                left = max(passage.text.rfind(mark, 0, match.start()) for mark in ".!?\n") + 1
                right = min(i for mark in ".!?\n" if (i := f"{passage.text}\n".find(mark, match.end())) >= 0)
                sentence = passage.text[left:right]
                no_rule = passage.text[: match.start()].endswith(("non-", "non ", "no "))
                flown = slot == "cuisines" and passage.has("airline_behind", "<" + passage.text[match.end() :][:16])
                if passage.has(cue, sentence) and not no_rule and not flown:
                    names.append(name)
                    spans.append(match.span())
                    break
        if names:
            start, end = min(a for a, _ in spans), max(b for _, b in spans)
            turn = passage.turn_of(*spans[0]) if slot == "cuisines" else None
            yield passage.wants(slot, tuple(names), (start, end), "avoid" if turn == "deny" else "require")


def _interests(passage: Passage) -> Iterator[Operation]:
    """Yield what one likes to see and do, or does not, beside a word of liking."""
    for polarity, cue in (("require", "likes"), ("avoid", "dislikes")):
        for match in pattern("itinerary", cue, passage.language).finditer(passage.text):
            if cue == "likes" and passage.turn_of(*match.span()):
                continue
            _, right = passage.bounds(*match.span())
            clause = passage.text[match.end() : right]
            named = [name for name in _INTERESTS if passage.has(f"interest_{name}", clause)]
            if named:
                yield passage.wants(
                    "interests", tuple(named), match.span(), "avoid" if polarity == "avoid" else "require"
                )


_INTERESTS = ("food", "history", "art", "nature", "music", "shopping", "beach", "nightlife")


def read_terms(passage: Passage) -> Iterator[Operation]:
    """Yield whether money has to come back, of the hotel alone where its words say so; fares that are not wanted."""
    for match in passage.finds("fares_basic"):
        if passage.turn_of(*match.span()) in ("deny", "except"):
            yield passage.wants("fares", ("basic",), match.span(), "avoid")
    for name, value in (("refund_not", False), ("refundable", True)):
        for match in passage.finds(name):
            left, right = passage.bounds(*match.span())
            behind = " ".join(passage.text[match.end() : right].split()[:3])
            near = behind if passage.has("stay_noun", behind) else passage.text[left : match.start()]
            hotel = passage.has("stay_noun", near) and not passage.has("flight", near)
            cue_inside = any(match.start() <= r.cue < match.end() for r in passage.reaches)
            turned = not cue_inside and passage.turn_of(*match.span())
            slot = "refundable_hotel" if hotel else "refundable"
            yield passage.sets(slot, value != bool(turned), match.span())
            return


def read_price(passage: Passage) -> Iterator[Operation]:
    """Yield "as cheap as possible"; cheap days are another matter."""
    days = [m.span() for m in matches("changes", "cheapest_days", passage.language, passage.text)]
    said = pattern("needs", "price_first", passage.language).search(passage.text)
    if said and not any(a < said.end() and b > said.start() for a, b in days) and not passage.turn_of(*said.span()):
        yield passage.sets("price_first", value=True, span=said.span())
    for match in passage.finds("no_transfer"):
        yield passage.sets("avoid_self_transfer", value=True, span=match.span())
        return


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
