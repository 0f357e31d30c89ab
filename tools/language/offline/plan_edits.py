"""Things of the plan put in and moved, as a clause says it."""

import re

from tripintent.state.designer import operations as op
from tripintent.state.designer.segments import Segment, title_of
from tripintent.tools.language.exact.tables import phrases
from tripintent.tools.language.offline import said_days as said
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.plan_entries import (
    at_place,
    cue_rows,
    is_name,
    matched,
    meant,
    name_in,
    number_of,
    said_without,
    short_names,
    spoken,
)
from tripintent.tools.language.offline.plan_made import Made, limits, made, of_day, own, says, unclear
from tripintent.tools.language.offline.plan_out import bare_free, freed, no_thing
from tripintent.tools.language.offline.plan_swaps import flight_in, renamed, several, stands_in, with_ends
from tripintent.tools.language.offline.plan_when import WORDS, Timing
from tripintent.tools.language.offline.words import cue, has, named
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.reader import View


def add(clause: Clause, view: View) -> Made:
    """Return what is put into the plan: named things, each at its time, an idea from the list, or time that stays free."""
    parts = several(clause, view)
    if parts and not clause.denied and not stands_in(clause, view):
        found = [_added(one, view) for one in parts]
        return [one for each in found for one in each or ()] if all(found) else None
    return _added(clause, view)


def _added(clause: Clause, view: View) -> Made:
    timing, language = Timing(clause, view), clause.language
    if clause.denied or timing.lost:
        return None
    if replaced := stands_in(clause, view):
        return replaced
    start, end = timing.start_end
    near = _beside(timing)
    name = (name_in(timing, near[0]) if near else "") or name_in(timing)
    if timing.day and (says("free", clause) or (no_thing(name, language) and bare_free(clause))):
        return made(view, freed(clause, timing))
    if name and _is_told(name, language) and not flight_in(clause):
        return limits(clause, view)
    if name and no_thing(name, language) and not number_of(fold(name), language):
        return None
    taken = _idea(name, clause, view)
    named_one = view.talk.ideas[taken - 1].name if taken else name
    if moved := _there_already(named_one, timing):
        return moved
    if taken:
        return made(view, [said.SaidTakeIdea(said=clause.text, number=taken, day=timing.day, start=start)], timing.part)
    if len(name) < 2 or cue("it", language, WORDS).fullmatch(fold(name)):
        return None
    entry = _entry(at_place(name, timing), timing, start, end)
    if not (timing.day or start) and (gone := _gone_before(timing)):
        return made(view, [entry.model_copy(update=gone)])
    if near and not (timing.day or start):
        return made(view, [entry.model_copy(update=near[1])])
    put = made(view, [entry], timing.part)
    return put and [with_ends(one, timing) if isinstance(one, op.AddRide) else one for one in put]


def _is_told(name: str, language: str) -> bool:
    """Tell whether words end with a verb of coming or going: "our flight lands" tells of the trip and is not a thing to do."""
    return any(
        not name[hit.end() :].strip()
        for one in ("lands", "leaves")
        for hit in cue(one, language, WORDS).finditer(fold(name))
    )


def _there_already(name: str, timing: Timing) -> Made:
    """Return the move of a thing that the plan has by this name; it is there twice only where that is said."""
    clause, view, language = timing.clause, timing.view, timing.clause.language
    when = timing.day or timing.start_end[0] or timing.part
    if not when or not name or has("once_more", language, clause.folded, WORDS):
        return None
    found, left = matched(name, view, language)
    ones = own(found)
    corrects = re.match(rf"\W*(?:{phrases('itinerary', 'no', language)})(?!\w)", clause.folded)
    meal = "meal" in named("add_kinds", language, fold(name), WORDS)
    same = not meal and any(fold(title_of(s)) == fold(name) for s in ones)
    if (
        not (is_name(name, language) or same or corrects)
        or not ones
        or len(ones) != len(found)
        or not no_thing(left, language)
    ):
        return None
    start, end = timing.start_end
    there = next((s for s in ones if (s.start_datetime or "")[:10] == timing.day), ones[-1])
    fields = {"day": timing.day, "start": start, "end": end}
    out = [said.SaidRemove(said=clause.text, entries=short_names([s], view)) for s in ones if s.id != there.id]
    if not any(fields.values()):
        change = op.Change(said=clause.text, target=op.Target(ids=(there.id,)), when=op.When(part=timing.part))
        return [change]
    entry = said.SaidMove.model_validate({"said": clause.text, "entries": short_names([there], view), **fields})
    return made(view, [*out, entry], timing.part)


def _gone_before(timing: Timing) -> dict[str, str]:
    """Return the day and hour of what the same message took out before: "take the castle out and put the zoo there"."""
    clause, view = timing.clause, timing.view
    if not has("here", clause.language, clause.folded, WORDS):
        return {}
    found = own(matched(clause.message.text[: clause.start], view, clause.language)[0])
    at = found[0].start_datetime or "" if len(found) == 1 else ""
    return {"day": at[:10], "start": at[11:16]} if "T" in at else {}


def _entry(name: str, timing: Timing, start: str | None, end: str | None) -> said.SaidEntry:
    clause = timing.clause
    day = timing.day
    name = name[:1].upper() + name[1:] if name.islower() else name
    kind = next(iter(named("add_kinds", clause.language, fold(name), WORDS)), "activity")
    until = next((d.until for d in timing.days if d.until), None)
    if kind == "hotel" and not until and len(timing.days) > 1:  # "check in Tuesday, check out Friday"
        first, last = timing.days[0].day, timing.days[-1].day
        day, until = (first.isoformat(), last) if first < last else (day, None)
    flight = flight_in(clause)
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
    if replaced := stands_in(clause, view):
        return replaced
    if len({one.first for one in timing.times}) > 1 and not timing.start_end[1]:
        return None
    if new_name := renamed(clause, view):
        return made(view, new_name)
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
