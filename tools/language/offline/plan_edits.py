"""Things of the plan put in, moved, taken out and exchanged, as a clause says it."""

import re
from itertools import pairwise

from tripintent.state.designer import operations as op
from tripintent.state.designer.segments import HotelSegment, Segment
from tripintent.tools.language.exact.tables import matches, phrases
from tripintent.tools.language.model import said_days as said
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.plan_entries import (
    at_place,
    clears,
    cue_rows,
    matched,
    meant,
    name_in,
    number_of,
    said_without,
    short_names,
    spoken,
)
from tripintent.tools.language.offline.plan_made import Made, made, of_day, own, says, unclear
from tripintent.tools.language.offline.plan_rides import with_ends
from tripintent.tools.language.offline.plan_when import WORDS, Timing
from tripintent.tools.language.offline.words import cue, has, named
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.reader import View

_FLIGHT = re.compile(r"\b([A-Z]{2}|[A-Z]\d|\d[A-Z]) ?(\d{2,4})\b")


def add(clause: Clause, view: View) -> Made:
    """Return what is put into the plan: a named thing, an idea from the list, or time that stays free."""
    timing, language = Timing(clause, view), clause.language
    if clause.denied or timing.lost:
        return None
    start, end = timing.start_end
    if says("free", clause) and timing.day:
        return made(view, [said.SaidFree(said=clause.text, day=timing.day, part=timing.part or "day")])
    near = _beside(timing)
    name = (name_in(timing, near[0]) if near else "") or name_in(timing)
    taken = _idea(name, clause, view)
    if taken:
        return made(view, [said.SaidTakeIdea(said=clause.text, number=taken, day=timing.day, start=start)], timing.part)
    if len(name) < 2 or cue("it", language, WORDS).fullmatch(fold(name)):
        return None
    entry = _entry(at_place(name, timing), timing, start, end)
    if near and not (timing.day or start):
        return made(view, [entry.model_copy(update=near[1])])
    put = made(view, [entry], timing.part)
    return put and [with_ends(one, timing) if isinstance(one, op.AddRide) else one for one in put]


def _entry(name: str, timing: Timing, start: str | None, end: str | None) -> said.SaidEntry:
    clause = timing.clause
    day = timing.day
    name = name[:1].upper() + name[1:] if name.islower() else name
    kind = next(iter(named("add_kinds", clause.language, fold(name), WORDS)), "activity")
    until = next((d.until for d in timing.days if d.until), None)
    if kind == "hotel" and not until and len(timing.days) > 1:  # "check in Tuesday, check out Friday"
        first, last = timing.days[0].day, timing.days[-1].day
        day, until = (first.isoformat(), last) if first < last else (day, None)
    flight = _FLIGHT.search(clause.message.text[clause.start : clause.end])
    spots = [clause.message.text[v.start : v.end] for v in clause.of("place")]
    ends: tuple[str | None, str | None] = (None, None)
    if flight and (says("flight", clause) or len(spots) > 1):
        spots = [
            clause.message.text[v.start : v.end] for v in clause.of("place") if v.start > clause.start + flight.end()
        ]
        kind, name = "flight", f"{flight[1]} {flight[2]}"
    if kind in ("flight", "train", "ride") and spots:
        ends = (spots[0], spots[1]) if len(spots) > 1 else (None, spots[0])
    if kind == "hotel" and not until:
        kind = "activity"
    length = timing.length[2] if timing.length else None
    fields: dict[str, object] = {
        "day": day,
        "until": until.isoformat() if until and kind == "hotel" else None,
        "start": start,
        "end": end,
    }
    fields |= {
        "origin": ends[0],
        "destination": ends[1],
        "minutes": length.minutes or None if length and not end else None,
    }
    return said.SaidEntry.model_validate({"said": clause.text, "kind": kind, "name": name, **fields})


def _idea(name: str, clause: Clause, view: View) -> int | None:
    """Return which of the ideas on the list is to be added: by its name, its number, or the one spoken of."""
    ideas, folded = view.talk.ideas, fold(name)
    if not ideas:
        return None
    called = [n for n, one in enumerate(ideas, 1) if folded and (folded in fold(one.name) or fold(one.name) in folded)]
    if len(called) == 1 and len(folded) > 3:
        return called[0]
    left = re.sub("|".join(rf"(?<!\w)(?:{x})(?!\w)" for x in cue_rows("one", clause.language)), " ", folded)
    number = number_of(fold(said_without(Timing(clause, view))), clause.language) if len(left.split()) <= 1 else None
    alone = not folded or bool(cue("it", clause.language, WORDS).fullmatch(folded))
    return number if number and number <= len(ideas) else view.talk.idea or None if alone else None


def move(clause: Clause, view: View) -> Made:
    """Return which entries get another day, hour, length or name; None where none of the plan is meant."""
    timing, language = Timing(clause, view), clause.language
    if has("keep", language, clause.folded, WORDS) or timing.lost:
        return None
    if len({one.first for one in timing.times}) > 1 and not timing.start_end[1]:
        return None
    renamed = _renamed(clause, view)
    if renamed:
        return made(view, renamed)
    near = _beside(timing)
    words = near[0] if near else None
    found = own(meant(timing, words=words, day=timing.source))
    if not found and timing.source and has("all", language, clause.folded, WORDS):
        found = of_day(view, timing.source)
    if not found and timing.day and timing.shift and has("all", language, clause.folded, WORDS):
        found = of_day(view, timing.day)
    fields = _moves(timing, near[1] if near else {})
    if not found or not (any(fields.values()) or timing.part):
        return None
    if len(found) > 1 and not has("all", language, clause.folded, WORDS):
        start, end = timing.start_end
        when = op.When(day=timing.day, start=start, end=end, part=timing.part)
        return [op.Change(said=clause.text, target=unclear(found, clause), when=when)]
    if not any(fields.values()):
        ids = [op.Target(ids=(one.id,)) for one in found]
        return [op.Change(said=clause.text, target=one, when=op.When(part=timing.part)) for one in ids]
    entry = said.SaidMove.model_validate({"said": clause.text, "entries": short_names(found, view), **fields})
    return made(view, [entry], timing.part if not near else None)


def _moves(timing: Timing, near: dict[str, str]) -> dict[str, object]:
    """Return what an entry gets: a day, hours, a length, or how far it moves; ``near`` is what another entry gives where none is said."""
    by, (start, end) = timing.shift, timing.start_end
    if by and not timing.times:
        return {"later_minutes": by.minutes, "later_days": by.days}
    length = timing.length[2].minutes if timing.length and not by else 0
    told = {"day": timing.day, "start": start, "end": end, "minutes": length or None}
    return {**told, **(near if not timing.day and not start else {})}


def _renamed(clause: Clause, view: View) -> list[said.SaidOfDays]:
    hit = next(matches("itinerary", "rename", clause.language, clause.folded), None)
    found = own(matched(hit["what"] or "", view, clause.language)[0]) if hit else ()
    if not hit or len(found) != 1:
        return []
    start, end = (clause.start + at for at in hit.span("name"))
    name = clause.message.text[start:end].strip(" .!\"'")
    return [said.SaidMove(said=clause.text, entries=short_names(found, view), name=name)]


def _beside(timing: Timing) -> tuple[str, dict[str, str]] | None:
    """Return the words before "after lunch" or "before the church", and the day and hour that the entry named there gives."""
    clause = timing.clause
    for name in ("after", "before"):
        for hit in cue(name, clause.language, WORDS).finditer(clause.folded):
            anchor, _ = matched(re.split(r"[,;.]", clause.folded[hit.end() :])[0], timing.view, clause.language)
            head = said_without(timing, hit.start())
            if len(anchor) != 1 or matched(head, timing.view, clause.language)[0] == anchor or not head.strip():
                continue
            at = anchor[0].end_datetime if name == "after" else anchor[0].start_datetime
            if not at or "T" not in at:
                continue
            target = own(matched(head, timing.view, clause.language)[0]) or own(spoken(timing.view))
            if target == anchor:
                continue  # nothing comes after itself
            hour = at[11:16] if name == "after" else _earlier(at[11:16], target)
            return head, {"day": at[:10], "start": hour} if hour else {}
    return None


def _earlier(clock: str, target: tuple[Segment, ...]) -> str | None:
    """Return when something must begin to end at an hour; one hour long where its length is unknown."""
    one = target[0] if target else None
    start, end = (one.start_datetime or "", one.end_datetime or "") if one else ("", "")
    minutes = _clock(end) - _clock(start) if "T" in start and "T" in end else 60
    at = _clock(f"T{clock}") - (minutes if 0 < minutes < 24 * 60 else 60)
    return f"{at // 60:02d}:{at % 60:02d}" if at >= 0 else None


def _clock(moment: str) -> int:
    hour, minute = moment.partition("T")[2][:5].split(":")
    return int(hour) * 60 + int(minute)


def remove(clause: Clause, view: View) -> Made:
    """Return what is taken out: entries by name, or all of a day, which stays free where the words say so."""
    timing, language = Timing(clause, view), clause.language
    if has("keep", language, clause.folded, WORDS):
        return None
    found = _several(timing) or own(meant(timing, day=timing.day, hours=True))
    named_one = matched(said_without(timing), view, language)[0]
    free = says("free", clause)
    if (
        timing.day
        and not named_one
        and (free or clears(clause) or has("all", language, clause.folded, WORDS) or timing.part)
    ):
        found = of_day(view, timing.day, timing.part)
        freed = (
            [said.SaidFree(said=clause.text, day=timing.day, part=timing.part or "day")]
            if free or (not found and clears(clause))
            else []
        )
        taken = [said.SaidRemove(said=clause.text, entries=short_names(found, view))] if found else []
        return made(view, [*taken, *freed])
    if not found:
        return None
    if len(found) > 1 and not has("all", language, clause.folded, WORDS) and not _several(timing):
        return [op.Remove(said=clause.text, target=unclear(found, clause))]
    return made(view, [said.SaidRemove(said=clause.text, entries=short_names(found, view))])


def _several(timing: Timing) -> tuple[Segment, ...]:
    """Return the entries that are listed with nothing else between: "drop the zoo and the castle"."""
    view, language = timing.view, timing.clause.language
    text = said_without(timing)
    pieces = [
        p
        for p in re.split(
            rf",|(?<!\w){phrases('itinerary', 'join', language, own=True)}(?!\w)", text, flags=re.IGNORECASE
        )
        if p
    ]
    found = [(own(ones), name_in(timing, left)) for ones, left in (matched(p, view, language) for p in pieces)]
    clear = [ones[0] for n, (ones, left) in enumerate(found) if len(ones) == 1 and (not n or not left)]
    return tuple({s.id: s for s in clear}.values()) if len(clear) > 1 else ()


def swap(clause: Clause, view: View) -> Made:
    """Return two entries or days that change places, or an entry that another thing stands in for."""
    timing, language = Timing(clause, view), clause.language
    if has("keep", language, clause.folded, WORDS):
        return None
    renamed = _renamed(clause, view)
    if renamed:
        return made(view, renamed)
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
    entry = said.SaidEntry.model_validate({"said": clause.text, "kind": "activity", "name": fresh[0], **_slot(ones[0])})
    return made(view, [said.SaidRemove(said=clause.text, entries=short_names(ones, view)), entry])


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


def _slot(old: Segment) -> dict[str, str | None]:
    start, end = old.start_datetime or "", old.end_datetime or ""
    return {"day": start[:10] or None, "start": start[11:16] or None, "end": end[11:16] or None}
