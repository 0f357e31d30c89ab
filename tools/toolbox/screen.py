"""The facts of what is on the screen, made from a trip: its options, and its holds."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from tripintent.state.booking import CartLine, Hold
from tripintent.state.bundles import Bundle, Issue, Ranking
from tripintent.state.derived import assumed, current_risk, now_of, to_be_bought, unheld
from tripintent.state.framing.frame_to_trip import PRICE_ALONE
from tripintent.state.offers import FlightOffer
from tripintent.state.questions.invalid import as_date
from tripintent.state.rebooking import coverage, replaced
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.describe import Describer, describer, zone_of
from tripintent.tools.toolbox.facts import AskedFacts, PersonFacts
from tripintent.tools.toolbox.quoted import change_option, giving_up, kept, lost
from tripintent.tools.toolbox.screen_facts import (
    ChosenFacts,
    ComparedDays,
    FailedFacts,
    HoldsFacts,
    MisfitFacts,
    OptionsFacts,
    ReasonFacts,
)
from tripintent.tools.toolbox.searched import unfound_parts
from tripintent.tools.toolbox.shares import less
from tripintent.tools.toolbox.stand import comes_back, held_facts, line_facts, missing

BEST_DAYS = 3
WORTH_SAYING = 30
"""Minutes that a trip must be faster for it to be a reason."""


async def options_facts(trip: TripIntent, ranking: Ranking, numbers: Sequence[int], ports: Ports) -> OptionsFacts:
    """Return the facts of some options of the list, by their indexes."""
    shown = [ranking.bundles[n] for n in numbers]
    direct = min((one for one in ranking.bundles if not one.stops), key=lambda one: one.whole.amount, default=None)
    told = direct if trip.itinerary.segments and direct not in shown and 0 in numbers else None
    describe = await describer(trip, ports, [*shown, *filter(None, [told])])
    options = tuple(describe.option(one) for one in shown)
    missing = unfound_parts(trip)
    over = [one.over_budget for one in ranking.bundles if one.over_budget]
    adults, children, infants = trip.party.heads()
    return OptionsFacts(
        adults=adults,
        children=children,
        infants=infants,
        ages=trip.party.travelers.child_ages,
        options=options,
        in_all=len(ranking.bundles),
        cheapest_first=ranking.order == "cheapest" or trip.preferences.weights.get("price") == PRICE_ALONE,
        more=max(len(ranking.bundles) - numbers[-1] - 1, 0) if numbers else 0,
        reason=None if missing or len(ranking.bundles) == 1 else _reason(shown, ranking.bundles, ports),
        direct=told and describe.option(told),
        missing=missing,
        over_budget=min(over, key=lambda one: one.amount) if len(over) == len(ranking.bundles) else None,
        left_out={why: count for why, count in ranking.dropped.items() if why.startswith("policy.")},
        assumed=assumed(trip),
        days=_days(ranking),
        booked=tuple(_misfits(trip, now_of(trip) or ports.clock.now())),
        rates_date=next((one.rates_date for one in shown if one.rates_date), None),
        simulated=any(one.simulated for one in options),
    )


def _misfits(trip: TripIntent, now: datetime) -> Iterator[MisfitFacts]:
    for booking in replaced(trip):
        lost = None if booking.terms.refundable or booking.terms.changeable else booking.total
        yield MisfitFacts(title=booking.title, why="replaced", lost=lost, back=comes_back(booking, now))
    titles = {one.booking_id: one.title for one in trip.working_memory.bookings}
    longer = frozenset(trip.working_memory.extending)
    odd = (one for one in coverage(trip).misfits if one.booking_id not in longer and one.why != "has_successor")
    for one in odd:
        yield MisfitFacts(title=titles[one.booking_id], why=one.why, days=tuple(filter(None, one.wanted.split("/"))))


def _days(ranking: Ranking) -> ComparedDays | None:
    days = ranking.days
    if days is None or not days.prices:
        return None
    best, flights = days.prices[:BEST_DAYS], bool(ranking.flight_keys)
    return ComparedDays(earliest=days.earliest, latest=days.latest, best=best, flights=flights)


def _reason(shown: Sequence[Bundle], bundles: Sequence[Bundle], ports: Ports) -> ReasonFacts | None:
    """Return what the best overall has over the cheapest; None where it is not shown."""
    best = next((one for one in shown if "best_overall" in one.labels), None)
    if best is None:
        return None
    cheapest = min(bundles, key=lambda one: one.whole.amount)
    more = less(best.whole, cheapest.whole, ports)
    if not more or not more.amount:
        return ReasonFacts(cheapest=True)
    faster = cheapest.minutes - best.minutes
    same = [one for one in bundles if best.flight_option_ids and one.flight_option_ids == best.flight_option_ids]
    same = [one for one in same if one.scores.get("preference", 1) >= best.scores.get("preference", 1)]
    rival = min(same, key=lambda one: one.whole.amount, default=best)
    return ReasonFacts(
        more=more,
        minutes_less=faster if faster >= WORTH_SAYING else 0,
        stops_less=max(cheapest.stops - best.stops, 0),
        refundable=best.refundable and not cheapest.refundable,
        stars=best.stars if (best.stars or 0) > (cheapest.stars or 0) else None,
        rival=None if rival in (best, cheapest) else bundles.index(rival) + 1,
        rival_less=less(best.whole, rival.whole, ports),
        rival_stars=rival.stars if (rival.stars or 0) < (best.stars or 0) else None,
        rival_fixed=rival.scores.get("refundable_parts", 0) < best.scores.get("refundable_parts", 0),
    )


async def chosen_trip(trip: TripIntent, chosen: Bundle, buys: Sequence[CartLine], ports: Ports) -> ChosenFacts:
    """Return the facts of the chosen trip, which ``buys`` these, and what becomes of what is booked: as the approval will tell it.

    A booking that the choice itself changes at its airline is not replaced.
    """
    changed = {one.offer.changes for one in buys if isinstance(one.offer, FlightOffer)}
    gone = await giving_up(trip, [one for one in replaced(trip) if one.booking_id not in changed], ports)
    option = (await describer(trip, ports, [chosen])).option(chosen)
    report = current_risk(trip)
    risks = report.risks if report else ()
    return ChosenFacts(
        option=option,
        more=less(chosen.whole, trip.working_memory.selected.instead_of, ports),
        asked=asked_facts(one for one in risks if one.confirm and one.severity != "block"),
        known=asked_facts(
            one for one in risks if not one.confirm and one.severity != "block" and one.code != "simulated"
        ),
        blocks=asked_facts(one for one in risks if one.severity == "block"),
        replaces=tuple(map(line_facts, gone)),
        keeps=kept(trip, [*changed, *(one.booking_id for one in gone)]),
        loses=await lost(gone, buys, trip, ports),
        difference=change_option(option, gone, ports).in_all if gone else None,
        held=not unheld(trip),
        simulated=option.simulated,
    )


def asked_facts(risks: Iterable[Issue]) -> tuple[AskedFacts, ...]:
    """Return risks as points of a card."""
    return tuple(AskedFacts(id=one.confirmation_id, text=one.text, risk=one) for one in risks)


async def holds_facts(
    trip: TripIntent,
    held: Sequence[Hold],
    failed: Iterable[tuple[str, str]],
    ports: Ports,
    who: str,
    *,
    simulated: bool,
) -> HoldsFacts:
    """Return what is held and for whom, by the clock of the traveller's zone, and what could not be: (title, why); ``who`` reads it."""
    known = await ports.offers.options(trip.ledger_id, [one.option_id for one in held])
    lost = tuple(FailedFacts(title=title, why=why) for title, why in failed)
    kept = held_facts(held, zone_of(trip, ports), Describer(trip, ports, known, None))
    following, approver = to_be_bought(trip) if kept and not lost else "", trip.policy.rules.approver or ""
    people = tuple(PersonFacts(name=one.name, born=as_date(one.date_of_birth)) for one in trip.party.guests if one.name)
    other = approver if approver != who else ""
    next_step = "people" if following and missing(trip) else following
    return HoldsFacts(held=kept, people=people, failed=lost, next=next_step, approver=other, simulated=simulated)
