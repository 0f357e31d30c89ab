"""Wishes of a planned trip: cuisines, house rules, ways of getting about that are ruled out."""

import re
from collections.abc import Iterator

from tripintent.tools.language.offline.claims import Claim
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.wishes import wish_patterns

_FOOD = re.compile(
    r"\b(?:cuisines?|food|foods|dishes|meals?|dining|restaurants?|eat|eating|tastes?|flavou?rs|dine|culinary)\b"
)
_RULE = re.compile(
    r"\b(?:allow\w*|permit\w*|accommodat\w*|friendly|house rules?|rules|welcom\w*|okay with|accept\w*|suitable|host)\b"
)
_BAN = (
    r"(?:no|not|don't|do not|avoid\w*|without|prefer not to|rather not|exclud\w*|steer clear of|refrain\w*|won't"
    r"|will not|neither|nor|never|aren't|non)"
)
_OF_THE_WAY_BACK = r"(?! (?:a )?return| flights? (?:back|home))"
_LISTED = r"(?:[^.;,]{0,60}|[^.;]{0,60}\b(?:or|nor) (?:\w+ ){0,2})"
"""A ban goes past a comma only in a list of what is banned: "no hotel, nonstop flights" bans no flight."""
NO_FLIGHT = re.compile(
    rf"\b{_BAN}\b{_OF_THE_WAY_BACK}{_LISTED}\b(?:flights?|fly|flying|air travel|planes?|airplanes?)\b(?! only)"
)
_NO_DRIVING = re.compile(
    rf"\b{_BAN}\b[^.;]{{0,60}}\b(?:self[- ]?driv\w*|driv(?:e|ing)(?: ourselves| myself)?|drive ourselves)\b"
)


def read_tastes(message: Message) -> Iterator[Claim]:
    """Yield ``cuisines``, ``house_rules`` and ``transport_wishes``."""
    for sentence in message.sentences:
        text = message.open[sentence.start : sentence.end]
        if _FOOD.search(text):
            names = tuple(name for name, pattern in wish_patterns()["cuisines"] if pattern.search(text))
            if names:
                yield Claim("cuisines", names, sentence.start, sentence.end, 0.9)
        if _RULE.search(text):
            rules = tuple(name for name, pattern in wish_patterns()["house_rules"] if pattern.search(text))
            if rules:
                yield Claim("house_rules", rules, sentence.start, sentence.end, 0.8)
        bans = tuple(
            wish for wish, rule in (("no flight", NO_FLIGHT), ("no self-driving", _NO_DRIVING)) if rule.search(text)
        )
        if bans:
            yield Claim("transport_wishes", bans, sentence.start, sentence.end, 0.9)
