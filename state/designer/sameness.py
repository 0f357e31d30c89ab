"""Whether two places are the same one, two names mean the same thing, or two segments are the same thing twice."""

import re
import unicodedata
from datetime import timedelta
from difflib import SequenceMatcher

from tripintent.state.designer.moments import between, day_of
from tripintent.state.designer.parts import Location, kilometres
from tripintent.state.designer.segments import (
    ActivitySegment,
    BaseSegment,
    CustomSegment,
    FlightSegment,
    HotelSegment,
    MeetingSegment,
    RailSegment,
    Segment,
    TransferSegment,
)

CLOSE_KM = 0.1
SIMILAR = 0.7
WORD_SIMILAR = 0.85
_STOP = frozenset(
    {"the", "a", "an", "at", "of", "in", "le", "la", "les", "el", "los", "il", "der", "die", "das", "and"}
)
_PUNCTUATION = re.compile(r"[^\w\s]|_")


def plain(name: str) -> str:
    """Return a name in small letters without accents, punctuation and articles: "  LA-VILLA! " is "villa"."""
    text = unicodedata.normalize("NFKD", name.casefold())
    text = _PUNCTUATION.sub(" ", "".join(c for c in text if not unicodedata.combining(c)))
    words = text.split()
    return " ".join([w for w in words if w not in _STOP] or words)


def near(a: Location, b: Location) -> bool:
    """Tell whether two places are within 100 metres; False where coordinates are missing."""
    return bool(a.coordinates and b.coordinates and kilometres(a.coordinates, b.coordinates) <= CLOSE_KM)


def same_word(a: str, b: str) -> bool:
    """Tell whether two words are spellings of one ("centre", "center"), and not two that look alike ("george", "georgiou")."""
    if a == b:
        return True
    return abs(len(a) - len(b)) <= 1 and min(len(a), len(b)) > 4 and SequenceMatcher(None, a, b).ratio() >= WORD_SIMILAR


def similar_words(a: str, b: str) -> bool:
    """Tell whether more than 70 % of the words of the shorter name are in the other, articles aside."""
    first, second = plain(a).split(), plain(b).split()
    if not first or not second:
        return False
    short, long = sorted((first, second), key=len)
    common = sum(any(same_word(w, x) for x in long) for w in short)
    return common / len(short) > SIMILAR


def same_place(a: Location, b: Location) -> bool | None:
    """Tell whether two places are one; None where a shared name alone does not decide it (a chain has many houses)."""
    if a.code and b.code and _is_airport_code(a.code) and _is_airport_code(b.code):
        return a.code == b.code
    if a.coordinates and b.coordinates:
        return near(a, b)
    first, second = plain(a.name), plain(b.name)
    if first == second:
        return _towns_agree(a, b) is not False
    if _is_street(a, second) or _is_street(b, first):
        return True
    if first in second or second in first or similar_words(a.name, b.name):
        return _towns_agree(a, b)
    return False


def _is_airport_code(code: str) -> bool:
    return len(code) == 3 and code.isalpha()


def _towns_agree(a: Location, b: Location) -> bool | None:
    return plain(a.town) == plain(b.town) if a.town and b.town else None


def _is_street(place: Location, name: str) -> bool:
    return bool(place.street) and plain(place.street or "") == name


_SAME_MINUTE = timedelta(minutes=1)


def is_duplicate(a: Segment, b: Segment) -> bool:
    """Tell whether two segments are one thing: the same kind, the same name and the same day, nights or number."""
    if a.type != b.type or "CANCELLED" in (a.status, b.status):
        return False
    match a, b:
        case FlightSegment(), FlightSegment():
            return bool(a.flight_number) and _number(a.flight_number) == _number(b.flight_number) and _same_day(a, b)
        case RailSegment(), RailSegment():
            return _same_day(a, b) and _same_train(a, b)
        case HotelSegment(), HotelSegment():
            return plain(a.property.name) == plain(b.property.name) and share_nights(a, b)
        case TransferSegment(), TransferSegment():
            return a.transfer_type == b.transfer_type and _same_ends(a, b) and _same_day(a, b)
        case ActivitySegment(), ActivitySegment():
            return plain(a.name) == plain(b.name) and _same_day(a, b)
        case MeetingSegment(), MeetingSegment():
            return plain(a.title) == plain(b.title) and _same_time(a, b)
        case CustomSegment(), CustomSegment():
            return plain(a.title) == plain(b.title) and _same_time(a, b)
    return False


def share_nights(a: HotelSegment, b: HotelSegment) -> bool:
    """Tell whether two stays have a night in common; leaving on the day when the other begins does not count."""
    ends = (a.check_in_date, a.check_out_date, b.check_in_date, b.check_out_date)
    if None in ends:
        return _same_day(a, b)
    return str(ends[0]) < str(ends[3]) and str(ends[2]) < str(ends[1])


def _number(text: str) -> str:
    return "".join(c for c in text.upper() if c.isalnum())


def _same_train(a: RailSegment, b: RailSegment) -> bool:
    if a.train_number and b.train_number:
        return _number(a.train_number) == _number(b.train_number)
    same_end = bool(a.origin and b.origin and plain(a.origin.name) == plain(b.origin.name))
    return same_end and a.start_datetime == b.start_datetime


def _same_ends(a: TransferSegment, b: TransferSegment) -> bool:
    return plain(a.pickup_location.name) == plain(b.pickup_location.name) and plain(a.dropoff_location.name) == plain(
        b.dropoff_location.name
    )


def _same_day(a: BaseSegment, b: BaseSegment) -> bool:
    if a.start_datetime is None or b.start_datetime is None:
        return a.start_datetime is b.start_datetime
    return day_of(a.start_datetime) == day_of(b.start_datetime)


def _same_time(a: BaseSegment, b: BaseSegment) -> bool:
    if a.start_datetime is None or b.start_datetime is None:
        return a.start_datetime is b.start_datetime
    return abs(between(a.start_datetime, b.start_datetime)) <= _SAME_MINUTE
