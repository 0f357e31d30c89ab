"""Towns between which somebody cannot decide: they are compared by what is known of them, and none is chosen."""

from collections.abc import Mapping, Sequence

from tripintent.state.designer.operations import WhereTo
from tripintent.state.frame import Place, Visit
from tripintent.state.operations import Operation as Said
from tripintent.state.operations import SetSlot, Unclear
from tripintent.state.reading import Operation
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.place_roles import named_places
from tripintent.tools.language.offline.town_words import declines, says
from tripintent.tools.ports.reader import View

_KINDS = (
    "where",
    "choose",
    "show",
    "ask.offer",
    "ask.place",
    "ask.trip",
    "ask.plan",
    "ask.budget",
    "flexible",
    "trip.facts",
)
"""Intents that a question which of several towns is better may be taken for."""
_LIKELY = 0.35


def compared(clauses: Sequence[Clause], said: Sequence[Sequence[Said]], view: View) -> Mapping[int, list[Operation]]:
    """Return the operations of the clauses that compare towns, by their place in the message; none where nothing is compared.

    Compared are towns of which one is meant ("Rome or Florence"), those between which one wavers, those that a question
    which is better is about, and, where it names none, those that are on the table.
    """
    if view.alone not in (None, "DESIGNER"):
        return {}
    own = [_either(ops) for ops in said]
    wonders = [n for n, one in enumerate(clauses) if _wonders(one)]
    towns = next((found for found in own if found), [])
    about = [n for n, found in enumerate(own) if found]
    if not towns:
        about, towns = _wavered(clauses, wonders)
    if not towns and not (wonders and (about := _of_the_table(clauses, wonders, view))):
        return {}
    first = min([*about, *wonders])
    before = view.talk.where or WhereTo()
    update = {"others": False, "than_shown": (), "said": clauses[first].text, "beside": (), "rest": None}
    asked = before.model_copy(update=update | ({"towns": tuple(towns)} if towns else {"asks": bool(view.talk.places)}))
    parts = {n: [one for one in said[n] if not _goes(one)] for n in {*about, *wonders}}
    return {n: [*parts[n], *([asked] if n == first else [])] for n in parts}


def _either(said: Sequence[Said]) -> list[str]:
    """Return the names of the towns of which one is meant."""
    for one in said:
        visits = one.value if isinstance(one, SetSlot) and one.slot == "visits" and isinstance(one.value, tuple) else ()
        places = [visit.place for visit in visits if isinstance(visit, Visit)]
        if len(places) == 1 and (names := _alternatives(places[0])):
            return names
    return []


def _alternatives(place: Place) -> list[str]:
    """Return the towns of "Rome or Florence"; a name with several readings is one town."""
    names = {one.code or one.said: one.name or one.said for one in place.candidates}
    apart = all(one.said.casefold() in place.said.casefold() for one in place.candidates)
    several = len({one.said.casefold() for one in place.candidates}) > 1
    return list(names.values()) if place.code is None and len(names) > 1 and apart and several else []


def _wonders(clause: Clause) -> bool:
    """Tell whether a clause asks which one is better, or by what towns differ."""
    which = says(clause, "which") or says(clause, "best_by") or says(clause, "than_shown")
    return which and clause.asks and (clause.top in _KINDS or clause.chance(_KINDS) >= _LIKELY)


def _wavered(clauses: Sequence[Clause], wonders: Sequence[int]) -> tuple[list[int], list[str]]:
    """Return the clauses that name the towns between which one wavers, and these; none where one alone is left."""
    found: dict[str, str] = {}
    about = list[int]()
    for n, clause in enumerate(clauses):
        torn = says(clause, "torn")
        if not (torn or wonders):
            continue
        for one in named_places(clause, fresh=True):
            at = (one.start - clause.start, one.end - clause.start)
            goes = torn or (one.role in ("unknown", "destination") and not declines(clause, at))
            if goes and one.place.code:
                found.setdefault(one.place.code, one.place.name or one.place.said)
                about += [n] if n not in about else []
    return (about, list(found.values())) if len(found) > 1 else ([], [])


def _of_the_table(clauses: Sequence[Clause], wonders: Sequence[int], view: View) -> list[int]:
    """Return the clauses that ask of towns on the table which is better, where they name none themselves."""
    talk = view.talk
    open_ = talk.taken is None and not view.trip.frame.visits
    there = open_ and (len(talk.places) > 1 or (talk.where is not None and len(talk.where.towns) > 1))
    return [n for n in wonders if there and not clauses[n].of("place") and not says(clauses[n], "others")]


def _goes(one: Said) -> bool:
    """Tell whether an operation says where the journey goes, or asks it."""
    return isinstance(one, SetSlot | Unclear) and one.slot == "visits"
