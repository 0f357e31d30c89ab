"""The people of a trip: known from profiles, named to suppliers with their papers, charged by what is on file, and remembered."""

import re

from tripintent.nodes.identity import owner_of, profile_by_id, profile_by_name
from tripintent.nodes.opening import rules_in_force
from tripintent.nodes.runtime import Run
from tripintent.state.context import Principal
from tripintent.state.derived import open_plan
from tripintent.state.party_places import placed
from tripintent.state.rebooking import members_of
from tripintent.state.travellers import Guest, Traveller
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import Policy
from tripintent.tools.ports.outcomes import Failed, Refused
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import PaymentMethod, Profile

_NAMED = {"given_name", "family_name", "date_of_birth"}


async def from_profiles(trip: TripIntent, owner: Principal, ports: Ports) -> dict[str, object]:
    """Return what stored profiles know of the party: the ids in the trip first, then people by their names."""
    known = [await profile_by_id(owner, one, ports) for one in trip.party.traveler_profile_ids]
    unsaid = [guest.name for guest in trip.party.guests if guest.name and not guest.date_of_birth]
    profiles = [p for p in (*known, *[await profile_by_name(owner, name, ports) for name in unsaid]) if p]
    if not profiles:
        return {}
    heads = max(sum(trip.party.heads()), 1)
    named = [Guest(traveler_profile_id=p.profile_id, **p.model_dump(include=_NAMED)) for p in profiles if p.family_name]
    guests = placed(trip, named, heads)
    return {"guests": guests, "contact": _contact(trip, profiles[0])}


def _contact(trip: TripIntent, profile: Profile) -> dict[str, object]:
    now = trip.party.contact
    return {"email": now.email or profile.contact.email, "phone": now.phone or profile.contact.phone}


def travellers_of(trip: TripIntent) -> tuple[Traveller, ...]:
    """Return the named people whom the open questions are for, as suppliers need them: who has a booking is named there already."""
    plan = open_plan(trip)
    people = members_of(trip, (*plan.flights, *plan.hotels)) or trip.party.members()
    known = _NAMED | {"passenger_type", "title", "gender"}
    return tuple(Traveller(**one.guest.model_dump(include=known)) for one in people if one.guest)


def only_some(trip: TripIntent) -> dict[str, tuple[int, ...]]:
    """Return for each open question that is for some of these people alone which of them it is for, by their places."""
    plan = open_plan(trip)
    asked = (*plan.flights, *plan.hotels)
    ids = [one.id for one in members_of(trip, asked) if one.guest]
    places = {one.key: tuple(n for n, known in enumerate(ids) if known in one.who) for one in asked}
    return {key: some for key, some in places.items() if len(some) < len(ids)}


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


async def payer_of(trip: TripIntent, ports: Ports, run: Run) -> str:
    """Return whose payment methods count: those of the trip's owner in the ledger, whatever the state says."""
    return (await owner_of(trip, ports, run.principal)).traveller


async def methods_of(trip: TripIntent, ports: Ports, run: Run) -> tuple[PaymentMethod, ...]:
    """Return what the approval card offers, the default first: what pays all the sellers of what is held."""
    sellers = {one.supplier for one in trip.working_memory.holds if one.status == "held"}
    listed = await ports.payment_methods.list(await payer_of(trip, ports, run))
    return tuple(one for one in listed if not sellers & {*one.not_for})


async def declined_before(trip: TripIntent, ports: Ports) -> str:
    """Return the payment method by which the latest purchase was declined; empty where none was, or nothing was bought yet."""
    if trip.working_memory.purchase_state is None:
        return ""
    last = await ports.desk.outcome(trip.ledger_id)
    return last.payment_method_id if isinstance(last, Failed) and last.declined else ""


async def first_method(trip: TripIntent, ports: Ports, run: Run) -> PaymentMethod | None:
    """Return the default method; where it was declined, another one on file if there is one."""
    methods = await methods_of(trip, ports, run)
    method = next(iter(methods), None)
    refused = await declined_before(trip, ports)
    if method is None or method.payment_method_id != refused:
        return method
    return next((one for one in methods if one.payment_method_id != refused), method)


async def not_on_file(method_id: str | None, trip: TripIntent, ports: Ports, run: Run) -> Refused | None:
    """Return the refusal of a method that is not on file; None is the one that the approval is bound to."""
    if method_id is None:
        return None
    known = [m.payment_method_id for m in await methods_of(trip, ports, run)]
    if method_id in known or method_id.startswith(tuple(ports.payment_methods.tokens)):
        return None
    words = f"the payment method {method_id!r} is not on file; choose one of: {', '.join(known) or 'none'}"
    return Refused(code="unknown_payment_method", message=words)


async def rules_now(trip: TripIntent, ports: Ports, run: Run) -> Policy:
    """Return the rules in force for whoever travels and pays, not those that the trip names."""
    return await rules_in_force(trip, await owner_of(trip, ports, run.principal), ports)


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
        companion = re.sub(r"\W+", "-", guest.name.casefold()).strip("-")
        profile_id = traveller if i == 0 else f"{traveller}/{companion}"
        if await ports.profiles.get(profile_id) is None:
            await ports.profiles.save(_profile(profile_id, trip, guest, writer=i == 0))


def _profile(profile_id: str, trip: TripIntent, guest: Guest, *, writer: bool) -> Profile:
    profile = Profile(profile_id=profile_id, org=trip.org, **guest.model_dump(include=_NAMED))
    return profile.model_copy(update={"contact": trip.party.contact}) if writer else profile
