"""Everything that is between the words and a search: missing, invalid and doubtful, as one list of questions."""

import re

from tripintent.state.framing.dates import nights_of
from tripintent.state.questions.invalid import invalid
from tripintent.state.questions.missing import by_priority, missing
from tripintent.state.questions.slots import slot_of
from tripintent.state.trip import InvalidField, TripIntent

QUESTIONS_AT_ONCE = 3
_FIRST_ENDS = re.compile(r"segments\[0\]\.(origin|destination)|^doubt:(origin|visits)$")
_FIRST_DAY = re.compile(r"segments\[0\]\.depart_date$|^doubt:depart$")
_LEG_DAY = re.compile(r"^itinerary\.segments\[[1-9]\d*\]\.depart_date")
_STAY_DAY = re.compile(r"^itinerary\.lodging\.stays\[\d+\]\.check_(?:in|out)")
_RETURN_DAY = re.compile(r"segments\[1\]\.depart_date$")
_LATER_ENDS = re.compile(r"segments\[[1-9]\d*\]\.(origin|destination)")


def gaps(trip: TripIntent) -> tuple[str, ...]:
    """Return what must be asked, most important first.

    ``doubt:<slot>`` and ``invalid:<path>`` stand for themselves and replace a missing path about the same slot.
    """
    doubts = tuple(f"doubt:{d.slot}" for d in trip.status.doubts)
    wrong = tuple(f"invalid:{i.path}" for i in _once(invalid(trip)))
    asked = {d.slot for d in trip.status.doubts} | {slot_of(w) for w in wrong}
    plain = tuple(p for p in missing(trip) if slot_of(p) not in asked)
    return by_priority((*doubts, *wrong, *plain))


def _once(wrong: tuple[InvalidField, ...]) -> tuple[InvalidField, ...]:
    """Leave out hotel days that only follow a travel day which is wrong in the same way: one question settles both."""
    travel = {(i.code, i.value) for i in wrong if ".segments[" in i.path}
    return tuple(i for i in wrong if ".lodging." not in i.path or (i.code, i.value) not in travel)


def next_questions(trip: TripIntent) -> tuple[str, ...]:
    """Return the at most three gaps to ask about in one message.

    The ends of later legs wait while those of the first are open: the way back usually follows from them. So does the
    day of the way back where the traveller said how long the trip is. Where one goes on to the next stop, one stay ends and
    another begins: only the day of going on is asked for.
    """
    open_gaps = gaps(trip)
    if nights_of(trip.frame) and any(_FIRST_DAY.search(g) for g in open_gaps):
        open_gaps = tuple(g for g in open_gaps if not _RETURN_DAY.search(g))
    if any(_FIRST_ENDS.search(g) for g in open_gaps):
        open_gaps = tuple(g for g in open_gaps if not _LATER_ENDS.search(g))
    if any(_LEG_DAY.search(g) for g in open_gaps):
        open_gaps = tuple(g for g in open_gaps if not _STAY_DAY.search(g))
    return open_gaps[:QUESTIONS_AT_ONCE]
