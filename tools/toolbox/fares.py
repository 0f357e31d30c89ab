"""The offers behind what a trip has booked, holds or has chosen: documents are made of them, answers read their baggage."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Sequence
from decimal import Decimal
from typing import TypeVar
from zoneinfo import ZoneInfo

from tripintent.state.booking import DECIDED, Approval, Booking
from tripintent.state.changing import with_days_as_booked
from tripintent.state.derived import current_ranking
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.segments import FlightSegment
from tripintent.state.money import Money, payable
from tripintent.state.offers import FlightOffer, Offer
from tripintent.state.planning.facts import TripFacts
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.planning import Fare, PlanningPorts, Purchased, T
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.base import Scene
from tripintent.tools.toolbox.describe import zone_of


async def fares_of(trip: TripIntent, ports: Ports) -> tuple[Fare, ...]:
    """Return the offers behind what is booked, then behind what is held, then what is chosen and neither."""
    memory = trip.working_memory
    booked = {one.option_id: one.terms.free_until for one in memory.bookings if one.is_taken}
    holds, zone = [one for one in memory.holds if one.status == "held"], ZoneInfo(zone_of(trip, ports) or "UTC")
    held = {one.option_id: one.expires_at and one.expires_at.astimezone(zone) for one in holds}
    selected = memory.selected
    chosen = (*selected.flight_option_ids, *selected.hotel_option_ids)
    wanted = dict.fromkeys(one for one in (*booked, *held, *chosen) if one)
    known = await ports.offers.options(trip.ledger_id, list(wanted)) if wanted else {}
    return tuple(
        Fare(offer=known[one], status="booked", free_until=booked[one])
        if one in booked
        else Fare(offer=known[one], status="held", pay_by=held[one])
        if one in held
        else Fare(offer=known[one], status="chosen")
        for one in wanted
        if one in known
    )


async def fares_in_view(trip: TripIntent, ports: Ports, plan: ItineraryDocument | None = None) -> tuple[Fare, ...]:
    """Return the offers behind what is booked, held or chosen, else those of the best option that is shown.

    Flights that stand in the plan itself, bought elsewhere, are the ones that are flown: nothing that is only shown is.
    """
    known = await fares_of(trip, ports)
    own = plan is not None and any(isinstance(one, FlightSegment) for one in plan.live)
    if own or any(isinstance(one.offer, FlightOffer) for one in known):
        return known
    return (*known, *(Fare(offer=one, status="shown") for one in await best_offers(trip, ports)))


async def best_offers(trip: TripIntent, ports: Ports) -> list[Offer]:
    """Return the offers of the chosen option, else of the best one that is shown."""
    ranking, found = current_ranking(trip), []
    if ranking and ranking.bundles:
        chosen = trip.working_memory.selected.bundle_id
        best = next((b for b in ranking.bundles if b.bundle_id == chosen), ranking.bundles[0])
        wanted = {*best.flight_option_ids, *best.hotel_option_ids}
        for key in (*ranking.flight_keys, *ranking.hotel_keys):
            found += [offer for offer in await ports.offers.get(trip.ledger_id, key) if offer.option_id in wanted]
    return found


async def purchased(trip: TripIntent, ports: Ports) -> Purchased:
    """Return what is booked and held (for a change: only what it ``waits``), and the price of the best option where it is neither."""
    memory = trip.working_memory
    best = await best_offers(trip, ports)
    taxes = (("tax", one.due_at_property) for one in best if one.due_at_property)
    quoted = (*((offer.kind, offer.total_price) for offer in best), *taxes)
    fares = [one for one in await fares_of(trip, ports) if one.status != "chosen"]
    changes = [one for one in fares if one.status == "held"] if with_days_as_booked(trip) is not trip else []
    fares, holds = [one for one in fares if one not in changes], () if changes else memory.holds
    waits = _waits(memory.approval, changes)
    return Purchased(bookings=memory.bookings, holds=holds, quoted=quoted, fares=tuple(fares), waits=waits)


def _waits(asked: Approval | None, changes: Sequence[Fare]) -> tuple[Money, ...]:
    """Return what a yes that waits for a change or cancellation would cost, as its card says; less than nothing: bring back."""
    if asked is None or asked.state in DECIDED or not (changes or asked.kind == "cancel"):
        return ()
    if asked.kind == "cancel":
        return (asked.refund.model_copy(update={"amount": -asked.refund.amount}),) if asked.refund else ()
    if not asked.cancels:
        return asked.total, *asked.due_there
    return (asked.difference,) if asked.difference else ()


async def due_at_hotels(bookings: Iterable[Booking], trip: TripIntent, ports: Ports) -> tuple[Money, ...]:
    """Return the taxes and fees that are still paid at the desks of booked hotels."""
    hotels = [one.option_id for one in bookings if one.is_taken and one.item_type == "hotel" and one.option_id]
    known = await ports.offers.options(trip.ledger_id, hotels) if hotels else {}
    return Purchased(fares=tuple(Fare(offer=one) for one in known.values())).due_there


def summed(sums: Iterable[Money], currency: str, ports: Ports) -> Money:
    """Return a sum in one currency."""
    return payable(sum((ports.rates.convert(one, currency).amount for one in sums), Decimal(0)), currency)


def made_for(trip: TripIntent, facts: TripFacts, bought: Purchased) -> dict[str, str]:
    """Return the marks by which a document is known to be out of date."""
    return {"trip_id": trip.trip_id, "made_for": bought.mark, "made_from": facts.mark}


PATIENCE, TRIES = 30.0, 3
"""Seconds for one try at a document, and how often it is tried."""

R = TypeVar("R")


async def patiently(work: Callable[[], Awaitable[R]]) -> R:
    """Do a piece of work, three times at most; the last failure is raised."""
    for _ in range(TRIES - 1):
        try:
            return await asyncio.wait_for(work(), PATIENCE)
        except Exception:  # noqa: BLE001, S112 - what goes wrong once may go right the next time
            continue
    return await asyncio.wait_for(work(), PATIENCE)


async def made_anew(
    make: Callable[[TripFacts, Purchased, str], T], scene: Scene, facts: TripFacts, old: T | None, own: PlanningPorts
) -> T:
    """Return a new document; what people did to the one before stays: ticks, own items, expenses, own amounts."""
    bought = await purchased(scene.trip, scene.ports)
    new = make(facts, bought, scene.trip.request.tag)
    return own.editor.carried(old, new.model_copy(update=made_for(scene.trip, facts, bought)))
