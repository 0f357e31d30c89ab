"""A plan of days that begins: "start an itinerary for Barcelona, 3 to 7 March"."""

from collections.abc import Sequence

from tripintent.state.designer.operations import SetTrip
from tripintent.state.frame import When
from tripintent.state.operations import SetSlot
from tripintent.state.planning.operations import Documents
from tripintent.state.reading import Operation
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.ports.reader import View


def begun(
    clause: Clause, made: Sequence[Operation] | None, journey: Sequence[Operation], view: View
) -> list[Operation] | None:
    """Return the plan that begins where an itinerary is ordered in one breath with town or days, and no documents are spoken of."""
    facts = [one for one in journey if isinstance(one, SetSlot)]
    days = {one.slot: one.value.day for one in facts if isinstance(one.value, When)}
    start, end = days.get("depart"), days.get("return_")
    named = any(one.slot == "visits" for one in facts) or (start and end)
    alone = all(isinstance(one, Documents) and one.actions == ("itinerary",) for one in made or ())
    if not (made and alone and named) or view.system == "PLANNING" or view.alone == "PLANNING":
        return None
    return [*facts, SetTrip(said=clause.text, start=start, end=end)]
