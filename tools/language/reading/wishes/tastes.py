"""Wishes of a planned trip: cuisines, house rules, ways of getting about that are ruled out."""

import re
from collections.abc import Iterator

from tripintent.tools.language.exact.claims import SlotValue
from tripintent.tools.language.exact.tables import wish_patterns
from tripintent.tools.language.reading.message import Message

_FOOD = re.compile(
    r"\b(?:cuisines?|food|foods|dishes|meals?|dining|restaurants?|eat|eating|tastes?|flavou?rs|dine|culinary)\b"
)
_RULE = re.compile(
    r"\b(?:allow\w*|permit\w*|accommodat\w*|friendly|house rules?|rules|welcom\w*|okay with|ok with|accept\w*|suitable|hosts?"
    r"|hosting|restrict\w*|tolera\w*)\b"
)
_FLIES = re.compile(r"\b(?:fly|flying|flights?|airlines?)\b")
_BAN = (
    r"(?:no|not|don't|do not|avoid\w*|without|prefer not to|rather not|exclud\w*|steer clear of|refrain\w*|won't"
    r"|will not|neither|nor|never|aren't|non(?![- ]?stop)|cannot|can't|can not|instead of|rather than|other than|opposed to|rule out)"
)
_OF_THE_WAY_BACK = r"(?! (?:a )?return| flights? (?:back|home))"
_LISTED = r"(?:[^.;,]{0,60}|[^.;]{0,60}\b(?:or|nor) (?:\w+ ){0,2})"
"""A ban goes past a comma only in a list of what is banned: "no hotel, nonstop flights" bans no flight."""
_OF_SOME = "".join(
    rf"(?<!\b{kind} )"
    for kind in (
        "early",
        "late",
        "night",
        "overnight",
        "morning",
        "evening",
        "eye",
        "connecting",
        "stop",
        "nonstop",
        "indirect",
        "direct",
        "long",
        "cheap",
        "earlier",
        "later",
        "return",
    )
)
"""Before flights: flights of a kind are banned, not all ("no early flights")."""
AT_SOME = (
    r"(?!\s*\x00| only| on\b| at\b| before\b| after\b| with\b| via\b| that\b| from\b| to\b| leaving| departing"
    r"| earlier| later| over\b| longer"
    r"| through\b| in the| early| late| back| home| out\b| there)"
)
"""Behind flights: those at some time, or some way, are banned ("we can't fly on Sunday")."""
NO_FLIGHT = re.compile(
    rf"\bflight-?free\b|\b{_BAN}\b{_OF_THE_WAY_BACK}{_LISTED}\b{_OF_SOME}(?:flights?|fly|flying|air travel"
    rf"|airlines?|aviation|planes?|airplanes?|aircraft)\b{AT_SOME}"
    r"|\b(?:sans|pas de|sin|ohne|kein(?:en|e)?|senza|niente|sem)\s+(?:les\s+)?(?:vols?|vuelos?|flug|fluge|vol[oi]|voos?)"
    r"(?=\s*(?:[.,;:!?)]|$))"
    r"|\b(?:ne|ni|nem|nor|weder\b[^.;]{0,30}\bnoch)\s+(?:il\s+|i\s+|el\s+|le\s+|o\s+|den\s+|einen\s+|un\s+|a\s+)?"
    r"(?:vols?|vuelos?|flug|fluge|vol[oi]|voos?|flights?)\b"
)
_NO_DRIVING = re.compile(
    rf"\b(?:without|no) (?:a )?(?:rental|own) car\b|\b{_BAN}\b[^.;]{{0,60}}\b(?:self[- ]?driv\w*|driv(?:e"
    rf"|ing)(?: ourselves| myself)?|drive ourselves)\b"
)


def read_tastes(message: Message) -> Iterator[SlotValue]:
    """Yield ``cuisines``, ``house_rules`` and ``transport_wishes``."""
    for sentence in message.sentences:
        text = message.open[sentence.start : sentence.end]
        whole = message.said[sentence.start : sentence.end]
        # ages and airlines were read before: "children under 10" and "American" are blank in the open text
        if _FOOD.search(text):
            eaten = text if _FLIES.search(whole) else whole
            names = tuple(name for name, pattern in wish_patterns()["cuisines"] if pattern.search(eaten))
            if names:
                yield SlotValue("cuisines", names, sentence.start, sentence.end, 0.9)
        if _RULE.search(whole):
            rules = tuple(name for name, pattern in wish_patterns()["house_rules"] if _allowed(pattern, whole))
            if rules:
                yield SlotValue("house_rules", rules, sentence.start, sentence.end, 0.8)
        bans = tuple(
            wish for wish, rule in (("no flight", NO_FLIGHT), ("no self-driving", _NO_DRIVING)) if rule.search(text)
        )
        if bans:
            yield SlotValue("transport_wishes", bans, sentence.start, sentence.end, 0.9)


def _allowed(pattern: re.Pattern[str], text: str) -> bool:
    """Say whether something is wished to be allowed: a non-smoking room is no room for smokers."""
    return any(not text[: match.start()].endswith(("non-", "non ", "no ")) for match in pattern.finditer(text))
