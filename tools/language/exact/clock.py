"""Times of day in a folded text: "half past seven in the evening", "9:30 to 12", "1900", "noon"."""

import re
from functools import cache
from typing import NamedTuple

from tripintent.tools.language.exact.lexicon import lexicon, own_pattern, pattern, patterns, phrases

_UNTIL = re.compile(r"(?:bis|alle|all'|fino|hasta|jusqu|ate|as|a)\b")


@cache
def _shape(name: str) -> re.Pattern[str]:
    return dict(patterns("hours", "en"))[name]


class TimeOfDay(NamedTuple):
    """A time of day in minutes, and whether the half of the day was said."""

    minutes: int
    certain: bool
    part: str = ""

    def text(self) -> str:
        """Return ``HH:MM``."""
        return f"{self.minutes // 60 % 24:02d}:{self.minutes % 60:02d}"


class TimeMention(NamedTuple):
    """A time, or a span with ``last``, and its place in the text."""

    start: int
    end: int
    first: TimeOfDay
    last: TimeOfDay | None = None


def find_times(text: str, language: str = "en", *, clauses: bool = False) -> list[TimeMention]:
    """Return the times of a folded text, left to right.

    With ``clauses`` the text says several things: only the words of its own clause tell the half of the day of an hour.
    """
    bare = [m for m in _shape("span").finditer(text) if int(m[1]) <= 24 and int(m[2]) <= 24 and m[1] != m[2]]
    found = [] if language == "en" else _abroad(text, language)
    for match in sorted((*_shape("one").finditer(text), *_shape("after_dash").finditer(text)), key=lambda m: m.start()):
        if any(match.start() < end and start < match.end() for start, end, _ in found):
            continue
        inside = any(b.start() <= match.start() < b.end() for b in bare)
        behind = inside or any(_joined(text, end, match.start()) for _, end, _ in found)
        clock = _clock(match, text, behind=behind)
        if clock and not (language == "de" and match.group().endswith(" am")):  # "für 4 am Samstag"
            found.append((match.start(), match.end(), clock))
    return _spans(text, sorted(found), language, clauses=clauses)


@cache
def _written(language: str) -> re.Pattern[str]:
    """Return how a time of day is written in another language than English: "um halb acht", "a las ocho y media", "20 h 30"."""
    hours = "|".join(
        sorted((w for w, n in lexicon(language).numbers.items() if 1 <= n <= 12 and len(w) > 2), key=len)[::-1]
    )
    part = {
        name: phrases("itinerary", name, language, own=True)
        for name in (*_PARTS, "clock_lead", "oclock", "half_before")
    }
    part |= {
        n: phrases("itinerary", n, language, own=True)
        for n in ("quarter_past", "quarter_to", "and_half", "and_quarter")
    }
    return re.compile(
        rf"(?<![\w$€£./:-])(?:(?P<lead>{part['clock_lead']})\s+)?"
        rf"(?:(?P<half>{part['half_before']})\s+|(?P<past>{part['quarter_past']})\s+|(?P<to>{part['quarter_to']})\s+)?"
        rf"(?:(?P<h>[01]?\d|2[0-4])(?:[:.h](?P<m>[0-5]\d))?|(?P<word>{hours}))(?![\w:]|[.,]\d)"
        rf"(?:\s*(?P<oclock>{part['oclock']})(?!\w)(?:\s*(?P<mm>[0-5]\d)(?![\w:.]))?)?"
        rf"(?:\s+(?:(?P<and_half>{part['and_half']})|(?P<and_quarter>{part['and_quarter']}))(?!\w))?"
        rf"(?:\s*,?\s*(?:(?P<morning>{part['in_the_morning']})|(?P<afternoon>{part['in_the_afternoon']})|(?P<evening>{part['in_the_evening']}))(?!\w))?"
    )


def hours_blanked(text: str, language: str) -> str:
    """Return a folded text with each hour blanked that the word before it tells: "a las 11 de la mañana" is not a day."""
    if language == "en":
        return text
    told = [
        m for m in _written(language).finditer(text) if m["lead"] and m["h"] and not _counts(text, m.end(), language)
    ]
    for match in told:
        start, end = match.start("h"), match.end()
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


_NO_BARE_HOUR = frozenset({"fr"})
"""Languages that never say an hour without its unit."""
_MARKS = ("lead", "half", "past", "to", "m", "oclock", "and_half", "and_quarter", "morning", "afternoon", "evening")
"""Words that make a number a time of day."""

_PARTS = ("in_the_morning", "in_the_afternoon", "in_the_evening")
_GLUED = re.compile(r"(?<![\w.:])(?P<h>[01]?\d|2[0-4])\s?h(?P<m>[0-5]\d)?(?!\w)")


def _abroad(text: str, language: str) -> list[tuple[int, int, TimeOfDay]]:
    """Return the times written as in another language. A number alone needs "um", "Uhr", minutes or a part of the day."""
    found: list[tuple[int, int, TimeOfDay]] = []
    for match in (
        *own_pattern("itinerary", "noon", language).finditer(text),
        *own_pattern("itinerary", "midnight", language).finditer(text),
    ):
        midnight = own_pattern("itinerary", "midnight", language).fullmatch(match.group())
        found.append((*match.span(), TimeOfDay(0 if midnight else 720, certain=True)))
    for match in sorted(
        (*_written(language).finditer(text), *_GLUED.finditer(text)), key=lambda m: m.start() - m.end()
    ):
        groups = match.groupdict()
        said = {name for name in _MARKS if groups.get(name)}
        weak = not said - {"lead"} and (
            _shape("not_behind").match(text, match.end()) or _counts(text, match.end(), language)
        )
        bare = not said or (said == {"lead"} and language in _NO_BARE_HOUR)
        if match.re is not _GLUED and (bare or weak):
            continue
        if any(match.start() < end and start < match.end() for start, end, _ in found):
            continue
        hour = int(groups["h"]) if groups.get("h") else lexicon(language).numbers[groups["word"]]
        minutes = hour * 60 + int(groups.get("m") or groups.get("mm") or 0)
        minutes += 30 * bool(groups.get("and_half")) + 15 * bool(groups.get("and_quarter"))
        minutes += -30 * bool(groups.get("half")) + 15 * bool(groups.get("past")) - 15 * bool(groups.get("to"))
        part = next((p for p in ("morning", "afternoon", "evening") if groups.get(p)), "")
        sure = bool(part) or hour > 12 or len(groups.get("h") or "") == 2
        found.append((*match.span(), _halved(minutes, "", part, certain=sure)))
    return sorted(found)


def _counts(text: str, at: int, language: str) -> bool:
    """Tell whether what follows a number makes it a count, a share or part of a date; a full stop does in German ("11. Mai")."""
    match = _shape("counted").match(text, at)
    return match is not None and (match.group().strip() != "." or language == "de")


def _joined(text: str, end: int, start: int) -> bool:
    gap = text[end:start]
    return len(gap) < 24 and bool(_shape("join").fullmatch(gap) or (not gap.strip() and _UNTIL.match(text, start)))


def _clock(match: re.Match[str], text: str, *, behind: bool) -> TimeOfDay | None:
    groups = match.groupdict()
    part = groups["part"] or ("night" if groups["night"] else "")
    if not groups["h"] and _shape("not_behind").match(text, match.end()):
        return None
    half = (groups["half"] or "").replace(".", "")
    part = {"abend": "evening", "nachmittag": "afternoon", "morgen": "morning"}.get(part, part)
    sure = half[:2] in ("am", "pm") or bool(part)
    if groups["noon"]:
        return TimeOfDay(0 if groups["noon"] == "midnight" else 720, certain=True)
    if groups["off"] and groups["oh"]:
        off = 15 if groups["off"].endswith("quarter") else sum(map(_number, groups["off"].replace("-", " ").split()))
        minutes = _number(groups["oh"]) * 60 + (off if groups["way"] != "to" else -off)
        return _halved(minutes, half, part, certain=sure)
    if groups["hh"]:
        return _halved(_number(groups["hh"]) * 60 + 30, half, part, certain=sure)
    if groups["h"]:
        written = groups["h"]
        certain = sure or len(written) == 2
        return _halved(int(written) * 60 + int(groups["m"]), half, part, certain=certain)
    led = bool(_shape("lead").search(text[max(0, match.start() - 14) : match.start()]))
    if groups["four"]:
        year = groups["four"][:2] == "20" and not led
        return None if year else TimeOfDay(int(groups["four"][:2]) * 60 + int(groups["four"][2:]), certain=True)
    hour = _number(groups["bare"])
    if hour > 24 or not (led or behind or half or part) or (hour > 12 and not (led or behind or half)):
        return None
    return _halved(hour * 60, half, part, certain=sure or hour > 12)


def _number(word: str) -> int:
    return lexicon("en").number(word) or int(word)


def _halved(minutes: int, half: str, part: str, *, certain: bool) -> TimeOfDay:
    hour = minutes // 60
    late = half.startswith("pm") or part in ("afternoon", "evening") or (part == "night" and hour >= 5)
    if late and hour < 12:
        minutes += 720
    if (half.startswith("am") or part == "morning") and hour == 12:
        minutes -= 720
    return TimeOfDay(minutes, certain, part or half[:2])


def _spans(text: str, found: list[tuple[int, int, TimeOfDay]], language: str, *, clauses: bool) -> list[TimeMention]:
    mentions: list[TimeMention] = []
    at = since = 0
    whole = text
    while at < len(found):
        start, end, first = found[at]
        if at and _parts_ways(language).search(whole, found[at - 1][1], start):
            since = found[at - 1][1]
        until = _until(whole, end, found[at + 1 :], language)
        text = _clause(whole, start, end) if clauses else whole[since:until]
        if at + 1 < len(found) and _joined(whole, end, found[at + 1][0]):
            _, last_end, last = found[at + 1]
            mentions.append(TimeMention(start, last_end, *_together(text, first, last, language)))
            at += 2
            continue
        mentions.append(TimeMention(start, end, settled(first, text, language)))
        at += 1
    return mentions


@cache
def _parts_ways(language: str) -> re.Pattern[str]:
    """Return the pattern of text between two hours of different things: the end of a sentence, or a day of its own."""
    return lexicon(language).compile(r"[.;!?]\s|(?<!\w)(?:%weekday%|%month_name%)(?!\w)")


def _until(text: str, end: int, later: list[tuple[int, int, TimeOfDay]], language: str) -> int:
    """Return where the words end that tell the half of the day of an hour: those of the next hour's thing are not its own."""
    if not later or not _parts_ways(language).search(text, end, later[0][0]):
        return len(text)
    cut = re.compile(rf"[,;.]|(?<!\w){phrases('itinerary', 'join', language)}(?!\w)").search(text, end, later[0][0])
    return cut.start() if cut else later[0][0]


_PAUSE = re.compile(r"[,;.!?]\s|\n")
_NEXT_THING = re.compile(rf"{_PAUSE.pattern}|\band\b(?!\s*\d)")


def _clause(text: str, start: int, end: int) -> str:
    """Return what is said with an hour: from the pause before it to the one after it, or to "and" with another thing."""
    begins = max((one.end() for one in _PAUSE.finditer(text, 0, start)), default=0)
    ends = _NEXT_THING.search(text, end)
    return text[begins : ends.start() if ends else len(text)]


def settled(clock: TimeOfDay, context: str, language: str = "en") -> TimeOfDay:
    """Return a time whose half of the day is decided: one to six is after noon, seven to eleven before it unless it is an evening's thing."""
    if clock.certain or clock.minutes >= 720:
        return clock
    evening = bool(pattern("itinerary", "evening_thing", language).search(context)) and clock.minutes >= 300
    late = clock.minutes < 420 or evening
    return TimeOfDay(clock.minutes + 720 if late else clock.minutes, certain=False)


def _together(text: str, first: TimeOfDay, last: TimeOfDay, language: str) -> tuple[TimeOfDay, TimeOfDay]:
    """Decide both ends of a span: a half of the day said once holds for both where the order allows it."""
    if not first.certain and last.certain:
        later = TimeOfDay(first.minutes + 720, certain=True)
        return (later if first.minutes < 720 and last.minutes > later.minutes else first), last
    begin = settled(first, text, language)
    if not last.certain and last.minutes < begin.minutes and last.minutes + 720 > begin.minutes:
        return begin, TimeOfDay(last.minutes + 720, certain=begin.certain)
    return begin, last if last.certain else TimeOfDay(last.minutes, certain=begin.certain)
