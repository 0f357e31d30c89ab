"""What is asked of bookings: the arguments of a change, the bookings and the people that they name, and whether it can be asked for."""

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Annotated

from pydantic import Field, WithJsonSchema

from tripintent.state.acts import Outcome, Rejected
from tripintent.state.booking import UNDER_WAY, Booking
from tripintent.state.changes import HourRange
from tripintent.state.changing import can_part, changed_by
from tripintent.state.events import UserChangesBooking
from tripintent.state.framing.changed_wishes import window
from tripintent.state.merging import why_wrong
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions.invalid import invalid
from tripintent.state.rebooking import coverage, holders, in_time
from tripintent.state.trip import InvalidField, TripIntent
from tripintent.tools.toolbox.base import Act, Arguments

_Some = Annotated[tuple[str, ...], WithJsonSchema({"type": "array", "items": {"type": "string"}})]
Ids = Annotated[tuple[str, ...], Field(min_length=1, max_length=20)]


class OtherWise(Arguments):
    """A booked leg or stay, and what of it shall be otherwise."""

    booking_ids: Ids
    date: dt.date | None = Field(default=None, description="day, or check-in")
    until: dt.date | None = Field(default=None, description="check-out")
    leaves: HourRange | None = None
    lands: HourRange | None = None
    travellers: _Some = Field(default=(), description="theirs alone")


_MORE = {"type": "array", "items": {"type": "object"}}


class BookingChange(OtherWise):
    """A change of what is booked."""

    also: Annotated[tuple[OtherWise, ...], Field(max_length=8), WithJsonSchema(_MORE)] = Field(
        default=(), description="other parts"
    )


class NamedBookings(Arguments):
    """Bookings by their ids."""

    booking_ids: Ids


def in_force(trip: TripIntent) -> tuple[Booking, ...]:
    """Return what is booked for certain, in the order of its days."""
    return in_time(one for one in trip.working_memory.bookings if one.status == "confirmed")


def unknown(trip: TripIntent, ids: Sequence[str], path: str = "booking_ids") -> Act | None:
    """Return the refusal of ids that are no bookings in force."""
    known = {one.booking_id: one.title for one in in_force(trip)}
    wrong = [i for i, one in enumerate(ids) if one not in known]
    there = tuple(f"{one}: {title}" for one, title in known.items())
    why = "there is no such booking in force" if known else "nothing is booked"
    refused = tuple(Rejected(path=f"{path}[{i}]", why=why, candidates=there) for i in wrong)
    return Act(Outcome(ok=False, rejected=refused)) if refused else None


def undecided(trip: TripIntent) -> Act | None:
    """Return the refusal of what cannot begin while a card asks for a cancellation, or a purchase is in doubt."""
    if trip.working_memory.purchase_state in UNDER_WAY:
        return Act(Outcome.refused("it is not certain yet what was bought: try_again looks once more"))
    card = trip.working_memory.approval
    if card is None or card.kind != "cancel":
        return None
    return Act(Outcome.refused("a cancellation waits for your yes or no first"))


def changes_of(trip: TripIntent, change: BookingChange) -> tuple[UserChangesBooking, ...] | Act:
    """Return the events of a change whose every part can be asked for, taken in the order of their days; else why not.

    A stay begins and ends with flights: the same parts come to the same, in whatever order they are given, and whether the days
    can be is judged of all of them together.
    """
    if (waits := undecided(trip)) is not None:
        return waits
    events: list[UserChangesBooking] = []
    before, made = invalid(trip), list[tuple[str, UserChangesBooking, tuple[InvalidField, ...]]]()
    days = {one.booking_id: n for n, one in enumerate(in_force(trip))}
    parts = [("", change), *((f"also[{i}].", one) for i, one in enumerate(change.also))]
    for path, part in sorted(parts, key=lambda one: min((days.get(i, 0) for i in one[1].booking_ids), default=0)):
        if (refused := unknown(trip, part.booking_ids, f"{path}booking_ids")) is not None:
            return refused
        who = named_in(trip, part.travellers)
        if isinstance(who, Rejected):
            return Act(Outcome(ok=False, rejected=(who.model_copy(update={"path": f"{path}{who.path}"}),)))
        event = UserChangesBooking(
            booking_ids=part.booking_ids,
            date=part.date,
            until=part.until,
            leaves=window(part.leaves),
            lands=window(part.lands),
            travellers=who,
        )
        found = _tried(trip, event)
        if isinstance(found, Rejected):
            return Act(Outcome(ok=False, rejected=(found.model_copy(update={"path": f"{path}{found.path}"}),)))
        trip = found
        events.append(event)
        made.append((path, event, tuple(one for one in invalid(trip) if one not in before)))
    for path, event, wrong in made:
        if still := [one for one in wrong if one in made[-1][2]]:
            field = "until" if still[0].path.endswith("check_out") and event.until else "date"
            return Act(Outcome.refused(why_wrong(still[0]), f"{path}{field}"))
    return tuple(events)


def _tried(trip: TripIntent, event: UserChangesBooking) -> TripIntent | Rejected:
    """Return the trip with a change, or why it cannot be asked for."""
    named = [one for one in in_force(trip) if one.booking_id in event.booking_ids]
    kinds = {one.item_type for one in named}
    if kinds == {"flight"} and event.until:
        return Rejected(path="until", why="a flight has no check-out: say its day as date")
    if kinds == {"hotel"} and (event.leaves or event.lands):
        return Rejected(path="leaves", why="a stay has no hours: say its days as date and until")
    if event.travellers and (refused := _not_theirs(trip, event, kinds)):
        return refused
    if not (event.date or event.until or event.leaves or event.lands):
        return Rejected(path="date", why="say what shall be otherwise: date, until, leaves or lands")
    days = {(one.part.day, one.part.until) for one in named if one.part}
    same = all(
        (not event.date or str(event.date) == day) and (not event.until or str(event.until) == until)
        for day, until in days
    )
    if days and same and not (event.leaves or event.lands):
        return Rejected(path="date", why="it is booked for that already")
    merge = changed_by(trip, event)
    if merge is None:
        why = "these are not the bookings of one leg or one stay: name one here, and the others in `also`"
        return Rejected(path="booking_ids", why=why)
    return apply_patch(trip, Patch(merge=merge))


def named_in(trip: TripIntent, said: Sequence[str]) -> tuple[str, ...] | Rejected:
    """Return the ids of people of the party, who are said by id or by name."""
    members = trip.party.members()
    names = {one.guest.name.casefold(): one.id for one in members if one.guest and one.guest.name}
    names |= {one.guest.given_name.casefold(): one.id for one in members if one.guest and one.guest.given_name}
    known = {one.id: one.id for one in members} | names
    for i, one in enumerate(said):
        if one.casefold() not in known:
            return Rejected(path=f"travellers[{i}]", why=f"no one of the party is {one!r}", candidates=tuple(known))
    return tuple(dict.fromkeys(known[one.casefold()] for one in said))


def _not_theirs(trip: TripIntent, event: UserChangesBooking, kinds: Collection[str]) -> Rejected | None:
    """Return why a change is not for these people alone."""
    if "hotel" in kinds:
        return Rejected(path="travellers", why="a stay is kept or changed for all in it: leave travellers out")
    held, parts = holders(trip), coverage(trip).parts
    on_it = {one for booking_id in event.booking_ids for one in held.get(booking_id, ())}
    if strange := [one for one in event.travellers if one not in on_it]:
        return Rejected(
            path="travellers", why=f"{', '.join(strange)} is not on that ticket", candidates=tuple(sorted(on_it))
        )
    takers = {one for booking_id in event.booking_ids for one in parts[booking_id].who}
    if takers > {*event.travellers} and not can_part(trip, takers, event.travellers):
        return Rejected(
            path="travellers", why="a child does not fly alone: an adult goes along, and one stays with the others"
        )
    return None
