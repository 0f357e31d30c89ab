"""Removals from the plan: entries by name, those of days, or all but a few; and days that stay free."""

import re
from collections.abc import Iterable
from datetime import timedelta

from tripintent.state.designer import operations as op
from tripintent.state.designer.segments import Segment
from tripintent.tools.language.exact.tables import phrases
from tripintent.tools.language.offline import said_days as said
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.plan_entries import clears, matched, meant, name_in, said_without, short_names
from tripintent.tools.language.offline.plan_made import THINGS, Made, made, of_day, own, says, unclear
from tripintent.tools.language.offline.plan_when import WORDS, DayAt, Timing
from tripintent.tools.language.offline.words import cue, has, is_small
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.reader import View

_LONGEST = 60
_BEFORE = 12
"""Characters before a day or an entry that say that it is the one that stays."""


def each_day(days: Iterable[DayAt]) -> list[str]:
    """Return every day that is named, those of a range too, once each and in their order."""
    found = [
        (one.day + timedelta(days=n)).isoformat()
        for one in days
        for n in range(min(((one.until or one.day) - one.day).days, _LONGEST) + 1)
    ]
    return list(dict.fromkeys(found))


def remove(clause: Clause, view: View) -> Made:
    """Return what is taken out: entries by name, all of some days, or all of the plan; what is to stay is named with it."""
    timing, language = Timing(clause, view), clause.language
    if has("keep", language, clause.folded, WORDS) or clause.supposed:
        return None
    days = each_day(one for one in timing.days if not _stays(one, timing)) or each_day(timing.days)
    text, staying = _parted(timing)
    named_one = matched(text, view, language)[0]
    name = cue("clear", language, WORDS).sub(" ", fold(name_in(timing, text)))
    if not named_one and no_thing(name, language):
        if days and (says("free", clause) or clears(clause) or _all(timing) or timing.part or bare_free(clause)):
            return _of_days(timing, days)
        if not timing.days and (_all(timing) or clears(clause) or has("proposals", language, clause.folded, WORDS)):
            return _all_but(timing, staying)
    if named_one and (staying or _only_named(text, named_one, view, language)):
        return None  # what stays is named, and no word says which of the others go
    found = _several(timing) or own(meant(timing, words=text, day=days[-1] if days else None, hours=True))
    if not found:
        return None
    same = own(s for s in named_one if (s.start_datetime or "")[:10] in days) if len(days) > 1 else ()
    found = same or found
    if len(found) > 1 and not has("all", language, clause.folded, WORDS) and not same and not _several(timing):
        return [op.Remove(said=clause.text, target=unclear(found, clause))]
    return made(view, [said.SaidRemove(said=clause.text, entries=short_names(found, view))])


def _only_named(text: str, found: Iterable[Segment], view: View, language: str) -> bool:
    """Tell whether the entries that are named are the only ones to stay: "leave only the gallery on Friday"."""
    folded = fold(text)
    names = [fold(name) for name in short_names(own(found), view)]
    starts = [at for name in names if (at := folded.find(name.split()[0] if name else name)) >= 0]
    return bool(starts) and _ends_in_only(folded[: min(starts)], language)


def freed(clause: Clause, timing: Timing) -> list[said.SaidOfDays]:
    """Return the days, or the part of them, that stay free."""
    part = timing.part or "day"
    return [said.SaidFree(said=clause.text, day=day, part=part) for day in each_day(timing.days)]


def bare_free(clause: Clause) -> bool:
    """Tell whether nothing but "free" is said of a day: "Tuesday free too"."""
    return has("free_word", clause.language, clause.folded, WORDS)


def no_thing(name: str, language: str) -> bool:
    """Tell whether words name no thing or place: only the plan itself, its proposals, or small words."""
    left = cue("plan_words", language, WORDS).sub(" ", fold(name))
    return all(is_small(word, language) for word in re.findall(r"[^\W_]+", left))


def _all(timing: Timing) -> bool:
    return has("all", timing.clause.language, timing.clause.folded, WORDS) or says("everything", timing.clause)


def _stays(day: DayAt, timing: Timing) -> bool:
    """Tell whether a day is where something stays: "off Friday, only Thursday"."""
    before = timing.clause.message.folded[timing.clause.start : day.start]
    return _ends_in_only(before, timing.clause.language)


def _ends_in_only(before: str, language: str) -> bool:
    """Tell whether the words before something say that it alone stays, with one word between at most: "only the"."""
    only = list(cue("only", language, WORDS).finditer(before[-_BEFORE:]))
    return bool(only) and len(before[-_BEFORE:][only[-1].end() :].split()) <= 1


def _parted(timing: Timing) -> tuple[str, str]:
    """Return the words for what goes, and those for what stays: "all except the zoo", "empty it and keep only the zoo"."""
    text = said_without(timing)
    for hit in cue("stays", timing.clause.language, WORDS).finditer(fold(text)):
        if hit.start() and matched(text[hit.end() :], timing.view, timing.clause.language)[0]:
            return text[: hit.start()], text[hit.end() :]
    return text, ""


def _of_days(timing: Timing, days: list[str]) -> Made:
    """Return all of the days, or of a part of them, taken out; they stay free where the words say so."""
    clause, view = timing.clause, timing.view
    free = says("free", clause) or (bare_free(clause) and not clears(clause))
    entries: list[said.SaidOfDays] = []
    for day in days:
        found = of_day(view, day, timing.part)
        if found and not free:
            entries.append(said.SaidRemove(said=clause.text, entries=short_names(found, view)))
        elif free or clears(clause):
            entries.append(said.SaidFree(said=clause.text, day=day, part=timing.part or "day"))
    return made(view, entries)


def _all_but(timing: Timing, staying: str) -> Made:
    """Return all that is not booked taken out, or only what we proposed, where that is said; without what is to stay."""
    clause, view = timing.clause, timing.view
    kept = {s.id for s in _listed(timing, staying)}
    ours = has("proposals", clause.language, clause.folded, WORDS)
    found = [
        s for s in own(view.plan.live) if s.type in THINGS and s.id not in kept and (s.source == "agent" or not ours)
    ]
    return made(view, [said.SaidRemove(said=clause.text, entries=short_names(found, view))]) if found else None


def _pieces(text: str, language: str) -> list[str]:
    joined = rf",|(?<!\w){phrases('itinerary', 'join', language, own=True)}(?!\w)"
    return [piece for piece in re.split(joined, text, flags=re.IGNORECASE) if piece]


def _listed(timing: Timing, text: str) -> list[Segment]:
    """Return the entries that a list of names means."""
    language = timing.clause.language
    return [s for piece in _pieces(text, language) for s in matched(piece, timing.view, language)[0]]


def _several(timing: Timing) -> tuple[Segment, ...]:
    """Return the entries that are listed with nothing else between: "drop the zoo and the castle"."""
    view, language = timing.view, timing.clause.language
    pieces = (matched(p, view, language) for p in _pieces(said_without(timing), language))
    found = [(own(ones), name_in(timing, left)) for ones, left in pieces]
    clear = [ones[0] for n, (ones, left) in enumerate(found) if len(ones) == 1 and (not n or not left)]
    return tuple({s.id: s for s in clear}.values()) if len(clear) > 1 else ()
