"""Days that are no days of travel: birthdays, small talk, days that are denied, put right or only spoken of."""

import re
from datetime import date
from functools import cache

from tripintent.tools.language.exact.feasts import is_feast
from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.language.exact.mention import DateMention
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.reading.dates.cues import cues_before
from tripintent.tools.language.reading.message import Message

_IDLE = re.compile(
    r"\b(?:all|help|need|needed|everything|you|assist\w*|anything|nothing|done|thanks?|else|it|set|me|good"
    r"|service)\s+(?:i need\s+|for\s+|me\s+|you\s+|from\s+|your\s+|help\s+|with\s+)*$"
)
_CLAUSE = re.compile(r"[,;.!?\n]")
_PARTS = re.compile(r"[^,;.!?\n]+")
_SHORT_YEAR = re.compile(
    r"[\s,]*['\u2019]?[3-9]\d\b(?![.:]\d|\s*(?:%|\$|€|£|eur|usd|gbp|dollar|pound|people|pax|person|adult|min|km|night|day))"
)
_PHRASE = 3
"""Words of a clause that says something of today, beside "today" alone and "today, please"."""
_NEAR = 2
"""Days from today on which a remark, more often than a plan, is about."""
_BEFORE_PUT_RIGHT = 30
"""Characters between "I meant" and the day that is meant."""


def of_travel(
    message: Message, language: str, mentions: list[DateMention], today: date, *, dated: bool
) -> list[DateMention]:
    """Return the mentions that can be days of this journey. ``dated``: its days are known, weeks away, and not asked for."""
    kept = [
        m
        for i, m in enumerate(mentions)
        if not (
            _is_small_talk(message, language, m)
            or (dated and _is_remark(message, language, mentions, i))
            or _is_birthday(message, language, m, today)
            or _is_denied(message, m)
            or _is_for_later(message, language, m)
        )
    ]
    return _without_feasts(_put_right(message, language, kept))


@cache
def _near(language: str) -> re.Pattern[str]:
    """Return the words for today and tomorrow."""
    near = [word for word, days in lexicon(language).relative_days.items() if days < _NEAR]
    return re.compile(rf"(?<!\w){alternation(near)}(?!\w)")


def spoken_of(message: Message, language: str, mentions: list[DateMention]) -> frozenset[int]:
    """Return the starts of days that a remark names as well as a plan: "23 November is tomorrow!"."""
    remark = pattern("dates", "is", language)
    near = _near(language)
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


def _is_small_talk(message: Message, language: str, mention: DateMention) -> bool:
    """Tell "that will be all for today" and "how are you today" from a day of travel."""
    return _is_today(message, language, mention) and bool(_IDLE.search(message.folded[: mention.start]))


def _is_remark(message: Message, language: str, mentions: list[DateMention], i: int) -> bool:
    """Tell "nice weather today" from a day of travel: a phrase of today without a word of travel moves no trip."""
    mention = mentions[i]
    clause = next((m for m in _PARTS.finditer(message.folded) if m.end() > mention.start), None)
    if clause is None:
        return False
    phrase = len(clause.group().split()) >= _PHRASE and not pattern("dates", "meant", language).search(clause.group())
    return phrase and _is_today(message, language, mention) and not cues_before(message, language, mentions, i)


def _is_today(message: Message, language: str, mention: DateMention) -> bool:
    return bool(pattern("dates", "today", language).fullmatch(message.folded, mention.start, mention.end))


def _is_for_later(message: Message, language: str, mention: DateMention) -> bool:
    """Tell "I'll send you the names tomorrow" from a day of travel."""
    start = max((m.end() for m in _CLAUSE.finditer(message.folded, 0, mention.start)), default=0)
    clause = message.folded[start : mention.end + 20]
    weekday = mention.loose is not None and mention.loose.day is None and mention.loose.weekday is not None
    loose = weekday or _near(language).search(mention.when.said.lower())
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
