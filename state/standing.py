"""The state of a trip, read off the document, and what a patch would change of it without being applied.

A patch is explained by what it changes, what that invalidates and why, and what to do next.
"""

from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from typing import Literal, NamedTuple

from pydantic import BaseModel

from tripintent.state import derived
from tripintent.state.booking import UNDER_WAY
from tripintent.state.bundles import Bundle
from tripintent.state.frozen import Frozen
from tripintent.state.patch import Change, Patch, apply_patch
from tripintent.state.queries import FlightQuery, fingerprint
from tripintent.state.questions import effective_stays, gaps, missing, plan_of
from tripintent.state.trip import Phase, PriceWatch, TripIntent

STEP_LIMIT = "step_limit"


class TripPhase(NamedTuple):
    """Phase and state as published."""

    phase: Phase
    state: str


_PURCHASE: dict[str, TripPhase] = {
    "MANUAL_REVIEW": TripPhase("book", "manual_review"),
    "PAYMENT_REVIEW": TripPhase("book", "manual_review"),  # the published list has no word for it; purchase_state tells
    "EXECUTING": TripPhase("book", "purchasing"),
    "REPRICING": TripPhase("book", "purchasing"),
    "APPROVED": TripPhase("book", "purchasing"),
    "COMPENSATING": TripPhase("book", "purchasing"),
    "REAPPROVAL_NEEDED": TripPhase("book", "reapproval_needed"),
}


def phase_of(trip: TripIntent) -> TripPhase:
    """Return where the trip is, the furthest step that is true."""
    return _stopped(trip) or _booked(trip) or _quoted(trip)


def _stopped(trip: TripIntent) -> TripPhase | None:
    error = trip.status.last_tool_error
    return TripPhase("error", "retryable") if error and error.code == STEP_LIMIT else None


def _booked(trip: TripIntent) -> TripPhase | None:
    wm = trip.working_memory
    if wm.purchase_state in _PURCHASE:
        return _PURCHASE[wm.purchase_state]
    if wm.approval:
        return TripPhase("book", "awaiting_purchase_approval")
    confirmed = [b for b in wm.bookings if b.status == "confirmed"]
    if confirmed and not derived.open_plan(trip).keys:
        return TripPhase("completed", "completed")
    if wm.bookings and not confirmed and all(b.status in ("changed", "cancelled") for b in wm.bookings):
        return TripPhase("book", "cancelled")
    return None


def _quoted(trip: TripIntent) -> TripPhase:
    if gaps(trip):
        return TripPhase("intake", "collecting_requirements")
    waiting = {a.query.kind for a in derived.unquoted(trip)}
    if waiting:
        return TripPhase("quote", "quoting_flights" if "flight" in waiting else "quoting_hotels")
    if any(q.failure and q.failure.retryable for q in derived.unanswered(trip)):
        return TripPhase("error", "retryable")
    if derived.current_ranking(trip):
        return _decided(trip)
    return (
        TripPhase("quote", "ranking_bundles") if derived.anything_found(trip) else TripPhase("intake", "ready_to_quote")
    )


def _decided(trip: TripIntent) -> TripPhase:
    if not derived.selected_bundle(trip):
        return TripPhase("quote", "presenting_options")
    if not derived.current_risk(trip):
        return TripPhase("quote", "risk_checking")
    if not trip.working_memory.hold_requested:
        return TripPhase("quote", "risk_checked")
    return TripPhase("book", "collecting_travellers" if trip.status.asked else "placing_holds")


def changed_paths(before: object, after: object) -> tuple[str, ...]:
    """Return the dotted paths that differ.

    A list that differs is one path; a key that was added or removed is that key's path; a change of type is that path;
    equal values give nothing.
    """
    return tuple(_differences(before, after, ""))


def _differences(before: object, after: object, path: str) -> Iterator[str]:
    if before is after:
        return
    if isinstance(before, BaseModel) and type(before) is type(after):
        for name in type(before).model_fields:
            yield from _differences(getattr(before, name), getattr(after, name), _join(path, name))
    elif isinstance(before, Mapping) and isinstance(after, Mapping):
        for key in dict.fromkeys((*before, *after)):
            if key in before and key in after:
                yield from _differences(before[key], after[key], _join(path, key))
            else:
                yield _join(path, key)
    elif before != after:
        yield path


def _join(path: str, name: str) -> str:
    return f"{path}.{name}" if path else name


class Changes(Frozen):
    """Changes of a turn to the plan, the answers that they made void, and the tools that they call for."""

    changed_paths: tuple[str, ...] = ()
    invalidations: tuple[str, ...] = ()
    suggested_next_tools: tuple[str, ...] = ()


class Explanation(NamedTuple):
    """The effect of a patch. ``cleared`` names only what really held something; ``reason`` runs parallel to it."""

    changed_paths: tuple[str, ...]
    cleared: tuple[str, ...]
    reason: tuple[str, ...]
    suggested_next_tools: tuple[str, ...]


def explain_patch(before: TripIntent, change: Change) -> Explanation:
    """Explain a patch without applying it anywhere."""
    after = apply_patch(before, change)
    paths, cleared = changed_paths(before, after), _cleared(before, after)
    return Explanation(paths, cleared, (_why(paths),) * len(cleared), _next(after) if paths else ())


PLAN = ("itinerary", "party", "preferences", "constraints", "policy")
"""Blocks that answers depend on. What a turn found again in their place does not belong to the question."""


def explain_turn(before: TripIntent, after: TripIntent) -> Explanation:
    """Explain what a turn changed in the plan, which answers that made void, and what was to be done then."""
    now = {"now_iso": after.request.now_iso, "now_date": after.request.now_date}
    then = before.model_copy(update={"request": before.request.model_copy(update=now)})
    return explain_patch(then, Patch(merge={name: getattr(after, name) for name in PLAN}))


def changes_of(before: TripIntent, after: TripIntent) -> Changes:
    """Return what a turn changed, as a reply tells it."""
    found = explain_turn(before, after)
    return Changes(
        changed_paths=found.changed_paths, invalidations=found.cleared, suggested_next_tools=found.suggested_next_tools
    )


def _cleared(before: TripIntent, after: TripIntent) -> tuple[str, ...]:
    return (
        *_lost_quotes(before, after),
        *_if(derived.current_ranking(before) and not derived.current_ranking(after), "ranked_bundles"),
        *_if(derived.current_risk(before) and not derived.current_risk(after), "risk_report"),
        *_if(derived.selected_bundle(before) and not derived.selected_bundle(after), "selected"),
        *(f"holds[{h.hold_id}]" for h in derived.stale_holds(after) if h not in derived.stale_holds(before)),
        *_stale_bookings(before, after),
    )


def _lost_quotes(before: TripIntent, after: TripIntent) -> tuple[str, ...]:
    had, has = plan_of(before), plan_of(after)
    still = set(has.keys)
    return (
        *(
            f"flight_quotes_by_segment[{a.number}]"
            for a in had.flights
            if a.key not in still and derived.current(before, a.key)
        ),
        *(
            f"hotel_quotes_by_stay[{a.number}]"
            for a in had.hotels
            if a.key not in still and derived.current(before, a.key)
        ),
    )


def _stale_bookings(before: TripIntent, after: TripIntent) -> tuple[str, ...]:
    fresh = {b.booking_id for b in derived.as_planned(before, before.working_memory.bookings) if not b.stale}
    stale = (b for b in derived.as_planned(after, after.working_memory.bookings) if b.stale)
    return tuple(f"bookings[{b.booking_id}].stale" for b in stale if b.booking_id in fresh)


def _if(lost: object, name: str) -> tuple[str, ...]:
    return (name,) if lost else ()


def _why(paths: tuple[str, ...]) -> str:
    shown = [p for p in paths if not p.startswith(("status.", "request.", "updated_at", "version", "frame"))]
    return "changed: " + ", ".join(shown[:4]) if shown else ""


def _next(trip: TripIntent) -> tuple[str, ...]:
    if missing(trip):
        return ("generate_followup_questions",)
    kinds = {a.query.kind for a in derived.unquoted(trip)}
    tools = [
        name for kind, name in (("flight", "flight_quote_search"), ("hotel", "hotel_quote_search")) if kind in kinds
    ]
    if not tools and (plan_of(trip).keys or effective_stays(trip)) and not derived.current_ranking(trip):
        tools.append("trip_option_ranker")
    return tuple(tools)


WatchEnd = Literal["booked", "changed", "departure", "until"]


def cheapest_whole(trip: TripIntent) -> Bundle | None:
    """Return the cheapest of the options in view; None where a part of the trip has no offers."""
    ranking = derived.shown_ranking(trip)
    if ranking is None or {*ranking.flight_keys, *ranking.hotel_keys} != {*derived.open_plan(trip).keys}:
        return None
    return min(ranking.bundles, key=lambda one: one.whole.amount, default=None)


def wish_key(trip: TripIntent) -> str:
    """Return the fingerprint of what is searched for, and by what it is filtered and ranked."""
    legs = [(one.wishes, one.land_by, one.leave_from) for one in trip.itinerary.segments]
    wishes = (trip.preferences, trip.constraints, trip.itinerary.meetings)
    return fingerprint(derived.open_plan(trip).keys, legs, *wishes)


def failed(trip: TripIntent) -> bool:
    """Tell whether a search, hold, purchase or cancellation failed or is in doubt, so that it can be tried or looked at again."""
    wm = trip.working_memory
    doubts = "in_doubt" in (*(one.status for one in wm.holds), *(one.status for one in wm.bookings))
    again = wm.purchase_state in IN_DOUBT | UNBOUGHT or bool(uncancelled(trip))
    return doubts or bool(derived.lapsed(trip)) or trip.status.last_tool_error is not None or again


def uncancelled(trip: TripIntent) -> tuple[str, ...]:
    """Return the bookings in force whose cancellation did not succeed: "try again" asks for it on a new card."""
    wm = trip.working_memory
    return tuple(
        one.booking_id for one in wm.bookings if one.status == "confirmed" and one.booking_id in wm.uncancelled
    )


IN_DOUBT = UNDER_WAY | {"MANUAL_REVIEW"}
UNBOUGHT = frozenset({"REAPPROVAL_NEEDED", "REJECTED", "COMPENSATED", "EXPIRED"})
"""How a purchase ended without buying; its holds may live on."""


def something_bought(trip: TripIntent) -> bool:
    """Tell whether a part of the trip is bought, or may be."""
    return any(one.status in ("confirmed", "in_doubt") for one in trip.working_memory.bookings)


def first_day(trip: TripIntent) -> date | None:
    """Return the day of the first flight, or of the first night of a trip without flights."""
    plan = derived.open_plan(trip)
    asked = (one.query for one in (*plan.flights, *plan.hotels))
    days = (q.depart_date if isinstance(q, FlightQuery) else q.check_in for q in asked)
    return min(map(date.fromisoformat, days), default=None)


def watch_now(trip: TripIntent, began: str) -> PriceWatch | None:
    """Return the watch for what is asked for now: after a change it goes on from the cheapest that was found in its currency."""
    watch, best = trip.working_memory.price_watch, cheapest_whole(trip)
    if watch is None or best is None or watch.wish == wish_key(trip) or best.whole.currency != watch.price.currency:
        return watch
    return watch.model_copy(update={"began": began, "wish": wish_key(trip), "price": best.whole})


def watch_end(trip: TripIntent, today: date) -> WatchEnd | None:
    """Return why the trip's price is watched no more; None where it is watched, or never was."""
    watch, first = trip.working_memory.price_watch, first_day(trip)
    if watch is None:
        return None
    if something_bought(trip):
        return "booked"
    if first is None or watch.wish != wish_key(trip):
        return "changed"
    if watch.until and today > watch.until:
        return "until"
    return "departure" if today >= first - timedelta(days=1) else None
