"""The offers of the chosen trip, looked up in the offer store."""

from typing import Any, NamedTuple

from tripintent.state.derived import open_plan, requirement_key_of
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.state.questions.plan import plan_of
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.suppliers import Capabilities, Need


class ChosenOffer(NamedTuple):
    """One chosen offer, the key of the query it answers, and the fit that a hold of it must keep."""

    key: str
    requirement_key: str
    offer: Offer


async def chosen_offers(trip: TripIntent, ports: Ports) -> tuple[ChosenOffer, ...]:
    """Return the chosen offers in the order of the plan."""
    plan, selected = open_plan(trip), trip.working_memory.selected
    pairs = (
        *zip(plan.flights, selected.flight_option_ids, strict=False),
        *zip(plan.hotels, selected.hotel_option_ids, strict=False),
    )
    known = await ports.offers.options(trip.ledger_id, [option for _, option in pairs])
    return tuple(ChosenOffer(a.key, requirement_key_of(trip, a.key, i), known[i]) for a, i in pairs if i in known)


def split(chosen: tuple[ChosenOffer, ...]) -> tuple[tuple[FlightOffer, ...], tuple[HotelOffer, ...]]:
    """Return flights and hotels apart."""
    offers = [c.offer for c in chosen]
    return tuple(o for o in offers if isinstance(o, FlightOffer)), tuple(o for o in offers if isinstance(o, HotelOffer))


def needs_of(chosen: tuple[ChosenOffer, ...], ports: Ports) -> tuple[Need, ...]:
    """Return what the suppliers of the chosen offers declare that they need."""
    return tuple(dict.fromkeys(need for c in chosen for need in _seller_of(c.offer, ports).needs))


def _seller_of(offer: Offer, ports: Ports) -> Capabilities:
    """Return what the offer's own seller promises; where several are searched as one, the desk knows each by its name."""
    searched = ports.flights.capabilities if isinstance(offer, FlightOffer) else ports.hotels.capabilities
    return searched if searched.supplier == offer.supplier else ports.desk.capabilities(offer.supplier)


async def lodging_facts(trip: TripIntent, chosen: tuple[ChosenOffer, ...], ports: Ports) -> dict[str, Any]:
    """Return the lodging of the plan, with the first nights of the rooms that were chosen or booked."""
    facts = trip.itinerary.lodging.model_dump(mode="json")
    booked = {b.key: b.option_id for b in trip.working_memory.bookings if b.status == "confirmed"}
    known = await ports.offers.options(trip.ledger_id, list(booked.values()))
    taken = {c.key: c.offer for c in chosen} | {k: known.get(i) for k, i in booked.items()}
    for asked in plan_of(trip).hotels:
        if isinstance(offer := taken.get(asked.key), HotelOffer):
            row = facts["stays"][asked.number] if facts["stays"] else facts
            row["check_in"] = offer.check_in.isoformat()
    return facts
