"""Entries that a model would write, as operations; what of the plan is the traveller's to change."""

from collections.abc import Iterable

from tripintent.state.designer import operations as op
from tripintent.state.designer.segments import Segment
from tripintent.state.reading import Operation
from tripintent.tools.language.exact.tables import pattern
from tripintent.tools.language.model import said_days as said
from tripintent.tools.language.model.making_days import NotMade, days_made
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.ports.reader import View

Made = list[Operation] | None
THINGS = ("ACTIVITY", "MEETING", "CUSTOM", "TRANSFER", "RAIL")


def says(concept: str, clause: Clause) -> bool:
    """Tell whether a clause says a concept of the grammar's `itinerary` table."""
    return bool(pattern("itinerary", concept, clause.language).search(clause.folded))


def made(view: View, entries: Iterable[said.SaidOfDays], part: op.PartOfDay | None = None) -> Made:
    """Return the operations of entries, with the part of the day where no hour is given; None where one cannot be."""
    try:
        found = [one for entry in entries for one in days_made(entry, view)]
    except NotMade:
        return None
    for n, one in enumerate(found):
        if part and isinstance(one, op.AddThing | op.AddRide | op.Change | op.TakeIdea) and not one.when.start:
            found[n] = one.model_copy(update={"when": one.when.model_copy(update={"part": part})})
    return list(found) or None


def own(entries: Iterable[Segment]) -> tuple[Segment, ...]:
    """Return the entries that are neither booked nor held."""
    return tuple(s for s in entries if s.source != "booking" and s.status not in ("HELD", "CONFIRMED"))


def of_day(view: View, day: str, part: op.PartOfDay | None = None) -> tuple[Segment, ...]:
    """Return the things to do of a day, or of a part of it."""
    on = [s for s in view.plan.live if (s.start_datetime or "")[:10] == day and s.type in THINGS]
    return own(s for s in on if in_part(s, part))


def in_part(one: Segment, part: op.PartOfDay | None) -> bool:
    """Tell whether an entry begins in a part of the day."""
    hours = {"morning": ("00", "12"), "afternoon": ("12", "18"), "evening": ("18", "24")}.get(part or "", ("", "24"))
    return hours[0] <= (one.start_datetime or "")[11:13] < hours[1]


def unclear(found: tuple[Segment, ...], clause: Clause) -> op.Target:
    """Return entries of which one is meant: the traveller is asked which."""
    return op.Target(ids=tuple(s.id for s in found), words=clause.text)
