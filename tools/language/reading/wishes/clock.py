"""Times of day and arrival limits: "not before 9", "land before noon", "no early mornings", "same time as going"."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Literal, NamedTuple

from tripintent.state.frame import Frame, TimeWindow
from tripintent.state.operations import SetSlot
from tripintent.tools.language.exact.lexicon import alternation, cues_of_all, lexicon
from tripintent.tools.language.exact.tables import chain, pattern, phrases
from tripintent.tools.language.reading.cover import Candidate
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.scope import Scopes

GENERAL = 0.5
"""Certainty of a limit that was said of all flights: it holds for the way back where there is one."""
_SURE = 0.9
_TIME = (
    r"(?<![\d$€£/.])(?P<h>\d{1,2})(?:[:.h](?P<m>\d{2}))?(?!\d|[.,]\d|(?:st|nd|rd|th)\b)\s*"
    r"(?P<half>a\.?m\b\.?|p\.?m\b\.?|o'?clock\b|uhr\b|heures?\b|horas?\b|h\b)?"
)
_SECOND = _TIME.replace("?P<h>", "?P<h2>").replace("?P<m>", "?P<m2>").replace("?P<half>", "?P<half2>")
_RANGE = re.compile(
    r"\b(?:between|entre|zwischen|tra|fra)\s+(?:(?:le|las|les|as|os|die)\s+)?"
    + _TIME
    + r"\s*(?:and|-|to|y|et|e|und|a)\s*(?:(?:le|las|les|as|os)\s+)?"
    + _SECOND
)
_NOON = r"(?P<noon>noon|midday|midnight|mediodia|medianoche|midi|minuit|mittag|mitternacht|meio[- ]dia|mezzogiorno|mezzanotte)"
_MIDNIGHT = frozenset({"midnight", "medianoche", "minuit", "mitternacht", "mezzanotte"})
_UNITS = (
    r"(?!\.?\s*(?:%person%|%adult%|%child%|%night%|%day%|%week%|%month%|(?:%of%\s+)?%month_name%|%star%|%room%"
    r"|%bag%|%ticket%|hours?|[$€£%]|euros?|dollars?|pounds?|of\b))"
)
_PARTS: dict[str, tuple[str, str]] = {
    "early_morning": ("05:00", "09:00"), "morning": ("06:00", "12:00"), "midday": ("11:00", "14:00"), "late_afternoon": ("15:00", "18:00"),
    "afternoon": ("12:00", "18:00"), "late_evening": ("21:00", "23:59"), "evening": ("18:00", "23:00"), "night": ("20:00", "23:59"),
}  # fmt: skip
_WITHOUT: dict[str, TimeWindow] = {
    "early_morning": TimeWindow(start="08:00"), "morning": TimeWindow(start="12:00"), "evening": TimeWindow(end="18:00"),
    "late_evening": TimeWindow(end="21:00"), "night": TimeWindow(end="22:00"), "late_afternoon": TimeWindow(end="15:00"),
}  # fmt: skip
"""What is left of the day without a part of it."""
_AFTERNOON = frozenset({"afternoon", "late_afternoon", "evening", "late_evening", "night"})
_MEALS = {
    "breakfast": "09:00",
    "lunch": "13:00",
    "comer": "13:30",
    "dejeuner": "13:00",
    "mittagessen": "13:00",
    "almo": "13:00",
    "pranzo": "13:00",
}
_DINNER = "19:00"
_CLAUSE_START = re.compile(r"[,;!?()\n]|\b(?:and|y|et|und|e|but|pero|mais|aber|so)\b")
_CLAUSE_END = re.compile(
    r"[;!?()\n]|,(?!\s*(?:n?either|n?or|ni|weder|nem|ne)\b)|\b(?:and|y|et|und|but|pero|mais|aber|so)\b(?!\s+back)"
)
_YES: Literal[True] = True
_FAR = 6
"""Words between an event and its time: "meeting in Frankfurt on Tuesday 12 January, 10am"."""
_COMMA = re.compile(r",\s*(?:so\s*)?$")
"""At the end of a clause; the German "so" only leads to a time (", so gegen abend")."""
_LEAD = 3
"""Words before a time that name no way ("…, so gegen abend")."""
_GREETING = re.compile(
    r"\b(?:good|buenos|buenas|guten|bom|boa|bon|buon|same|mism[ao]|meme|selben|gleichen|mesm[ao]|stess[ao])\s*$"
)
"""Before a part of the day: a greeting, or "the same evening", which is a day."""
_MEAL = re.compile(r"\bcafes?\s+$")
_BEHIND_BACK = re.compile(r"\s+(?:return|way back|inbound|flights? (?:back|home))\b")


_EXACTLY = frozenset(["at", "um", "a las", "a la", "las", "a", "alle", "as"])
"""Words before an hour that say no "about"."""


class _Time(NamedTuple):
    """A stretch of words that limits a time; ``denied`` is what is left when the words are denied."""

    start: int
    end: int
    window: TimeWindow
    denied: TimeWindow | None
    weight: float = 1.0
    at: str | None = None
    """The one hour that was said, without "before", "after" or "about"."""


def read_clock(message: Message, language: str, scopes: Scopes, frame: Frame) -> Iterator[Candidate]:
    """Propose limits of departures and arrivals, each for the flight that its clause is about."""
    for time in _times(message, language):
        if _is_event(message, language, time):
            yield Candidate(time.start, time.end, (), 1.2)
            continue
        turned = scopes.turn_of(time.start, time.end) is not None
        window = time.denied if turned else time.window
        slots = _slots(message, language, time) if window else ()
        if time.at and not turned and _is_present(message, language, time):  # who has to be there at ten lands by ten
            window, slots = TimeWindow(end=time.at), ("arrive_window",)
        wide = (
            turned
            and len(slots) == 1
            and slots[0] in {"depart_window", "arrive_window"}
            and not _names_out(message, language, time)
        )
        operations = [_limit(slot, window, message, time, _SURE) for slot in slots if window]
        if wide and window and slots:
            back = {"depart_window": "return_window", "arrive_window": "return_arrive_window"}[slots[0]]
            operations.append(_limit(back, window, message, time, GENERAL))
        yield Candidate(time.start, time.end, tuple(operations), time.weight)
    yield from _same_as_out(message, language, frame)
    red_eye = pattern("clock", "red_eye", language)
    for match in red_eye.finditer(message.folded):
        if scopes.turn_of(*match.span()):
            yield Candidate(*match.span(), (_op("avoid_red_eye", _YES, message, match.span()),), 1.3)


def _limit(slot: str, window: TimeWindow, message: Message, time: _Time, certainty: float) -> SetSlot:
    return _op(slot, window, message, (time.start, time.end), certainty)


def _op(
    slot: str, value: TimeWindow | Literal[True], message: Message, span: tuple[int, int], certainty: float = _SURE
) -> SetSlot:
    start, end = span
    said = message.text[start:end]
    return SetSlot.model_construct(
        op="set", slot=slot, value=value, text=said, start=start, end=end, certainty=certainty
    )


def _times(message: Message, language: str) -> list[_Time]:
    text = message.folded
    found = [*_ranges(text), *_points(message, language), *_meals(text, language)]
    prices = [m.span() for m in _nightly().finditer(text)]
    for name, (low, high) in _PARTS.items():
        for match in pattern("clock", name, language).finditer(text):
            before = text[: match.start()]
            of_a_point = any(not text[t.end : match.start()].strip() for t in found if t.end <= match.start())
            of_a_price = any(a <= match.start() < b for a, b in prices)
            if not (of_a_point or of_a_price or _GREETING.search(before) or _MEAL.search(before)):
                rest = _WITHOUT.get(name)
                too = rest and pattern("clock", "too", language).search(match.group())
                window = rest if rest and too else TimeWindow(start=low, end=high)
                found.append(_Time(*match.span(), window, rest))
    found += [
        _Time(*m.span(), window, None, 0.8)
        for concept, window in (
            ("earlier_flight", TimeWindow(end="11:00")),
            ("later_flight", TimeWindow(start="14:00")),
        )
        for m in pattern("clock", concept, language).finditer(text)
        if not re.search(r"\b(?:days?|weeks?|nights?|\d)\s*$", text[: m.start()])
        and len(m.group().split()) > 1
        and not message.sentence_at(m.start()).asks
    ]
    return found


@cache
def _nightly() -> re.Pattern[str]:
    """Return what matches a price for a night, which is no time of day ("massimo 120 a notte")."""
    return re.compile(rf"\d\s?(?:[^\W\d]+\s+|[€$£]\s*)?{alternation(list(cues_of_all('per_night')))}(?!\w)")


def _ranges(text: str) -> Iterator[_Time]:
    for match in _RANGE.finditer(text):
        low, high = (
            _clock(match["h"], match["m"], match["half"] or match["half2"]),
            _clock(match["h2"], match["m2"], match["half2"]),
        )
        if low and high and (match["half2"] or match["m2"]):
            yield _Time(*match.span(), TimeWindow(start=low, end=high), None, 1.2)


def _points(message: Message, language: str) -> Iterator[_Time]:
    text = message.folded
    for match in _point(language).finditer(text):
        lead = "before" if match["before"] else "after" if match["after"] else None
        at = _at(message, language, match)
        if at is None or not (match["half"] or match["m"] or match["noon"] or _is_hour(message, language, match, lead)):
            continue
        if lead == "before":
            yield _Time(*match.span(), TimeWindow(end=at), TimeWindow(start=at), 1.1)
        elif lead == "after":
            yield _Time(*match.span(), TimeWindow(start=at), TimeWindow(end=at), 1.1)
        else:
            hour = int(at[:2])
            near = TimeWindow(start=f"{max(0, hour - 1):02d}{at[2:]}", end=f"{min(23, hour + 1):02d}{at[2:]}")
            yield _Time(
                *match.span(), near, None, at=None if match["around"] and match["around"] not in _EXACTLY else at
            )


@cache
def _point(language: str) -> re.Pattern[str]:
    leads = "|".join(rf"(?P<{name}>{phrases('clock', name, language)})" for name in ("before", "after", "around"))
    return lexicon(language).compile(
        rf"(?:(?<!\w)(?:{leads})(?=[\s'])\s*)?(?:(?<!\w){_NOON}(?!\w)|{_TIME}(?!\w){_UNITS})"
    )


def _at(message: Message, language: str, match: re.Match[str]) -> str | None:
    if match["noon"]:
        return "23:59" if match["noon"] in _MIDNIGHT else "12:00"
    if match["m"] and "." in match.group() and not match["half"]:
        return None  # "4.30" may be an amount
    at = _clock(match["h"], match["m"], match["half"])
    if at is None or match["half"] in {"am", "pm", "a.m.", "p.m.", "uhr"} or int(match["h"]) > 12:
        return at
    clause = _clause(message, match.start(), match.end())
    parts = [name for name in _PARTS if pattern("clock", name, language).search(clause)]
    hour = int(match["h"])
    late = bool(_AFTERNOON & set(parts)) or (1 <= hour <= 6 and not parts and not match["m"])
    return f"{hour + 12:02d}{at[2:]}" if late and hour < 12 else at


def _is_hour(message: Message, language: str, match: re.Match[str], lead: str | None) -> bool:
    """Tell whether a bare number is an hour: behind "before" and its like, in a clause about leaving or landing."""
    if lead is None and not match["around"]:
        return False
    said = match.group()
    if any(
        re.search(rf"(?<!\w){phrases('clock', 'article', code)}\s+\d", said) for code in chain(language) if code != "en"
    ):
        return True
    if lead is None:
        return False
    clause = _clause(message, match.start(), match.end())
    times = [
        name for name in ("morning", "afternoon", "evening", "night") if pattern("clock", name, language).search(clause)
    ]
    moves = pattern("clock", "leave", language).search(clause) or pattern("clock", "arrive", language).search(clause)
    back = pattern("clock", "back", language).search(clause) if lead == "after" or "not" in clause else None
    from_a_number = "from" in said.split()[:1] and not times
    none = re.search(pattern("clock", "none_then", language).pattern + r"\W*$", clause[: clause.rfind(said)])
    return bool(times or none or ((moves or back) and not from_a_number))


def _clock(hour: str | None, minute: str | None, half: str | None) -> str | None:
    if hour is None:
        return None
    h, m = int(hour), int(minute or 0)
    said = (half or "").replace(".", "")
    if said == "pm" and h < 12:
        h += 12
    if said == "am" and h == 12:
        h = 0
    return f"{h:02d}:{m:02d}" if h < 24 and m < 60 else None


def _meals(text: str, language: str) -> Iterator[_Time]:
    """Read "I have to be there for lunch" as a limit of the landing."""
    for match in pattern("clock", "meal", language).finditer(text):
        if pattern("clock", "arrive", language).search(text[: match.start()]):
            meal = next((at for word, at in _MEALS.items() if word in match.group()), _DINNER)
            yield _Time(*match.span(), TimeWindow(end=meal), None)


def _clause(message: Message, start: int, end: int) -> str:
    a, b = _bounds(message, start, end)
    return message.folded[a:b]


def _bounds(message: Message, start: int, end: int) -> tuple[int, int]:
    """Return the clause around a time: from the last mark or "and" before it to the next one behind."""
    text, sentence = message.folded, message.sentence_at(start)
    left = max((m.end() for m in _CLAUSE_START.finditer(text, sentence.start, start)), default=sentence.start)
    right = _CLAUSE_END.search(text, end)
    return left, min(right.start() if right else len(text), max(sentence.end, end))


def _is_event(message: Message, language: str, time: _Time) -> bool:
    """Tell a time that is that of something else: "meeting at 2pm"; "there by 9 for the conference" is a landing."""
    left, _ = _bounds(message, time.start, time.start)
    before = message.folded[left : time.start]
    events = [m.end() for m in pattern("clock", "event", language).finditer(before)]
    between = before[events[-1] :] if events else ""
    near = events and len(between.split()) <= _FAR and not pattern("clock", "leave", language).search(between)
    return bool(near) and not pattern("clock", "arrive", language).search(before)


def _slots(message: Message, language: str, time: _Time) -> tuple[str, ...]:
    """Return what is limited: a departure or a landing, on the way out, back or both."""
    left, right = _bounds(message, time.start, time.end)
    before, clause = message.folded[left : time.start], message.folded[left:right]
    if re.search(r"\bcheck[- ]?(?:in|out)", clause):
        return ()
    both = pattern("clock", "both", language).search(message.folded[left : right + 40])
    back = (
        pattern("clock", "back", language).search(before)
        or _BEHIND_BACK.match(message.folded, time.end)
        or _behind(message, language, time, right, "back")
    )
    arrive = pattern("clock", "arrive", language).search(before)
    bare = len(before.split()) <= _LEAD and not pattern("clock", "leave", language).search(before)
    if not (back or arrive) and bare:  # "a later return, like 9pm": the way is named before the comma
        back = pattern("clock", "back", language).search(_clause_before(message, left))
    if both:
        return ("arrive_window", "return_arrive_window") if arrive else ("depart_window", "return_window")
    home = re.search(r"\b(?:home|back)\b", arrive.group()) if arrive else re.search(r"\bhome\s*$", before)
    if back or home:
        lands = home or arrive
        return ("return_arrive_window",) if lands else ("return_window",)
    return ("arrive_window",) if arrive else ("depart_window",)


def _is_present(message: Message, language: str, time: _Time) -> bool:
    """Tell whether one has to be somewhere at that hour: "I have to be in Frankfurt at 10am"."""
    left, right = _bounds(message, time.start, time.end)
    return pattern("clock", "present", language).search(message.folded[left:right]) is not None


def _clause_before(message: Message, left: int) -> str:
    """Return what stands before the comma at which a clause begins; nothing behind another mark or an "and"."""
    if not _COMMA.search(message.folded[:left]):
        return ""
    comma = message.folded.rindex(",", 0, left)
    return message.folded[_bounds(message, comma, comma)[0] : comma]


def _behind(message: Message, language: str, time: _Time, right: int, concept: str) -> re.Match[str] | None:
    """Return the words for a way right behind a time ("after 5 on the way back")."""
    match = pattern("clock", concept, language).search(message.folded, time.end, right)
    return match if match and len(message.folded[time.end : match.start()].split()) <= 4 else None


def _names_out(message: Message, language: str, time: _Time) -> bool:
    left, right = _bounds(message, time.start, time.end)
    return bool(pattern("clock", "out", language).search(message.folded[left:right]))


def _same_as_out(message: Message, language: str, frame: Frame) -> Iterator[Candidate]:
    match = pattern("clock", "same_as_out", language).search(message.folded)
    if match and frame.depart_window:
        yield Candidate(*match.span(), (_op("return_window", frame.depart_window, message, match.span()),))
