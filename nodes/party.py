"""Who travels, as patches of the trip: people named in their places or taken out by name; and whose stored profile a trip may open.

A trip may open its owner's profile, those of the owner's companions, and by name a colleague's.
"""

from typing import Literal

from langchain_core.messages import AnyMessage
from pydantic import JsonValue

from tripintent.nodes.journey import Named, named_in, taken_in, ticketed_of
from tripintent.state.context import Principal
from tripintent.state.framing import present_frame
from tripintent.state.guests import age_on, called, left_out, typed
from tripintent.state.operations import Leave, NamePeople, Operation, RemovePerson, SetSlot
from tripintent.state.patch import Patch
from tripintent.state.questions.invalid import as_date
from tripintent.state.reading import Reading
from tripintent.state.travellers import Guest
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.profiles import Profile


async def people_in(
    trip: TripIntent, said: NamePeople | RemovePerson, reading: Reading, ports: Ports
) -> tuple[list[Patch], Named, list[AnyMessage]]:
    """Return the party as it is with who was named or left, as patches, and what is said of it: a smaller one is priced again."""
    if isinstance(said, NamePeople):
        named = named_in(trip, said)
        return [named.patch], named, await named.messages(trip, ports)
    named, gone = _out_of(trip, said), called(trip, said.name)
    counted = gone is not None and not said.stays and len(trip.party.guests) <= sum(trip.party.heads())
    if gone is None or not counted:
        return [named.patch], named, await named.messages(trip, ports)
    taken = await taken_in(trip, _fewer(trip, gone), reading, ports)
    return [*taken.patches, named.patch], named, [*taken.messages, *await named.messages(trip, ports)]


def _fewer(trip: TripIntent, gone: Guest) -> tuple[Operation, ...]:
    """Return what a person's leaving says of the heads: one less of their kind, and of their age."""
    slots: dict[str, Literal["adults", "children", "infants"]] = {"child": "children", "infant": "infants"}
    frame, typed_guest = present_frame(trip), typed(gone, trip)
    kind = slots.get(typed_guest.passenger_type, "adults")
    leave = Leave(slot=kind if getattr(frame, kind) else "travelers")
    born, first = (
        as_date(gone.date_of_birth),
        as_date(trip.itinerary.segments[0].depart_date) if trip.itinerary.segments else None,
    )
    age = None if born is None or first is None else age_on(born, first)
    if age not in frame.ages:
        return (leave,)
    rest = list(frame.ages)
    rest.remove(age)
    return (SetSlot(slot="ages", value=(age, *rest)), leave)  # the first of a kind leaves


def _out_of(trip: TripIntent, said: RemovePerson) -> Named:
    """Return the party without a person's name; where no one or more than one has that name, the reply says so."""
    gone = called(trip, said.name)
    guests = trip.party.guests if gone is None else left_out(trip, gone, stays=said.stays)
    profiles = tuple(one for one in trip.party.traveler_profile_ids if gone is None or one != gone.traveler_profile_id)
    patch = Patch(
        source="user_message",
        by="extract",
        event="USER_MESSAGE",
        note="took a person out",
        merge={"party": {"guests": guests, "traveler_profile_ids": profiles}},
    )
    told: dict[str, JsonValue] = {
        "noted": [],
        "contact": None,
        "doubts": [],
        "party": [g.name for g in guests if g.name],
    }
    told |= {"unknown": said.name} if gone is None else {"removed": gone.name, "stays": said.stays}
    return Named(patch, told | ticketed_of(trip, guests))


async def profile_by_id(owner: Principal, profile_id: str, ports: Ports) -> Profile | None:
    """Return a profile of the owner or of a companion; any other one is as if there were none.

    The ids stand in the trip, which may have been edited: so they open what the owner may open, and no more.
    """
    if not _own(owner, profile_id):
        return None
    profile = await ports.profiles.get(profile_id)
    return profile if profile is not None and profile.org == owner.organisation else None


async def profile_by_name(owner: Principal, name: str, ports: Ports) -> Profile | None:
    """Return the one profile that a name can mean on this trip. Several mean: ask, never guess."""
    found = [p for p in await ports.profiles.find(owner.organisation, name) if _may_open(owner, p)]
    return found[0] if len(found) == 1 else None


def _may_open(owner: Principal, profile: Profile) -> bool:
    """Colleagues may name each other. Private people share no organisation: a name brings only the writer and companions."""
    return profile.org == owner.organisation and (bool(owner.organisation) or _own(owner, profile.profile_id))


def _own(owner: Principal, profile_id: str) -> bool:
    whose = owner.traveller
    return bool(whose) and (profile_id == whose or profile_id.startswith(f"{whose}/"))
