"""Wishes of a guest beside the days of a stay: a dog, a cot, an arrival late at night. They are kept for the people of the house."""

from collections.abc import Iterable

from tripintent.state.concierge.front import Wished
from tripintent.state.travellers import OF_HOTEL
from tripintent.tools.front_desk.clauses import Clause
from tripintent.tools.front_desk.hearing import ROOMS
from tripintent.tools.knowledge.text import fold, glossary
from tripintent.tools.language.exact.asked_for import requests
from tripintent.tools.language.exact.clock import find_times

NO_WISHES = ROOMS | {"price", "hours", "child", "person", "confirm", "checkout", "complaint", "discount"}
"""Concepts of the stay itself, and of talk about it: by themselves they wish for nothing beside it."""


def wished(clauses: Iterable[Clause]) -> tuple[Wished, ...]:
    """Return what clauses wish for beside the room: a request that hotels know, an hour of arrival, or a thing of the house."""
    found = [Wished(text=one.text, kind=kind) for one in clauses if not one.denied and (kind := _kind(one))]
    return tuple({one.text: one for one in found}.values())


def _kind(clause: Clause) -> str:
    named = next((name for _, name, rule in requests() if rule.search(clause.folded)), "")
    if named:
        return named if named in OF_HOTEL else "other"
    thing = glossary().concepts(fold(clause.text)) - NO_WISHES
    return "other" if thing or find_times(clause.folded) else ""
