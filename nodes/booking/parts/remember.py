"""Remembering people: who was named for a hold is not asked for again on the next trip."""

import re

from tripintent.state.travellers import Guest
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import Profile


async def remember_people(trip: TripIntent, ports: Ports, traveller: str) -> None:
    """Save the named guests as profiles of the person who writes; without one no one is remembered.

    The first guest gets the writer's own profile if there is none yet, the others profiles that are found by their name.
    A profile that is there stays as it is, also one of another organisation (``TripContext.traveller``).
    """
    if not traveller:
        return
    for i, guest in enumerate(trip.party.guests):
        if not (guest.family_name and guest.date_of_birth) or guest.traveler_profile_id:
            continue
        profile_id = traveller if i == 0 else f"{traveller}/{_slug(guest.name)}"
        if await ports.profiles.get(profile_id) is None:
            await ports.profiles.save(_profile(profile_id, trip, guest, writer=i == 0))


def _profile(profile_id: str, trip: TripIntent, guest: Guest, *, writer: bool) -> Profile:
    profile = Profile(
        profile_id=profile_id,
        org=trip.org,
        given_name=guest.given_name,
        family_name=guest.family_name,
        date_of_birth=guest.date_of_birth,
    )
    return profile.model_copy(update={"contact": trip.party.contact}) if writer else profile


def _slug(name: str) -> str:
    return re.sub(r"\W+", "-", name.casefold()).strip("-")
