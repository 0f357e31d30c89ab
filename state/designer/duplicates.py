"""When two segments are the same thing twice."""

from datetime import timedelta

from tripintent.state.designer.moments import between, day_of
from tripintent.state.designer.sameness import plain
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
    """Tell whether two stays have a night in common; leaving on the day when the other begins is none."""
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
