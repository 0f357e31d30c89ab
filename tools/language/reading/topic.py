"""What the talk is about: a flight, a stay, or both; it decides what a bare date or a length means."""

import re
from functools import cache

from tripintent.state.frame import Frame
from tripintent.tools.language.exact.lexicon import alternation, lexicon
from tripintent.tools.language.reading.wishes.lodging import no_hotel

_FLIGHT = (
    r"\b(?:flights?|fly|flying|flies|plane|planes|airfare|airline|airlines|air ?ticket|tickets?|one[- ]?way"
    r"|round[- ]?trip|layovers?|nonstop|airport|depart(?:ing|ure)? from|outbound|onward|itinerary|travel plan"
    r"|trip plan|trip from|travell?ing from|journey|plan(?:ning)? (?:me |us )?(?:a |an |my "
    r"|our )(?:[\w-]+ )*(?:trip|vacation|holiday)|passengers?|(?:economy|business|first|coach|premium) class"
    r"|economy|takes? off|taking off|board)\b"
)
_HOTEL = (
    r"\b(?:hotels?|motels?|hostels?|rooms?|suites?|house|houses|home to (?:stay|rent)|rent a home|homes|apartments?"
    r"|airbnb|lodging|accommodations?|resorts?|villas?|inn|residence|place to stay|somewhere to stay|check(?:ing"
    r"|s)?[- ]?(?:in|out)|check[- ]?(?:me|us)[- ](?:in|out)|night stay|stay(?:ing)?(?: at| in)?|star hotel"
    r"|guests?)\b"
)


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
    """Tell whether folded words are about a stay; "no hotel" is not."""
    if not _hotel(language).search(text):
        return False
    return bool(_hotel(language).search(no_hotel(language).sub(" ", text)))


def is_stay(text: str, asked_text: str, frame: Frame, language: str, asked: tuple[str, ...] = ()) -> bool:
    """Tell whether dates and lengths in a message are those of a stay.

    Decided by its own words, the slots asked for, the dates known so far, the question's words, the needs known so far.
    """
    flight, hotel = talks_of_flights(text, language), talks_of_hotels(text, language)
    if flight != hotel:
        return hotel
    if no_hotel(language).search(text):
        return False
    if {"check_in", "check_out"} & set(asked):
        return not {"depart", "return_"} & set(asked)
    stay_known, flight_known = (
        bool(frame.check_in or frame.check_out),
        bool(frame.depart or frame.return_ or frame.origin),
    )
    if stay_known != flight_known:
        return stay_known
    flight, hotel = talks_of_flights(asked_text, language), talks_of_hotels(asked_text, language)
    if flight != hotel:
        return hotel
    return bool(frame.lodging_needed) and not (frame.flights_needed or frame.depart or frame.origin)
