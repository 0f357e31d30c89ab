"""Whether words are about an itinerary: a plan of days, and not yet what is bought for it."""

import re

from tripintent.state.languages import LANGUAGES
from tripintent.tools.language.exact.tables import own_pattern
from tripintent.tools.places.folding import fold

_DESIGNS = re.compile(
    r"\bitinerar(?:y|ies)\b|\btrip plan\b|\bplan (?:for|of) (?:mon|tues|wednes|thurs|fri|satur|sun)day"
    r"|\bday[- ]by[- ]day\b|\bday plan\b"
    r"|\b(?:plan|planning|design|fill(?: in)?|organi[sz]e|lay out)\b(?:\s+\w+){0,2}"
    r"\s+(?:days?|afternoons?|mornings?|a (?:week|weekend) away|last day|first day)\b"
    r"|\b(?:ideas?|suggestions?|tips)\b.{0,40}"
    r"\b(?:what to (?:do|see|visit)|to do|to see|for (?:a |the )?(?:rainy|afternoon|evening|morning|day))"
    r"|\bwhat (?:to|can we|could we|should we) (?:do|see|visit) (?:in|on|around)\b"
    r"|\b(?:sightseeing|things to (?:do|see))\b|\bBEGIN:VCALENDAR\b"
    r"|\b(?:plan|planning|design)\b.{0,30}\b(?:week|weekend|days|holiday|trip)\b.*"
    r"\b(?:love|loves|like|enjoy|interested|into|museums?|hiking|beach(?:es)?|sights?)\b"
    r"|\breiseplan\b|\btagesplan\b|\bitin[eé]raire\b|\bitinerario\b|\broteiro\b",
    re.IGNORECASE,
)


def designs(text: str) -> bool:
    """Tell whether words begin or name an itinerary."""
    return bool(_DESIGNS.search(text)) and not (_books(text) and len(text.split()) < 14)


def leaves_design(text: str) -> bool:
    """Tell whether words in the midst of planning ask to search or to buy."""
    return _books(text) and len(text.splitlines()) == 1 and not _DESIGNS.search(text)


def _books(text: str) -> bool:
    """Tell whether words of any language ask to search or to buy."""
    folded = fold(text)
    return any(own_pattern("itinerary", "books", language).search(folded) for language in LANGUAGES)
