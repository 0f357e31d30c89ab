"""Who applies what was said: operations by system, in the order of the words, for both readers."""

from collections.abc import Sequence

from tripintent.state.concierge.front import System
from tripintent.state.derived import shown_ranking
from tripintent.state.designer.operations import (
    SETTING,
    FindStay,
    Import,
    KeepFree,
    PlanDays,
    SetTrip,
    Step,
    Suggest,
    TakePlace,
    TakeStay,
    WhereTo,
)
from tripintent.state.frame import Visit, When
from tripintent.state.operations import Act, Answer, Question, Restore, Search, SetSlot, Want
from tripintent.state.planning.operations import AskFact, Documents, Traveller
from tripintent.state.reading import SYSTEM_OF, Operation, Part
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.reader import View

PLANS = (PlanDays, SetTrip, Suggest, TakePlace, WhereTo, FindStay, TakeStay)
"""Operations that need town and days of the trip before any flight is looked for."""


def of_the_system(one: Operation, view: View) -> Operation:
    """Return a yes, a no or an undo as the system means it to which it is said: the one that asked or worked last."""
    if isinstance(one, Answer) and view.system == "PLANNING" and view.notes.offered and one.stance != "hedge":
        yes = one.stance == "yes"
        return Documents(
            text=one.text, trigger=yes, loose=yes, refused=not yes, mentioned=() if yes else view.notes.offered
        )
    if view.alone == "PLANNING" and isinstance(one, PlanDays):  # its days are a document
        return Documents(text=one.said, trigger=True, actions=("itinerary",), mentioned=("itinerary",))
    if view.system != "DESIGNER":
        return one
    waiting = [wanted for wanted in view.talk.pending if isinstance(wanted, Import | PlanDays)]
    if waiting and isinstance(one, Answer) and one.stance == "yes":
        return waiting[0]
    if isinstance(one, Answer) and one.stance != "hedge" and view.talk.pending:
        return Step(said=one.text, what=one.stance)
    if isinstance(one, Restore) and one.what in ("last", "next"):
        return Step(said=one.text, what="undo" if one.what == "last" else "redo")
    return one


def parts_of(operations: Sequence[Operation], text: str, view: View) -> tuple[Part, ...]:
    """Return the operations by system, in the order of the words; wishes for the days stand before what is planned by them.

    What says something of the trip itself goes with the booking where anything was found or is asked of it, else with the
    system that the other words are for, else with the one that asked.
    """
    acting = [one for one in operations if not (isinstance(one, AskFact) and _is_wanted(operations))]
    if not (_is_searched(view.trip) or view.trip.status.asked):  # a question alone begins no search
        acting = [one for one in acting if not isinstance(one, Question)]
    systems: list[System] = [*dict.fromkeys(system for said in acting if (system := _system_of(said)))]
    plans = any(isinstance(one, PLANS) for one in operations) or _is_designed(operations, view)
    home = view.alone or _home(systems, view, plans=plans)
    groups: dict[System, list[Operation]] = {}
    for one in operations:
        system = view.alone or _system_of(one) or home
        groups.setdefault(system, []).append(one)
    booking = groups.get("BOOKING")
    if booking and not any(SYSTEM_OF.get(type(one)) == "BOOKING" for one in booking):
        booking.append(Search(text=text))
    if "DESIGNER" in groups:
        days = [*_head(operations), *groups["DESIGNER"]]
        groups["DESIGNER"] = sorted(days, key=lambda one: not isinstance(one, (*SETTING, KeepFree)))
    if any(isinstance(one, TakePlace) and not one.asks for one in operations) and not view.alone:
        groups.setdefault("BOOKING", []).append(Search(text=text))  # whoever chose a town wants to see its flights
    return tuple(Part(system=system, text=text, operations=tuple(said)) for system, said in groups.items())


def ordered(parts: tuple[Part, ...]) -> tuple[Part, ...]:
    """Return parts with facts that are asked for before an order, so that what the booking asks is said last."""
    acts = any(isinstance(one, Act) for part in parts for one in part.operations)
    facts = [
        part for part in parts if part.system == "PLANNING" and all(isinstance(o, AskFact) for o in part.operations)
    ]
    return (*facts, *(part for part in parts if part not in facts)) if acts else parts


def _is_wanted(operations: Sequence[Operation]) -> bool:
    """Tell whether a trip is to be looked for: from where it goes, or that flights are wanted. A question beside it does not count."""
    return any(
        isinstance(one, SetSlot) and one.value and one.slot in ("origin", "flights_needed") for one in operations
    )


def _is_designed(operations: Sequence[Operation], view: View) -> bool:
    """Check whether a trip begins with a place and what is liked there, and with no start: "a week in Paris, we love art"."""
    likes = any(isinstance(one, Want) and one.slot == "interests" for one in operations)
    frame = view.trip.frame
    goes = bool(frame.visits) or any(isinstance(one, SetSlot) and one.slot == "visits" for one in operations)
    return likes and goes and not frame.origin and not _is_wanted(operations)


def _system_of(one: Operation) -> System | None:
    """Return which system applies an operation; the last day of a passport is held against the trip by the planning."""
    dated = isinstance(one, Traveller) and one.passport_until is not None
    return "PLANNING" if dated else SYSTEM_OF.get(type(one))


def _head(said: Sequence[Operation]) -> list[Operation]:
    """Return town and days of the trip for the head of the plan, where they were said beside what is to be planned."""
    slots = {one.slot: one.value for one in said if isinstance(one, SetSlot)}
    stops, ends = slots.get("visits"), [slots.get(slot) for slot in ("depart", "return_")]
    visits = [one for one in stops if isinstance(one, Visit)] if isinstance(stops, tuple) else []
    start, end = (one.day if isinstance(one, When) else None for one in ends)
    towns: list[Operation] = [SetTrip(destination=one.place.name or one.place.said) for one in visits]
    return [*towns, *([SetTrip(start=start, end=end)] if start and end else [])]


def _home(systems: Sequence[System], view: View, *, plans: bool) -> System:
    """Return which system takes in what is said of the trip; ``plans``: days or a place to go are to be planned by it."""
    if "BOOKING" in systems or _is_searched(view.trip):
        return "BOOKING"
    if plans and not systems:
        return "DESIGNER"
    if systems and (systems[0] != "DESIGNER" or plans):
        return systems[0]
    if view.system == "BOOKING" and view.trip.status.asked:
        return "BOOKING"
    papers = bool(view.documents or view.notes.pending)
    asked = view.system == "DESIGNER" and view.talk.asked  # the answer is the asker's
    days = bool(view.plan.live or view.talk.where or view.talk.wants_days or view.talk.stays or asked)
    if papers and (view.system == "PLANNING" or not days):
        return "PLANNING"  # so far one talks of papers alone
    return "DESIGNER" if days or (view.system == "DESIGNER" and systems) else "BOOKING"  # or of days alone


def _is_searched(trip: TripIntent) -> bool:
    """Check whether anything was looked for or booked."""
    memory = trip.working_memory
    return bool(shown_ranking(trip) or memory.quotes or memory.bookings)
