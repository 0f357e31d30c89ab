"""Head counts: "4 of us", "party of 6", "three tickets", "two adults"."""

import re
from collections.abc import Iterator
from functools import cache

from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.lexicon import lexicon

_HEADS = (
    r"\b(?!\d{3})(?P<n>%num%)\s+(?:of us\s+)?(?:in total|altogether|all together|total)\b",
    (
        r"\b(?P<n>%num%)\s+(?:(?:more|other|additional|extra|single|total|lovely|different|flight|plane|airline|air"
        r"|round[- ]?trip|one[- ]?way|first|premium|economy|business|class|refundable|available|oneway|roundtrip"
        r"|return|cheap)\s+){0,3}(?:%person%|%ticket%)(?!\s*(?:room|hotel|for you))(?!\w)"
    ),
    (
        r"\b(?:party|group|family|team|crew|total)\s+(?:size\s+)?(?:of|is|will be|has|is going to be)\s+(?:about\s+"
        r"|just\s+|only\s+)?(?P<n>%num%)(?!\s*(?:%night%|%day%|%room%|%week%))(?!\w)"
    ),
    r"\b(?:famille|familia|famiglia|familie|groupe|grupo|gruppo|gruppe|fam)\s+(?:de|di|von|mit|a)\s+(?P<n>%num%)(?!\s*(?:%night%|%day%))\b",
    r"\bin\s+(?P<n>due|tre|quattro|cinque|sei|[2-9])(?=\s*(?:$|[.,;!?\x00]))",
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
        r"|about\s+)?(?P<n>%num%)(?=\s?(?:[.,!?]|$|please\b))"
    ),
    r"\bzu\s+(?P<n>zweit|dritt|viert|funft|sechst)\b",
    (
        r"\b(?:somos|nous sommes|on est|siamo(?:\s+in)?|wir\s+sind(?:\s+zu)?|estamos)\s+(?P<n>%num%)(?=\s*(?:[.,!?]"
        r"|$|(?:y|et|und|e)\s+(?:vamos|queremos|viajamos|partons|voulons|allons|fahren|fliegen|wollen|andiamo|vogliamo)\b"
        r"|con\b|avec\b|mit\b|com\b|personas|pessoas|personen|personnes|persone))"
    ),
    (
        r"\b(?:for|para|pour|fur|per)\s+(?:just\s+|only\s+|all\s+|a\s+total\s+of\s+|the\s+)?(?P<n>%num%)(?=\s*(?:[.,!?;)\x00]|$"
        r"|\b(?:please|from|to|in|on|at|with|leaving|departing|flying|and|this|next|tomorrow|starting|beginning"
        r"|instead|actually|also|as well|which|that|who|going|returning|checking|by|under|w)\b))"
    ),
)
_FLIGHTS = r"\b(?:like|need|want|book|get|buy|reserve|find me)\s+(?P<n>%num%)\s+(?:\w+\s+)?flights\b(?!\s*:)"
_ADULTS = r"\b(?P<n>%num%)\s+(?:other\s+)?%adult%\b"
_ONE_THING = re.compile(
    r"\b(?:look|looking|search|searching|ask|asking|wait|settle|go|going|opt) for one$|\bthe one$"
    r"|\b(?:do|does|will|would|should) (?:we|i|you|they) (?:\w+ )?(?:need|get|want|take|book|buy) one$"
)
_OPTIONS = re.compile(r"\bor\s+$|\b(?:not|instead of|rather than)\s+$|\b(?:at least|more than|up to|than)\s+$")


@cache
def _patterns(language: str) -> tuple[re.Pattern[str], ...]:
    return tuple(lexicon(language).compile(pattern) for pattern in _HEADS)


@cache
def _pattern(name: str, language: str) -> re.Pattern[str]:
    return lexicon(language).compile({"adults": _ADULTS, "flights": _FLIGHTS}[name])


def read_adults(text: str, language: str) -> Iterator[SlotValue]:
    """Yield ``adults``, all that are said added up."""
    words = lexicon(language)
    found = [m for m in _pattern("adults", language).finditer(text) if not _OPTIONS.search(text[: m.start()])]
    if found:
        total = sum(n if (n := words.number(m["n"])) is not None else 1 for m in found)
        yield SlotValue("adults", total, found[0].start(), found[-1].end())


def read_heads(text: str, language: str) -> SlotValue | None:
    """Return the head count; of several, the last one said ("two tickets, no, three tickets")."""
    words = lexicon(language)
    for pattern in _patterns(language):
        found = [
            m
            for m in pattern.finditer(text)
            if not _OPTIONS.search(text[: m.start("n")]) and not _ONE_THING.search(text[: m.end()])
        ]
        for match in reversed(found):
            count = words.number(match["n"])
            if count == 1 and "of us" in match.group():
                continue  # "one of us uses a wheelchair" counts nobody
            if count:
                return SlotValue("travelers", count, *match.span())
    return None


def read_flights(text: str, language: str) -> SlotValue | None:
    """Read "book two flights" as two seats."""
    match = _pattern("flights", language).search(text)
    count = lexicon(language).number(match["n"]) if match else None
    return SlotValue("travelers", count, *match.span(), 0.7) if match and count else None
