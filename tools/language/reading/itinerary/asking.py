"""Questions about the plan, ideas, and yes, no, undo and redo."""

import re

from tripintent.state.designer.operations import Ask, AskAbout, Operation, PlanDays, Step, Suggest, Target

_QUESTION = re.compile(
    r"^(?:and |so |but |ok(?:ay)?,? |hm+,? |wait,? )*(?:what|which|when|where|who|how|is|are|was|do|does|did|will|any|anything|can you check|could you check|can i see|check|show|have we|has|am i|tell me|remind me"
    r"|wann|welche|wo|was|ist|quand|quel|o[uù]|cu[aá]ndo|qu[eé]|quando|quale)\b"
)
_ABOUT: tuple[tuple[AskAbout, str], ...] = (
    ("clashes", r"clash\w*|conflicts?|overlap\w*|collid\w*|does (?:it|that|everything) (?:all )?(?:fit|work)|double[- ]booked"),
    ("whole", r"(?:check|review|look over|go over) (?:the|my|our) (?:plan|itinerary|trip)|(?:something|anything|what'?s|is) (?:still )?(?:missing|wrong|forgotten)|is (?:it|that|everything) complete|any problems?|did (?:i|we) forget"),
    ("nights", r"how many nights|nights (?:is that |are (?:there|we) )?in (?:all|total)"),
    ("access", r"step[- ]?free|wheelchair|accessib\w+|stairs|lifts?|ramps?|barrier[- ]?free"),
    ("hours", r"opening (?:hours|times)|open (?:on|at|then)|closed|are (?:they|these|those) open"),
    ("hotel", r"which hotel|what hotel|where (?:do|are|will) we (?:stay|sleep|staying|sleeping)|hotel (?:are we|is it|do we)"),
    ("home", r"(?:get|be|arrive|back|land) (?:back )?home|(?:flight|get) back|return(?:ing)? home"),
)  # fmt: skip
_THERE = re.compile(
    r"\b(?:is|are|did|has|have) (?P<what>it|they|that|those|both|.{2,40}?) (?:all )?(?:in|there|on it|added|saved|done|been added)\b|\bgot (?:it|that)\b"
)
_IDEAS = re.compile(
    r"\b(?:(?:any|some|got|have|more|other|just) ideas?|ideas (?:for|what|on|of|about)|suggest(?:ions?)?|recommend\w*|what (?:could|can|should|else could) (?:we|i) (?:do|see|visit)|where (?:could|can|should) (?:we|i) (?:eat|have|get|go)|what(?:'s| is) there to (?:do|see)|any tips|things to do|what to do)\b"
)
_MORE = re.compile(
    r"\b(?:more about|about) (?:the )?(?:(first|second|third|1st|2nd|3rd|last)(?: one)?|(?:number |no\. ?|#)?(\d)|(?:it|that one|that))\b|tell me more"
)
_NUMBERS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "last": 3}
_PLAN = re.compile(
    r"\b(?:plan|fill(?: in| out)?|organi[sz]e|arrange|propose|schedule|lay out|make|design|create)\b(?:\s+\w+){0,3}?\s+(?:days?|itinerary|schedule|programme|program|day[- ]by[- ]day(?: plan)?)\b"
    r"|\bmake it\b(?: now)?$|^make it now|\bfill (?:it|them|everything)(?: in)?\b|\bplan (?:it|everything|the rest|the trip|our trip|my trip)\b|\bday[- ]by[- ]day\b"
)
_NOW = re.compile(
    r"\b(?:go ahead|now|do it|fill|make it|yes|please do|(?:my|our|the|these|those|all) (?:\w+ )?days|just)\b"
)
_UNDO = re.compile(
    r"\b(?:undo|take (?:that|it) back|put (?:it|that|them) back|revert|bring (?:it|that|them) back|r[uü]ckg[aä]ngig|annule[rz]?|deshac\w+|annulla|desfa\w+)\b"
)
_REDO = re.compile(r"\bre-?do\b|\bdo (?:it|that) again\b|\bwiederherstellen\b|\brehacer\b")
_YES = re.compile(
    r"^(?:oh |ah |ok,? |right,? )*(?:yes|yeah|yep|yup|sure|ok(?:ay)?|please do|go ahead|exactly|perfect|correct|sounds good|do it|that'?s (?:right|it|fine|good|correct)|right|great|fine|good|absolutely|of course|go for it|ja|oui|s[ií]|sim|genau|d'accord|vale|va bene)\b"
)
_NO = re.compile(
    r"^(?:oh )?(?:no|nope|nah|don'?t|do not|rather not|leave it|forget it|never ?mind|nein|non|n[aã]o|better not|stop)\b(?! wait)"
)


def read_step(folded: str, *, pending: bool) -> Step | None:
    """Return undo or redo, or the yes or no to a change that waits."""
    if _REDO.search(folded):
        return Step(what="redo", said=folded)
    if _UNDO.search(folded):
        return Step(what="undo", said=folded)
    if pending and _YES.search(folded):
        return Step(what="yes", said=folded)
    return Step(what="no", said=folded) if pending and _NO.search(folded) else None


def is_agreement(folded: str) -> bool:
    """Tell whether words only agree ("yes please do", "right, good")."""
    return bool(_YES.search(folded)) and len(folded.split()) <= 7


def read_plan(folded: str) -> PlanDays | None:
    """Return the wish to have days filled."""
    if not _PLAN.search(folded):
        return None
    rainy = bool(re.search(r"\brain\w*|\bindoors?\b", folded))
    less = bool(re.search(r"\bless walking\b|\bwalk(?:ing)? less\b", folded))
    return PlanDays(rainy=rainy, less_walking=less, now=bool(_NOW.search(folded)), said=folded)


def read_ideas(folded: str, *, idea: int, ideas: int) -> Suggest | None:
    """Return the wish for ideas, or for more about one that was given."""
    more = _MORE.search(folded)
    if more and ideas:
        number = _NUMBERS.get(more[1] or "") or int(more[2] or 0) or idea or 1
        return Suggest(number=number, said=folded)
    if not _IDEAS.search(folded):
        return None
    food = bool(
        re.search(r"\b(?:eat|lunch|dinner|cake|coffee|food|restaurants?|drink|bars?|breakfast|brunch)\b", folded)
    )
    return Suggest(rainy=bool(re.search(r"\brain\w*|\bindoors?|\bwet\b", folded)), food=food, said=folded)


def is_question(folded: str, *, mark: bool) -> bool:
    """Tell whether a clause asks something."""
    return mark or bool(_QUESTION.search(folded))


def read_question(folded: str, day: str | None) -> Operation:
    """Return what a question is about; ``unknown`` when it is about something that no plan knows."""
    about: AskAbout | None = next((name for name, words in _ABOUT if re.search(rf"\b(?:{words})\b", folded)), None)
    if about:
        return Ask(about=about, day=day, said=folded)
    there = _THERE.search(folded)
    if there:
        return Ask(about="there", target=Target(words=there["what"] or "it"), said=folded)
    if day and not re.search(r"\b(?:when|what time|at what)\b", folded):
        return Ask(about="day", day=day, said=folded)
    if re.search(r"\b(?:land|landing|take[- ]?off|fly out|fly in|flight)\b", folded):
        return Ask(about="segment", target=Target(words="flight"), said=folded)
    if re.search(r"\b(?:when|what time|where|at what|how long|which day|what day)\b", folded):
        return Ask(about="segment", target=Target(words=folded), said=folded)
    if re.search(r"\b(?:show|itinerary|plan|look like|so far|overview|summary)\b", folded):
        return Ask(about="whole", day="all", said=folded)
    return Ask(about="unknown", said=folded)
