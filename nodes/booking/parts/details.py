"""Details of people: taking known ones from profiles, and giving them to suppliers."""

from tripintent.nodes.known_people import profile_by_id, profile_by_name
from tripintent.state.context import Principal
from tripintent.state.guests import placed
from tripintent.state.rebooking import supplement
from tripintent.state.travellers import Contact, Guest, Traveller
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import Profile


async def from_profiles(trip: TripIntent, owner: Principal, ports: Ports) -> dict[str, object]:
    """Return what stored profiles know of the party: the ids in the trip first, then people by their names."""
    known = [await profile_by_id(owner, one, ports) for one in trip.party.traveler_profile_ids]
    unsaid = [guest.name for guest in trip.party.guests if guest.name and not guest.date_of_birth]
    profiles = [p for p in (*known, *[await profile_by_name(owner, name, ports) for name in unsaid]) if p]
    if not profiles:
        return {}
    heads = max(sum(trip.party.heads()), 1)
    guests = placed(trip, [_known(p) for p in profiles if p.family_name], heads).guests
    return {"guests": guests, "contact": _contact(trip, profiles[0])}


def _known(profile: Profile) -> Guest:
    return Guest(
        traveler_profile_id=profile.profile_id,
        name=profile.name,
        given_name=profile.given_name,
        family_name=profile.family_name,
        date_of_birth=profile.date_of_birth,
    )


def _contact(trip: TripIntent, profile: Profile) -> dict[str, object]:
    now = trip.party.contact
    return {"email": now.email or profile.contact.email, "phone": now.phone or profile.contact.phone}


def travellers_of(trip: TripIntent) -> tuple[Traveller, ...]:
    """Return the named people of the party as suppliers need them, as many as travel.

    Where somebody joins a booked trip, only the newcomers: the others are named at their suppliers already.
    """
    shared = supplement(trip)
    booked: dict[str, int] = dict(
        zip(("adult", "child", "infant"), shared.booked if shared else (0, 0, 0), strict=True)
    )
    return tuple(
        Traveller(
            given_name=g.given_name,
            family_name=g.family_name,
            date_of_birth=g.date_of_birth,
            passenger_type=g.passenger_type,
            title=g.title,
            gender=g.gender,
        )
        for g in trip.party.guests[: sum(trip.party.heads())]
        if not _taken(booked, g)
    )


def _taken(booked: dict[str, int], guest: Guest) -> bool:
    """Whether a guest is one of those who are booked; the first ones of each kind are."""
    booked[guest.passenger_type] -= 1
    return booked[guest.passenger_type] >= 0


def contact_of(trip: TripIntent) -> Contact:
    """Return how the party is reached."""
    return trip.party.contact
