"""Slot functions for acts on offers: an act with an effect needs its own verb, its stage, and nothing that holds it back."""

import re
from collections.abc import Callable, Mapping
from typing import Literal

from tripintent.state.derived import selected_bundle
from tripintent.state.events import (
    UserRequestHold,
    UserSelectedBundle,
    UserWantsOptions,
    UserWantsPurchase,
)
from tripintent.state.operations import Act, Deed, NamePeople, Operation
from tripintent.tools.language.exact.days import DaySpan
from tripintent.tools.language.offline.answers import ANSWERS
from tripintent.tools.language.offline.booked import cancel_booked, change_booked
from tripintent.tools.language.offline.choosing import (
    Named,
    chosen_option,
    mixed_parts,
    named_options,
    options_of,
    the_one_meant,
)
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.ordering import (
    act_of,
    has,
    is_order,
    may_ask,
    or_newcomers,
    reject,
    release,
    retry,
)
from tripintent.tools.language.offline.scope import denies, held_back, said
from tripintent.tools.language.people.party import people_in
from tripintent.tools.places.scan import Spot
from tripintent.tools.ports.people import PeopleReader
from tripintent.tools.ports.reader import View

Slot = Callable[[Clause, View], list[Operation] | None]
_SURNAME = re.compile(r"\s+[A-ZÀ-Þ][\w'’-]+")
_MEANT = 0.8
"""Chance from which a clause surely means an order, whatever its verb."""
_MOST = 20
"""Smaller numbers may be those of options."""


def _select(clause: Clause, named: Named) -> Act:
    event = UserSelectedBundle(bundle_id=named.bundle_id, qualities=named.qualities)
    return clause.made(Act, clause.start + named.start, clause.start + named.end, event=event)


def choose(clause: Clause, view: View) -> list[Operation] | None:
    """Return the choice of the option that is named, and what is to be done with it in the same breath."""
    answers = view.trip.status.asked and len(clause.text.split()) == 1
    named = None if answers else chosen_option(clause, view)
    if named is None:  # "la prenoti" is only a verb
        return hold(clause, view) if selected_bundle(view.trip) is not None else None
    if clause.supposed or has("waver", clause):
        return None
    if clause.asks and not may_ask(clause):
        return None
    if held_back(clause.message, clause.start, clause.end):
        return None
    return [_select(clause, named), *_then(clause)]


def _then(clause: Clause) -> list[Operation]:
    """Return the hold and the purchase that a clause orders beside a choice, in its order."""
    if not is_order(clause):
        return []
    events: tuple[tuple[str, Deed], ...] = (("hold", UserRequestHold()), ("buy", UserWantsPurchase()))
    found = [
        (match.start(), event)
        for name, event in events
        if (match := said(name, clause.language).search(clause.folded)) is not None
    ]
    starts = {start for start, _ in found}
    once = found if len(starts) == len(found) else found[:1]  # one verb of both lists ("prenota") holds
    return [act_of(clause, event) for _, event in sorted(once, key=lambda one: one[0])]


def mix(clause: Clause, view: View) -> list[Operation] | None:
    """Return the flights of one option with the hotel of another."""
    parts = None if clause.supposed or (clause.asks and not may_ask(clause)) else mixed_parts(clause, view)
    return [act_of(clause, parts)] if parts and not clause.denied else None


def show(clause: Clause, view: View) -> list[Operation] | None:
    """Return the wish for another list, or another order of this one."""
    if not options_of(view) or clause.supposed:
        return None
    if has("cheaper", clause):
        return [act_of(clause, UserWantsOptions(order="cheapest"))]
    if clause.denied and not clause.asks and not (has("more", clause) and _turns_down(clause)):
        return None
    order: Literal["best", "more"] = "more" if has("more", clause) and not has("again", clause) else "best"
    return [act_of(clause, UserWantsOptions(order=order))]


def _turns_down(clause: Clause) -> bool:
    """Tell whether a denial is about what is shown ("none of these", "I don't like any of them")."""
    return has("more", clause) and not denies(
        said("more", clause.language).sub(" ", clause.folded)[:4], clause.language
    )


def _may_act(clause: Clause, view: View) -> bool:
    """Tell whether there is something to hold or buy, and the clause means all of it and nothing else."""
    memory = view.trip.working_memory
    there = options_of(view) or memory.selected.bundle_id or memory.holds or memory.approval
    part = has("only", clause) and (has("flight", clause) or has("hotel", clause))
    return bool(there) and not part and not _elsewhere(clause, view)


def _elsewhere(clause: Clause, view: View) -> bool:
    """Tell whether a clause names a place that is not one of the trip: "book Paris instead" buys nothing."""
    known = {place for code, name in _places(view) for place in (code, name) if place}
    verbs = [
        match.start() + clause.start
        for name in ("hold", "buy")
        for match in said(name, clause.language).finditer(clause.folded)
    ]
    spots = [one.value for one in clause.of("place") if isinstance(one.value, Spot) and one.start not in verbs]
    return any(not (known.intersection((spot.code, spot.key)) or _names_someone(clause, spot, view)) for spot in spots)


def _names_someone(clause: Clause, spot: Spot, view: View) -> bool:
    """Tell whether a place is the first name of somebody whose birth is said: "hold it for Ada Lovelace born 10 Dec 1990"."""
    days = (one.value for one in clause.of("day") if one.start >= spot.end)
    born = any(isinstance(one, DaySpan) and one.first is not None and one.first < view.today for one in days)
    return born and _SURNAME.match(clause.message.text, spot.end) is not None


def _places(view: View) -> list[tuple[str | None, str]]:
    """Return the places of the trip: codes and folded names."""
    points = [point for leg in view.trip.itinerary.segments for point in (leg.origin, leg.destination)]
    named = [(point.code, (point.name or point.said or "").casefold()) for point in points]
    visits = [(visit.place.code, (visit.place.name or visit.place.said).casefold()) for visit in view.trip.frame.visits]
    stays = [(stay.location_code, (stay.location_name or "").casefold()) for stay in view.trip.itinerary.lodging.stays]
    return [*named, *visits, *stays]


def _with_it(clause: Clause, view: View, event: Deed) -> list[Operation] | None:
    """Return an act on the option that is named with it, else on the one chosen; where none is, on the one spoken of."""
    found = named_options(clause, view)
    if len([one for one in found if one.plain] or found) > 1:
        return None
    named = chosen_option(clause, view) if found else None
    counted = any(one.value in range(1, _MOST) for one in clause.of("number"))
    if named is None and (counted or clause.of("hotel", "time")):
        return None  # it names one in another way, which may not be the chosen one
    if named is not None:
        return [_select(clause, named), act_of(clause, event)]
    one = the_one_meant(view) if selected_bundle(view.trip) is None else None
    first = [act_of(clause, UserSelectedBundle(bundle_id=one))] if one else []
    return [*first, act_of(clause, event)]


def hold(clause: Clause, view: View) -> list[Operation] | None:
    """Return the wish to hold the option named, or the one chosen."""
    orders = has("hold", clause) and is_order(clause) and _may_act(clause, view)
    return _with_it(clause, view, UserRequestHold()) if orders else None


def nearly(clause: Clause, view: View) -> list[Operation] | None:
    """Return the hold or purchase that a clause surely means in words that are not an order: it is asked about."""
    orders: Mapping[str, Deed] = {"hold": UserRequestHold(), "buy": UserWantsPurchase()}
    event = orders.get(clause.top)
    back = clause.denied or clause.supposed or held_back(clause.message, clause.start, clause.end)
    if event is None or back or clause.chances[clause.top] < _MEANT or not _may_act(clause, view):
        return None
    return _with_it(clause, view, event)


def buy(clause: Clause, view: View) -> list[Operation] | None:
    """Return the wish to buy: it starts an approval, and never is one."""
    orders = has("buy", clause) and is_order(clause) and _may_act(clause, view)
    return _with_it(clause, view, UserWantsPurchase()) if orders else None


def details(people: PeopleReader) -> Slot:
    """Return the slot function of who travels, over a reader of people."""

    def read(clause: Clause, view: View) -> list[Operation] | None:
        found = people_in(clause.whole, view.trip, view.today, people)
        if found is None or _renames_by_a_value(found, clause, view):
            return None
        return [found.model_copy(update={"start": clause.start, "end": clause.start + len(clause.whole)})]

    return read


def _renames_by_a_value(found: NamePeople, clause: Clause, view: View) -> bool:
    """Tell whether a name that somebody known would get is a day or a place: "let's go in May" is not a new name for Mary."""
    if not found.guests:
        return False
    known = {part for guest in view.trip.party.guests for part in (guest.given_name, guest.family_name)}
    new = {part.casefold() for one in found.named for part in (one.given_name, one.family_name) if part not in known}
    values = (clause.message.text[one.start : one.end] for one in clause.of("day", "place", "hotel", "airline"))
    return any(word.casefold() in new for said in values for word in said.split())


def no(clause: Clause, view: View) -> list[Operation] | None:
    """Return a no: a refusal while an approval waits, else an answer."""
    refusal = reject(clause, view)
    return refusal or ANSWERS["no"](clause, view)


ACTS: Mapping[str, Slot] = {
    **ANSWERS,
    "choose": choose,
    "nearly": nearly,
    "mix": mix,
    "show": show,
    "hold": hold,
    "release": release,
    "buy": buy,
    "reject": reject,
    "retry": retry,
    "cancel.booked": cancel_booked,
    "change.booked": change_booked,
    "no": no,
}
"""The reader of each intent's clauses, without ``details`` and newcomers, which need a reader of people: see :func:`acts`."""


def acts(people: PeopleReader) -> Mapping[str, Slot]:
    """Return all slot functions of acts."""
    joining = {
        name: or_newcomers(slot, people)
        for name, slot in (("details", details(people)), ("change.booked", change_booked))
    }
    return {**ACTS, **joining}
