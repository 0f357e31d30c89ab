"""A trip in the words of people: its cities, days and travellers, and the offers behind what is chosen, held and booked."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pydantic import BaseModel, Field

from tripintent.app.http.localized import Localized
from tripintent.app.threads import codes_of, last_day_of, route_of
from tripintent.nodes.booking.facts.option_facts import offer_facts
from tripintent.state.derived import selected_bundle
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.places import Places
from tripintent.tools.ports.ports import Ports


class Journey(BaseModel):
    """Where, when and who. ``cities`` are in the order of travel, without the way home."""

    cities: list[str] = Field(default_factory=list, examples=[["Boston", "Lisbon"]])
    route: str = Field(default="", examples=["MUC–LIS–MUC"])
    first_day: str | None = Field(default=None, examples=["2027-03-04"])
    last_day: str | None = Field(default=None, examples=["2027-03-08"])
    travellers: int = Field(default=0, description="0 while it is not known")


def cities_of(codes: Sequence[str], places: Places) -> list[str]:
    """Return the names of a route's cities, each once; what the gazetteer does not know stays as it is."""
    return list(dict.fromkeys(city_of(code, places) for code in codes if code != "?"))


def city_of(code: str, places: Places) -> str:
    """Return the city of an airport or metropolitan code."""
    airports = places.airports_for(code)
    return airports[0].city if airports else code


def heads_of(trip: TripIntent) -> int:
    """Return how many travel; 0 while it was not said."""
    said = trip.party.travelers
    return sum(trip.party.heads()) if said.adults is not None or said.total is not None else 0


def names_of(trip: TripIntent) -> tuple[str, ...]:
    """Return who travels, by name, as far as it is known."""
    return tuple(guest.name for guest in trip.party.guests if guest.name)


def journey_of(trip: TripIntent, places: Places | None = None) -> Journey:
    """Return the journey of a trip; its cities have names where a gazetteer is given."""
    segments = trip.itinerary.segments
    return Journey(
        cities=cities_of(codes_of(trip), places) if places else [],
        route=route_of(trip),
        first_day=segments[0].depart_date if segments else None,
        last_day=last_day_of(trip),
        travellers=heads_of(trip),
    )


async def offers_shown(trip: TripIntent, ports: Ports) -> dict[str, dict[str, Any]]:
    """Return the facts of the offers that are chosen, held or booked, by their ids; one that is no longer kept is left out."""
    memory, bundle = trip.working_memory, selected_bundle(trip)
    wanted = {hold.option_id for hold in memory.holds} | {booking.option_id for booking in memory.bookings}
    if bundle:
        wanted |= {*bundle.flight_option_ids, *bundle.hotel_option_ids}
    localized = Localized(trip.request.language)
    offers = await ports.offers.options(trip.ledger_id, wanted) if wanted else {}
    return {name: localized.offer(offer_facts(offer)) for name, offer in offers.items()}


def places_named(offers: Iterable[Mapping[str, object]], codes: Iterable[str], places: Places) -> dict[str, str]:
    """Return the city of every airport code that is shown."""
    through = (code for offer in offers for code in _route(offer))
    return {code: city_of(code, places) for code in {*through, *codes} if code != "?"}


def _route(offer: Mapping[str, Any]) -> Iterator[str]:
    yield from offer.get("route", ())
