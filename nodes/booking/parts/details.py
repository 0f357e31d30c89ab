"""Details of people: reading them when they were asked for, and taking known ones from profiles."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from pydantic import JsonValue

from tripintent.nodes.booking.parts.placing import placed, typed
from tripintent.nodes.in_order import turn_today
from tripintent.nodes.known_people import profile_by_id, profile_by_name
from tripintent.state.party import Guest
from tripintent.state.patch import Patch
from tripintent.state.principal import Principal
from tripintent.state.questions import gaps, too_young
from tripintent.state.questions.invalid import as_date
from tripintent.state.supplement import supplement
from tripintent.state.travellers import Contact, Traveller
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.people import People
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import Profile

_YEAR = re.compile(r"(?<![\d@.-])(?:19|20)\d\d(?![\d@-])")
_LETTERED_DATE = re.compile(r"(?<!\d)\d{1,2}\s*(?:st|nd|rd|th|de|\.)?\s+[^\W\d_]{3,}\.?\s+(?:de\s+)?(?:19|20)\d\d")
"""A whole date, which is read as one."""
_PLACE = re.compile(r"\[(\d+)\]")
FIRST_NAME_UNKNOWN = "FNU"
"""What airlines write for a first name that a passport does not have; the only name is the family name."""
DETAIL_PATHS = ("party.guests", "party.contact")


def asked_for_details(trip: TripIntent) -> bool:
    """Return whether the last question was about people."""
    return any(p.startswith(DETAIL_PATHS) for p in trip.status.asked)


class Details(NamedTuple):
    """What a text says about people: the patch, and what is to be said of it (None: the next step says it all)."""

    patch: Patch
    told: dict[str, JsonValue] | None = None


def read_details(trip: TripIntent, text: str, ports: Ports) -> Details | None:
    """Return the people whom a text names, None when none are in it.

    What was not asked for counts only where the text is about nothing else, or where the trip is complete, everybody named
    has a full name, and somebody a birth date: otherwise a travel day would be read as a birthday.
    """
    asked, today = asked_for_details(trip), turn_today(trip)
    if asked and (years := _other_year(trip, text)):
        return Details(_patch({"guests": years}, "read a year of birth"))
    shared = ports.people.family_of_all(text)
    if shared is not None and (families := _one_family(trip, shared)):
        return Details(_patch({"guests": families}, "read a family name for all"))
    people = ports.people.read(text, today, trip.request.language)
    reached = people.contact.email or people.contact.phone
    about, rest = ports.people.apart(text, today)
    alone = bool(about) and not rest
    if people.one_name and asked and (single := _one_name(trip, people)):
        return single
    if not (people.travellers or ((asked or alone) and reached)):
        return None
    named = all(t.given_name and t.family_name for t in people.travellers)
    dated = any(t.date_of_birth for t in people.travellers)
    if not (asked or alone) and (gaps(trip) or not (named and dated)):
        return None
    guests, unplaced = placed(trip, [_as_guest(t) for t in people.travellers], instead=people.instead)
    contact = {k: v for k, v in people.contact.model_dump().items() if v}
    told = None if asked and not people.doubts else _told(guests, people)
    if unplaced:
        heads: dict[str, JsonValue] = {"unplaced": [*unplaced], "party": [g.name for g in guests if g.name]}
        told = {**_told(guests, people), **heads}
    return Details(_patch({"contact": contact, "guests": guests}, "read people"), told)


def _patch(party: dict[str, object], note: str) -> Patch:
    return Patch(source="user_message", by="extract", event="USER_MESSAGE", note=note, merge={"party": party})


def _told(guests: Sequence[Guest], people: People) -> dict[str, JsonValue]:
    """Return who was noted, with births, and what could not be read or can be read in two ways."""
    said = {t.given_name for t in people.travellers if t.given_name}
    noted: list[JsonValue] = [{"name": g.name, "born": g.date_of_birth} for g in guests if g.given_name in said]
    doubts: list[JsonValue] = [{**d.model_dump(mode="json"), "name": _of(d.slot, people)} for d in people.doubts]
    return {"noted": noted, "email": people.contact.email, "doubts": doubts}


def _of(slot: str, people: People) -> str:
    """Return whom a doubt is about: slots are ``guests[2].date_of_birth``, or name a contact detail."""
    place = _PLACE.search(slot)
    one = people.travellers[int(place[1])] if place else None
    return f"{one.given_name} {one.family_name}".strip() if one else ""


def _one_family(trip: TripIntent, shared: str) -> tuple[Guest, ...] | None:
    """Return the guests with one family name for whoever has none: the one that was said, else that of the first."""
    guests = trip.party.guests
    family = shared.strip() or next((g.family_name for g in guests if g.family_name), "")
    if not family or all(g.family_name for g in guests):
        return None
    named = (
        g if g.family_name else g.model_copy(update={"family_name": family, "name": f"{g.given_name} {family}"})
        for g in guests
    )
    return tuple(named)


def _one_name(trip: TripIntent, people: People) -> Details | None:
    """Take the only name of whoever has no family name for the family name, and say how it is ticketed."""
    guests = placed(trip, [_as_guest(t) for t in people.travellers]).guests
    single = [g for g in guests if g.given_name and not g.family_name]
    if not single:
        return None
    ticketed = [
        g.model_copy(update={"family_name": g.given_name, "given_name": FIRST_NAME_UNKNOWN}) if g in single else g
        for g in guests
    ]
    contact = {k: v for k, v in people.contact.model_dump().items() if v}
    names: list[JsonValue] = [g.name for g in single]
    told: dict[str, JsonValue] = {**_told(ticketed, people), "single": names}
    return Details(_patch({"contact": contact, "guests": tuple(ticketed)}, "read an only name"), told)


def _other_year(trip: TripIntent, text: str) -> tuple[Guest, ...] | None:
    """Read "2001 not 2021" while a birth date is doubted: the year that it does not have replaces the one that it has."""
    young, years = too_young(trip), set(_YEAR.findall(text))
    born = as_date(trip.party.guests[young[0]].date_of_birth) if len(young) == 1 else None
    new = years - {f"{born.year}"} if born else set()
    if born is None or len(new) != 1 or _LETTERED_DATE.search(text):
        return None
    day = as_date(f"{new.pop()}-{born:%m-%d}")
    guests = list(trip.party.guests)
    guests[young[0]] = (
        guests[young[0]].model_copy(update={"date_of_birth": day.isoformat()}) if day else guests[young[0]]
    )
    return tuple(typed(one, trip) for one in guests) if day else None


def _as_guest(person: Traveller) -> Guest:
    name = f"{person.given_name} {person.family_name}".strip()
    return Guest(
        name=name,
        given_name=person.given_name,
        family_name=person.family_name,
        date_of_birth=person.date_of_birth,
        title=person.title,
        gender=person.gender,
    )


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
