"""Things of the plan that take another's place, several things in one clause, and the ends of a ride on the ground."""

import re
from dataclasses import replace
from itertools import pairwise

from tripintent.state.designer import operations as op
from tripintent.state.designer.segments import HotelSegment, Segment
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.tables import matches, phrases
from tripintent.tools.language.offline import said_days as said
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.plan_entries import cue_rows, matched, name_in, said_without, short_names, spoken
from tripintent.tools.language.offline.plan_made import Made, in_part, made, own, says
from tripintent.tools.language.offline.plan_out import no_thing
from tripintent.tools.language.offline.plan_when import WORDS, Timing
from tripintent.tools.language.offline.words import cue, has, named
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.reader import View


def renamed(clause: Clause, view: View) -> list[said.SaidOfDays]:
    """Return the new name that an entry gets."""
    hit = next(matches("itinerary", "rename", clause.language, clause.folded), None)
    found = own(matched(hit["what"] or "", view, clause.language)[0]) if hit else ()
    if not hit or len(found) != 1:
        return []
    start, end = (clause.start + at for at in hit.span("name"))
    name = clause.message.text[start:end].strip(" .!\"'")
    return [said.SaidMove(said=clause.text, entries=short_names(found, view), name=name)]


def swap(clause: Clause, view: View) -> Made:
    """Return two entries or days that change places, or an entry that another thing replaces."""
    timing, language = Timing(clause, view), clause.language
    if has("keep", language, clause.folded, WORDS):
        return None
    if new_name := renamed(clause, view):
        return made(view, new_name)
    pieces = _pieces(timing)
    known = [(p, own(matched(p, view, language)[0])) for _, p in pieces]
    ones = list({s.id: s for _, found in known if len(found) == 1 for s in found}.values())
    days = [d.day.isoformat() for d in timing.days]
    text = fold(said_without(timing))
    if not ones and len(days) != 2 and has("it", language, text, WORDS):
        alone = not name_in(timing, cue("it", language, WORDS).sub(" ", text))
        ones = list(own(spoken(view, 2 if alone else 1)))
        known = known[1:] if known and has("it", language, fold(known[0][0]), WORDS) else known
    elif len(ones) == 1 and not _goes(pieces, [bool(found) for _, found in known], language):
        return None
    if len(ones) == 2:
        return made(view, [said.SaidSwap(said=clause.text, entries=short_names(ones, view))])
    if len(days) == 2 and not ones and not timing.part:
        return made(view, [said.SaidSwap(said=clause.text, days=tuple(days))])
    if len(ones) != 1 or isinstance(ones[0], HotelSegment):
        return None
    if has("other", language, clause.folded, WORDS):
        return [op.Suggest(said=clause.text, food=says("food", clause))]
    if says("free", clause):
        return _freed_of(ones[0], timing)
    fresh = [n for p, found in known if not found and (n := name_in(timing, p))]
    joins = rf"\W*{phrases('itinerary', 'join', language)}\W*" if len(pieces) > 1 else "(?!)"
    named_one = (
        len(fresh) == 1
        and re.search(r"[^\W\d]{2}", fresh[0])
        and not cue("it", language, WORDS).fullmatch(fold(fresh[0]))
    )
    if not named_one or (
        re.fullmatch(r"\W*(?:and|und|et|y|e)\W*", pieces[-1][0]) and re.fullmatch(joins, pieces[-1][0])
    ):
        return None
    entry = said.SaidEntry.model_validate(
        {"said": clause.text, "kind": "activity", "name": fresh[0], **_slot(ones[0], timing)}
    )
    part = timing.part if not entry.start else None
    return made(view, [said.SaidRemove(said=clause.text, entries=short_names(ones, view)), entry], part)


def stands_in(clause: Clause, view: View) -> Made:
    """Return what takes the place of an entry: "the zoo on Monday instead of the castle"; None where nothing is replaced."""
    text = said_without(Timing(clause, view))
    if not has("instead", clause.language, clause.folded, WORDS) or not own(matched(text, view, clause.language)[0]):
        return None
    return swap(clause, view)


def _freed_of(one: Segment, timing: Timing) -> Made:
    """Return an entry taken out for a part of its day that stays free."""
    text, day = timing.clause.text, timing.day or (one.start_datetime or "")[:10]
    out = said.SaidRemove(said=text, entries=short_names((one,), timing.view))
    return made(
        timing.view, [out, said.SaidFree(said=text, day=day, part=timing.part)] if day and timing.part else [out]
    )


def _goes(pieces: list[tuple[str, str]], known: list[bool], language: str) -> bool:
    """Tell whether what is in the plan is what goes: before "for", or behind "instead of"."""
    at = known.index(True)
    instead = [has("not", language, f"{cut} ", WORDS) for cut, _ in pieces]
    return instead[at] or (at == 0 and not (len(pieces) > 1 and instead[1]))


def _pieces(timing: Timing) -> list[tuple[str, str]]:
    """Return the parts between "for", "instead of", "gegen" and the like, as written, each with the folded words before it."""
    text = said_without(timing)
    language = timing.clause.language
    listed = "|".join((*cue_rows("not", language), *cue_rows("for", language)))
    cuts = [(0, 0), *(m.span() for m in re.finditer(rf",|(?<!\w)(?:{listed})(?!\w)", fold(text))), (len(text), 0)]
    found: list[tuple[str, str]] = []
    before = ""
    for (x, a), (b, _) in pairwise(cuts):
        before += fold(text[x:a])
        if (piece := text[a:b].strip(" |,.")) and name_in(timing, piece):
            found.append((before, piece))
            before = ""
    return found


def _slot(old: Segment, timing: Timing) -> dict[str, str | None]:
    """Return the day and hours of an entry for what takes its place; those that are said for it win."""
    start, end = old.start_datetime or "", old.end_datetime or ""
    slot = {"day": start[:10] or None, "start": start[11:16] or None, "end": end[11:16] or None}
    begins, ends = timing.start_end
    elsewhere = bool(timing.day and timing.day != slot["day"])
    if begins or elsewhere or (timing.part and not in_part(old, timing.part)):
        slot = {"day": timing.day or slot["day"], "start": begins, "end": ends}
    return slot


_APART = frozenset({"hotel", "flight", "train", "ride"})
"""Kinds of entries that have two ends, whose days and hours belong together."""


_FLIGHT = re.compile(r"\b([A-Z]{2}|[A-Z]\d|\d[A-Z]) ?(\d{2,4})\b")


def flight_in(clause: Clause) -> re.Match[str] | None:
    """Return where a clause has the number of a flight."""
    return _FLIGHT.search(clause.message.text[clause.start : clause.end])


def several(clause: Clause, view: View) -> list[Clause]:
    """Return the parts of a clause that each name a thing and its day or hour; empty where it is one thing."""
    joint = lexicon(clause.language).compile(r"[,;]|(?<!\w)%and%(?!\w)")
    found: list[Clause] = []
    begin = clause.start
    for cut in [*(clause.start + hit.start() for hit in joint.finditer(clause.folded)), clause.end]:
        if _stands(replace(clause, start=begin, end=cut), view) and (
            cut == clause.end or _stands(replace(clause, start=cut, end=clause.end), view)
        ):
            found.append(replace(clause, start=begin, end=cut))
            begin = cut
    return found if len(found) > 1 and begin == clause.end else []


def _stands(clause: Clause, view: View) -> bool:
    """Tell whether words are an entry of their own."""
    timing, language = Timing(clause, view), clause.language
    text = fold(said_without(timing))
    name = fold(name_in(timing))
    ends = cue("ends", language, WORDS).fullmatch(name) or cue("it", language, WORDS).fullmatch(name)
    apart = flight_in(clause) or _APART & set(named("add_kinds", language, text, WORDS))
    return bool(timing.days or timing.times or timing.parts) and not (ends or apart or no_thing(name, language))


_CUT = re.compile(r"[|,;]|\.(?=\s|$)")


def with_ends(ride: op.AddRide, timing: Timing) -> op.AddRide:
    """Return a ride with its kind, and with the ends that the words give it."""
    clause = timing.clause
    kind = next((one for one in named("rides", clause.language, clause.folded, WORDS)), ride.kind)
    origin, destination = _ends(timing)
    if not (origin or destination):
        origin, destination = ride.origin, ride.destination
    fields = {"kind": "TRAIN" if ride.kind == "TRAIN" else kind, "origin": origin, "destination": destination}
    return op.AddRide.model_validate({**ride.model_dump(), **fields})


def _ends(timing: Timing) -> tuple[str | None, str | None]:
    """Return from where to where the words go: "from the airport to the hotel", "airport to Pension Suzanne"."""
    language, only = timing.clause.language, tuple[str | None, str | None]((None, None))
    for piece in _CUT.split(said_without(timing)):
        for to in cue("way_to", language, WORDS, own=True).finditer(piece.lower()):
            goal = name_in(timing, piece[to.end() :])
            start = _start(timing, piece[: to.start()])
            if goal and start:
                return start, goal
            only = only if only[1] else (None, goal or None)
    return only


def _start(timing: Timing, before: str) -> str | None:
    """Return where a ride starts: behind "from", else what is alone before "to"; words for the ride itself are not a place."""
    language = timing.clause.language
    leads = list(cue("way_from", language, WORDS, own=True).finditer(before.lower()))
    text = before[leads[-1].end() :] if leads else before
    bare = cue("ride_words", language, WORDS).sub(" ", text.lower())
    same = text if bare == text.lower() else bare
    if not leads and not re.search(r"\w", cue("it", language, WORDS).sub(" ", bare)):
        return None
    return name_in(timing, same) or None
