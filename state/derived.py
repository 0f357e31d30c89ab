"""Facts that follow from a trip: which answers are current, which holds still fit, which bookings are stale."""

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Literal, TypeVar

from tripintent.state.booking import HAS_SUCCESSOR, UNDER_WAY, Booking, Hold
from tripintent.state.bundles import Bundle, DaysCompared, Ranking, RiskReport
from tripintent.state.queries import QuoteSet, fingerprint
from tripintent.state.questions.gaps import gaps
from tripintent.state.questions.plan import Plan, PlanQuery, plan_of
from tripintent.state.questions.windows import moving_window
from tripintent.state.rebooking import coverage
from tripintent.state.trip import TripIntent

T = TypeVar("T")


def kept(question: Callable[[TripIntent], T]) -> Callable[[TripIntent], T]:
    """Keep the last answer: the rows of a decision ask the same of one trip dozens of times, and a trip never changes.

    It is kept by the trip itself and not by its value: amounts that are equal may be written differently.
    """
    last: tuple[TripIntent, T] | None = None

    def asked(trip: TripIntent) -> T:
        nonlocal last
        found = last
        if found is None or found[0] is not trip:
            last = found = (trip, question(trip))
        return found[1]

    return wraps(question)(asked)


def card_waits(trip: TripIntent, thread_id: str) -> bool:
    """Return whether a card of this conversation waits for a person."""
    approval = trip.working_memory.approval
    return approval is not None and approval.thread_id == thread_id


def now_of(trip: TripIntent) -> datetime | None:
    """Return the turn's one 'now', as stamped by intake."""
    return datetime.fromisoformat(trip.request.now_iso) if trip.request.now_iso else None


def current(trip: TripIntent, key: str) -> QuoteSet | None:
    """Return the answer to a question while it is valid: an expired one is not valid, unless a live hold keeps its offer."""
    quote, now = trip.working_memory.quotes.get(key), now_of(trip)
    held = any(one.key == key and one.status == "held" for one in trip.working_memory.holds)
    if quote and quote.expires_at and now and quote.expires_at <= now and not held:
        return None
    return quote


@kept
def open_plan(trip: TripIntent) -> Plan:
    """Return the questions of the plan that are to be answered: what no booking takes, nor the traveller gave up."""
    return coverage(trip).left


def unquoted(trip: TripIntent) -> tuple[PlanQuery, ...]:
    """Return the questions without a valid answer. A failed or empty search is an answer."""
    plan = open_plan(trip)
    return tuple(a for a in (*plan.flights, *plan.hotels) if current(trip, a.key) is None)


def unanswered(trip: TripIntent) -> tuple[QuoteSet, ...]:
    """Return the plan's searches that found nothing or failed."""
    quotes = (current(trip, key) for key in open_plan(trip).keys)
    return tuple(q for q in quotes if q and q.outcome != "found")


def found(trip: TripIntent, key: str) -> bool:
    """Return whether a question has a valid answer with offers."""
    quote = current(trip, key)
    return bool(quote and quote.outcome == "found")


def anything_found(trip: TripIntent) -> bool:
    """Return whether any open question of the plan has offers: then there is something to rank."""
    return any(found(trip, key) for key in open_plan(trip).keys)


@kept
def ranking_key(trip: TripIntent) -> str:
    """Return the fingerprint of everything that the ranking of the present plan depends on."""
    answers = [(k, *((q.at, q.outcome) if (q := current(trip, k)) else ())) for k in open_plan(trip).keys]
    window = moving_window(trip)
    days = (str(window.earliest), str(window.latest)) if window else ()
    meetings = [(s.land_by, s.leave_from) for s in trip.itinerary.segments if s.leave_from]
    legs = [(s.segment_id, s.wishes) for s in trip.itinerary.segments if s.wishes]
    hours = trip.itinerary.meetings
    bounds = (*((meetings,) if meetings else ()), *((hours,) if hours else ()), *((legs,) if legs else ()))
    return fingerprint(answers, trip.preferences, trip.constraints, trip.policy.rules, *days, *bounds)


def days_compared(trip: TripIntent) -> DaysCompared | None:
    """Return what other days cost, as far as the same flights were compared on the same days before."""
    ranking, window = trip.working_memory.ranking, moving_window(trip)
    days = ranking.days if ranking and window else None
    same = ranking and ranking.flight_keys == tuple(a.key for a in open_plan(trip).flights)
    return days if same and days and window and days.covers(window.earliest, window.latest) else None


def current_ranking(trip: TripIntent) -> Ranking | None:
    """Return the ranking when it answers the present question."""
    ranking = trip.working_memory.ranking
    return ranking if ranking and ranking.key == ranking_key(trip) else None


def shown_ranking(trip: TripIntent) -> Ranking | None:
    """Return the ranking that the traveller has in view: the current one, or one whose prices ran out since.

    "The second one" means what was shown; the search that follows decides whether it is still on offer.
    """
    ranking, asked = trip.working_memory.ranking, frozenset(open_plan(trip).keys)
    outdated = ranking is not None and asked.issuperset((*ranking.flight_keys, *ranking.hotel_keys))
    return current_ranking(trip) or (ranking if outdated and not gaps(trip) else None)


def selected_bundle(trip: TripIntent) -> Bundle | None:
    """Return the chosen bundle while the current ranking holds it."""
    ranking, chosen = current_ranking(trip), trip.working_memory.selected.bundle_id
    return next((b for b in ranking.bundles if b.bundle_id == chosen), None) if ranking and chosen else None


@kept
def risk_key(trip: TripIntent) -> str:
    """Return the fingerprint of everything that the risk report depends on."""
    bundle = selected_bundle(trip)
    return fingerprint(bundle, trip.constraints, trip.policy.rules, trip.preferences)


def current_risk(trip: TripIntent) -> RiskReport | None:
    """Return the risk report when it is about the chosen bundle under the present limits."""
    report = trip.working_memory.risk_report
    return report if report and report.key == risk_key(trip) else None


def policy_decides(trip: TripIntent) -> bool:
    """Return whether the organisation lets a wish to buy stand for the approval, and nothing is left to confirm.

    A wish to hold buys nothing, whatever the policy.
    """
    wm, rules, report = trip.working_memory, trip.policy.rules, current_risk(trip)
    asks = rules.require_user_approval_to_purchase or rules.approver or rules.approval_token_required
    confirms = report is None or bool(report.required_user_confirmations)
    return wm.hold_requested and wm.purchase_requested and not asks and not confirms


def requirement_key_of(trip: TripIntent, key: str, option_id: str) -> str:
    """Return what a hold or booking of an option must keep fitting: its question, the option, the budget, refundability."""
    return fingerprint(key, option_id, trip.constraints.budget_total, trip.constraints.refundable_preference)


def chosen_pairs(trip: TripIntent) -> tuple[tuple[PlanQuery, str], ...]:
    """Return what is still to be bought and the id of the option chosen for it, in the order of the plan."""
    plan, selected = open_plan(trip), trip.working_memory.selected
    flights = zip(plan.flights, selected.flight_option_ids, strict=False)
    return (*flights, *zip(plan.hotels, selected.hotel_option_ids, strict=False))


def wanted_requirement_keys(trip: TripIntent) -> frozenset[str]:
    """Return the fits of the chosen options under the present plan."""
    return frozenset(requirement_key_of(trip, asked.key, option) for asked, option in chosen_pairs(trip))


def stale_holds(trip: TripIntent) -> tuple[Hold, ...]:
    """Return the live holds that the present trip no longer wants. What is being bought is left to its purchase."""
    if trip.working_memory.purchase_state in UNDER_WAY:
        return ()
    wanted = wanted_requirement_keys(trip)
    return tuple(h for h in trip.working_memory.holds if h.status == "held" and h.requirement_key not in wanted)


def unheld(trip: TripIntent) -> frozenset[str]:
    """Return the fits of the chosen options that no live hold or booking covers."""
    wm = trip.working_memory
    kept = {h.requirement_key for h in wm.holds if h.status == "held"} | {
        b.requirement_key for b in wm.bookings if b.status == "confirmed"
    }
    return wanted_requirement_keys(trip) - kept


def lapsed(trip: TripIntent) -> tuple[Hold, ...]:
    """Return what was to be held of the choice and is not: its time ran out, or it could not be had any more."""
    wm = trip.working_memory
    left = unheld(trip) - {h.requirement_key for h in wm.holds if h.status == "in_doubt"}
    over = {h.requirement_key: h for h in wm.holds if h.status in ("failed", "expired") and h.requirement_key in left}
    return () if wm.purchase_state in UNDER_WAY else tuple(over.values())


def to_be_bought(trip: TripIntent) -> Literal["purchase", "more"]:
    """Return the relation of a purchase to come to the bookings: the first of the trip, or one more."""
    return "more" if any(b.status in ("confirmed", "changed") for b in trip.working_memory.bookings) else "purchase"


OF_PLANS = "hotel_dates_from_travel"
"""What a booked trip no longer assumes: what is booked is a fact."""
FROM_LENGTH = "return_from_length"
"""The day of return that follows from the length that was said: it is shown, and nothing that anyone assumes."""


def assumed(trip: TripIntent) -> tuple[str, ...]:
    """Return what is assumed of the trip, as codes."""
    booked = any(one.status in ("confirmed", "changed") for one in trip.working_memory.bookings)
    done = booked and not open_plan(trip).flights
    ended = {FROM_LENGTH, booked and OF_PLANS, done and "economy"}
    return tuple(one for one in trip.status.assumptions if one not in ended)


def as_planned(trip: TripIntent, bookings: tuple[Booking, ...]) -> tuple[Booking, ...]:
    """Return the bookings in the order of the plan; those that fit it no more are marked, with the reason, and stay booked."""
    known = apply_bookings(trip, bookings)
    found = coverage(known)
    order = {asked.key: number for number, asked in enumerate((*plan_of(known).flights, *plan_of(known).hotels))}
    why = {one.booking_id: _REASONS[one.why].format(one.wanted) for one in found.misfits}

    def place(one: Booking) -> int:
        return order[found.parts[one.booking_id].key] if one.booking_id in found.parts else len(order)

    marked = (
        one.model_copy(update={"stale": one.booking_id in why, "stale_reason": why.get(one.booking_id, "")})
        for one in bookings
    )
    return tuple(sorted(marked, key=place))


def apply_bookings(trip: TripIntent, bookings: tuple[Booking, ...]) -> TripIntent:
    """Return the trip with these bookings."""
    memory = trip.working_memory.model_copy(update={"bookings": bookings})
    return trip.model_copy(update={"working_memory": memory})


_REASONS = {
    "not_in_plan": "the plan has no such part any more",
    "has_successor": HAS_SUCCESSOR,
    "other_day": "the plan says {}",
    "ends_early": "no bed is booked for {}",
    "begins_late": "no bed is booked for {}",
    "longer": "the nights {} are not used",
    "fewer_people": "fewer people are on it now",
    "without_adult": "a child that joins needs an adult on the same ticket",
}
