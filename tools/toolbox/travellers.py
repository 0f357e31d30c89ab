"""Who travels, as tools of the trip toolset: people are named, corrected, and taken out of a party that is not booked."""

from datetime import date
from typing import Annotated, Literal

from pydantic import Field, JsonValue

from tripintent.state.acts import Outcome, Rejected
from tripintent.state.party_places import SaidPerson, counted, kinds_of, place_of, seated, without
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.travellers import Contact, Guest, PassengerType
from tripintent.state.trip import TripIntent
from tripintent.tools.toolbox.base import Act, Arguments, Scene, tool
from tripintent.tools.toolbox.trip import LET_GO, act_of, booked, with_ages


class TravellerDetails(Arguments):
    """Somebody who travels, as in the passport; as much as is known."""

    id: str | None = Field(default=None, pattern=r"^t\d{1,2}$", description="whom it corrects: t1 …")
    given_name: str | None = Field(default=None, max_length=100)
    family_name: str | None = Field(default=None, max_length=100)
    date_of_birth: str | None = Field(default=None, description="YYYY-MM-DD")
    type: PassengerType | None = None
    title: str | None = Field(default=None, max_length=20)
    gender: Literal["m", "f"] | None = None
    nationality: str | None = Field(default=None, pattern="^[A-Z]{2}$", description="ISO 3166-1 alpha-2")
    email: str | None = Field(default=None, pattern=r"^[^@\s]+@[^@\s]+\.[^@\s]+$", max_length=200)
    phone: str | None = Field(default=None, max_length=40)


class Travellers(Arguments):
    """People who travel."""

    keeps = "people"
    people: Annotated[tuple[TravellerDetails, ...], Field(min_length=1, max_length=30)]
    let_hold_go: bool = LET_GO


@tool("trip", "WRITE")
async def set_travellers(scene: Scene, given: Travellers) -> Act:
    """Note who travels, or correct somebody: names, births, contact; what is half known is kept.

    Call it when the traveller gives names, births, e-mail or phone, also as marks like <contact 1>. How many go is
    update_trip's. Args: people; id t1 … for whom a correction is.
    Returns: facts.people, with id and what each has; rejected where the party has no place for somebody.
    """
    trip, rejected = scene.trip, list(given.unread)
    people = [_person(trip, i, one, rejected) for i, one in enumerate(given.people)]
    found = seated(trip, people)
    party = trip.party.model_copy(update={"guests": found.guests})
    assumed: list[str] = []
    if not kinds_of(trip) and found.guests:
        party = party.model_copy(update={"travelers": counted(found.guests, trip)})
        assumed.append(f"party: {len(found.guests)}, as named")
    after = trip.model_copy(update={"party": party})
    known = [f"{g.id} {g.name}".strip() for g in found.guests]
    full = (
        f"the party has {len(kinds_of(trip))} places: update_trip first for more people, or the id of whom it corrects"
    )
    for i, place in enumerate(found.places):
        if place is None or place >= len(found.guests):
            why = full if place is None else "nothing is said of this person: give a name, or a date of birth"
            rejected.append(Rejected(path=f"people[{i}]", why=why, candidates=tuple(known)))
    lead = next(
        (p.guest.contact for p, at in zip(people, found.places, strict=True) if at == 0 and p.guest.contact), None
    )
    first = lead or next((g.contact for g in found.guests if g.contact), None)
    if first and (lead or trip.party.contact == Contact()):
        contact = Contact(email=first.email or trip.party.contact.email, phone=first.phone or trip.party.contact.phone)
        after = after.model_copy(update={"party": after.party.model_copy(update={"contact": contact})})
    facts: dict[str, JsonValue] = {"people": _told(trip, after, found.places)}
    facts |= {"email": after.party.contact.email} if after.party.contact != trip.party.contact else {}
    return act_of(trip, with_ages(after), "set_travellers", rejected, assumed, facts=facts, let_go=True)


def _person(trip: TripIntent, i: int, one: TravellerDetails, rejected: list[Rejected]) -> SaidPerson:
    names = ("given_name", "family_name", "title", "gender", "nationality", "date_of_birth")
    given = {name: getattr(one, name) for name in names if name in one.model_fields_set}
    given |= {name: given[name] or "" for name in ("given_name", "family_name") if name in given}
    if one.type:
        given["passenger_type"] = one.type
    born = given.get("date_of_birth")
    if born and (why := _unborn(trip, born)):
        rejected.append(Rejected(path=f"people[{i}].date_of_birth", why=why))
        del given["date_of_birth"]
    if {"email", "phone"} & one.model_fields_set:
        given["contact"] = Contact(email=one.email, phone=one.phone)
    return SaidPerson(one.id, Guest(**given), frozenset(given))


def _unborn(trip: TripIntent, born: str) -> str:
    try:
        day = date.fromisoformat(born)
    except ValueError:
        return f"{born!r} is no day of the calendar: give YYYY-MM-DD"
    today = date.fromisoformat(trip.request.now_date) if trip.request.now_date else None
    if today and (day > today or today.year - day.year > 120):
        where = "in the future" if day > today else "more than 120 years ago"
        return f"the birth of {day} is {where}: its year is wrong"
    return ""


def _told(before: TripIntent, after: TripIntent, places: tuple[int | None, ...]) -> list[JsonValue]:
    """Return whom a call named, and who had each place before; a seller who has booked somebody is not told by it."""
    sold, told = bool(booked(before)), list[JsonValue]()
    for place in dict.fromkeys(at for at in places if at is not None and at < len(after.party.guests)):
        guest = after.party.guests[place]
        was = before.party.guests[place] if place < len(before.party.guests) else Guest()
        row: dict[str, JsonValue] = {"id": guest.id, "name": guest.name, "date_of_birth": guest.date_of_birth}
        row |= {"type": guest.passenger_type, "was": was.name if was.name != guest.name else ""}
        told.append(row | ({"booked_as_before": True} if sold and was.name else {}))
    return told


class Gone(Arguments):
    """Who does not come."""

    who: str = Field(min_length=1, max_length=200, description="id t1 … or name")
    let_hold_go: bool = LET_GO


@tool("trip", "WRITE")
async def remove_traveller(scene: Scene, gone: Gone) -> Act:
    """Take somebody out of a party that is not booked yet: one head less, priced again.

    Call it when a traveller does not come. Args: who. Returns: who is left.
    Raises: rejected with who there is; on a booked trip, where only a cancellation gives a ticket back.
    """
    trip, place = scene.trip, place_of(scene.trip, gone.who)
    known = tuple(f"t{i + 1} {g.name}".strip() for i, g in enumerate(trip.party.guests))
    if place is None:
        return Act(Outcome.refused(f"no one of the party is {gone.who!r}, or more than one", "who", known))
    if booked(trip):
        why = "the trip is booked for them: only request_cancellation, or a change with the seller, gives a ticket back"
        return Act(Outcome.refused(why, "who", booked(trip)))
    if sum(trip.party.heads()) == 1:
        return Act(Outcome.refused("no one else travels: correct who it is with set_travellers", "who", known))
    guest = trip.party.guests[place] if place < len(trip.party.guests) else Guest()
    after = _repriced(trip, without(trip, place))
    left: list[JsonValue] = [f"{g.id} {g.name}".strip() for g in after.party.guests]
    facts: dict[str, JsonValue] = {"removed": guest.name or gone.who, "left": left}
    return act_of(trip, after, "remove_traveller", facts=facts, let_go=gone.let_hold_go)


def _repriced(before: TripIntent, after: TripIntent) -> TripIntent:
    """Return the trip without requests for whom is gone alone, and with a budget per person for those who are left."""
    names = {g.name for g in before.party.guests} - {g.name for g in after.party.guests}
    kept = [one.model_copy(update={"who": tuple(w for w in one.who if w not in names)}) for one in after.requests]
    requests = tuple(one for one, was in zip(kept, after.requests, strict=True) if one.who or not was.who)
    each = after.constraints.budget_per_person
    merge = {
        "requests": requests,
        **({"constraints": {"budget_total": each.times(sum(after.party.heads()))}} if each else {}),
    }
    return apply_patch(after, Patch(merge=merge))
