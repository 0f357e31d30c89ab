"""Night flights: the one definition that ranking and risk share."""

from datetime import time

from tripintent.state.offers import FlightHop

NIGHT_STARTS = time(22, 0)
NIGHT_ENDS = time(5, 0)
MORNING_STARTS = time(3, 0)
MORNING_ENDS = time(12, 0)


def is_red_eye(hop: FlightHop) -> bool:
    """Tell whether a flight costs the night.

    It departs from 22:00 to 05:00 (local at the origin) and lands from 03:00 to before 12:00 (local at the
    destination). A flight at 22:30 that lands at 23:40 or 00:50 still leaves a night in bed; one that lands in the
    afternoon is a day flight after an early start. Dates are not compared: they mean nothing across the date line.
    """
    leaves, lands = hop.depart_at.time(), hop.arrive_at.time()
    at_night = leaves >= NIGHT_STARTS or leaves <= NIGHT_ENDS
    return at_night and MORNING_STARTS <= lands < MORNING_ENDS
