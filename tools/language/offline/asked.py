"""What the assistant's last message asked for, in its order: a bare answer means nothing without it."""

import re

from tripintent.tools.places.folding import fold

_SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
_INTERROGATIVE = re.compile(
    r"\?|\b(?:what|which|when|where|who|how (?:many|long|much|about)|whats|tell me|let me know|need to know|provide|give me|specify|please (?:share|confirm|enter)|may i have|can i have|could i have|i'll need|i need|i would need|date of|any (?:preferred|particular)|do you (?:have|want|prefer|need)|preference)\b"
)
_WHERE = r"(?:where|what|which|whats|city|cities|location|place|airport|point|area|tell me|know)"
_LEAVE = r"(?:leav\w*|depart\w*|flying (?:out )?(?:of|from)|fly (?:out )?(?:of|from)|coming from|travel\w* from|start\w*|from\b|origin\w*|take off|taking off|board\w*|setting off|beginning)"
_RULES: tuple[tuple[str, re.Pattern[str]], ...] = (
    ("check_in", re.compile(r"\bcheck(?:ing|s)?[- ]?in\b(?! and check[- ]?out time)|\barriv\w+ (?:at|date|day)\b|\bwhen (?:will|do|are|would) you\b[^?]*\barriv|(?:date|day)s? (?:of|for) (?:your )?arriv|(?:what|which) (?:date|day)[^?]*arriv|\bdates?\b[^?]*\bstay|stay[^?]*\b(?:start|begin)|(?:when|date|day)[^?]*(?:stay|reservation|booking|want it|room|accommodation)[^?]*(?:start|begin|from)|from (?:which|what) (?:date|day)")),
    ("check_out", re.compile(r"\bcheck(?:ing|s)?[- ]?(?:in )?(?:and |or |& )?(?:check(?:ing)?[- ]?)?out\b|\b(?:until|till) (?:when|which|what)|vacat\w+|(?:what|which) (?:date|day)s? [^?]*\buntil\b|end of your stay")),
    ("nights", re.compile(r"how (?:long|many (?:days|nights))|number of (?:days|nights)|duration|length of (?:your )?(?:stay|trip)|how much time")),
    ("return_", re.compile(r"\breturn\w*|(?:com\w+|fly\w*|get\w*|go\w*|travel\w*|head\w*) (?:back|home)|back (?:home|on|to)|\b(?:date|flight) back\b|be back|round ?trip dates")),
    ("depart", re.compile(r"\b(?:when|date|dates|day|days|what time)\b(?![^?.]*\b(?:check|arriv\w* at|birth)\b)|at what time|time of departure")),
    ("rooms", re.compile(r"how many (?:\w+ )?rooms|number of rooms|rooms? (?:do you|will you|are) (?:need|want)|how many room")),
    ("travelers", re.compile(r"how many (?:\w+ ){0,2}(?:people|person|passengers?|travel\w*|tickets?|seats?|guests?|adults?|of you|are|will be|in your|individuals|members|occupants)|number of (?:people|passengers?|travel\w*|tickets?|guests?|seats|persons|occupants|individuals|travellers|adults)|(?:who|anyone)[^?]*travel|\bfor how many\b|party size|group size|size of your (?:group|party)|occupancy|how big is your|for (?:just )?yourself|tickets? (?:do|will|would) you|passengers\b[^?]*\?|how many$|how many\?")),
    ("children", re.compile(r"how many (?:children|kids)|any (?:children|kids)|number of (?:children|kids)")),
    ("ages", re.compile(r"how old|\bages?\b")),
    ("cabin", re.compile(r"\bcabin\b|(?:which|what|seating|seat|travel|ticket) class|class of|seating (?:class|preference|type)|economy or|type of (?:seat|ticket)")),
    ("airlines", re.compile(r"\bairlines?\b|\bcarrier|fly with|(?:who|whom) .*fly")),
    ("budget", re.compile(r"\bbudget\b|how much .*(?:spend|pay)|price range|spend")),
    ("stars", re.compile(r"\bstars?\b (?:rating|hotel)|star[- ]rating|how many stars|rating (?:do|would)")),
    ("trip_type", re.compile(r"one[- ]way or|round[- ]?trip or|or (?:a )?(?:one[- ]way|round[- ]?trip)|type of trip")),
    ("checked_bags", re.compile(r"\bbags?\b|luggage|suitcase")),
    ("max_stops", re.compile(r"\bstops?\b.*\b(?:okay|fine|prefer|mind)|direct flights? only|nonstop")),
    ("lodging_needed", re.compile(r"need (?:a )?(?:hotel|lodging|accommodation|place to stay)|hotel (?:as well|too|also)")),
)  # fmt: skip
_ORIGIN = re.compile(
    rf"\b{_WHERE}\b[^?]*\b{_LEAVE}|\b(?:departure|departing|leaving|starting|origin) (?:city|point|location|airport|place)|city of (?:departure|origin)|point of (?:departure|origin)|\bfrom where\b|\bwhere from\b|starting point|origin\b|where are you (?:flying|travelling|traveling) from|from (?:which|what) (?:city|place|airport|location)|departure[^?]*(?:cities|city|points?)\b|(?:travel\w*|fly\w*|com\w+|go\w*) from\b"
)
_DESTINATION = re.compile(
    rf"\bdestination\b|\b{_WHERE}\b[^?]*\b(?:to\b|go\b|going|visit\w*|head\w*|stay\w*|arriv\w*|land\w*|search|look|find|book|hotel|house|want|prefer|interested|like|room|fly(?:ing)?\b(?! (?:out )?(?:of|from))|travel\w*\b(?! from)|vacation)|\bwhere to\b|\b(?:which|what|whats)\b[^?]*\b(?:city|cities|location|area|place|town)\b|in (?:which|what) (?:city|area|location|place)|\bwhere\b|arrival (?:city|point)|preferred (?:city|location)|\bvisit\w*"
)
_ONLY_ORIGIN = re.compile(r"\b(?:what|which|from)\b[^?]*\b(?:city|place|airport|location|point)\b[^?]*\b(?:leav\w*|depart\w*|from|origin\w*|out of|start\w*)\b")


def asked_slots(message: str | None) -> tuple[str, ...]:
    """Return the Frame fields that an assistant's message asks for, in the order of its words."""
    if not message:
        return ()
    found: dict[str, int] = {}
    for sentence in _SENTENCE.finditer(fold(message)):
        text = sentence.group()
        if not _INTERROGATIVE.search(text):
            continue
        for slot, position in _in_sentence(text):
            found.setdefault(slot, sentence.start() + position)
    return tuple(sorted(found, key=lambda slot: found[slot]))


def _in_sentence(text: str) -> list[tuple[str, int]]:
    found = [(slot, m.start()) for slot, rule in _RULES if (m := rule.search(text))]
    slots = {slot for slot, _ in found}
    if slots & {"check_in", "check_out", "return_"} and "depart" in slots and not re.search(r"\b(?:leav|depart|go|start|fly)", text):
        found = [f for f in found if f[0] != "depart"]
    if slots & {"ages", "rooms", "travelers", "nights", "budget"} and not re.search(r"\b(?:when|where|date|dates)\b", text):
        return found
    origin = _ORIGIN.search(text)
    if origin:
        found.append(("origin", origin.start()))
    rest = text
    if origin and _ONLY_ORIGIN.search(text):
        rest = re.sub(r"\b(?:what|which)\b[^?,]*?\b(?:leav\w*|depart\w*|from|origin\w*|out of|start\w*)\b", " ", text)
        rest = re.sub(r"^\s*(?:from\s+)?(?:what|which)\b", " ", rest)
    elif origin:
        rest = text[: origin.start()] + text[origin.end() :]
    destination = _DESTINATION.search(rest)
    if destination:
        found.append(("visits", destination.start()))
    return found
