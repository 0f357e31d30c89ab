"""Operations of words at this moment, whatever their intent is taken for: with stays on a list, with days compared, with a trip chosen."""

from collections.abc import Mapping, Sequence
from datetime import date

from tripintent.state.designer.operations import TakeStay
from tripintent.state.events import UserRequestHold
from tripintent.state.frame import When
from tripintent.state.framing import present_frame
from tripintent.state.operations import Act, Ask, SetSlot, Want
from tripintent.state.reading import Operation
from tripintent.tools.language.exact.days import DaySpan
from tripintent.tools.language.offline.choosing import declined_options, named_options
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.hotel_wishes import named_in_view
from tripintent.tools.language.offline.plain import Slot
from tripintent.tools.language.offline.plan_entries import number_of
from tripintent.tools.language.offline.scope import denies
from tripintent.tools.ports.reader import View

_TAKES = frozenset({"choose", "hold", "buy", "yes", "part.add", "wish.hotel", "entry.add", "trip.facts"})
"""Intents that may take one of the stays on the list: "Hotel Fabric looks great, let's book that one"."""
_BARE = 4
"""Words of an answer that is little more than a place in a list."""
_DAYS = frozenset({"choose", "trip.dates", "flexible", "hedge", "no"})
"""Intents that may name a day of those compared: "not the 29th", "the 1st then"."""
_PASSED_ON = 0.15
"""Chance of a wish for the hotel or the airline from which a question for it is one."""


def of_the_moment(
    intent: str, clause: Clause, view: View, journey: Sequence[Operation], slots: Mapping[str, Slot]
) -> Sequence[Operation]:
    """Return what words do at this moment: another of the days compared, a wish that is passed on, a hold that is politely asked for."""
    if view.talk.stays and (taken := _stay_taken(intent, clause, view, journey)):
        return taken
    if intent == "choose" and (declined := _only_declined(clause, view)):
        return [clause.made(Want, slot="avoid_options", value=declined, polarity="require")]
    if intent in _DAYS:
        return _other_day(clause, view)
    if intent == "ask.offer" and clause.chances.get("request", 0.0) >= _PASSED_ON:
        return _requested(journey)  # "can we get a crib?"
    chosen = view.trip.working_memory.selected.bundle_id is not None
    return _asked_to_hold(clause, view, slots) if intent == "ask.product" and chosen else ()


def _only_declined(clause: Clause, view: View) -> tuple[int, ...]:
    """Return the options that a clause does not want, where it takes no other ("not the first, the third" takes one)."""
    free = not (clause.asks or clause.supposed) and not named_options(clause, view)
    return declined_options(clause, view) if free else ()


def _stay_taken(intent: str, clause: Clause, view: View, journey: Sequence[Operation]) -> list[Operation]:
    """Return which of the proposed stays a clause takes: by its name, in the clause or beside an order, or its place in the list.

    Words that say something of the trip take nothing by a number: "2 adults".
    """
    orders = intent in _TAKES
    if clause.denied or clause.asks or clause.supposed or not (orders or len(clause.text.split()) <= _BARE):
        return []
    names = tuple(one.name for one in view.talk.stays)
    beside = clause.message.folded if orders and not denies(clause.message.folded, clause.language) else clause.folded
    named = [n for n, name in enumerate(names, 1) if named_in_view(beside, name, names)]
    place = None if journey else number_of(clause.folded, clause.language)
    number = named[0] if len(named) == 1 else place
    return [TakeStay(said=clause.text, number=number)] if number and number <= len(names) else []


def _other_day(clause: Clause, view: View) -> list[Operation]:
    """Return the move to a day of those that are compared: the one that is named, or the next where one cannot go on that of now."""
    frame = view.frame or present_frame(view.trip)
    depart, back = frame.depart, frame.return_
    spans = [one.value for one in clause.of("day") if isinstance(one.value, DaySpan) and one.value.first]
    named = [one.first.isoformat() for one in spans if one.first and one.first.isoformat() in view.days]
    if not named or clause.asks or depart is None or depart.day is None:
        return []
    if any(one.last not in (None, one.first) for one in spans):
        return []  # first and last day are said, as a journey's are
    if clause.denied and depart.day not in named:
        return []
    day = next((one for one in view.days if one not in named), "") if clause.denied else named[-1]
    if not day or day == depart.day:
        return []
    moved: list[Operation] = [clause.made(SetSlot, slot="depart", value=When(said=clause.text, day=day))]
    if back and back.day:
        nights = date.fromisoformat(back.day) - date.fromisoformat(depart.day)
        on = (date.fromisoformat(day) + nights).isoformat()
        moved.append(clause.made(SetSlot, slot="return_", value=When(said=clause.text, day=on)))
    return moved


def _asked_to_hold(clause: Clause, view: View, slots: Mapping[str, Slot]) -> Sequence[Operation]:
    """Return the hold that a polite question asks for where something is chosen: "can you hold it?"."""
    made = slots["hold"](clause, view) or ()
    return [one for one in made if isinstance(one, Act) and isinstance(one.event, UserRequestHold)]


def _requested(journey: Sequence[Operation]) -> list[Operation]:
    """Return what hotel or airline are asked for, of a kind that is known."""
    return [one for one in journey if isinstance(one, Ask) and one.request.kind != "note"]
