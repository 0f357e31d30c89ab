"""Things of the plan that take another's place: two that change places, and one that comes where another goes."""

import re
from itertools import pairwise

from tripintent.state.designer import operations as op
from tripintent.state.designer.segments import HotelSegment, Segment
from tripintent.tools.language.exact.tables import matches, phrases
from tripintent.tools.language.model import said_days as said
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.plan_entries import cue_rows, matched, name_in, said_without, short_names, spoken
from tripintent.tools.language.offline.plan_made import Made, in_part, made, own, says
from tripintent.tools.language.offline.plan_when import WORDS, Timing
from tripintent.tools.language.offline.words import cue, has
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
