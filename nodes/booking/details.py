"""Details of people: reading them when they were asked for, and taking known ones from profiles."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from tripintent.nodes.booking.known_people import profile_by_id, profile_by_name
from tripintent.state.party import Guest
from tripintent.state.patch import Patch
from tripintent.state.questions import gaps
from tripintent.state.questions.invalid import as_date
from tripintent.state.travellers import Contact, Traveller
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.people import People
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import Profile

DETAIL_PATHS = ("party.guests", "party.contact")


def asked_for_details(trip: TripIntent) -> bool:
    """Return whether the last question was about people."""
    return any(p.startswith(DETAIL_PATHS) for p in trip.status.asked)


def read_details(trip: TripIntent, text: str, ports: Ports) -> Patch | None:
    """Return the patch of the people whom a text names, None when none are in it.

    What was not asked for counts only where the trip is complete, everybody named has a full name, and somebody a birth
    date: otherwise a birthday would be read as a day of travel, or a travel day as a birthday.
    """
    asked = asked_for_details(trip)
    if not asked and gaps(trip):
        return None
    people = ports.people.read(text, date.fromisoformat(trip.request.now_date))
    if not (people.travellers or (asked and (people.contact.email or people.contact.phone))):
        return None
    named = all(t.given_name and t.family_name for t in people.travellers)
    if not asked and not (named and any(t.date_of_birth for t in people.travellers)):
        return None
    merge = {"party": _party(trip, people)}
    return Patch(source="user_message", by="extract", event="USER_MESSAGE", note="read people", merge=merge)


def _party(trip: TripIntent, people: People) -> dict[str, Any]:
    contact = {k: v for k, v in people.contact.model_dump().items() if v}
    guests = merged_guests(trip, [_as_guest(t) for t in people.travellers])
    return {"contact": contact, "guests": guests}


def merged_guests(trip: TripIntent, named: Sequence[Guest]) -> tuple[Guest, ...]:
    """Merge newly named people into the party: by name first, then into the first places without a name."""
    guests = list(trip.party.guests)
    for new in named:
        place = _place_of(new, guests)
        if place is None:
            guests.append(new)
        else:
            known = {k: v for k, v in new.model_dump().items() if v}
            guests[place] = guests[place].model_copy(update={**known, "preferences": guests[place].preferences})
    numbered = (g.model_copy(update={"id": f"guest_{i + 1}"}) for i, g in enumerate(guests))
    return tuple(_typed(g, trip) for g in numbered)


def _place_of(new: Guest, guests: Sequence[Guest]) -> int | None:
    """Return whom a newly named person is: the one of that name, else the first one still without what was said."""
    for i, guest in enumerate(guests):
        if new.family_name and guest.name.casefold() == new.name.casefold():
            return i
    for i, guest in enumerate(guests):
        if (new.family_name and not guest.family_name) or (not new.family_name and not guest.date_of_birth):
            return i
    return None


def _as_guest(person: Traveller) -> Guest:
    name = f"{person.given_name} {person.family_name}".strip()
    return Guest(
        name=name, given_name=person.given_name, family_name=person.family_name, date_of_birth=person.date_of_birth
    )


def _typed(guest: Guest, trip: TripIntent) -> Guest:
    """Set adult, child or infant by the age on the day of travel."""
    born = as_date(guest.date_of_birth)
    first = as_date(trip.itinerary.segments[0].depart_date) if trip.itinerary.segments else None
    if born is None or first is None:
        return guest
    age = first.year - born.year - ((first.month, first.day) < (born.month, born.day))
    kind = "infant" if age < 2 else "child" if age < 12 else "adult"
    return guest.model_copy(update={"passenger_type": kind})


async def from_profiles(trip: TripIntent, ports: Ports) -> dict[str, Any]:
    """Return what stored profiles know of the party: the ids in the trip first, then people by their names."""
    known = [await profile_by_id(trip, one, ports) for one in trip.party.traveler_profile_ids]
    unsaid = [guest.name for guest in trip.party.guests if guest.name and not guest.date_of_birth]
    profiles = [p for p in (*known, *[await profile_by_name(trip, name, ports) for name in unsaid]) if p]
    if not profiles:
        return {}
    guests = merged_guests(trip, [_known(p) for p in profiles if p.family_name])
    heads = max(sum(trip.party.heads()), 1)
    return {"guests": guests[: max(heads, len(trip.party.guests))], "contact": _contact(trip, profiles[0])}


def _known(profile: Profile) -> Guest:
    return Guest(
        traveler_profile_id=profile.profile_id,
        name=profile.name,
        given_name=profile.given_name,
        family_name=profile.family_name,
        date_of_birth=profile.date_of_birth,
    )


def _contact(trip: TripIntent, profile: Profile) -> dict[str, Any]:
    now = trip.party.contact
    return {"email": now.email or profile.contact.email, "phone": now.phone or profile.contact.phone}


def travellers_of(trip: TripIntent) -> tuple[Traveller, ...]:
    """Return the named people of the party as suppliers need them, as many as travel."""
    return tuple(
        Traveller(
            given_name=g.given_name,
            family_name=g.family_name,
            date_of_birth=g.date_of_birth,
            passenger_type=g.passenger_type,
        )
        for g in trip.party.guests[: sum(trip.party.heads())]
    )


def contact_of(trip: TripIntent) -> Contact:
    """Return how the party is reached."""
    return trip.party.contact
