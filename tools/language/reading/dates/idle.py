"""Days that are no days of travel: birthdays, small talk, days that are denied, put right or only spoken of."""

import re
from datetime import date

from tripintent.tools.language.reading.dates.feasts import is_feast
from tripintent.tools.language.reading.dates.mentions import DateMention
from tripintent.tools.language.reading.message import Message
from tripintent.tools.language.reading.tables import pattern

_TODAY = {"today", "tonight", "this evening", "this morning", "this afternoon"}
_IDLE = re.compile(
    r"\b(?:all|help|need|needed|everything|you|assist\w*|anything|nothing|done|thanks?|else|it|set|me|good"
    r"|service)\s+(?:i need\s+|for\s+|me\s+|you\s+|from\s+|your\s+|help\s+|with\s+)*$"
)
_CLAUSE = re.compile(r"[,;.!?\n]")
_SHORT_YEAR = re.compile(
    r"[\s,]*['\u2019]?[3-9]\d\b(?![.:]\d|\s*(?:%|\$|€|£|eur|usd|gbp|dollar|pound|people|pax|person|adult|min|km|night|day))"
)
_BEFORE_PUT_RIGHT = 30
"""Characters between "I meant" and the day that is meant."""


def of_travel(message: Message, language: str, mentions: list[DateMention], today: date) -> list[DateMention]:
    """Return the mentions that can be days of this journey."""
    kept = [
        m
        for m in mentions
        if not (
            _is_small_talk(message, m)
            or _is_birthday(message, language, m, today)
            or _is_denied(message, m)
            or _is_for_later(message, language, m)
        )
    ]
    return _without_feasts(_put_right(message, language, kept))


def spoken_of(message: Message, language: str, mentions: list[DateMention]) -> frozenset[int]:
    """Return the starts of days that a remark names as well as a plan: "23 November is tomorrow!"."""
    remark = pattern("dates", "is", language)
    near = pattern("dates", "near", language)
    return frozenset(
        m.start
        for m in mentions
        if remark.match(message.folded, m.end + 1) or near.fullmatch(message.folded, m.start, m.end)
    )


def _put_right(message: Message, language: str, mentions: list[DateMention]) -> list[DateMention]:
    """Drop what stands before "I meant the 22nd": it is what the traveller was understood to say, or speaks against."""
    for said in pattern("dates", "meant", language).finditer(message.folded):
        meant = [m for m in mentions if 0 <= m.start - said.end() <= _BEFORE_PUT_RIGHT]
        if meant:
            return [m for m in mentions if m.start >= said.end()]
    return mentions


def _without_feasts(mentions: list[DateMention]) -> list[DateMention]:
    """Drop a feast beside both days of the journey: "11 to 14 February, a Valentine's surprise" dates it already."""
    days = [m for m in mentions if not is_feast(m.when.said)]
    named = [m for m in days if m.loose is None or m.loose.weekday is None]  # "Friday" may be that of the feast
    dated = len(named) > 1 or any(m.until for m in named)
    return days if dated else mentions


def _is_small_talk(message: Message, mention: DateMention) -> bool:
    """Tell "that will be all for today" and "how are you today" from a day of travel."""
    return mention.when.said.lower() in _TODAY and bool(_IDLE.search(message.folded[: mention.start]))


def _is_for_later(message: Message, language: str, mention: DateMention) -> bool:
    """Tell "I'll send you the names tomorrow" from a day of travel."""
    start = max((m.end() for m in _CLAUSE.finditer(message.folded, 0, mention.start)), default=0)
    clause = message.folded[start : mention.end + 20]
    weekday = mention.loose is not None and mention.loose.day is None and mention.loose.weekday is not None
    loose = weekday or pattern("dates", "near", language).search(mention.when.said.lower())
    return bool(loose and pattern("dates", "later", language).search(clause))


def _is_denied(message: Message, mention: DateMention) -> bool:
    """Tell "we can't fly on Sunday" and "the 7th is a Sunday" from a day of travel."""
    before, behind = (
        message.folded[max(0, mention.start - 30) : mention.start],
        message.folded[mention.end : mention.end + 25],
    )
    if re.search(r"\b(?:can't|cannot|cant|won't|couldn't)\s+(?:\w+\s+){0,3}(?:on\s+)?(?:the\s+)?$", before):
        return True
    return bool(
        re.search(r"\b(?:is|was|falls on)\s+an?\s+$", before)
        or re.match(r"\s+(?:is|was|falls on)\s+an?\s+\w+day\b", behind)
    )


def _is_birthday(message: Message, language: str, mention: DateMention, today: date) -> bool:
    """Tell somebody's birthday from a day of travel: years ago, behind "born", or with a year of two digits ("12 June 82")."""
    day = mention.when.day
    if day is not None and int(day[:4]) < today.year - 1:
        return True
    said = re.search(r"\b(?:19|20)\d\d\b", mention.when.said) or mention.until
    if not said and _SHORT_YEAR.match(message.folded, mention.end):
        return True
    born = list(pattern("dates", "born", language).finditer(message.folded, 0, mention.start))
    return bool(born) and not re.search(r"[.;!?\d]", message.folded[born[-1].end() : mention.start])
