"""Wishes in clauses: flights, the stay, what no search fulfils, and what is taken back."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tripintent.state.operations import Operation, Want
from tripintent.tools.language.exact.tables import pattern, wish_patterns
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.flight_wishes import read_flight_wishes
from tripintent.tools.language.offline.hotel_wishes import read_hotel_wishes
from tripintent.tools.language.offline.hours import read_hours
from tripintent.tools.language.offline.needs import read_needs
from tripintent.tools.language.offline.passage import Passage
from tripintent.tools.language.offline.requests import read_requests
from tripintent.tools.language.offline.terms import read_price, read_terms

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
