"""The nights of the plan as they are chosen or booked: a stay that follows a flight begins when that one lands."""

from typing import Any

from tripintent.nodes.booking.chosen import ChosenOffer
from tripintent.state.offers import HotelOffer
from tripintent.state.questions.plan import plan_of
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports


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
