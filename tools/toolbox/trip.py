"""The trip toolset: what shall be otherwise, and taking it back. Nothing is searched or bought here: the graph's tables follow."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

from pydantic import Field, JsonValue
from pydantic_core import to_jsonable_python

from tripintent.state.acts import WOULD_LET_GO, Outcome, Rejected
from tripintent.state.asked_for import agreements
from tripintent.state.caps import excess
from tripintent.state.changes import RequestChange, TripChanges
from tripintent.state.derived import open_plan, stale_holds, unquoted
from tripintent.state.designer import history
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.outcomes import Done
from tripintent.state.frame import Extent, Place
from tripintent.state.framing.changed_days import NearBy
from tripintent.state.itinerary import Itinerary
from tripintent.state.kept import followed, keeping
from tripintent.state.merging import Gazette, merged
from tripintent.state.party_places import aged, recounted
from tripintent.state.patch import DELETE, Patch, apply_patch, difference
from tripintent.state.planning.checklist import Checklist, step_back, stepped_back
from tripintent.state.queries import fingerprint
from tripintent.state.standing import changed_paths
from tripintent.state.trip import Step, TripIntent
from tripintent.tools.ports.places import Places
from tripintent.tools.toolbox.arrival import lands_later
from tripintent.tools.toolbox.base import KEPT, Act, Arguments, Scene, tool
from tripintent.tools.toolbox.screen_facts import WatchFacts
from tripintent.tools.toolbox.spending import Correction, correct_expense
from tripintent.tools.toolbox.untold import unsearched, worded

LET_GO = Field(default=False, description="hold goes")


def booked(trip: TripIntent) -> tuple[str, ...]:
    """Return the ids of what is bought, or may be."""
    live = ("confirmed", "in_doubt")
    return tuple(sorted(b.booking_id for b in trip.working_memory.bookings if b.status in live))


def with_ages(trip: TripIntent) -> TripIntent:
    """Return the trip with ages that follow the birth dates at the time of travel, and before a booking with heads that do."""
    party = trip.party.model_copy(update={"travelers": aged(trip)}) if booked(trip) else recounted(trip)
    return trip.model_copy(update={"party": party})


def step_of(before: TripIntent, after: TripIntent, label: str) -> Step:
    """Return how to get from ``before`` to ``after``: the merge that leads there, with what was chosen there."""
    paths = tuple(p for p in changed_paths(before, after) if not p.startswith(("status", "frame")))
    merge = to_jsonable_python({k: v for k, v in difference(before, after).items() if k != "frame"})
    chosen = after.working_memory.selected.model_copy(update={"instead_of": None})
    if chosen.bundle_id:  # a change may lead to another choice, which is not its own
        merge["working_memory"] = {**merge.get("working_memory", {}), "selected": to_jsonable_python(chosen)}
    return Step(label=label, paths=paths, merge=merge, booked=booked(after))


def stepped(before: TripIntent, after: TripIntent, label: str) -> dict[str, tuple[Step, ...]]:
    """Return the merge that keeps an act of the traveller as the last one, which undo takes back."""
    return {"steps": (*before.steps, step_of(after, before, label))[-KEPT:], "taken_back": ()}


def act_of(
    before: TripIntent,
    after: TripIntent,
    label: str,
    rejected: tuple[Rejected, ...] | list[Rejected] = (),
    assumed: tuple[str, ...] | list[str] = (),
    *,
    facts: dict[str, JsonValue] | None = None,
    let_go: bool = False,
    kept: dict[str, tuple[Step, ...]] | None = None,
) -> Act:
    """Return the act of a change with its step back; one that would let a hold go changes nothing until that is said."""
    paths = tuple(p for p in changed_paths(before, after) if not p.startswith(("status", "frame")))
    facts = dict(facts or {})
    if not paths:
        gone = (Patch(merge=kept),) if kept else ()  # a watch that has ended by itself is no step any more
        return Act(Outcome(ok=not rejected, rejected=tuple(rejected), facts=facts), patches=gone)
    lost = [one for one in stale_holds(after) if one not in stale_holds(before)]
    if lost and not let_go:
        facts |= {"would_let_go": [{"hold_id": h.hold_id, "title": h.title} for h in lost], "would_change": list(paths)}
        refusal = Rejected(path="let_hold_go", why=WOULD_LET_GO, candidates=tuple(h.title for h in lost))
        return Act(Outcome(ok=False, rejected=(refusal, *rejected), facts=facts))
    if kept is None:
        kept = stepped(before, after, label)
    merge = {**difference(before, after), **kept}
    patch = Patch(
        source="user_message", by=label, event="TOOL_CALL", note=f"{label}: {', '.join(paths[:6])}", merge=merge
    )
    return Act(Outcome(changed=paths, rejected=tuple(rejected), assumed=tuple(assumed), facts=facts), patches=(patch,))


class TripUpdate(TripChanges, Arguments):
    """What shall be otherwise. Absent leaves as it is, null takes back, a list is given whole."""

    let_hold_go: bool = LET_GO


@tool("trip", "WRITE")
async def update_trip(scene: Scene, update: TripUpdate) -> Act:
    """Change the trip: where, when, who, every wish for flights, hotels, money; several at once.

    Call it whenever the traveller says something of the trip. Give only what changes: what is absent stays, null takes back,
    a list is given whole (requests and wishes are added). What no field holds is a wish in words.
    Args: places by name or IATA code, dates YYYY-MM-DD, times HH:MM, money {amount, currency}.
    Returns: changed paths, assumed, rejected. The search follows by itself.
    Raises: rejected {path, why, candidates} for each part that was not taken, what is booked among them; the rest is done. An
    argument that there is not voids the call.
    """
    trip, known = scene.trip, gazette(scene.ports.places)
    update, in_words = worded(update)
    found = keeping(trip, update, lambda changes: merged(trip, changes, known))
    after = with_prices(scene.trip, with_ages(found.trip), update.requests or ())
    after = apply_patch(after, Patch(merge={"working_memory": followed(trip, after)}))
    if (over := excess(after)) is not None:
        return Act(Outcome.refused(f"{over.count} {over.what} are more than a trip may hold: {over.limit}"))
    rejected = (*found.rejected, *in_words, *unsearched(update, scene.ports))
    return act_of(scene.trip, after, "update_trip", rejected, found.assumed, let_go=update.let_hold_go)


def with_prices(before: TripIntent, after: TripIntent, wanted: Sequence[RequestChange]) -> TripIntent:
    """Return the trip with the prices of requests that the traveller says yes to: those that a hold offers them at."""
    yes = [(one.kind, Extent(legs=one.legs, who=one.people)) for one in wanted if one.accept_price]
    agreed = agreements(before, after, yes)
    if not agreed:
        return after
    merge = {mark: DELETE if price is None else price for mark, price in agreed.items()}
    return apply_patch(after, Patch(merge={"working_memory": {"agreed": merge}}))


def gazette(places: Places) -> Gazette:
    """Return what places mean."""

    def airports(code: str) -> tuple[str, ...]:
        return tuple(airport.code for airport in places.airports_for(code))

    def near(place: Place) -> NearBy | None:
        found = places.near(place)
        return NearBy(found[0][0].code, found[0][0].city or found[0][0].name, round(found[0][1])) if found else None

    def later(origin: str, destination: str, day: date) -> int:
        return lands_later(origin, destination, day, places)

    return Gazette(places.resolve, near, airports, later)


class Undoing(Arguments):
    """What to take back."""

    redo: bool = Field(default=False, description="true: put it back")
    let_hold_go: bool = LET_GO


@tool("trip", "WRITE")
async def undo(scene: Scene, undoing: Undoing) -> Act:
    """Take back the last change (trip, choice, expense, days, checklist); again: the one before; redo puts back. A booking stays.

    Call it when the traveller takes back the last change or choice. Returns: facts.of, the call, and the paths that changed;
    offers_expired: they are searched again.
    Raises: rejected where there is nothing to take back, or only what was before a booking.
    """
    trip = scene.trip
    steps = trip.taken_back if undoing.redo else trip.steps
    if not steps:
        return Act(Outcome.refused("there is nothing to put back" if undoing.redo else "there is nothing to take back"))
    step, left = steps[-1], steps[:-1]
    if step.expense:
        struck: Act = await correct_expense(scene, Correction(expense=step.expense, delete=True))
        return replace(struck, patches=(Patch(merge={"steps": left}),))  # one that is not there is no step either
    if step.document:
        return _of_a_document(scene, step, redo=undoing.redo)
    if step.booked != booked(trip):
        return Act(Outcome.refused("what came before a booking stays", "", booked(trip)))
    after = apply_patch(trip, Patch(merge=step.merge))
    open_days, now = trip.itinerary.lodging, after.itinerary.lodging
    # the day was a proposal within the range
    if open_days.flex and not now.flex and now.check_in == open_days.check_in:
        after = apply_patch(after, Patch(merge={"itinerary": {"lodging": {"check_in": DELETE, "check_out": DELETE}}}))
    facts: dict[str, JsonValue] = {"of": step.label, "left": len(left)}
    facts |= {"offers_expired": True} if any(a.key in trip.working_memory.quotes for a in unquoted(after)) else {}
    kept = _turned(trip, step_of(after, trip, step.label), redo=undoing.redo)
    act = act_of(trip, after, "undo", facts=facts, let_go=undoing.let_hold_go, kept=kept)
    ended = trip.working_memory.price_watch and not after.working_memory.price_watch
    return replace(act, card=WatchFacts(event="ended", why="asked")) if ended else act


def _turned(trip: TripIntent, back: Step, *, redo: bool) -> dict[str, tuple[Step, ...]]:
    """Return the steps without the last one, which is to be put back by ``back``, or taken back again after a redo."""
    if redo:
        return {"taken_back": trip.taken_back[:-1], "steps": (*trip.steps, back)}
    return {"steps": trip.steps[:-1], "taken_back": (*trip.taken_back, back)}


def _of_a_document(scene: Scene, step: Step, *, redo: bool) -> Act:
    """Take back, or put back, the last change of the plan of days or the checklist; what changed since by other ways stays."""
    found, back = scene.documents.get(step.document), step
    now: ItineraryDocument | Checklist | None = None
    if isinstance(found, Checklist) and (former := stepped_back(found, step)):
        now, back = former, step_back(found, former, step.label)
    elif isinstance(found, ItineraryDocument):
        changes = found.future if redo else found.past
        done = history.redo(found) if redo else history.undo(found)
        if changes and fingerprint(changes[-1]) == step.mark and isinstance(done, Done):
            now = done.document
    kept = _turned(scene.trip, back, redo=redo)
    if now is None:
        gone = {name: steps for name, steps in kept.items() if name == ("taken_back" if redo else "steps")}
        return Act(Outcome.refused("it has changed since: that step is gone"), patches=(Patch(merge=gone),))
    outcome = Outcome(changed=(step.document,), facts={"of": step.label})
    return Act(outcome, patches=(Patch(merge=kept),), documents={step.document: now})


class Anew(Arguments):
    """Nothing but the leave to let a hold go."""

    let_hold_go: bool = LET_GO


@tool("trip", "WRITE")
async def start_over(scene: Scene, anew: Anew) -> Act:
    """Empty the plan that is open: where, when, who and all wishes. What is booked stays as it is.

    Call it when the traveller wants to begin again. Args: let_hold_go, once the traveller said that what is held may go.
    Returns: what was emptied; undo puts it back. Raises: rejected where a hold would be let go.
    """
    trip = scene.trip
    after = _open_parts_gone(trip) if booked(trip) else _emptied(trip)
    facts: dict[str, JsonValue] = {"booked": list(booked(trip))}
    return act_of(trip, after, "start_over", facts=facts, let_go=anew.let_hold_go)


def _emptied(trip: TripIntent) -> TripIntent:
    blank = TripIntent()
    names = ("itinerary", "preferences", "constraints", "requests", "wishes", "frame")
    update = {name: getattr(blank, name) for name in names}
    party = blank.party.model_copy(update={"contact": trip.party.contact})
    status = trip.status.model_copy(update={"assumptions": (), "asked": ()})
    return trip.model_copy(update={**update, "party": party, "status": status})


def _open_parts_gone(trip: TripIntent) -> TripIntent:
    """Return a booked trip without the legs and stays that are not: nothing else changes, so that bookings still fit."""
    plan, open_ = trip.itinerary, open_plan(trip)
    legs, stays = ({asked.number for asked in part} for part in open_)
    segments = tuple(one for i, one in enumerate(plan.segments) if i not in legs)
    lodging = plan.lodging
    if lodging.stays:
        lodging = lodging.model_copy(update={"stays": tuple(s for i, s in enumerate(lodging.stays) if i not in stays)})
    if stays and not lodging.stays:
        lodging = lodging.model_copy(update={"needed": False})
    itinerary: Itinerary = plan.model_copy(update={"segments": segments, "lodging": lodging})
    return trip.model_copy(update={"itinerary": itinerary})
