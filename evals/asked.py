"""The questions in the assistant's last message, in its order: a bare answer means nothing without it."""

import re
from collections.abc import Iterator

from tripintent.tools.places.folding import fold

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_INTERROGATIVE = re.compile(
    r"\?|\b(?:what|which|when|where|who|how (?:many|long|much|about)|whats|tell me|let me know|need to know|provide"
    r"|give me|specify|please (?:share|confirm|enter)|(?:may|can|could) i have|i'll need|i need|i would need|date of"
    r"|any (?:preferred|particular)|do you (?:have|want|prefer|need)|preference)\b"
)
_CLAUSE = re.compile(
    r"(?<=.)(?<!from )(?<!to )(?=\b(?:where|what|which|when|how (?:many|long|much)|may i|could you)\b)|,|;|\balso\b"
)
_PLACE_WORD = r"(?:where|city|cities|location|place|airport|point|area|town)"
_LEAVE = r"(?:leav\w*|depart\w*|from\b|origin\w*|start\w*|out of|take off|taking off|board\w*|setting off|beginning)"
_ORIGIN = re.compile(
    rf"\b{_PLACE_WORD}\b.*\b{_LEAVE}|\b(?:departure|departing|leaving|starting|origin) (?:city|point|location"
    rf"|airport|place)"
    r"|\b(?:city|point|place|airport|location) of (?:departure|origin)|\bfrom where\b|\bwhere from\b|\borigin\b"
    r"|\bfrom (?:which|what)\b.*\b(?:city|place|airport|location)\b|\bcoming from\b"
    r"|\bdeparture and (?:destination|arrival)"
    r"|\bfrom (?:which|what|where)\b(?!.*\bdate)|\bfrom and to\b|^\W*from\W*$|\b(?:departure|departing"
    r"|leaving)\b.{0,20}\b(?:city|location|place)\b|\bto and from\b"
)
_DESTINATION = re.compile(
    rf"\bdestination\b|\bwhere\b|\b(?:which|what|whats|what's|a|the|preferred|certain|particular|specific|your"
    rf"|desired|tell me|know|name of)\b.*\b{_PLACE_WORD}\b|\bin (?:which|what)\b|\bwhere to\b|\barrival (?:city"
    rf"|point)"
)
_ALSO_TO = re.compile(
    r"\b(?:and|or|/)\s+(?:\w+\s+){0,4}(?:to\b(?!\s+(?:leave|depart|start|travel from|fly from))|going"
    r"|destination|arriv\w*|head\w*|visit\w*|go to|travel to|fly to|want to go)"
    r"|\bto and from\b|\bfrom\b.*\bto (?:where|which|what)\b"
)
_DATE_WORD = re.compile(r"\b(?:when|dates?|days?|what time|at what time|time of departure)\b")
_RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    (
        "check_in",
        re.compile(
            r"\bcheck(?:ing|s)?[- ]?in\b|\barriv\w+ (?:date|day)\b|\bwhen\b.*\barriv\w*|\b(?:date"
            r"|day)s?\b.*\barriv\w*(?! (?:to|in|at)\b)|\b(?:when|dates?|days?)\b.*\b(?:stay|room|accommodation"
            r"|hotel|house)"
        ),
    ),
    (
        "check_out",
        re.compile(
            r"\bcheck(?:ing|s)?[- ]?(?:in )?(?:(?:and|or|&|/) )?(?:check(?:ing)?[- ]?)?out\b|\b(?:until"
            r"|till) (?:when|which|what)|\bvacat\w+|\b(?:when|date|day)\b.*\buntil\b|end of your stay"
        ),
    ),
    (
        "nights",
        re.compile(
            r"\bhow (?:long|many (?:days|nights))|number of (?:days|nights)|\bduration\b"
            r"|length of (?:your )?(?:stay|trip)|how much time"
        ),
    ),
    (
        "return_",
        re.compile(
            r"\breturn\w*|\b(?:com\w+|fly\w*|get\w*|go\w*|travel\w*|head\w*) (?:back|home)|\bback (?:home|on"
            r"|to)|\b(?:date|flight) back\b|\bbe back|round ?trip dates"
        ),
    ),
    ("rooms", re.compile(r"how many (?:\w+ )?rooms?|number of rooms|rooms? (?:do you|will you|are) (?:need|want)")),
    (
        "travelers",
        re.compile(
            r"how many (?:\w+ ){0,2}(?:people|person|passengers?|travel\w*|tickets?|seats?|guests?|adults?"
            r"|of you|are|will be|in your|individuals|members|occupants)|number of (?:people|passengers?"
            r"|travel\w*|tickets?|guests?|seats|persons|occupants|individuals|travellers|adults)"
            r"|\bwho\b.*travel|\bfor how many\b|(?:party|group) size|size of (?:your|the) (?:group|party)"
            r"|occupancy|how big is your|for (?:just )?yourself|how many\?|\bpassengers\b"
        ),
    ),
    ("children", re.compile(r"how many (?:children|kids)|any (?:children|kids)|number of (?:children|kids)")),
    ("ages", re.compile(r"how old|\bages?\b")),
    (
        "cabin",
        re.compile(
            r"\bcabin\b|(?:which|what|seating|seat|travel|ticket|preferred) class|class of|seating (?:class"
            r"|preference|type)|economy or|type of (?:seat|ticket)"
        ),
    ),
    ("airlines", re.compile(r"\bairlines?\b|\bcarrier|fly with|(?:who|whom) .*fly")),
    ("budget", re.compile(r"\bbudget\b|how much .*(?:spend|pay)|price range|\bspend\b")),
    ("stars", re.compile(r"\bstars?\b (?:rating|hotel)|star[- ]rating|how many stars|rating (?:do|would)")),
    ("trip_type", re.compile(r"one[- ]way or|round[- ]?trip or|or (?:a )?(?:one[- ]way|round[- ]?trip)|type of trip")),
    ("checked_bags", re.compile(r"\bbags?\b|luggage|suitcase")),
    ("max_stops", re.compile(r"\bstops?\b.*\b(?:okay|fine|prefer|mind)|direct flights? only|nonstop")),
    (
        "lodging_needed",
        re.compile(r"\bneed (?:a )?(?:hotel|lodging|accommodation|place to stay)|hotel (?:as well|too|also)"),
    ),
)
_CHECK_IN = re.compile(r"\bcheck(?:ing|s)?[- ]?in\b|\barriv")
_LEAVING = re.compile(r"\b(?:leav\w*|depart\w*|go(?:ing)?\b(?! back)|start\w*|begin\w*|fly out|outbound)")
_COUNTS = {"ages", "rooms", "travelers", "nights", "budget", "children", "checked_bags"}


def asked_slots(message: str | None) -> tuple[str, ...]:
    """Return the Frame fields that an assistant's message asks for, in the order of its words."""
    if not message:
        return ()
    found: dict[str, int] = {}
    for sentence in _SENTENCE.finditer(fold(message)):
        if not _INTERROGATIVE.search(sentence.group()):
            continue
        for start, clause in _clauses(sentence.group()):
            for slot, position in _in_clause(clause):
                found.setdefault(slot, sentence.start() + start + position)
    return tuple(sorted(found, key=lambda slot: found[slot]))


def _clauses(text: str) -> Iterator[tuple[int, str]]:
    start = 0
    for cut in _CLAUSE.finditer(text):
        if text[start : cut.start()].strip():
            yield start, text[start : cut.start()]
        start = cut.end()
    if text[start:].strip():
        yield start, text[start:]


def _in_clause(text: str) -> list[tuple[str, int]]:
    found = [(slot, match.start()) for slot, rule in _RULES if (match := rule.search(text))]
    slots = {slot for slot, _ in found}
    if "check_out" in slots and not _CHECK_IN.search(text):
        found = [f for f in found if f[0] != "check_in"]
    departure = _departure(text, slots)
    if departure is not None:
        found.append(("depart", departure))
    if _COUNTS & slots and not re.search(r"\b(?:where|which city|what city|destination)\b", text):
        return found
    origin, destination = _ORIGIN.search(text), _DESTINATION.search(text)
    if origin:
        found.append(("origin", origin.start()))
        also = _ALSO_TO.search(text)
        if also:
            found.append(("visits", also.start() + 1))
    elif destination and not (slots and not re.search(r"\b(?:where|destination|city|location)\b", text)):
        found.append(("visits", destination.start()))
    return found


def _departure(text: str, slots: set[str]) -> int | None:
    """Return where the clause asks for the day of departure; a day asked for by another name is not a departure."""
    match = _DATE_WORD.search(text)
    if not match or slots & {"nights", "ages", "travelers", "rooms"}:
        return None
    leave = _LEAVING.search(text)
    if slots & {"check_in", "check_out", "return_"}:
        return leave.start() if leave and "return_" in slots else None
    return match.start()
