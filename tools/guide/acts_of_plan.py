"""What phrases about the plan of the days do to a draft: its days and its entries."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from itertools import combinations, product

from tripintent.tools.guide.acts import Got, act
from tripintent.tools.guide.draft import GuideDraft, MenuChoice, choice
from tripintent.tools.guide.known import KnownEntry
from tripintent.tools.guide.values import WEEKDAYS
from tripintent.tools.guide.words import words


@act
def at_hour(draft: GuideDraft, got: Got, **how: bool) -> bool:
    """Something at an hour of a day: what the plan has by that name is moved, or asked about where it is ``added``.

    Else it is put in, or asked about where the words are ``bare``; what goes ``to`` an hour is there.
    """
    day, name, say = str(_day(draft, got)), str(next(one.value for one in got if one.kind == "text")), draft.known.say
    start, end = next((one.value for one in got if one.kind == "time"), (None, None))
    tool, other = "edit_itinerary", words("flying") | words("homeward") | words("denials")
    plan = draft.known.all_entries
    named = [one for one in plan if one.name.casefold() == name.casefold()]
    there = [one.id for one in named if str(one.day) == day] or [one.id for one in named if how.get("to")]
    if not (plan or draft.known.booked or "added" in how) or ("to" in how and len(there) != 1):
        return False
    hours = {known: value for known, value in (("start", start), ("end", end)) if value}
    edit = {"op": "add", "name": name, "day": day, **hours}
    if there:
        edit = {"op": "move", "entry": there[0], "day": day, "start": start}
    if there and "added" in how:
        lines = [choice(say("move it to {time}", time=say.formats.clock(start)), tool, edits=[edit])] if start else []
        out = choice(say("remove {what}", what=name), tool, edits=[{"op": "remove", "entry": there[0]}])
        asked = say("{what} is there already. For another hour write it with one.", what=name)
        return draft.ask(asked, *lines, out, leave=True)
    if "bare" in how and not there and other & {*name.casefold().split()}:
        return False
    if "bare" in how and not there:
        line = choice(say("add it to the plan of the days"), tool, edits=[edit])
        return draft.ask(say("{what}: shall it be in the plan?", what=name), line, leave=True)
    draft.call(tool, edits=[edit])
    return True


@act
def plan_day(draft: GuideDraft, got: Got, *, rainy: bool = False) -> bool:
    """One day, by its date or its number; on a rainy one under a roof, where there is a choice."""
    days = [one.value.first.isoformat() for one in got if one.kind == "day"] or [*filter(None, [_day(draft, got)])]
    if days:
        draft.call("plan_days", days=[{"day": one} for one in days], **({"rainy": True} if rainy else {}))
    return bool(days)


@act
def day_of(draft: GuideDraft, got: Got) -> None:
    """What the plan has for a day."""
    draft.call("check_itinerary", days=[got[0].value.first.isoformat()])


def _day(draft: GuideDraft, got: Got) -> str | None:
    for one in got:
        if one.kind == "day":
            return str(one.value.first.isoformat())
        if one.kind == "n" and draft.depart:
            return (draft.depart + timedelta(days=int(one.value) - 1)).isoformat()
    return None


@act
def entry(draft: GuideDraft, got: Got, op: str, of: dict[str, str] | str = "", **to: str) -> bool:
    """An entry of the plan of days by its name, and by the day that is said of it: it goes out, or moves. Of several it is asked which."""
    named: tuple[KnownEntry, ...] = next(one.value for one in got if one.kind == "entry")
    if draft.next_word.isalpha() and draft.next_word not in words("idle") | words("joining") | words("following"):
        return False  # the name of something else begins like it
    dated = {"day": of} if isinstance(of, str) else of
    there = [one for one in named if dated["day"] and _is_on(one, dated)] or named
    lines = [
        choice(_labelled(one, draft), "edit_itinerary", edits=[{"op": op, "entry": one.id, **to}]) for one in there
    ]
    if len(there) == 1 and (not dated["day"] or _is_on(there[0], dated)):
        draft.calls += lines[0].calls
        return True
    return draft.ask(draft.known.say("Which one?"), *lines, leave=True)


def _labelled(one: KnownEntry, draft: GuideDraft) -> str:
    """Return an entry with its day and its hour."""
    formats = draft.known.say.formats
    when, clock = formats.day(one.day) if one.day else "", one.clock and formats.clock(f"2000-01-01T{one.clock}")
    return ", ".join(filter(None, (one.name, when, clock)))


@act
def swap(draft: GuideDraft, got: Got) -> bool:
    """Two entries of the plan, each at the day and hour of the other; of several by one name it is asked which."""
    lines = [
        choice(f"{_labelled(one, draft)} – {_labelled(other, draft)}", "edit_itinerary", edits=_swapped(one, other))
        for one, other in product(*(value.value for value in got))
    ]
    return one_of(draft, lines)


@act
def swap_days(draft: GuideDraft, got: Got) -> bool:
    """Two days of the plan, each with what the other has; of more days than two it is asked which."""
    entries, say = draft.known.entries, draft.known.say
    said = [day for one in got if (day := _day(draft, [one]))]
    planned = sorted({str(one.day) for one in entries if one.day})
    pairs = [(a, b) for a, b in combinations(said or planned, 2) if {a, b} <= {*planned}]
    both = {one.name for one in entries for other in entries if one.name == other.name and one.day != other.day}
    lines = [
        choice(
            f"{say.formats.day(date.fromisoformat(a))} – {say.formats.day(date.fromisoformat(b))}",
            "edit_itinerary",
            edits=[
                {"op": "move", "entry": one.id, "day": b if str(one.day) == a else a}
                | ({"start": one.clock} if one.clock else {})
                for one in entries
                if str(one.day) in (a, b) and one.name not in both
            ],
        )
        for a, b in pairs
    ]
    return one_of(draft, lines)


def one_of(draft: GuideDraft, lines: Sequence[MenuChoice]) -> bool:
    """Do what is meant where only one thing can be; ask which one where there are several."""
    if len(lines) == 1:
        draft.calls += lines[0].calls
        return True
    return bool(lines) and draft.ask(draft.known.say("Which one?"), *lines, leave=True)


def _swapped(one: KnownEntry, other: KnownEntry) -> list[dict[str, str]]:
    ends = ((one, other), (other, one))
    return [
        {"op": "move", "entry": a.id, "day": str(b.day), **({"start": b.clock} if b.clock else {})} for a, b in ends
    ]


def _is_on(one: KnownEntry, dated: Mapping[str, str]) -> bool:
    """Tell whether an entry is on a day; of a weekday alone, on any that is called so."""
    named = (one.day.isoformat(), WEEKDAYS[one.day.weekday()]) if one.day else ("", "")
    return bool(one.day) and (named[0] == dated["day"] or named[1].startswith(dated.get("weekday") or "?"))


@act
def free_day(draft: GuideDraft, got: Got) -> bool:
    """A day of the plan without what is planned there; a trip to another town (the words) may fill it."""
    day, where = _day(draft, got), next((str(one.value) for one in got if one.kind == "text"), "")
    if not day or not draft.known.entries:
        return False
    parts = ["morning", "afternoon"] if where else ["morning", "afternoon", "evening"]
    draft.call("plan_days", days=[{"day": day, "free": parts}])
    if where:
        trip = {"op": "add", "name": f"Day trip to {where}", "day": day, "start": "09:00", "end": "18:00"}
        draft.call("edit_itinerary", edits=[trip])
    else:
        draft.call("show_documents", kinds=["itinerary"])
    return True
