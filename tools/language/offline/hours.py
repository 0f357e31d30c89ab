"""Times of day that limit flights: "not before 9", "land before noon", "no early mornings", "home by 8pm"."""

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from tripintent.state.frame import TimeWindow
from tripintent.state.operations import Operation
from tripintent.tools.language.exact.clock import TimeMention
from tripintent.tools.language.exact.lexicon import alternation, cues_of_all, lexicon
from tripintent.tools.language.exact.tables import matches, pattern, phrases
from tripintent.tools.language.offline.day_shifts import counted
from tripintent.tools.language.offline.passage import Passage

if TYPE_CHECKING:
    from tripintent.tools.language.offline.known import Known

_GENERAL, _SURE = 0.5, 0.9
"""Certainty of a limit that was said of all flights (it holds for the way back where there is one), and of any other."""
_QUARTER = 15
_AMOUNT = re.compile(r"\d{3,4}")
_FAR, _JOINED, _BEHIND = 6, 6, 5
"""Words between an event and its time."""
_PARTS = {
    "early_morning": ("05:00", "09:00"), "morning": ("06:00", "12:00"), "midday": ("11:00", "14:00"), "late_afternoon": ("15:00", "18:00"),
    "afternoon": ("12:00", "18:00"), "late_evening": ("21:00", "23:59"), "evening": ("18:00", "23:00"), "night": ("20:00", "23:59"),
}  # fmt: skip
_WITHOUT = {
    "early_morning": TimeWindow(start="08:00"), "morning": TimeWindow(start="12:00"), "evening": TimeWindow(end="18:00"),
    "late_evening": TimeWindow(end="21:00"), "night": TimeWindow(end="22:00"), "late_afternoon": TimeWindow(end="15:00"),
}  # fmt: skip
"""The rest of the day without a part of it."""
_BACK = {"depart_window": "return_window", "arrive_window": "return_arrive_window"}
"""The same limit on the way back."""
_STARTS = re.compile(r"[,;!?()\n]|\b(?:and|y|et|und|e|but|pero|mais|aber|so)\b")
_ENDS = re.compile(
    r"[;!?()\n]|\.(?=\s|$)|,(?!\s*(?:n?either|n?or|ni|weder|nem|ne)\b)|\b(?:and|y|et|und|but|pero|mais|aber|so)\b(?!\s+back)"
)


_LEAVES = {"arrive_window": "depart_window", "return_arrive_window": "return_window"}
"""The departure of the same flight as a landing."""


class _Time(NamedTuple):
    """A stretch of words that limits a time; ``denied`` is what is left when the words are denied; ``at`` the one hour said."""

    start: int
    end: int
    window: TimeWindow
    denied: TimeWindow | None
    at: str | None = None


def read_hours(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield limits of departures and arrivals, each for the flight that its words are about."""
    for match in pattern("clock", "red_eye", passage.language).finditer(passage.text):
        if passage.turn_of(*match.span()):
            yield passage.sets("avoid_red_eye", value=True, span=match.span())
    same = pattern("clock", "same_as_out", passage.language).search(passage.text)
    if same and known.frame.depart_window:
        yield passage.sets("return_window", known.frame.depart_window, same.span())
    red = [m.span() for m in pattern("clock", "red_eye", passage.language).finditer(passage.text)]
    yield from _compared(passage, known)
    in_view = {hour for flight in known.times for hour in flight}
    lasting = [m.span() for m in matches("hours", "most", passage.language, passage.text)]  # "max 3h Flug"
    for time in _times(passage):
        described = time.at in in_view  # "we land at 5:50 am, can we check in early?"
        if described or any(a <= time.start < b for a, b in (*red, *lasting)) or _is_of_else(passage, time):
            continue
        turned = passage.turn_of(time.start, time.end) is not None
        window = time.denied if turned else time.window
        slots = _slots(passage, time)
        left, right = _bounds(passage, time)
        if time.at and not turned and pattern("clock", "present", passage.language).search(passage.text[left:right]):
            window, slots = TimeWindow(end=time.at), ("arrive_window",)
        if window is None:
            continue
        for slot in slots:
            yield passage.sets(slot, window, (time.start, time.end), _SURE)
        out = pattern("clock", "out", passage.language).search(passage.text[left:right])
        if turned and not out and len(slots) == 1 and slots[0] in _BACK:
            yield passage.sets(_BACK[slots[0]], window, (time.start, time.end), _GENERAL)


def _compared(passage: Passage, known: "Known") -> Iterator[Operation]:
    """Yield limits from the hours of the flights in view: "a bit later on Thursday", "is there an earlier one home?"."""
    slots = ("depart_window", "arrive_window", "return_window", "return_arrive_window")
    hours = dict(zip(slots, (hour for flight in known.times for hour in flight), strict=False))
    days = [match.span() for match in counted(passage.language).finditer(passage.text)]
    for name in ("later", "sooner"):
        for match in pattern("clock", name, passage.language).finditer(passage.text):
            left, right = _bounds(passage, time := _Time(*match.span(), TimeWindow(), None))
            around = passage.text[_fronted(passage.text, left) : right]
            of_flight = any(
                pattern("clock", one, passage.language).search(around) for one in ("leave", "back", "arrive")
            )
            slot = _slots(passage, time)[0]
            if not pattern("clock", "arrive", passage.language).search(around):
                slot = _LEAVES.get(slot, slot)
            own = passage.message.of("time", "length", "number", start=left, end=right)
            in_days = any(start <= match.start() < end for start, end in days)
            if slot not in hours or own or in_days or not of_flight or passage.turn_of(*match.span()):
                continue
            window = _beyond(hours[slot], later=name == "later")
            if window:
                yield passage.sets(slot, window, match.span(), _SURE)


def _beyond(hour: str, *, later: bool) -> TimeWindow | None:
    """Return the rest of the day behind an hour, or before it, from the next quarter of an hour on."""
    minutes = int(hour[:2]) * 60 + int(hour[3:])
    at = (minutes // _QUARTER + 1 if later else -(-minutes // _QUARTER) - 1) * _QUARTER
    if not 0 < at < 24 * 60:
        return None
    said = f"{at // 60:02d}:{at % 60:02d}"
    return TimeWindow(start=said) if later else TimeWindow(end=said)


def _times(passage: Passage) -> list[_Time]:
    found = [*_said(passage), *_bare_hours(passage)]
    prices = [m.span() for m in _nightly().finditer(passage.text)]
    for name, (low, high) in _PARTS.items():
        for match in pattern("clock", name, passage.language).finditer(passage.text):
            start, end = match.span()
            taken = any(a < end and start < b for a, b in [*prices, *((t.start, t.end) for t in found)])
            of_time = any(not passage.text[t.end : start].strip() for t in found if t.end <= start)
            of_day = passage.message.of("day", start=0)
            greeting = passage.has("greeting_before", passage.text[max(0, start - 12) : start] + "|")
            tonight = any(one.start == start for one in of_day)
            if taken or of_time or greeting or tonight:
                continue
            rest = _WITHOUT.get(name)
            too = rest and pattern("clock", "too", passage.language).search(match.group())
            window = rest if rest and too else TimeWindow(start=low, end=high)
            found.append(_Time(start, end, window, rest))
    return found


@cache
def _nightly() -> re.Pattern[str]:
    """Return what matches a price for a night, which is not a time of day ("massimo 120 a notte")."""
    return re.compile(rf"\d\s?(?:[^\W\d]+\s+|[€$£]\s*)?{alternation(list(cues_of_all('per_night')))}(?!\w)")


@cache
def _leads(language: str) -> re.Pattern[str]:
    groups = "|".join(rf"(?P<{name}>{phrases('clock', name, language)})" for name in ("before", "after", "around"))
    return lexicon(language).compile(rf"(?<!\w)(?:{groups})(?=[\s'])\W*(?:le |las? |les |as |os |die |l')?$")


def _said(passage: Passage) -> Iterator[_Time]:
    """Yield the times of the exact reader, with the words before them."""
    for value in passage.message.of("time"):
        mention = value.value
        money = any(0 <= one.start - value.end < _JOINED for one in passage.message.of("money"))
        if not isinstance(mention, TimeMention) or passage.text[value.start] == "\n" or money:
            continue  # "between 1500 and 2000 pounds"
        first = mention.first.text()
        digit = re.search(r"\d", passage.text[value.start : value.end])
        hour = value.start + (digit.start() if digit else 0)  # "das 9", "nach 9": some words are part of the time
        lead = _leads(passage.language).search(passage.text[max(0, hour - 30) : hour])
        lead = lead or _leads(passage.language).search(passage.text[max(0, value.start - 30) : value.start])
        if lead is None and _AMOUNT.fullmatch(passage.text[value.start : value.end]):
            continue  # "flights were 1400"
        start = min(value.start, hour - len(lead.group())) if lead else value.start
        since = next(passage.finds("between_before", passage.text[max(0, hour - 30) : hour] + "|"), None)
        if since:
            yield _Time(value.start, value.end, TimeWindow(start=f"{int(since['n']):02d}:00", end=first), None)
        elif mention.last:
            yield _Time(start, value.end, TimeWindow(start=first, end=mention.last.text()), None)
        else:
            at = (
                "23:59"
                if first == "00:00" and passage.has("midnight", passage.text[value.start : value.end])
                else first
            )
            yield _limit(start, value.end, at, lead)


def _limit(start: int, end: int, at: str, lead: re.Match[str] | None) -> _Time:
    if lead and lead["before"]:
        return _Time(start, end, TimeWindow(end=at), TimeWindow(start=at))
    if lead and lead["after"]:
        return _Time(start, end, TimeWindow(start=at), TimeWindow(end=at))
    hour = int(at[:2])
    near = TimeWindow(start=f"{max(0, hour - 1):02d}{at[2:]}", end=f"{min(23, hour + 1):02d}{at[2:]}")
    return _Time(start, end, near, None, at=at)


def _bare_hours(passage: Passage) -> Iterator[_Time]:
    """Yield "after 9", "not before 10": a number alone behind such a word, where its words are about leaving or landing."""
    text = passage.without("time", "money", "length")
    for one in passage.message.of("day"):  # "le 9", "las 9" may be read as a day, and is an hour behind "after"
        said = passage.text[one.start : one.end]
        if not passage.has("hour_article", said.rstrip("0123456789") + "|"):
            text = text[: one.start] + "\x00" * len(said) + text[one.end :]
    for match in passage.finds("bare_hour", text):
        lead = _leads(passage.language).search(passage.text[: match.start("n")][-30:])
        hour = int(match["n"])
        if not lead or lead["around"] or hour > 24:
            continue
        around = passage.around(*match.span())
        concepts = ("leave", "arrive", "back", "none_then", "morning", "afternoon", "evening", "night")
        moves = any(pattern("clock", one, passage.language).search(around) for one in concepts)
        if not moves and not passage.has("home", around) and not passage.has("leaves_at", around):
            continue
        late = any(pattern("clock", one, passage.language).search(around) for one in ("afternoon", "evening", "night"))
        early = pattern("clock", "morning", passage.language).search(around)
        at = f"{hour % 24 + (12 if hour < 12 and (late or (hour < 7 and not early)) else 0):02d}:00"
        start = match.start("n") - len(lead.group())
        yield _limit(start, match.end("n"), at, lead)


def _bounds(passage: Passage, time: _Time) -> tuple[int, int]:
    """Return the words around a time: from the last mark or "and" before it to the next one behind."""
    left = max((m.end() for m in _STARTS.finditer(passage.text, 0, time.start)), default=0)
    dot = passage.text.rfind(". ", 0, time.start) + 1
    while dot and passage.message.is_ordinal(dot - 1):
        dot = passage.text.rfind(". ", 0, dot - 1) + 1
    right = _ENDS.search(passage.text, time.end)
    return max(left, dot), right.start() if right else len(passage.text)


def _fronted(text: str, left: int) -> int:
    """Return where the words before a comma begin, of which those from ``left`` on say more; ``left`` where there is no comma."""
    if not text[:left].rstrip().endswith(","):
        return left
    return max((m.end() for m in _STARTS.finditer(text, 0, text.rindex(",", 0, left))), default=0)


def _is_of_else(passage: Passage, time: _Time) -> bool:
    """Tell a time that is that of something else: "meeting at 2pm"; "there by 9 for the conference" is a landing."""
    left, right = _bounds(passage, time)
    before, language = passage.text[left : time.start], passage.language
    if passage.has("no_flight_time", passage.text[left:right]):
        return True
    events = [m.end() for m in pattern("clock", "event", language).finditer(before)]
    between = before[events[-1] :] if events else ""
    near = events and len(between.split()) <= _FAR and not pattern("clock", "leave", language).search(between)
    return bool(near) and not pattern("clock", "arrive", language).search(before)


def _slots(passage: Passage, time: _Time) -> tuple[str, ...]:
    """Return what is limited: a departure or a landing, on the way out, back or both."""
    left, right = _bounds(passage, time)
    language, text = passage.language, passage.text
    before, behind = text[left : time.start], text[time.end : right]
    both = pattern("clock", "both", language).search(text[left : right + 40])
    rule = pattern("clock", "back", language)
    late = rule.search(behind)
    back = rule.search(before) or (late if late and len(behind[: late.start()].split()) <= _BEHIND else None)
    arrive = pattern("clock", "arrive", language).search(before)
    if not (back or arrive or pattern("clock", "leave", language).search(before)):
        back = rule.search(text, _fronted(text, left), left)  # the way is named in front: "a later return, like 9pm"
    if both:
        return ("arrive_window", "return_arrive_window") if arrive else ("depart_window", "return_window")
    leave = pattern("clock", "leave", language).search(before) or passage.has("leaves_at", before)
    home = passage.has("home", f"{before} {' '.join(behind.split()[:3])}") and (arrive or not leave)
    if back or home:
        return ("return_arrive_window",) if home or arrive else ("return_window",)
    return ("arrive_window",) if arrive else ("depart_window",)
