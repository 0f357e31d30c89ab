"""Possible readings of a clause at this moment, with their operations; a reading that does not fit is left out."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple, cast

from pydantic import ValidationError

from tripintent.state.derived import shown_ranking
from tripintent.state.designer.operations import AddThing, KeepFree, PlanDays, TakeIdea, TakePlace
from tripintent.state.events import UserSelectedBundle
from tripintent.state.frame import Frame, SpecialRequest, Visit, When, is_wide_alone
from tripintent.state.framing import present_frame
from tripintent.state.operations import Act, Ask, Search, SetSlot, Unclear, Unread, Want
from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.gate import ACTIONS, Action
from tripintent.state.planning.operations import Documents
from tripintent.state.reading import Operation
from tripintent.tools.language.offline.by_moment import of_the_moment
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.comparing import climate_of
from tripintent.tools.language.offline.documents import about_money
from tripintent.tools.language.offline.going_on import looked_for
from tripintent.tools.language.offline.place_roles import named_places
from tripintent.tools.language.offline.plain import Slot
from tripintent.tools.language.offline.plan import begun
from tripintent.tools.language.offline.route import is_day_trip
from tripintent.tools.language.offline.scope import said
from tripintent.tools.language.offline.stops import is_same
from tripintent.tools.language.offline.where import names_a_town
from tripintent.tools.language.offline.words import cue, has
from tripintent.tools.places.folding import fold
from tripintent.tools.ports.reader import View

Slots = Mapping[str, Slot]
JOURNEY = frozenset(
    {
        "trip.facts", "trip.dates", "trip.stops", "party", "budget", "flexible", "wish.flight", "wish.hotel", "part.drop",
        "part.add", "wish.lift", "request",
    }
)  # fmt: skip
"""Intents that values tell apart: they are read together, by the words of all their clauses."""
LIKELY, _POSSIBLE, _TRIED = 0.35, 0.05, 8
_PLANNED = 0.15
"""Chance from which days are planned beside the facts of a trip that is not said to start anywhere: "plan four days in Rome"."""
WISHES = frozenset({"wish.flight", "wish.hotel", "request"})
"""Intents that wish something of a part of the trip; the rest of the journey is where, when, who and for how much."""
_NEEDED = ("lodging_needed", "flights_needed")
_DROPS = 0.75
"""Chance from which words without a denial leave a part out: "the hotel we book ourselves"."""
_PLANS = frozenset({"where", "ideas", "days.plan", "days.wish", "doc.make"})
"""Intents of plans before anything is booked: facts of the trip in the same clause are the trip's."""
_STRUCTURE = ("trip.facts", "trip.dates", "trip.stops", "party", "budget", "flexible", "part.add", "part.drop")
_ALSO = 0.15
"""Chances of the trip's own facts beside a wish, from which days and places in its clause are the trip's."""
_OF_THE_TRIP = frozenset({"ask.trip", "ask.offer"})
"""Questions about flights and hotels; while there are none, "what is the total?" is about the budget."""
_PICKS = frozenset({"choose", "entry.move", "trip.dates", "trip.facts"})
"""With ideas on the screen, "the second on Friday" takes one of them."""
_FACTS = frozenset(
    {
        "origin", "visits", "depart", "return_", "check_in", "check_out", "nights", "duration_days", "travelers", "adults",
        "children", "infants", "ages", "budget", "currency", "company", "lodging_budget",
    }
)  # fmt: skip
_SUMS = frozenset({"budget", "currency"})
_PLACES = frozenset({"origin", "visits", "return_from", "return_to"})
_TRIP = _FACTS | {
    "return_from",
    "return_to",
    "trip_type",
    "arrive_day",
    "arrive_by",
    "return_arrive_by",
    "flexible_days",
}


class Meaning(NamedTuple):
    """An intent with its chance, and the operations that it makes of the words."""

    intent: str
    chance: float
    operations: tuple[Operation, ...]


def readings_of(clause: Clause, view: View, journey: Sequence[Operation], slots: Slots) -> list[Meaning]:
    """Return the readings that fit the words, likeliest first; those that do the same are one."""
    likely = sorted(clause.chances.items(), key=lambda one: -one[1])[:_TRIED]
    found: dict[str, Meaning] = {}
    for intent, chance in likely:
        if chance < _POSSIBLE and found:
            continue
        if journey and intent in ("social", "filler") and clause.is_value:
            continue
        made = _made(intent, clause, view, journey, slots)
        if made is None:
            continue
        key = _key(made) or intent
        before = found.get(key)
        first = before.intent if before else intent
        found[key] = Meaning(first, chance + (before.chance if before else 0), tuple(made))
    return sorted(_with_plans(_with_notes(list(found.values()))), key=lambda one: -one.chance)


def _with_plans(readings: list[Meaning]) -> list[Meaning]:
    """Return the readings where facts of the trip alone count for what plans by them: "four days in Rome for two, plan them"."""
    starts = any(isinstance(o, SetSlot) and o.slot == "origin" for one in readings for o in one.operations)
    least = LIKELY if starts else _PLANNED
    plans = [one for one in readings if one.intent in _PLANS and one.chance >= least and one.operations]
    plan = max(plans, key=lambda one: one.intent == "days.plan", default=None)
    told = JOURNEY | {"days.wish"}
    facts = [
        one
        for one in readings
        if plan and one is not plan and one.intent in told and all(map(plan.operations.__contains__, _set_by(one)))
    ]
    if plan is None or not facts:
        return readings
    wants = dict.fromkeys(o for one in facts for o in one.operations if isinstance(o, Want))
    made = (*(o for o in wants if o not in plan.operations), *plan.operations)
    whole = plan._replace(chance=plan.chance + sum(one.chance for one in facts), operations=made)
    return [whole, *(one for one in readings if one not in facts and one is not plan)]


def _set_by(one: Meaning) -> list[Operation]:
    return [o for o in one.operations if not isinstance(o, Want)]


def _with_notes(readings: list[Meaning]) -> list[Meaning]:
    """Return the readings where what would only be kept as a note counts for the wish that was read of the same words."""
    notes = [one for one in readings if one.operations and all(map(_is_note, one.operations))]
    wished = next((one for one in readings if one.intent in WISHES and one not in notes and one.operations), None)
    if wished is None:
        return readings
    whole = wished._replace(chance=wished.chance + sum(one.chance for one in notes))
    return [whole, *(one for one in readings if one not in notes and one is not wished)]


def _is_note(one: Operation) -> bool:
    return isinstance(one, Ask) and one.request.kind == "note"


def _made(
    intent: str, clause: Clause, view: View, journey: Sequence[Operation], slots: Slots
) -> Sequence[Operation] | None:
    if first := _of_the_plan(intent, clause, view, slots) or of_the_moment(intent, clause, view, journey, slots):
        return first
    if intent == "yes" and any(isinstance(one, SetSlot) and one.slot == "visits" for one in journey):
        return journey  # "Innsbruck sounds good"
    if intent in JOURNEY:
        wide = view.alone is None and _in_a_country(journey)
        if not _goes_somewhere(view, journey) and (wide or _is_open(clause)):
            kept = [one for one in journey if not (wide and isinstance(one, Unclear) and one.slot == "visits")]
            return [*(slots["where"](clause, view) or ()), *kept]
        return _of_the_journey(intent, clause, journey, view.frame or present_frame(view.trip))
    if intent in _OF_THE_TRIP and (told := _of_no_offer(clause, view, journey, slots)):
        return told
    if intent == "entry.add" and (elsewhere := _no_entry(clause, view, journey, slots)) is not None:
        return elsewhere or None
    if intent in slots:
        made = _valid(slots[_listed(intent, clause, view, journey)], clause, view)
        if made is None or any(_asks_for_it(one, clause) for one in made):
            made = _instead(intent, clause, view, journey, slots)
        if made and intent == "restart":
            wanted = [one for one in journey if not (isinstance(one, SetSlot) and one.slot in _NEEDED)]
            return [*made, *wanted]  # "start again: I want to go to Marrakech"
        if intent == "doc.make" and (began := begun(clause, made, journey, view)):
            return began
        if made and intent in ("choose", "hold", "buy"):
            return [*_wished_beside(made, journey), *(slots["details"](clause, view) or ()), *made]
        plans = made and intent in _PLANS and not any(isinstance(one, KeepFree) for one in made)
        return _planned(_facts(journey, view), made or ()) if plans else made
    if intent == "out":
        return [clause.made(Unread)]
    return () if intent == "filler" else None


def _of_no_offer(clause: Clause, view: View, journey: Sequence[Operation], slots: Slots) -> Sequence[Operation] | None:
    """Return what a question about a trip comes to while there are no offers: one about the budget, or facts to search with."""
    if shown_ranking(view.trip) is not None:
        return None
    if about_money(clause, view):
        return slots["ask.budget"](clause, view)
    asked = (slots["where"](clause, view) or ()) if view.talk.places else ()
    if any(isinstance(one, TakePlace) for one in asked):
        return asked  # "what's the second one like?"
    wanted = looked_for(view)
    if wanted and view.talk.places:  # "how long are the flights?" is told with each town
        return [wanted.model_copy(update={"asks": True, "said": clause.text, "others": False, "beside": ()})]
    if is_only_planned(view):
        return slots["ask.plan"](clause, view)  # there is a plan of days, and nothing else to ask about
    told = _facts(journey, view)
    several = len({one.slot for one in told}) > 1
    return told if several and not _is_known(view) else None  # "what would a week in Madeira cost?"


def is_only_planned(view: View) -> bool:
    """Tell whether there is a plan of days, and no offer, hold or booking to ask about."""
    memory = view.trip.working_memory
    return bool(view.plan.live) and not (shown_ranking(view.trip) or memory.holds or memory.bookings)


def _instead(
    intent: str, clause: Clause, view: View, journey: Sequence[Operation], slots: Slots
) -> Sequence[Operation] | None:
    """Return what words do instead at this moment: nothing is booked to be changed, nothing is shown yet, no plan to move things in."""
    if intent == "entry.move" and not view.plan.live:
        return slots["entry.add"](clause, view)  # "put the museum on Friday"
    if intent == "change.booked":
        return journey or None
    if intent == "show" and shown_ranking(view.trip) is None:
        papers: tuple[Action, ...] = tuple(name for name in ACTIONS if name in view.documents)
        if papers and not view.trip.status.asked:  # "show me the list again"
            return [Documents(text=clause.text, shown=papers)]
        return [*journey, clause.made(Search)]
    return None


def _of_the_plan(intent: str, clause: Clause, view: View, slots: Slots) -> Sequence[Operation] | None:
    """Return what a clause does to the whole plan of days, to its limits, or which idea it takes, whatever else it may mean."""
    if intent in JOURNEY or intent.startswith(("entry.", "days.")) or intent == "filler":
        whole = slots["plan.whole"](clause, view) or slots["plan.limits"](clause, view)
        if whole:
            return whole
    if intent in JOURNEY and is_day_trip(clause, view.trip.frame.visits):
        return slots["entry.add"](clause, view)
    if intent in _PICKS and view.talk.ideas:
        taken = slots["entry.add"](clause, view) or ()
        return taken if any(isinstance(one, TakeIdea) for one in taken) else None
    return None


def _asks_for_it(one: Operation, clause: Clause) -> bool:
    """Tell whether the name of a new entry is a question or a limit: "where could we have lunch?", "only two things on Friday"."""
    if not isinstance(one, AddThing):
        return False
    name = fold(one.name)
    asks = clause.asks and said("open", clause.language).match(name) is not None
    return asks or cue("only", clause.language, "offline_plan").match(name) is not None


def _planned(facts: Sequence[SetSlot], made: Sequence[Operation]) -> list[Operation]:
    """Return facts with what is planned by them: the first and last day of the trip are its ends, and not all that is planned."""
    if not any(one.slot in ("return_", "nights", "duration_days") for one in facts):
        return [*facts, *made]  # a trip of which no end is said: its day is what is planned
    ends = {one.value.day for one in facts if isinstance(one.value, When)}
    whole = [
        one.model_copy(update={"days": ()})
        if isinstance(one, PlanDays) and one.days and ends.issuperset(one.days)
        else one
        for one in made
    ]
    return [*facts, *whole]


def _no_entry(clause: Clause, view: View, journey: Sequence[Operation], slots: Slots) -> Sequence[Operation] | None:
    """Return what words come to that name nothing for the days: what is said of the journey, or a thing on the checklist."""
    if _is_no_entry(clause, view):
        return journey
    return (slots["item.add"](clause, view) or None) if _is_of_a_list(clause, view) else None


def _is_of_a_list(clause: Clause, view: View) -> bool:
    """Tell whether a thing without a day goes on the checklist: there is one, and no plan of days yet."""
    there = isinstance(view.documents.get(Checklist.kind), Checklist) and not view.plan.live
    return there and not clause.of("day", "time", "place")


def _is_no_entry(clause: Clause, view: View) -> bool:
    """Tell whether what a clause names cannot be put into the days: another town, or anything while no town is found yet."""
    if looked_for(view) is not None and not view.plan.live:
        return True
    places = clause.of("place")
    towns = [one.place for one in named_places(clause, fresh=False) if one.place.code and one.role != "origin"]
    there = [visit.place for visit in view.trip.frame.visits]
    named = len(places) == 1 and not has("trip_noun", clause.language, clause.folded, "offline_route")
    return named and bool(there) and len(towns) == 1 and not any(is_same(towns[0], one) for one in there)


def _of_the_journey(
    intent: str, clause: Clause, journey: Sequence[Operation], frame: Frame
) -> Sequence[Operation] | None:
    """Return what a clause says of the journey when it is of an intent; a wish of which nothing was read is noted.

    A wish may say what is not known of the trip yet ("two adults, 4-star hotel"); it does not change what is.
    """
    if intent not in WISHES:
        if intent != "part.drop":
            return journey or None
        moved = bool(frame.visits)  # where one sleeps is not a new stop
        return [
            one for one in _dropped(clause, journey) if not (moved and isinstance(one, SetSlot) and one.slot in _PLACES)
        ] or None
    facts = clause.chance(_STRUCTURE)
    own = [one for one in journey if _is_wish(one) or facts >= _ALSO or _is_new(one, frame)]
    if intent == "request":
        own = [one for one in own if isinstance(one, Ask) or _is_new(one, frame)]
    if _says_a_wish(intent, own):
        return own
    if clause.asks:  # a question is answered, never noted
        return own or None
    note = SpecialRequest(kind="note", said=clause.text, to="note")
    return [*own, clause.made(Ask, request=note)]


def _dropped(clause: Clause, journey: Sequence[Operation]) -> list[Operation]:
    """Return the operations with the parts that a clause names not wanted, unless it says itself which of them is: "we have a hotel"."""
    said = [one for one in journey if isinstance(one, SetSlot) and one.slot in _NEEDED]
    if not said and has("everything", clause.language, clause.folded, "offline_party"):
        return [*journey, *(clause.made(SetSlot, slot=slot, value=False) for slot in _NEEDED)]
    if any(one.value is False for one in said):
        return list(journey)
    if said and not (clause.denied or clause.chances["part.drop"] >= _DROPS):
        return []
    return [one.model_copy(update={"value": False}) if one in said else one for one in journey]


def _is_wish(one: Operation) -> bool:
    """Tell whether an operation wishes something of a part of the trip, and sets none of its places, days or people."""
    return isinstance(one, Ask | Want) or (isinstance(one, SetSlot) and one.slot not in _TRIP)


def _is_new(one: Operation, frame: Frame) -> bool:
    """Tell whether an operation sets what was not said of the trip yet."""
    return isinstance(one, SetSlot) and not getattr(frame, one.slot, None)


def _says_a_wish(intent: str, journey: Sequence[Operation]) -> bool:
    """Tell whether a wish was read; that a part of the trip is wanted at all does not count."""
    if intent == "request":
        return any(isinstance(one, Ask) for one in journey)
    return any(not (isinstance(one, SetSlot) and one.slot in _NEEDED and one.value is True) for one in journey)


def _valid(slot: Slot, clause: Clause, view: View) -> Sequence[Operation] | None:
    """Return what a slot function makes; words whose values no operation takes, as a name of a page, do not fit it."""
    try:
        return slot(clause, view)
    except ValidationError:
        return None


def _listed(intent: str, clause: Clause, view: View, journey: Sequence[Operation]) -> str:
    """Return the intent that a choice is of where towns or ideas are on the screen and no trips; ideas for no town are towns."""
    nowhere = not view.plan.live and not _goes_somewhere(view, journey)
    if intent == "ideas" and nowhere and not names_a_town(clause):
        return "where"  # "a week of skiing. Any ideas?"
    if intent != "choose" or shown_ranking(view.trip) is not None:
        return intent
    return "where" if view.talk.places else "entry.add" if view.talk.ideas else intent


def _is_open(clause: Clause) -> bool:
    """Tell whether a clause leaves open where the trip goes: by a word for it, or by the weather that is wished while no town is named."""
    return has("open_place", clause.language, clause.folded) or (bool(climate_of(clause)) and not names_a_town(clause))


def _goes_somewhere(view: View, journey: Sequence[Operation]) -> bool:
    """Tell whether a place to go is known or named; a country alone is not enough."""
    named = any(isinstance(one, SetSlot) and one.slot == "visits" for one in journey)
    return (named and not _in_a_country(journey)) or (
        bool(view.trip.frame.visits) and not is_wide_alone(view.trip.frame.visits)
    )


def _in_a_country(journey: Sequence[Operation]) -> bool:
    """Tell whether operations say no more of where the trip goes than a country or region."""
    goes = [one.value for one in journey if isinstance(one, SetSlot) and one.slot == "visits"]
    return is_wide_alone([visit for value in goes for visit in cast("tuple[Visit, ...]", value)])


def _is_known(view: View) -> bool:
    """Tell whether where and when the trip goes is known."""
    frame = view.trip.frame
    return bool(frame.visits and (frame.depart or frame.check_in))


def _facts(journey: Sequence[Operation], view: View) -> list[SetSlot]:
    """Return where, when, who and for how much, as they are said beside something to plan; of a known trip, the new ones and sums."""
    facts = [one for one in journey if isinstance(one, SetSlot) and one.slot in _FACTS]
    frame = view.trip.frame
    return [one for one in facts if one.slot in _SUMS or _is_new(one, frame)] if _is_known(view) else facts


def _wished_beside(made: Sequence[Operation], journey: Sequence[Operation]) -> list[Operation]:
    """Return what is wished beside a choice by quality ("the cheapest with two bags"); beside a number it describes that option."""
    first = made[0] if isinstance(made[0], Act) else None
    if first is None or not (isinstance(first.event, UserSelectedBundle) and first.event.qualities):
        return []
    start, end = first.start, first.end
    wishes = [one for one in journey if isinstance(one, Want | SetSlot) and one.slot not in {*_FACTS, *_NEEDED}]
    return [one for one in wishes if one.start >= end or one.end <= start]


def _key(made: Sequence[Operation]) -> str:
    return "|".join(one.model_dump_json(exclude={"text", "said", "start", "end", "certainty"}) for one in made)
