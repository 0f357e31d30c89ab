"""The offers of the chosen trip, looked up in the offer store."""

from typing import NamedTuple

from tripintent.state.derived import fit_of, open_plan
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.suppliers import Capabilities, Need


class ChosenOffer(NamedTuple):
    """One chosen offer, the key of the query it answers, and the fit that a hold of it must keep."""

    key: str
    fit: str
    offer: Offer


async def chosen_offers(trip: TripIntent, ports: Ports) -> tuple[ChosenOffer, ...]:
    """Return the chosen offers in the order of the plan."""
    plan, selected = open_plan(trip), trip.working_memory.selected
    pairs = (
        *zip(plan.flights, selected.flight_option_ids, strict=False),
        *zip(plan.hotels, selected.hotel_option_ids, strict=False),
    )
    known = await ports.offers.options(trip.ledger_id, [option for _, option in pairs])
    return tuple(ChosenOffer(a.key, fit_of(trip, a.key, i), known[i]) for a, i in pairs if i in known)


def split(chosen: tuple[ChosenOffer, ...]) -> tuple[tuple[FlightOffer, ...], tuple[HotelOffer, ...]]:
    """Return flights and hotels apart."""
    offers = [c.offer for c in chosen]
    return tuple(o for o in offers if isinstance(o, FlightOffer)), tuple(o for o in offers if isinstance(o, HotelOffer))


def needs_of(chosen: tuple[ChosenOffer, ...], ports: Ports) -> tuple[Need, ...]:
    """Return what the suppliers of the chosen offers declare that they need."""
    declared: tuple[Capabilities, ...] = tuple(
        ports.flights.capabilities if isinstance(c.offer, FlightOffer) else ports.hotels.capabilities for c in chosen
    )
    return tuple(dict.fromkeys(need for capabilities in declared for need in capabilities.needs))
