"""Words beside a date that tell what the date is: check-in, the way back, an end, an arrival, a departure."""

import re
from functools import cache

from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.language.exact.mention import DateMention
from tripintent.tools.language.reading.message import Message

_CUES = (
    ("IN", r"chec?k?(?:ing|s|ed|-)?[- ]?(?:me |us |myself )?in(?:to)?\b|checkin\b"),
    ("OUT", r"chec?k?(?:ing|s|ed|-)?[- ]?(?:me |us |myself )?out\b|checkout\b"),
    (
        "BACK",
        (
            r"ret[ur]{1,2}i?n\w*(?: (?:flight|trip|ticket|date|journey|home|back|leg))*|(?:com\w*|fly\w*|get\w*"
            r"|go\w*|head\w*|travel\w*|be) (?:back|home)|back (?:home|on|by|in|to)?|inbound|\bhome (?:by|on|from)"
            r"|\bhome(?=\s*(?:the\s+)?\Z)"
            r"|(?:the way|flights?|trip|journey|train|leg) (?:back|home)"
        ),
    ),
    ("UNTIL", r"\b(?:until|untill|till|til|through|thru|ending|(?<!week[- ])ends?)\b"),
    ("ARRIVE", r"arriv\w*|get(?:ting)? (?:there|in)|be there|land(?:ing|s)?\b|moving in"),
    (
        "LEAVE",
        (
            r"leav\w*|depart\w*|tak(?:e|es|ing) ?off|takeoff|outbound|onward|set(?:ting)? (?:off|out)|fl(?:y"
            r"|ying) out|going out|board\w*|get(?:ting)? out"
        ),
    ),
    ("GO", r"\bfly\w*|\bgo(?:ing)?\b|travel\w*|journey|\bflights?\b|head\w*|\btrips?\b|\bvisit\w*"),
    ("START", r"\ba partir d\w+|start\w*|begin\w*|commenc\w*"),
    ("FROM", r"\bfrom(?=\s+(?:the\s+|on\s+)?\Z)"),
)
_BEHIND = re.compile(
    r"^\s*(?:,?\s*(?:is|will be|would be|as|for|being)\s+(?:when\s+|the\s+|my\s+|our\s+|i(?:'m| am| will|'ll"
    r"|'d)?\s+|we(?:'re| are| will|'ll|'d)?\s+|(?:want|plan|need|would like|like|have|hope)\s+|to\s+"
    r"|be\s+)*)?(?=check|return|back|depart|leav|arriv|start|going|for (?:the )?check|com)"
)
_NOT = re.compile(r"\bnot\s+(?:the\s+|my\s+|our\s+)?$")
_ELSEWHERE = re.compile(r"[,;]\s*(?:[\w'$-]+\s+){3,}")
"""A comma and some words between a cue and a date: the cue is another clause's."""


@cache
def _cues(language: str) -> re.Pattern[str]:
    words = lexicon(language)
    foreign = {
        "IN": "check_in",
        "OUT": "check_out",
        "BACK": "return",
        "UNTIL": "until",
        "ARRIVE": "arrive",
        "LEAVE": "depart",
    }
    parts = []
    for name, pattern in _CUES:
        extra = words.cues(foreign[name]) if name in foreign else []
        whole = f"{pattern}|\\b{alternation(extra)}\\b" if extra else pattern
        parts.append(f"(?P<{name}>{whole})")
    return re.compile("|".join(parts))


def _bounds(message: Message, mentions: list[DateMention], i: int) -> tuple[int, int]:
    sentence = message.sentence_at(mentions[i].start)
    left = max(sentence.start, mentions[i - 1].end if i else 0)
    right = min(sentence.end, mentions[i + 1].start if i + 1 < len(mentions) else len(message.text))
    return left, max(right, mentions[i].end)


def cues_before(message: Message, language: str, mentions: list[DateMention], i: int) -> list[str]:
    """Return the names of the cues before a date, in its sentence and behind the date before it."""
    left, _ = _bounds(message, mentions, i)
    text = message.open[left : mentions[i].start]
    return [
        m.lastgroup or ""
        for m in _cues(language).finditer(text)
        if not _ELSEWHERE.search(text, m.end()) and not _NOT.search(text, 0, m.start())
    ]


def cue_behind(message: Message, language: str, mentions: list[DateMention], i: int) -> str | None:
    """Return the name of the cue behind a date that speaks of this date ("the 5th is when I leave")."""
    _, right = _bounds(message, mentions, i)
    text = message.open[mentions[i].end : right]
    behind = _BEHIND.match(text)
    if behind:
        match = _cues(language).match(text, behind.end())
        if match and (behind.group().strip() or not _leads_on(message, mentions, i, mentions[i].end + match.end())):
            return match.lastgroup
        return None
    if i + 1 < len(mentions) and mentions[i + 1].start <= right:
        return None
    match = _cues(language).search(re.split(r"\band\b|\bbut\b|\bnot\b|,|;", text)[0])
    return match.lastgroup if match and match.start() < 45 and match.lastgroup not in {"FROM", "GO"} else None


def is_back_behind(message: Message, language: str, mentions: list[DateMention], i: int) -> bool:
    """Read "am 21. Mai zurueck": the way back said right behind its day outweighs what stands before."""
    end = mentions[i].end
    match = re.compile(r"\s+").match(message.open, end)
    cue = _cues(language).match(message.open, match.end()) if match else None
    return bool(cue and cue.lastgroup == "BACK" and not _leads_on(message, mentions, i, cue.end()))


def _leads_on(message: Message, mentions: list[DateMention], i: int, end: int) -> bool:
    """Tell whether a cue right behind a date belongs to the next date ("dec 5, back dec 9")."""
    if i + 1 == len(mentions):
        return False
    return len(message.folded[end : mentions[i + 1].start].split()) <= 3
