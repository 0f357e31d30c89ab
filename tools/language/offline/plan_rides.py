"""Rides on the ground that a clause puts into the plan: which kind, from where, to where."""

import re

from tripintent.state.designer import operations as op
from tripintent.tools.language.offline.plan_entries import name_in, said_without
from tripintent.tools.language.offline.plan_when import WORDS, Timing
from tripintent.tools.language.offline.words import cue, named

_CUT = re.compile(r"[|,;]|\.(?=\s|$)")


def with_ends(ride: op.AddRide, timing: Timing) -> op.AddRide:
    """Return a ride with its kind, and with the ends that the words give it."""
    clause = timing.clause
    kind = next((one for one in named("rides", clause.language, clause.folded, WORDS)), ride.kind)
    origin, destination = _ends(timing)
    if not (origin or destination):
        origin, destination = ride.origin, ride.destination
    fields = {"kind": "TRAIN" if ride.kind == "TRAIN" else kind, "origin": origin, "destination": destination}
    return op.AddRide.model_validate({**ride.model_dump(), **fields})


def _ends(timing: Timing) -> tuple[str | None, str | None]:
    """Return from where to where the words go: "from the airport to the hotel", "airport to Pension Suzanne"."""
    language, only = timing.clause.language, tuple[str | None, str | None]((None, None))
    for piece in _CUT.split(said_without(timing)):
        for to in cue("way_to", language, WORDS, own=True).finditer(piece.lower()):
            goal = name_in(timing, piece[to.end() :])
            start = _start(timing, piece[: to.start()])
            if goal and start:
                return start, goal
            only = only if only[1] else (None, goal or None)
    return only


def _start(timing: Timing, before: str) -> str | None:
    """Return where a ride starts: behind "from", else what is alone before "to"; words for the ride itself are not a place."""
    language = timing.clause.language
    leads = list(cue("way_from", language, WORDS, own=True).finditer(before.lower()))
    text = before[leads[-1].end() :] if leads else before
    bare = cue("ride_words", language, WORDS).sub(" ", text.lower())
    same = text if bare == text.lower() else bare
    if not leads and not re.search(r"\w", cue("it", language, WORDS).sub(" ", bare)):
        return None
    return name_in(timing, same) or None
