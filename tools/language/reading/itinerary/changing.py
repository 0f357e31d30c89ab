"""Changes of what is in the plan: move, shift, swap, rename, remove, stay longer, keep free."""

import re
from collections.abc import Sequence
from datetime import date, timedelta

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.naming import named as targets
from tripintent.state.designer.operations import (
    Change,
    KeepFree,
    MoreNights,
    Operation,
    PartOfDay,
    Remove,
    Rename,
    SetTrip,
    ShiftAll,
    Swap,
    TakeIdea,
    Target,
)
from tripintent.state.designer.segments import HotelSegment
from tripintent.tools.language.reading.itinerary.clause import Clause
from tripintent.tools.language.reading.itinerary.naming import stripped

_N = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "third": 1,
    "another": 1,
    "extra": 1,
    "second": 1,
    "fourth": 1,
}
_COUNT = r"(?P<n>\d+|an?|one|two|three|four|five|six|seven)"
_REMOVE = re.compile(
    r"^(?:oh no,? |ok,? |please |and |then |actually,? |sorry,? |can you |no,? )*(?:delete|remove|cancel|drop|forget(?: about)?|take out|scrap|skip|get rid of|throw out|kick out|l[oö]sche?|supprime|borra|cancella|elimina)\b\s*(?P<what>.*)$"
)
_OUT = re.compile(
    r"^(?:the |our |my )?(?P<what>.+?) (?:really )?(?:is|can go|should go|comes?) out\b|^take (?P<that>.+?) out\b"
)
_RENAME = re.compile(
    r"\b(?:rename|call|name|title)\b\s+(?P<what>.+?)\s+(?:to|as|into)\s+(?P<name>.+)$|\bchange the (?:name|title) (?:of (?P<of>.+?) )?to (?P<to>.+)$",
    re.IGNORECASE,
)
_CALL = re.compile(
    r"\bcall\s+(?P<what>(?:the|this|my|our) (?:whole )?(?:trip|itinerary|plan|thing)|it|that|the \w+)\s+(?P<name>.+)$",
    re.IGNORECASE,
)
_TRIP = re.compile(r"\b(?:whole (?:trip|thing)|trip|itinerary|plan)\b")
_SHIFT = re.compile(
    rf"\b(?:shift|move|push|put|bring|postpone|everything|whole|all)\b.*?\b(?:by\s+|back\s+|forward\s+)*{_COUNT}\s+(?P<unit>days?|weeks?)\b(?P<tail>.*)$"
)
_ALL = re.compile(
    r"\b(?:everything|the whole (?:thing|trip|itinerary|lot|plan)|whole (?:trip|thing)|all of it|it all|the (?:entire )?(?:trip|itinerary|plan)|all (?:the )?dates)\b"
)
_EARLIER = re.compile(r"\b(?:earlier|forward|sooner|before|fr[uü]her|avant|antes|prima)\b")
_ONWARD = re.compile(
    r"\beverything (?:from|after|since)\s+(?P<what>.+?)\s+(?:on(?:wards?)?|goes|moves|shifts|is|by)\b|\b(?:from|after) (?P<also>the .+?) on(?:wards?)?\b"
)
_MORE = re.compile(
    r"\b(?:want|stay(?:ing)?|add|need|like|extend|have)\b.*?\b(?P<n>\d+|an?(?:other)?|one|two|three|third|second|fourth|extra)\s+(?:more |extra |additional )?nights?\b(?:\s+(?:more|longer|extra))?(?:\s+(?:in|at)\s+(?P<where>[\w' ]+))?"
)
_LESS = re.compile(
    r"\b(?P<n>\d+|an?|one|two|three)\s+nights?\s+(?:less|fewer|shorter)\b(?:\s+(?:in|at)\s+(?P<where>[\w' ]+))?"
)
_MOVE = re.compile(
    r"\b(?:move|shift|push|reschedule|change|put|bring|start|postpone|delay|set|make|verschieb\w*|d[eé]place\w*|mueve|sposta)\b|\b(?:instead|rather|is now|are now|now (?:leaves?|starts?|is|at)|got (?:moved|changed)|earlier now|later now|hours? (?:later|earlier)|minutes? (?:later|earlier))\b"
)
_BY = re.compile(
    rf"\b(?P<n>\d+|an?|one|two|three|four|five|six|half an|fifteen|thirty|twenty|forty-five|ninety)\s+(?P<unit>hours?|minutes?|mins?|days?|weeks?)\s+(?P<way>later|earlier|sooner|back|forward)\b|\bby\s+{_COUNT.replace('<n>', '<m>')}\s+(?P<by>hours?|minutes?|days?)\b"
)
_PUT_IN = re.compile(
    r"\b(?:put|add|note|pencil)\b.*?\b(?:in|down|into|on)\b\s*(?:[,:]|the (?:plan|itinerary|list)|$)|\badd\b"
)
_LONGER = re.compile(
    rf"\b(?P<verb>extend|lengthen|prolong|shorten|cut) (?:the |our |my )?(?:whole )?(?:trip|itinerary|plan|holiday)\b.*?\b{_COUNT}\s+days?\b"
)
_SWAP = re.compile(r"\b(?:swap|switch|exchange|other way (?:round|around)|trade)\b|\bthe other way\b")
_FREE = re.compile(
    r"\b(?:keep|leave|want|have|make|need|block)\b.*\b(?:free|empty|open|off|clear|nothing)\b|\bfree (?:morning|afternoon|evening|day)\b|\bnothing (?:on|planned)\b"
)
_PART = re.compile(r"\b(morning|afternoon|evening)\b")
_TAKE = re.compile(
    r"\b(?:add|take|put|include|book|do)\b.*\b(?:that one|this one|it|the (?P<word>first|second|third|1st|2nd|3rd|last)(?: one)?|(?:number |no\. ?|#|idea )(?P<n>\d))\b"
)
_WORDS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "last": 3}
_ALONG = re.compile(
    r"\b(?:bring|move|take|shift|pull)\s+(?P<what>[^,.;]+?)\s+(?:forward|back|along|too|as well|with (?:it|them))"
)
_STAYS = re.compile(
    r"(?P<what>[^,.;]+?)\b(?:[^,.;]*,)?\s*(?:that |it |which )?(?:stays|stay put|remains?|should stay|stays where it is)\b"
)


def read_change(
    clause: Clause, document: ItineraryDocument, spoken: Sequence[str], *, idea: int, ideas: int
) -> list[Operation]:
    """Return the changes that one clause asks for; none where it asks for none."""
    folded = clause.folded
    taken = _TAKE.search(folded)
    if ideas and taken:
        number = _WORDS.get(taken["word"] or "") or int(taken["n"] or 0) or idea or 1
        return [TakeIdea(number=number, when=clause.when(), said=clause.text)]
    for read in (_free, _renamed, _longer, _nights, _shifted, _whole_day):
        found = read(clause, document, spoken)
        if found:
            return found
    removed = _REMOVE.match(folded)
    if removed and clause.days and re.match(r"(?:everything|all)\b", removed["what"]):
        day = clause.days[0].day.isoformat()
        ids = [
            s.id
            for s in document.live
            if s.start_datetime and s.start_datetime[:10] == day and s.type in ("ACTIVITY", "MEETING", "CUSTOM")
        ]
        return [Remove(target=Target(ids=(i,)), said=clause.text) for i in ids]
    if removed:
        target = _target(removed["what"], document, spoken)
        return [Remove(target=target, said=clause.text)] if target.ids or removed["what"] else []
    if _SWAP.search(folded):
        return [_swap(clause, document, spoken)]
    return _moved(clause, document, spoken)


def _target(words: str, document: ItineraryDocument, spoken: Sequence[str], day: str | None = None) -> Target:
    return Target(ids=targets(words, document, spoken, day), words=stripped(words))


def _free(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> list[Operation]:
    if not _FREE.search(clause.folded) or re.search(r"\bstep[- ]free|free (?:of|entry)|gluten", clause.folded):
        return []
    day = (
        clause.days[-1].day.isoformat()
        if clause.days
        else clause.days_of.spoken.isoformat()
        if clause.days_of.spoken
        else None
    )
    part = _PART.search(clause.folded)
    which: PartOfDay = (
        "morning" if part and part[1] == "morning" else "afternoon" if part and part[1] == "afternoon" else "day"
    )
    which = "evening" if part and part[1] == "evening" else which
    return [KeepFree(day=day, part=which, said=clause.text)] if day else []


def _renamed(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> list[Operation]:
    match = _RENAME.search(clause.text) or _CALL.search(clause.text)
    if not match:
        return []
    groups = match.groupdict()
    what = groups.get("what") or groups.get("of") or "it"
    name = (groups.get("name") or groups.get("to") or "").strip(" .!\"'“”")
    if not name:
        return []
    if _TRIP.search(what.casefold()):
        return [Rename(name=name, said=clause.text)]
    return [Rename(target=_target(what, document, spoken), name=name, said=clause.text)]


def _nights(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> list[Operation]:
    less = _LESS.search(clause.folded)
    match = less or _MORE.search(clause.folded)
    hotels = [s for s in document.live if isinstance(s, HotelSegment)]
    if not match or not hotels or clause.times:
        return []
    count = _N.get(match["n"], 1) if not match["n"].isdigit() else int(match["n"])
    where = match["where"] or ""
    ids = [i for i in targets(where, document, ()) if any(h.id == i for h in hotels)] if where else []
    chosen = ids or ([hotels[-1].id] if len(hotels) == 1 else [])
    return [
        MoreNights(target=Target(ids=tuple(chosen), words=where), nights=-count if less else count, said=clause.text)
    ]


def _shifted(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> list[Operation]:
    match = _SHIFT.search(clause.folded)
    if not match:
        return []
    days = (int(match["n"]) if match["n"].isdigit() else _N.get(match["n"], 1)) * (7 if "week" in match["unit"] else 1)
    days = -days if _EARLIER.search(match.group()) else days
    onward = _ONWARD.search(clause.folded)
    if onward:
        return [
            ShiftAll(days=days, onward=_target(onward["what"] or onward["also"], document, spoken), said=clause.text)
        ]
    if _ALL.search(clause.folded):
        return [ShiftAll(days=days, said=clause.text)]
    return []


def _longer(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> list[Operation]:
    """Read "extend the trip by a day": the trip ends later, or earlier; nothing in it moves."""
    match = _LONGER.search(clause.folded)
    if not match or not document.start_date or not document.end_date:
        return []
    days = int(match["n"]) if match["n"].isdigit() else _N.get(match["n"], 1)
    days = -days if match["verb"].startswith(("short", "cut")) else days
    end = (date.fromisoformat(document.end_date) + timedelta(days=days)).isoformat()
    return [SetTrip(start=document.start_date, end=end, said=clause.text)] if end >= document.start_date else []


def _whole_day(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> list[Operation]:
    """Read "push everything on the 2nd back by an hour": each thing to do of that day moves."""
    by = _BY.search(clause.folded)
    if not by or not clause.days or not re.search(r"\b(?:everything|all|the whole day)\b", clause.folded):
        return []
    minutes, days = _by(by)
    day = clause.days[0].day.isoformat()
    chosen = [
        s
        for s in document.live
        if s.start_datetime and s.start_datetime[:10] == day and s.type in ("ACTIVITY", "MEETING", "CUSTOM")
    ]
    ids = tuple(s.id for s in chosen)
    return [
        Change(
            target=Target(ids=(i,)),
            by_minutes=minutes,
            by_days=days,
            stay=tuple(x for x in ids if x != i),
            said=clause.text,
        )
        for i in ids
    ]


def _swap(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> Operation:
    if len(clause.days) >= 2:
        days = tuple(d.day.isoformat() for d in clause.days[:2])
        return Swap(days=days, said=clause.text)
    named: list[str] = []
    for piece in re.split(r",| and | with | for |/", clause.folded):
        named += (
            [i for i in targets(piece, document, ()) if i not in named][:1] if re.search(r"[a-z]{4}", piece) else []
        )
    return Swap(targets=tuple(named[:2]) or tuple(spoken[-2:]), said=clause.text)


def _moved(clause: Clause, document: ItineraryDocument, spoken: Sequence[str]) -> list[Operation]:
    by = _BY.search(clause.folded)
    if not by and not (_MOVE.search(clause.folded) and (clause.times or clause.days or clause.lengths)):
        return []
    if _PUT_IN.search(clause.folded) and "instead" not in clause.folded:
        return []
    target = _target(clause.rest.replace("|", " "), document, spoken)
    if not target.ids:
        return []
    minutes, days = _by(by) if by else (0, 0)
    when = clause.when()
    if by and not clause.times:
        when = when.model_copy(update={"minutes": None})
    elif by:
        when, minutes, days = when.model_copy(update={"minutes": None}), 0, 0
    return [Change(target=target, when=when, by_minutes=minutes, by_days=days, said=clause.text)]


def _by(match: re.Match[str]) -> tuple[int, int]:
    said, unit = match["n"] or match["m"], match["unit"] or match["by"]
    count = {"half an": 0.5, "fifteen": 15, "thirty": 30, "twenty": 20, "forty-five": 45, "ninety": 90}.get(said) or (
        int(said) if said.isdigit() else _N.get(said, 1)
    )
    sign = -1 if match["way"] in ("earlier", "sooner", "forward") else 1
    if unit.startswith(("day", "week")):
        return 0, round(sign * count * (7 if unit.startswith("week") else 1))
    return round(sign * count * (60 if unit.startswith("hour") else 1)), 0


def only_stays(folded: str) -> bool:
    """Tell whether a clause only says that something keeps its place."""
    return bool(_STAYS.search(folded)) and not _MOVE.search(folded)


def along_and_staying(
    text: str, document: ItineraryDocument, spoken: Sequence[str]
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the ids that are said to come along, and those that are said to stay."""
    along = [i for m in _ALONG.finditer(text) for i in targets(m["what"], document, ())]
    stay = [i for m in _STAYS.finditer(text) for i in targets(m["what"], document, ())[:1]]
    return tuple(along), tuple(i for i in stay if i not in along)
