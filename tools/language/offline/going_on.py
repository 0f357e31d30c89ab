"""Readings of a message by what is open: towns that were proposed, a place to go that is looked for, days that lack something."""

from collections.abc import Sequence
from typing import cast

from tripintent.state.derived import shown_ranking
from tripintent.state.designer.operations import FindStay, PlanDays, SetTrip, SetWishes, TakePlace, WhereTo
from tripintent.state.events import UserAddsTravellers
from tripintent.state.frame import Visit, is_wide_alone
from tripintent.state.operations import Act, Answer, Question, Search, SetSlot, Social, Want
from tripintent.state.planning.operations import Traveller
from tripintent.state.reading import Operation
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.comparing import named_towns
from tripintent.tools.language.offline.where import where
from tripintent.tools.ports.reader import View

HEADS = ("travelers", "adults", "children", "infants")
_OF_STAY = frozenset(
    {"stay_kinds", "area", "stars", "amenities", "lodging_budget", "near", "board", "max_nightly", "lodging_needed"}
)
"""Slots of wishes for a place to sleep."""
_PRICED_BY = frozenset({*HEADS, "ages", "depart", "return_", "check_in", "check_out", "nights", "duration_days"})
"""Slots that the prices of the stays on a list follow from."""
_SHORT = 8
"""Words of an answer to a list of towns; more tell of the trip."""
_SAID = {"said", "rest"}
_OF_DAYS = (SetWishes, SetTrip, Want, Traveller, SetSlot)


def looked_for(view: View) -> WhereTo | None:
    """Return the wish for a place to go, until the trip has one."""
    frame = view.trip.frame
    goes = (frame.visits and not is_wide_alone(frame.visits)) or frame.legs or shown_ranking(view.trip) is not None
    return None if goes else view.talk.where


def of_the_towns(clause: Clause, view: View) -> Sequence[Operation] | None:
    """Return what a few words say to the towns on the screen: one is taken, others are wished, one is asked about beside them."""
    before = looked_for(view)
    if before is None or not view.talk.places or len(clause.text.split()) > _SHORT:
        return None
    made = where(clause, view)
    if not made:
        return None
    first = made[0]
    if isinstance(first, TakePlace):
        return made
    if isinstance(first, WhereTo) and first.model_dump(exclude=_SAID) != before.model_dump(exclude=_SAID):
        return made
    towns = [one for one in named_towns(clause) if not (one.declined or one.starts or one.place.kind == "country")]
    named = [one.text for one in towns]
    decides = clause.of("day") or clause.top.startswith("trip.")
    if len(named) == 1 and (clause.asks or not decides):
        return [
            before.model_copy(update={"beside": tuple(named), "others": False, "than_shown": (), "said": clause.text})
        ]
    return None


def going_on(made: Sequence[Operation], text: str, view: View) -> tuple[Operation, ...]:
    """Return the operations of a message with what they answer: a search for a place to go, or days that lacked something."""
    made = _counted_once(_of_one_place(_goes_to(made, text, view), view))
    if any(isinstance(one, WhereTo) and not one.asks for one in made):
        made = tuple(one for one in made if not isinstance(one, Question))  # the towns come with their prices
    if _speaks_of_a_stay(made, view):
        made = (*made, FindStay(said=text))
    wanted = looked_for(view)
    answers_papers = view.system == "PLANNING" and bool(view.notes.pending)
    if wanted is not None and not answers_papers and (answer := _to_the_search(made, wanted, text, view)):
        return (*(one for one in made if isinstance(one, SetSlot)), *answer)
    if not view.talk.wants_days or view.talk.pending or any(isinstance(one, PlanDays) for one in made):
        return tuple(made)
    if made and all(isinstance(one, Answer) and one.stance == "yes" for one in made):
        return (*made, PlanDays(now=True, said=text))
    tells = any(isinstance(one, _OF_DAYS) for one in made) and all(isinstance(one, (*_OF_DAYS, Social)) for one in made)
    return (*made, PlanDays(said=text)) if tells else tuple(made)


def _speaks_of_a_stay(made: Sequence[Operation], view: View) -> bool:
    """Tell whether words wish for a stay, or answer the question for its kind, while nothing else of a journey is asked for."""
    frame, memory = view.trip.frame, view.trip.working_memory
    begun = memory.quotes or memory.bookings or view.trip.status.asked or shown_ranking(view.trip) is not None
    said = {one.slot for one in made if isinstance(one, SetSlot | Want)}
    journey = frame.origin or frame.flights_needed or said & {"origin", "flights_needed"}
    goes = frame.visits and not is_wide_alone(frame.visits) and (frame.depart or frame.check_in)
    orders = any(not isinstance(one, SetSlot | Want | Answer | Social) for one in made)
    at_days = view.alone in (None, "DESIGNER") and view.system == "DESIGNER"
    wished = said & _OF_STAY or (view.talk.stays and said & _PRICED_BY)  # prices for others, or other days, are none
    return bool(at_days and goes and wished) and not (begun or journey or orders)


def _goes_to(made: Sequence[Operation], text: str, view: View) -> Sequence[Operation]:
    """Return the operations with a town that is named as where the trip goes taken from the list, or looked for at once.

    "Rome then, but can we go from Wednesday to Sunday?"
    """
    goes = [one for one in made if isinstance(one, SetSlot) and one.slot == "visits"]
    if looked_for(view) is None or not view.talk.places or len(goes) != 1 or view.alone is not None:
        return made
    towns = [visit.place for visit in cast("tuple[Visit, ...]", goes[0].value)]
    number = next((n for n, one in enumerate(view.talk.places, 1) if len(towns) == 1 and one.code == towns[0].code), 0)
    if number:
        rest = [one for one in made if one is not goes[0] and not isinstance(one, TakePlace | WhereTo)]
        return [*rest, TakePlace(number=number, said=text)]
    whole = any(town.code for town in towns) and not any(isinstance(one, TakePlace | WhereTo) for one in made)
    return [*made, Search(text=text)] if whole else made


def _counted_once(made: Sequence[Operation]) -> tuple[Operation, ...]:
    """Return the operations without a head count where the same message names who joins: "we are three now, add Carl"."""
    joins = any(isinstance(one, Act) and isinstance(one.event, UserAddsTravellers) for one in made)
    return tuple(one for one in made if not (joins and isinstance(one, SetSlot) and one.slot in HEADS))


def _of_one_place(made: Sequence[Operation], view: View) -> tuple[Operation, ...]:
    """Return the operations with one search for a place, or one town taken: the last one, unless it was only spoken of."""
    taken = [one for one in made if isinstance(one, TakePlace)]
    chosen = [one for one in taken if not one.asks]
    wishes = [one for one in made if isinstance(one, WhereTo)]
    rest = [one for one in made if not isinstance(one, TakePlace | WhereTo)]
    if chosen:
        return (*rest, chosen[-1])
    if wishes:
        refused = tuple(dict.fromkeys(name for one in wishes for name in one.not_towns))
        towns = next((one.towns for one in reversed(wishes) if one.towns), ())
        measures = tuple(dict.fromkeys(name for one in wishes for name in one.than_shown))
        update = {"not_towns": refused, "towns": towns, "than_shown": measures}
        return (*rest, wishes[-1].model_copy(update=update))
    numbers = {one.number for one in taken if one.number}
    if len(numbers) > 1:
        names = tuple(view.talk.places[n - 1].name for n in sorted(numbers))
        return (*rest, (view.talk.where or WhereTo()).model_copy(update={"towns": names, "said": taken[0].said}))
    return (*rest, *taken[:1]) if taken else tuple(made)


def _to_the_search(made: Sequence[Operation], wanted: WhereTo, text: str, view: View) -> tuple[Operation, ...]:
    """Return what goes on with a search, where a message has nothing but facts of the trip, or an answer."""
    facts = all(isinstance(one, SetSlot | Want | Answer) and getattr(one, "slot", "") != "visits" for one in made)
    if not (made and facts):
        return ()
    if all(isinstance(one, Answer) and one.stance == "hedge" for one in made):
        return (Social(text=text),)  # the towns wait
    again = wanted.model_copy(update={"others": False, "than_shown": (), "beside": (), "said": text})
    stance = next((one.stance for one in made if isinstance(one, Answer)), "")
    if not (view.talk.places and len(made) == 1 and stance in ("yes", "no")):
        return (again,)
    if stance == "no":
        return (again.model_copy(update={"others": True}),)
    number = view.talk.place_meant or (1 if len(view.talk.places) == 1 else 0)
    return (TakePlace(number=number, said=text),) if number else (again,)
