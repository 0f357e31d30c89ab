"""The party: head counts, adults and children, ages; "my wife and I", "family of four", "just me"."""

import re
from collections.abc import Iterator
from functools import cache

from tripintent.tools.language.offline.claims import Claim
from tripintent.tools.language.offline.lexicon import Lexicon, lexicon
from tripintent.tools.language.offline.message import Message

INFANT_UNDER = 2
"""Airlines' limit: under two years an infant may sit on a lap."""

_AGELESS = 0.7
"""Confidence of a toddler whose age nobody said."""

_HEADS = (
    r"\b(?P<n>%num%)\s+(?:of us\s+)?(?:in total|altogether|all together|total)\b",
    (
        r"\b(?P<n>%num%)\s+(?:(?:more|other|additional|extra|single|total|lovely|different|flight|plane|airline|air"
        r"|round[- ]?trip|one[- ]?way|first|premium|economy|business|class|refundable|available|oneway|roundtrip"
        r"|return|cheap)\s+){0,3}(?:%person%|%ticket%)(?!\s*(?:room|hotel|for you))(?!\w)"
    ),
    (
        r"\b(?:party|group|family|team|crew|total)\s+(?:size\s+)?(?:of|is|will be|has|is going to be)\s+(?:about\s+"
        r"|just\s+|only\s+)?(?P<n>%num%)(?!\s*(?:%night%|%day%|%room%|%week%))(?!\w)"
    ),
    (
        r"\b(?:the\s+)?(?P<n>%num%)\s+(?:of\s+us|of\s+you|in\s+(?:my|our|the|total|all)\b(?:\s+(?:group|party"
        r"|family|team))?|altogether|all together|in total|travell?ing)"
    ),
    (
        r"\b(?:we(?:'re| are| will be)|there(?:'s| is| are| will be|'ll be)|it(?:'s| is| will be"
        r"|'ll be))\s+(?:actually\s+|only\s+|just\s+|going to be\s+|a\s+total\s+of\s+)*(?P<n>%num%)(?=\s*(?:[.,!?]"
        r"|$|travell?ing|people|total|now|actually|instead|going|staying))"
    ),
    (
        r"\b(?:need|needing|want|take|get|book|buy|there(?:'s| is| are)|make it|with)\s+(?:just\s+|only\s+"
        r"|about\s+)?(?P<n>%num%)(?=\s*(?:[.,!?]|$|please\b))"
    ),
    (
        r"\b(?:somos|nous sommes|on est|siamo(?:\s+in)?|wir\s+sind(?:\s+zu)?|estamos)\s+(?P<n>%num%)(?=\s*(?:[.,!?]"
        r"|$|con\b|avec\b|mit\b|com\b|personas|pessoas|personen|personnes|persone))"
    ),
    (
        r"\bfor\s+(?:just\s+|only\s+|all\s+|a\s+total\s+of\s+|the\s+)?(?P<n>%num%)(?=\s*(?:[.,!?;)\x00]|$"
        r"|\b(?:please|from|to|in|on|at|with|leaving|departing|flying|and|this|next|tomorrow|starting|beginning"
        r"|instead|actually|also|as well|which|that|who|going|returning|checking|by|under)\b))"
    ),
)
_FLIGHTS = r"\b(?:like|need|want|book|get|buy|reserve|find me)\s+(?P<n>%num%)\s+(?:\w+\s+)?flights\b(?!\s*:)"
_SOLO = (
    r"\b(?:just|only|it's|its|solely)\s+(?:for\s+)?(?:me|myself)\b(?!\s+and|\s*,\s*(?:my|and|our|plus))"
    r"|\bjust be me\b|\b(?:by|for)\s+myself\b|\bsolo\b|\btravell?ing alone\b|\balone\b|\bon my own\b"
    r"|\bjust one (?:person|ticket|seat|traveler|passenger|of us)\b|\bsingle (?:person|traveler|traveller"
    r"|passenger)\b|\bsolamente yo\b|\bsolo yo\b|\bviajo solo\b|\bviajo sola\b|\bje voyage seule?\b|\bnur ich\b"
    r"|\bso eu\b|\bviaggio da sol[oa]\b|\bsolo io\b"
)
_COUPLE = (
    r"\b(?:(?:we(?:'re| are) a|honeymoon|young|elderly|married|retired|for (?:a|one))\s+(?:\w+\s+)?(?:couple"
    r"|pair)\b(?!\s+of)|both of us\b)"
)
_PAIR = (
    r"\b(?P<one>%possessive%\s+(?:\w+\s+)?%companion%)\s*,[^.;]{1,40}\band\s+(?:i|me|myself)\b",
    r"\b(?:me|myself|i)\s*,\s*(?P<one>my\s+(?:\w+\s+)?%companion%)\b",
    r"\b(?:me|myself|i)\s+(?:%and%|with)\s+(?P<one>%possessive%\s+(?:\w+\s+)?%companion%)\b",
    r"\b(?P<one>%possessive%\s+(?:\w+\s+)?%companion%)\s+(?:%and%)\s+(?:i|me|myself|yo|moi|ich|eu|io)\b",
    r"\b(?:%with%)\s+(?P<one>%possessive%\s+(?:\w+\s+)?%companion%)\b",
)
_SELF = r"\b(?:me|myself|i)\s+(?:%and%|with)\s+(?:my|our)\s+(?:%num%\s+)?(?:\w+\s+)?%child%\b"
_GROUP = (
    r"\b(?:(?:me|myself|i)\s+(?:%and%|with)|with|bringing|and)\s+(?:my\s+"
    r"|our\s+)?(?P<n>%num%)\s+(?:\w+\s+)?%companions%\b"
)
_ACCOMPANY = r"\baccompany(?:ing)?\s+(?P<n>%num%)\s+(?:other\s+)?(?:\w+\s+)?(?:%companions%|%person%)\b"
_KIND = (
    ("adults", r"\b(?P<n>%num%)\s+(?:other\s+)?%adult%\b"),
    ("children", r"\b(?:our\s+|my\s+)?(?P<n>%num%)\s+(?:(?:young|small|little|teenage|school[- ]age)\s+)?%child%\b"),
    ("infants", r"\b(?:our\s+|my\s+)?(?P<n>%num%|%a%|my|our|the)\s+(?:\w+[- ]month[- ]old\s+)?%infant%\b"),
    ("toddlers", r"\b(?:our\s+|my\s+)?(?P<n>%num%|%a%|my|our)\s+%toddler%\b"),
)
_LIST = r"(?P<ages>\d{1,2}(?:\s*(?:,|and|&|y|et|und|e)\s*\d{1,2})*)"
_AGES = r"\b(?:aged?|ages|age of|who are)\s*:?\s*" + _LIST + r"\b"
_CHILD_AGES = (
    (
        r"\b%child%(?:\s*[(:,]\s*|\s+(?=\d{1,2}\s*(?:,|and|&)\s*\d)|\s+(?=(?:de|von|di)\s+\d))(?:aged?\s+|ages\s+"
        r"|de\s+|von\s+|di\s+)?"
    )
    + _LIST
    + (
        r"\b(?!\s*(?:%adult%|%person%|%room%|%night%|%day%|%ticket%|%star%|%infant%|%toddler%|%bag%|%child%"
        r"|%month_name%|:|am\b|pm\b))"
    )
)
_ONE_AGED = r"\b(?:an?|my|our|%num%)\s+(?P<age>\d{1,2}|%num%)[- ](?:year|yr)s?[- ]old\b"
_MORE = (
    r"\b(?:add|plus|bring|bringing|include|and)\s+(?:in\s+)?(?P<n>%num%|another|an?)\s+(?:more\s+)?(?:extra\s+"
    r"|more\s+|additional\s+)?(?P<kind>%person%|%ticket%|%adult%|%child%)\b"
)
_JOINS = (
    r"\b(?:my|our|a)\s+(?:\w+\s+)?(?:%companion%|%child%)\b[^.;]{0,20}\b(?:(?:is |will be |'s )?(?:coming"
    r"|joining|travell?ing)|joins|comes)\b"
    r"(?=[^.;]*\b(?:too|as well|along|also|me|us)\b)"
)
_ONE_MORE = re.compile(r"\b(?:more|another|extra|additional)\b")
_ONE_THING = re.compile(r"\b(?:look|looking|search|searching|ask|asking|wait|settle|go|going|opt) for one$|\bthe one$")
_OPTIONS = re.compile(r"\bor\s+$|\b(?:not|instead of|rather than)\s+$|\b(?:at least|more than|up to|than)\s+$")


@cache
def _compiled(language: str) -> dict[str, list[tuple[str, re.Pattern[str]]]]:
    words = lexicon(language)
    return {
        "heads": [("travelers", words.compile(p)) for p in _HEADS],
        "pair": [("travelers", words.compile(p)) for p in _PAIR],
        "kind": [(slot, words.compile(p)) for slot, p in _KIND],
        "other": [
            (name, words.compile(p))
            for name, p in (
                ("solo", _SOLO),
                ("group", _GROUP),
                ("accompany", _ACCOMPANY),
                ("ages", _AGES),
                ("child_ages", _CHILD_AGES),
                ("self", _SELF),
                ("couple", _COUPLE),
                ("joins", _JOINS),
                ("flights", _FLIGHTS),
                ("one_aged", _ONE_AGED),
                ("more", _MORE),
            )
        ],
    }


def read_party(message: Message, language: str) -> Iterator[Claim]:
    """Yield ``travelers``, ``adults``, ``children``, ``infants``, ``ages`` and ``more_travelers`` (an addition)."""
    words = lexicon(language)
    text = message.open
    patterns = _compiled(language)
    other = dict(patterns["other"])
    added = _added(text, words, other["more"]) or _joining(text, other["joins"])
    if added:
        yield added
        return
    kinds = list(_kinds(text, words, patterns["kind"]))
    ages = list(_ages(text, words, other, kinds))
    kinds, ages = _with_toddlers(kinds, ages)
    yield from kinds
    yield from ages
    heads = _heads(text, words, patterns["heads"]) or _company(text, words, patterns["pair"], other, [*kinds, *ages])
    if heads:
        yield heads


def _added(text: str, words: Lexicon, pattern: re.Pattern[str]) -> Claim | None:
    for match in pattern.finditer(text):
        if _ONE_MORE.search(match.group()):
            count = words.number(match["n"]) or 1
            return Claim("more_travelers", count, *match.span(), 0.9)
    return None


def _joining(text: str, pattern: re.Pattern[str]) -> Claim | None:
    """Read "my daughter is coming too" as one more."""
    match = pattern.search(text)
    return Claim("more_travelers", 1, *match.span(), 0.8) if match else None


def _kinds(text: str, words: Lexicon, patterns: list[tuple[str, re.Pattern[str]]]) -> Iterator[Claim]:
    for slot, pattern in patterns:
        found = [m for m in pattern.finditer(text) if not _OPTIONS.search(text[: m.start()])]
        total = sum(words.number(m["n"]) if words.number(m["n"]) is not None else 1 for m in found)  # type: ignore[misc]
        if not found:
            continue
        span = (found[0].start(), found[-1].end())
        yield Claim(slot, total, *span)


def _with_toddlers(kinds: list[Claim], ages: list[Claim]) -> tuple[list[Claim], list[Claim]]:
    """Count toddlers among the children; without an age they may be infants, so that the age is asked for."""
    toddlers = next((c for c in kinds if c.slot == "toddlers"), None)
    if toddlers is None:
        return kinds, ages
    count = toddlers.value + sum(c.value for c in (*kinds, *ages) if c.slot == "children")
    aged = next((len(c.value) for c in ages if c.slot == "ages"), 0)
    confidence = 1.0 if aged >= count else _AGELESS
    children = Claim("children", count, toddlers.start, toddlers.end, confidence)
    rest = [c for c in kinds if c.slot not in {"children", "toddlers"}]
    return [*rest, children], [c for c in ages if c.slot != "children"]


def _ages(text: str, words: Lexicon, patterns: dict[str, re.Pattern[str]], kinds: list[Claim]) -> Iterator[Claim]:
    said = {claim.slot for claim in kinds}
    aged = list(patterns["one_aged"].finditer(text))
    ages = tuple(a for m in aged if (a := words.number(m["age"])) is not None and a < 18)
    if ages:
        span = (aged[0].start(), aged[-1].end())
        yield Claim("ages", ages, *span)
        yield from _by_age(ages, span, said)
        return
    match = patterns["child_ages"].search(text) or patterns["ages"].search(text)
    if match:
        listed = tuple(int(a) for a in re.findall(r"\d{1,2}", match["ages"]))
        if listed and all(a < 18 for a in listed):
            yield Claim("ages", listed, *match.span())
            if "toddlers" not in said:
                yield from _by_age(listed, match.span(), said)


def _by_age(ages: tuple[int, ...], span: tuple[int, int], said: set[str]) -> Iterator[Claim]:
    """Count children and infants by their ages, where no word counts them ("our 7 year old and the baby")."""
    infants = sum(a < INFANT_UNDER for a in ages)
    if infants and not said & {"children", "infants", "toddlers"}:
        yield Claim("infants", infants, *span)
    if len(ages) > infants and "children" not in said:
        yield Claim("children", len(ages) - infants, *span)


def _heads(text: str, words: Lexicon, patterns: list[tuple[str, re.Pattern[str]]]) -> Claim | None:
    """Return the head count; of several, the last one said ("two tickets, no, three tickets")."""
    for _, pattern in patterns:
        found = [
            m
            for m in pattern.finditer(text)
            if not _OPTIONS.search(text[: m.start("n")]) and not _ONE_THING.search(text[: m.end()])
        ]
        for match in reversed(found):
            count = words.number(match["n"])
            if count:
                return Claim("travelers", count, *match.span())
    return None


def _company(
    text: str,
    words: Lexicon,
    pairs: list[tuple[str, re.Pattern[str]]],
    other: dict[str, re.Pattern[str]],
    kinds: list[Claim],
) -> Claim | None:
    """Count the speaker and the company named: "me and two friends" is three, "my wife and I" two."""
    for name in ("group", "accompany"):
        match = other[name].search(text)
        if match and (count := words.number(match["n"])):
            return Claim("travelers", count + 1, *match.span(), 0.9)
    for _, pattern in pairs:
        match = pattern.search(text)
        if match:
            said = [c for c in kinds if c.slot in {"children", "infants"}]
            slot, count = ("adults", 2) if said else ("travelers", 2)
            return Claim(slot, count, *match.span(), 0.9)
    match = other["self"].search(text)
    if match and any(c.slot == "children" for c in kinds) and not any(c.slot == "adults" for c in kinds):
        return Claim("adults", 1, *match.span(), 0.9)
    match = other["flights"].search(text)
    if match and (count := words.number(match["n"])):
        return Claim("travelers", count, *match.span(), 0.7)
    match = other["couple"].search(text)
    if match:
        return Claim("travelers", 2, *match.span(), 0.9)
    match = other["solo"].search(text)
    return Claim("travelers", 1, *match.span()) if match else None
