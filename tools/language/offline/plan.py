"""Operations of a clause on the plan of days: on its entries, on the whole, and the plan that begins ("start an itinerary for Barcelona").

They are made through the entries that a model writes, so both mean the same.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import timedelta

from tripintent.state.derived import shown_ranking
from tripintent.state.designer import operations as op
from tripintent.state.designer.operations import SetTrip
from tripintent.state.frame import When
from tripintent.state.operations import SetSlot, Want
from tripintent.state.planning.operations import Documents
from tripintent.state.reading import Operation
from tripintent.tools.language.exact.tables import matches, pattern
from tripintent.tools.language.offline import plan_edits, plan_out, plan_swaps, where
from tripintent.tools.language.offline import said_days as said
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.needs import kinds_after, likes_in, pace_in
from tripintent.tools.language.offline.plan_entries import (
    matched,
    name_in,
    said_without,
    short_names,
)
from tripintent.tools.language.offline.plan_made import Made, limits, made, own, says
from tripintent.tools.language.offline.plan_out import each_day, freed
from tripintent.tools.language.offline.plan_when import WORDS, Timing, bounds
from tripintent.tools.language.offline.words import has
from tripintent.tools.ports.reader import View


def whole(clause: Clause, view: View) -> Made:
    """Return the move of all days or the name of the trip; None where there is no plan or a part of it is meant."""
    if not own(view.plan.live) or shown_ranking(view.trip) is not None or clause.asks or clause.denied:
        return None
    name = _name(clause)
    if name:
        return [op.Rename(said=clause.text, name=name)]
    timing = Timing(clause, view)
    days = timing.length[2].days if timing.length else 0
    if not days or timing.days or not says("everything", clause):
        return None
    earlier = has("earlier", clause.language, clause.folded, WORDS)
    return [op.ShiftAll(said=clause.text, days=-days if earlier else days)]


def _name(clause: Clause) -> str:
    """Return the name that the whole trip gets ("call the whole trip Tuscany with Anna")."""
    for hit in matches("itinerary", "rename", clause.language, clause.folded):
        if hit["what"] and pattern("itinerary", "trip", clause.language).search(hit["what"]):
            start, end = (clause.start + at for at in hit.span("name"))
            return clause.message.text[start:end].strip(" .!\"'")
    return ""


def _plan(clause: Clause, view: View) -> Made:
    if stays_free := _nothing_on(clause, view):
        return stays_free
    again = has("again", clause.language, clause.folded, WORDS)
    if clause.denied and not again:  # "no whole plan, just ideas"
        return made(view, [said.SaidIdeas(said=clause.text, rainy=says("rainy", clause), food=says("food", clause))])
    plan = said.SaidPlan(
        said=clause.text,
        days=tuple(_range(Timing(clause, view))),
        again=again,
        rainy=says("rainy", clause),
        less_walking=says("less_walking", clause),
        fewer=kinds_after("fewer", clause.folded, clause.language),
        more=kinds_after("more_of", clause.folded, clause.language),
    )
    return made(view, [plan])


def _nothing_on(clause: Clause, view: View) -> Made:
    """Return the day, or the part of it, for which nothing is to be planned: "don't plan anything for Friday afternoon"."""
    timing = Timing(clause, view)
    denied = clause.denied and has("nothing", clause.language, clause.folded, WORDS)
    return made(view, freed(clause, timing)) if denied and timing.day and not clause.asks else None


def _range(timing: Timing) -> Iterable[str]:
    """Return the days that are named; "days 4 to 6" are three."""
    many = re.search(
        r"(?<!\w)(?:days|tage|jours|dias|giorni)\s+(\d{1,2})\s*(?:-|–|\w{1,5})\s*(\d{1,2})(?!\w)", timing.clause.folded
    )
    first, last = timing.trip
    if many and first and last:
        numbers = range(int(many[1]), min(int(many[2]), (last - first).days + 1) + 1)
        return [(first + timedelta(days=n - 1)).isoformat() for n in numbers]
    return each_day([one for one in timing.days if not one.declined] or timing.days)


def _wish(clause: Clause, view: View) -> Made:
    language, timing = clause.language, Timing(clause, view)
    likes, dislikes = likes_in(clause.folded, language, denied=clause.denied)
    pace = pace_in(clause.folded, language)
    diet, needs = (
        tuple(dict.fromkeys(m.group() for m in pattern("itinerary", n, language).finditer(clause.folded)))
        for n in ("diet", "needs")
    )
    rainy, less = says("rainy", clause), says("less_walking", clause)
    fewer, more = kinds_after("fewer", clause.folded, language), kinds_after("more_of", clause.folded, language)
    planned = any(s.type == "ACTIVITY" for s in view.plan.live)
    entries: list[said.SaidOfDays] = []
    if says("free", clause) and timing.day:
        return made(view, freed(clause, timing))
    found: list[Operation] = [
        clause.made(Want, slot="interests", value=values, polarity=polarity)
        for values, polarity in ((likes, "require"), (dislikes, "avoid"))
        if values
    ]
    if pace or diet or needs:
        entries.append(said.SaidLikes(said=clause.text, pace=pace, diet=diet, needs=needs))
    if (rainy or less or (planned and (fewer or more or (pace and timing.days)))) and (planned or bounds(view)[0]):
        entries.append(
            said.SaidPlan(
                said=clause.text,
                days=tuple(_range(timing)),
                again=True,
                rainy=rainy,
                less_walking=less,
                fewer=fewer,
                more=more,
            )
        )
    return [*found, *(made(view, entries) or [])] or None


def _ask(clause: Clause, view: View) -> Made:
    if stays_free := _nothing_on(clause, view):
        return stays_free
    timing, language = Timing(clause, view), clause.language
    rows = (
        ("clashes", "clashes"),
        ("missing", "whole"),
        ("nights", "nights"),
        ("hours", "hours_open"),
        ("hotel", "hotel"),
        ("way_home", "home"),
    )
    about = next((name for name, row in rows if says(row, clause)), None)
    if says("rainy", clause) and clause.asks:
        return made(view, [said.SaidIdeas(said=clause.text, rainy=True)])
    days = list(_range(timing))
    found, _ = matched(said_without(timing), view, language)
    one = short_names(found, view)[0] if len(found) == 1 else None
    if about is None:
        about = (
            "entry"
            if one
            else "day"
            if timing.day
            else "entry"
            if says("when", clause) and name_in(timing)[:1].isupper()
            else "all"
        )
    if about == "day" and len(days) > 1:
        return made(view, [said.SaidAskPlan(said=clause.text, about="day", day=day) for day in days])
    fields = {"said": clause.text, "about": about, "day": timing.day, "entry": one if about == "entry" else None}
    return made(view, [said.SaidAskPlan.model_validate(fields)])


PLAN: Mapping[str, Callable[[Clause, View], Made]] = {
    "days.plan": _plan,
    "days.wish": _wish,
    "entry.add": plan_edits.add,
    "entry.move": plan_edits.move,
    "entry.remove": plan_out.remove,
    "entry.swap": plan_swaps.swap,
    "ideas": where.ideas,
    "where": where.where,
    "ask.plan": _ask,
    "plan.whole": whole,
    "plan.limits": limits,
}
"""The reader of each kind of clause; it returns None where the words do not fit."""


def begun(
    clause: Clause, made: Sequence[Operation] | None, journey: Sequence[Operation], view: View
) -> list[Operation] | None:
    """Return the plan that begins where an itinerary is ordered in one breath with town or days, and no documents are spoken of."""
    facts = [one for one in journey if isinstance(one, SetSlot)]
    days = {one.slot: one.value.day for one in facts if isinstance(one.value, When)}
    start, end = days.get("depart"), days.get("return_")
    named = any(one.slot == "visits" for one in facts) or (start and end)
    alone = all(isinstance(one, Documents) and one.actions == ("itinerary",) for one in made or ())
    if not (made and alone and named) or view.system == "PLANNING" or view.alone == "PLANNING":
        return None
    return [*facts, SetTrip(said=clause.text, start=start, end=end)]
