"""Slot functions for acts on offers and bookings: an act with an effect needs its own verb, the stage for it, and nothing that holds it back."""

from collections.abc import Callable, Mapping
from datetime import date
from typing import Literal

from tripintent.state.derived import selected_bundle
from tripintent.state.events import (
    AddedTraveller,
    BookedPart,
    UserAddsTravellers,
    UserCancelsBooking,
    UserChangesBooking,
    UserRejects,
    UserReleasesHold,
    UserRequestHold,
    UserRetries,
    UserSelectedBundle,
    UserWantsOptions,
    UserWantsPurchase,
)
from tripintent.state.operations import Act, Deed, Operation, Question
from tripintent.tools.language.exact.days import DaySpan
from tripintent.tools.language.offline.answers import ANSWERS, asked_about
from tripintent.tools.language.offline.choosing import (
    Named,
    chosen_option,
    mixed_parts,
    named_options,
    options_of,
    the_one_meant,
)
from tripintent.tools.language.offline.clause import Clause
from tripintent.tools.language.offline.scope import denies, held_back, said
from tripintent.tools.language.rules.people import people_in
from tripintent.tools.places.scan import Spot
from tripintent.tools.ports.people import PeopleReader
from tripintent.tools.ports.reader import View

Slot = Callable[[Clause, View], list[Operation] | None]
_LONGEST_REASON = 300


def has(name: str, clause: Clause) -> bool:
    """Tell whether a cue of acts stands in a clause."""
    return said(name, clause.language).search(clause.folded) is not None


def is_order(clause: Clause, *, may: bool = False) -> bool:
    """Tell whether nothing holds an act back: no denial, condition, doubt or question.

    ``may``: what has no effect on money may also be asked for ("can we have the second one?").
    """
    if clause.denied or clause.supposed or has("waver", clause):
        return False
    asked = clause.asks and not (may and _asks_for(clause))
    return not asked and not held_back(clause.message, clause.start, clause.end)


def _asks_for(clause: Clause) -> bool:
    return has("may", clause) and not has("later", clause)


def _act(clause: Clause, event: Deed) -> Act:
    return clause.made(Act, event=event)


def _select(clause: Clause, named: Named) -> Act:
    event = UserSelectedBundle(bundle_id=named.bundle_id, qualities=named.qualities)
    return clause.made(Act, clause.start + named.start, clause.start + named.end, event=event)


def choose(clause: Clause, view: View) -> list[Operation] | None:
    """Return the choice of the option that is named, and what is to be done with it in the same breath."""
    answers = view.trip.status.asked and len(clause.text.split()) == 1
    named = None if answers else chosen_option(clause, view)
    if named is None or clause.supposed or has("waver", clause):
        return None
    if clause.asks and not _asks_for(clause):
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
    return [_act(clause, event) for _, event in sorted(once, key=lambda one: one[0])]


def mix(clause: Clause, view: View) -> list[Operation] | None:
    """Return the flights of one option with the hotel of another."""
    parts = None if clause.supposed or (clause.asks and not _asks_for(clause)) else mixed_parts(clause, view)
    return [_act(clause, parts)] if parts and not clause.denied else None


def show(clause: Clause, view: View) -> list[Operation] | None:
    """Return the wish for another list, or another order of this one."""
    if not options_of(view) or clause.supposed:
        return None
    order: Literal["best", "cheapest", "more"] = "more"
    if has("cheaper", clause):
        order = "cheapest"
    elif has("again", clause):
        order = "best"
    elif not has("more", clause) or (clause.denied and not clause.asks and not _turns_down(clause)):
        return None
    return [_act(clause, UserWantsOptions(order=order))]


def _turns_down(clause: Clause) -> bool:
    """Tell whether a denial is about what is shown ("none of these", "I don't like any of them")."""
    return has("more", clause) and not denies(said("more", clause.language).sub(" ", clause.folded)[:4], clause.language)


def _may_act(clause: Clause, view: View) -> bool:
    """Tell whether there is something to hold or buy, and the clause means all of it and nothing else."""
    memory = view.trip.working_memory
    there = options_of(view) or memory.selected.bundle_id or memory.holds or memory.approval
    part = has("only", clause) and (has("flight", clause) or has("hotel", clause))
    return bool(there) and not part and not _elsewhere(clause, view)


def _elsewhere(clause: Clause, view: View) -> bool:
    """Tell whether a clause names a place that is not one of the trip: "book Paris instead" buys nothing."""
    known = {place for code, name in _places(view) for place in (code, name) if place}
    spots = [one.value for one in clause.of("place") if isinstance(one.value, Spot)]
    return any(not known.intersection((spot.code, spot.key)) for spot in spots)


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
    if named is not None:
        return [_select(clause, named), _act(clause, event)]
    one = the_one_meant(view) if selected_bundle(view.trip) is None else None
    first = [_act(clause, UserSelectedBundle(bundle_id=one))] if one else []
    return [*first, _act(clause, event)]


def hold(clause: Clause, view: View) -> list[Operation] | None:
    """Return the wish to hold the option named, or the one chosen."""
    orders = has("hold", clause) and is_order(clause) and _may_act(clause, view)
    return _with_it(clause, view, UserRequestHold()) if orders else None


def buy(clause: Clause, view: View) -> list[Operation] | None:
    """Return the wish to buy: it starts an approval, and never is one."""
    orders = has("buy", clause) and is_order(clause) and _may_act(clause, view)
    return _with_it(clause, view, UserWantsPurchase()) if orders else None


def release(clause: Clause, view: View) -> list[Operation] | None:
    """Return the wish to let the hold go; a bare "cancel" refuses what waits for approval."""
    memory = view.trip.working_memory
    held = any(one.status == "held" for one in memory.holds) or memory.hold_requested or memory.approval is not None
    if not held or clause.supposed or clause.asks or held_back(clause.message, clause.start, clause.end):
        return None
    if has("keep_not", clause) and not has("postponed", clause):
        return [_act(clause, UserReleasesHold())]
    if clause.denied or has("waver", clause):
        return None
    if has("release", clause):
        return [_act(clause, UserReleasesHold())]
    if not has("cancel", clause):
        return None
    return reject(clause, view) if memory.approval else [_act(clause, UserReleasesHold())]


def reject(clause: Clause, view: View) -> list[Operation] | None:
    """Return a refusal of what waits for approval, by a verb of refusing, a no, or a denied yes."""
    approval = view.trip.working_memory.approval
    if approval is None or clause.supposed or clause.asks or has("waver", clause):
        return None
    reason = UserRejects(reason=clause.text[:_LONGEST_REASON])
    if has("postponed", clause) and clause.denied:
        return None
    body = clause.folded.strip()
    says_no = said("answer_no", clause.language).match(body) is not None
    cancels = has("cancel", clause)
    if approval.kind == "cancel":
        refuses = (clause.denied and cancels) or (says_no and not cancels)
    elif clause.denied and (cancels or has("reject", clause)):
        refuses = not cancels and not _denied_refusal(clause)
    else:
        refuses = has("reject", clause) or says_no or (clause.denied and has("consents", clause)) or cancels
    return [_act(clause, reason)] if refuses else None


def _denied_refusal(clause: Clause) -> bool:
    """Tell whether it is the refusal that is denied: "don't reject it"; "no, I refuse" and "absolutely not" refuse."""
    match = said("reject", clause.language).search(clause.folded)
    return match is None or denies(clause.folded[: match.start()], clause.language)


def retry(clause: Clause, _: View) -> list[Operation] | None:
    """Return the wish to try again what failed."""
    return [_act(clause, UserRetries())] if has("retry", clause) and is_order(clause) else None


def cancel_booked(clause: Clause, view: View) -> list[Operation] | None:
    """Return the cancellation of what is bought, or of a part; before anything is bought, of the hold."""
    memory = view.trip.working_memory
    if memory.approval is not None and (clause.denied or not _named_items(clause)):
        return reject(clause, view)
    if not memory.bookings:
        return release(clause, view)
    if has("cannot_go", clause) and not (clause.supposed or clause.asks or clause.of("day")):
        return [_act(clause, UserCancelsBooking(parts=(BookedPart(),)))]
    if not has("cancel", clause) or not _may_cancel(clause) or has("someone", clause) or has("unbought", clause):
        return None
    event = _cancelled(clause, view)
    return [_act(clause, event)] if event else None


def _may_cancel(clause: Clause) -> bool:
    """Tell whether a cancellation is ordered; a denial behind a part that stays denies that part only."""
    if not clause.denied:
        return is_order(clause)
    match = said("cancel", clause.language).search(clause.folded)
    free = match is not None and not denies(clause.folded[: match.end() + 12], clause.language)
    return free and not (clause.supposed or clause.asks or has("waver", clause))


def _cancelled(clause: Clause, view: View) -> UserCancelsBooking | None:
    """Return what is cancelled: parts by name, way and place, else everything where that or nothing is named."""
    items = _named_items(clause)
    place = next((spot.code or spot.key for one in clause.of("place") if isinstance(spot := one.value, Spot)), None)
    which = _way(clause)
    if which and not items:
        items = ["flight"]
    if not items:
        if has("other_object", clause) or (place and not has("whole", clause)):
            return None
        return UserCancelsBooking(parts=(BookedPart(),) if has("every", clause) else ())
    if len(items) == 1 and not (which or place):
        return UserCancelsBooking(item=items[0])
    parts = [BookedPart(item=item, which=which if item == "flight" else None, place=place) for item in items]
    return UserCancelsBooking(item=items[0] if len(items) == 1 else "all", parts=tuple(parts))


def _named_items(clause: Clause) -> list[Literal["flight", "hotel"]]:
    """Return which kinds are named, without those that stay ("everything except the hotel" leaves the flights)."""
    kinds: tuple[Literal["flight", "hotel"], ...] = ("flight", "hotel")
    keeps = [match.start() for match in said("keep", clause.language).finditer(clause.folded)]
    spots = {kind: said(kind, clause.language).search(clause.folded) for kind in kinds}
    named: list[Literal["flight", "hotel"]] = []
    kept: list[str] = []
    for kind in kinds:
        if (match := spots[kind]) is not None:
            stays = any(0 <= match.start() - start < 25 for start in keeps)  # noqa: PLR2004 - "keep the", "but not my"
            kept += [kind] if stays else []
            named += [] if stays else [kind]
    if not named and len(kept) == 1:
        return [kind for kind in kinds if kind not in kept]
    return named


def _way(clause: Clause) -> Literal["outbound", "return"] | None:
    """Return which way a flight goes that is named."""
    ways = [way for way in ("outbound", "return") if has(way, clause)]
    return None if len(ways) != 1 else "outbound" if ways[0] == "outbound" else "return"


def change_booked(clause: Clause, view: View) -> list[Operation] | None:
    """Return other days for what is bought, or who joins; without a day it is a question about what is booked."""
    if not view.trip.working_memory.bookings:
        return None
    asks = [clause.made(Question, about="booked")]
    if clause.denied or clause.supposed or not has("change", clause) or has("someone", clause):
        return None if clause.denied or clause.supposed else asks
    if clause.asks and not _asks_for(clause):
        return asks
    days = [one.value for one in clause.of("day") if isinstance(one.value, DaySpan)]
    event = _moved(clause, days)
    return [_act(clause, event)] if event else asks


def _moved(clause: Clause, days: list[DaySpan]) -> UserChangesBooking | None:
    """Return the new days of a flight by its way, or of the stay; None where the part or the day is open."""
    sure = [one for one in days if one.kind in ("day", "range", "until") and not one.options]
    first = next((one.first for one in sure if one.first), None)
    last = next((one.last for one in sure if one.last), None)
    way, items = _way(clause), _named_items(clause)
    if len(days) != 1 or not sure:
        return None
    if items == ["hotel"] or (not items and not way and has("extends", clause)):
        return _stay(first, last, leaves=has("extends", clause) and last is None)
    if way is None or first is None or last is not None and last != first:
        return None
    return UserChangesBooking(part=BookedPart(item="flight", which=way), date=first)


def _stay(first: date | None, last: date | None, *, leaves: bool) -> UserChangesBooking | None:
    part = BookedPart(item="hotel")
    if leaves:
        return UserChangesBooking(part=part, until=first) if first else None
    if first is None and last is None:
        return None
    return UserChangesBooking(part=part, date=first, until=last)


def details(people: PeopleReader) -> Slot:
    """Return the slot function of who travels, over a reader of people."""

    def read(clause: Clause, view: View) -> list[Operation] | None:
        found = people_in(clause.text, view.trip, view.today, people)
        if found is None:
            return None
        return [found.model_copy(update={"start": clause.start, "end": clause.start + len(clause.text)})]

    return read


def no(clause: Clause, view: View) -> list[Operation] | None:
    """Return a no: a refusal while an approval waits, else an answer."""
    refusal = reject(clause, view)
    return refusal if refusal else ANSWERS["no"](clause, view)


ACTS: Mapping[str, Slot] = {
    **ANSWERS,
    "choose": choose,
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
"""What a clause of each intent does, without ``details``, which needs a reader of people: see :func:`acts`."""


def acts(people: PeopleReader) -> Mapping[str, Slot]:
    """Return all slot functions of acts."""
    return {**ACTS, "details": details(people)}
