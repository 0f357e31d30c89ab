"""The cheapest of the days in view, which the trip moves to; where none are, days near are to be compared."""

from collections.abc import Sequence
from datetime import date

from tripintent.state.framing import present_frame
from tripintent.state.operations import Operation, SetSlot, Shift
from tripintent.tools.language.exact.margins import FLEXIBLE
from tripintent.tools.language.exact.tables import matches
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.ports.reader import View

INTENTS = frozenset({"choose", "flexible", "trip.dates", "show", "ask.offer", "ask.trip"})
"""What a clause with "the cheapest days" may be taken for."""


def cheapest_days(clause: Clause, view: View) -> Sequence[Operation] | None:
    """Return the move to the cheapest days; None where a clause does not speak of them, or only asks which they are."""
    match = next(matches("changes", "cheapest_days", clause.language, clause.folded), None)
    said = (view.frame or present_frame(view.trip)).depart
    if match is None or clause.denied or clause.supposed or said is None or said.day is None:
        return None
    start, end = clause.start + match.start(), clause.start + match.end()
    if not view.days:
        return [clause.made(SetSlot, start, end, slot="flexible_days", value=FLEXIBLE)]
    by = (date.fromisoformat(view.days[0]) - date.fromisoformat(said.day)).days
    return None if clause.asks or by == 0 else [clause.made(Shift, start, end, what="trip", days=by)]
