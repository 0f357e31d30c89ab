"""After buying, as tools of the booking toolset: a change, a cancellation, somebody who joins, an airline's change.

Nothing here changes a booking: each request leads to a card, and a person's yes to what is lost.
"""

import datetime as dt
from typing import Annotated

from pydantic import Field, JsonValue

from tripintent.state.acts import Outcome, Rejected
from tripintent.state.events import (
    AddedTraveller,
    UserAcceptsChange,
    UserAddsTravellers,
    UserCancelsBooking,
    UserRequestHold,
    UserSelectedBundle,
)
from tripintent.state.questions.invalid import MAX_TRAVELLERS
from tripintent.state.travellers import PassengerType
from tripintent.tools.toolbox.base import Act, Arguments, Scene, tool
from tripintent.tools.toolbox.requested import BookingChange, NamedBookings, changes_of, in_force, undecided, unknown
from tripintent.tools.toolbox.trip import LET_GO


class RequestedChange(BookingChange):
    """A change of what is booked, and the option that is wanted where it was quoted."""

    option: str | None = Field(default=None, max_length=80, description="of quote_change")
    let_hold_go: bool = LET_GO


@tool("booking", "GATED")
async def request_change(scene: Scene, change: RequestedChange) -> Act:
    """Ask for other days or hours of a booked leg or stay: what is new is searched, one card buys it and gives up the old.

    Call it when the traveller wants the change; some of a flight's people are bought beside, a later check-out adds nights.
    Then choose and request_purchase; with `option`, or one found alone, the card waits at once.
    Args: as quote_change, and option of its options.
    Returns: facts.changes, what is asked of which booking.
    Raises: rejected with the bookings that there are; nothing is done then.
    """
    wanted = changes_of(scene.trip, change)
    if isinstance(wanted, Act):
        return wanted
    chosen = (
        UserSelectedBundle(bundle_id=change.option)
        if change.option
        else UserSelectedBundle(bundle_id="", qualities=("only",))
    )
    told: dict[str, JsonValue] = {"changes": [one.model_dump(mode="json", exclude_defaults=True) for one in wanted]}
    return Act(Outcome(facts=told), events=(*wanted, chosen, UserRequestHold()))


@tool("booking", "GATED")
async def request_cancellation(scene: Scene, named: NamedBookings) -> Act:
    """Ask for the cancellation of bookings: a card says what is lost, and a person decides.

    Call it when the traveller wants to cancel; one person's ticket alone where that is a booking of its own.
    Args: booking_ids, all on one card. Returns: the card that waits.
    Raises: rejected with the bookings that there are.
    """
    if (refused := unknown(scene.trip, named.booking_ids)) is not None:
        return refused
    return Act(events=(UserCancelsBooking(booking_ids=named.booking_ids),))


class Joining(Arguments):
    """Somebody who comes along; a name that is not known yet is asked for before the hold."""

    given_name: str = Field(default="", max_length=100)
    family_name: str = Field(default="", max_length=100)
    date_of_birth: dt.date | None = None
    type: PassengerType = "adult"
    age: int | None = Field(default=None, ge=0, le=17, description="of a child")


class Joiners(Arguments):
    """Who comes along on a booked trip."""

    people: Annotated[tuple[Joining, ...], Field(min_length=1, max_length=8)]


@tool("booking", "GATED")
async def add_traveller_to_booking(scene: Scene, joining: Joiners) -> Act:
    """Take somebody along on a booked trip, on the same flights if there are seats.

    Call it for "Carl comes too"; the price first with what_if. Then choose and request_purchase.
    Args: people, as much of each as is known. Returns: facts.not_on_legs, legs that are for some of the party alone.
    Raises: rejected for who travels already, a child without an adult who joins, and where nothing is booked.
    """
    trip, rejected = scene.trip, list[Rejected]()
    if (waits := undecided(trip)) is not None:
        return waits
    if not in_force(trip):
        return Act(Outcome.refused("nothing is booked: update_trip party says how many travel", "people"))
    known = {guest.name.casefold() for guest in trip.party.guests if guest.family_name}
    for i, one in enumerate(joining.people):
        if f"{one.given_name} {one.family_name}".strip().casefold() in known:
            rejected.append(Rejected(path=f"people[{i}]", why="they travel already", candidates=tuple(sorted(known))))
    if not any(one.type == "adult" for one in joining.people):
        rejected.append(Rejected(path="people", why="a child that joins needs an adult who joins on the same ticket"))
    if sum(trip.party.heads()) + len(joining.people) > MAX_TRAVELLERS:
        rejected.append(Rejected(path="people", why=f"one trip has {MAX_TRAVELLERS} travellers at most"))
    if rejected:
        return Act(Outcome(ok=False, rejected=tuple(rejected)))
    assumed = tuple(
        f"people[{i}].age: 8" for i, one in enumerate(joining.people)
        if one.type == "child" and one.age is None and one.date_of_birth is None
    )  # fmt: skip
    parts = [i for i, one in enumerate(trip.itinerary.segments, 1) if one.traveler_ids]
    more = tuple(AddedTraveller(passenger_type=one.type, **one.model_dump(exclude={"type"})) for one in joining.people)
    facts: dict[str, JsonValue] = {"not_on_legs": [*parts]} if parts else {}
    return Act(Outcome(assumed=assumed, facts=facts), events=(UserAddsTravellers(travellers=more),))


class Accepted(Arguments):
    """A change that an airline made."""

    change_id: str | None = Field(default=None, max_length=200)


@tool("booking", "GATED")
async def accept_airline_change(scene: Scene, accepted: Accepted) -> Act:
    """Accept what an airline changed. Call it when the traveller agrees to it.

    Args: change_id, of several. Returns: the booking as it is then.
    Raises: rejected with the changes that wait, or where none does.
    """
    waiting = scene.trip.working_memory.open_changes
    ids = [one.change_id for one in waiting]
    if not ids:
        return Act(Outcome.refused("no change of an airline waits for an answer", "change_id"))
    if accepted.change_id not in ids and (accepted.change_id or len(ids) > 1):
        named = tuple(f"{one.change_id}: {one.title}" for one in waiting)
        return Act(Outcome.refused("say which change is accepted", "change_id", named))
    return Act(events=(UserAcceptsChange(change_id=accepted.change_id or ids[0]),))
