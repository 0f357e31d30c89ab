"""What the talk is about: a flight, a stay, or both; it decides what a bare date or a length means."""

import re
from functools import cache

from tripintent.state.frame import Frame
from tripintent.tools.language.offline.lexicon import alternation, lexicon

_FLIGHT = r"\b(?:flights?|fly|flying|flies|plane|planes|airfare|airline|airlines|air ?ticket|tickets?|one[- ]?way|round[- ]?trip|layovers?|nonstop|airport|depart\w*|outbound|onward|itinerary|travel plan|trip plan|trip from|travell?ing from|journey|plan(?:ning)? (?:me |us )?(?:a |an |my |our )(?:[\w-]+ )*(?:trip|vacation|holiday)|passengers?|economy|takes? off|taking off|board)\b"
_HOTEL = r"\b(?:hotels?|motels?|hostels?|rooms?|suites?|house|houses|home to (?:stay|rent)|rent a home|homes|apartments?|airbnb|lodging|accommodations?|resorts?|villas?|inn|residence|place to stay|somewhere to stay|check(?:ing|s)?[- ]?(?:in|out)|check[- ]?(?:me|us)[- ](?:in|out)|night stay|stay(?:ing)?(?: at| in)?|star hotel|guests?)\b"


@cache
def _flight(language: str) -> re.Pattern[str]:
    return re.compile(_FLIGHT + r"|\b" + alternation(lexicon(language).cues("flight")) + r"\b")


@cache
def _hotel(language: str) -> re.Pattern[str]:
    return re.compile(_HOTEL + r"|\b" + alternation(lexicon(language).cues("hotel")) + r"\b")


def talks_of_flights(text: str, language: str) -> bool:
    """Tell whether folded words are about flights."""
    return bool(_flight(language).search(text))


def talks_of_hotels(text: str, language: str) -> bool:
    """Tell whether folded words are about a stay."""
    return bool(_hotel(language).search(text))


def is_stay(text: str, asked_text: str, frame: Frame, language: str) -> bool:
    """Tell whether dates and lengths in a message are those of a stay: by its words, the question's, then the frame's."""
    for words in (text, asked_text):
        flight, hotel = talks_of_flights(words, language), talks_of_hotels(words, language)
        if flight != hotel:
            return hotel
    if frame.check_in or frame.check_out:
        return True
    return bool(frame.lodging_needed) and not (frame.flights_needed or frame.depart or frame.origin)
