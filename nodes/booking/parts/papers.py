"""Passports and frequent flyer numbers: read from stored profiles when an order is placed, and never kept in the trip."""

from tripintent.nodes.booking.parts.details import travellers_of
from tripintent.nodes.identity import owner_of
from tripintent.nodes.known_people import profile_by_id
from tripintent.nodes.runtime import Run
from tripintent.state.travellers import Traveller
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports


async def travellers_with_papers(trip: TripIntent, ports: Ports, run: Run) -> tuple[Traveller, ...]:
    """Return the named people of the party, each with what the profile that they are known by says."""
    people = travellers_of(trip)
    known = {(g.given_name, g.family_name): g.traveler_profile_id for g in trip.party.guests if g.traveler_profile_id}
    if not known:
        return people
    owner = await owner_of(trip, ports, run.principal)
    found = []
    for person in people:
        profile_id = known.get((person.given_name, person.family_name))
        profile = await profile_by_id(owner, profile_id, ports) if profile_id else None
        papers = {"document": profile.document, "loyalty": profile.loyalty} if profile else {}
        found.append(person.model_copy(update=papers))
    return tuple(found)
