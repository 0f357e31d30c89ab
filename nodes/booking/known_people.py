"""Whose stored profile a trip may open: those of its organisation, and of a private trip only its own people's."""

from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import Profile


async def profile_by_id(trip: TripIntent, profile_id: str, ports: Ports) -> Profile | None:
    """Return a profile of the trip's organisation; any other one is as if there were none."""
    profile = await ports.profiles.get(profile_id)
    return profile if profile is not None and profile.org == trip.org else None


async def profile_by_name(trip: TripIntent, name: str, ports: Ports) -> Profile | None:
    """Return the one profile that a name can mean on this trip. Several mean: ask, never guess."""
    found = [p for p in await ports.profiles.find(trip.org, name) if _may_open(trip, p)]
    return found[0] if len(found) == 1 else None


def _may_open(trip: TripIntent, profile: Profile) -> bool:
    """Colleagues may name each other. Private people share no organisation: a name brings only the writer and companions."""
    own = trip.party.traveler_profile_ids
    companion = profile.profile_id in own or profile.profile_id.startswith(tuple(f"{one}/" for one in own))
    return profile.org == trip.org and (bool(trip.org) or companion)
