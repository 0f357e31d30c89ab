"""change and accept_change: what the traveller changes, and what an airline changed by itself. What follows is quoted as any change is."""

from collections.abc import Sequence

from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.in_order import next_event
from tripintent.nodes.runtime import Run, reply
from tripintent.state.booking import OpenChange
from tripintent.state.changing import changed_by
from tripintent.state.events import AddedTraveller, UserAcceptsChange, UserAddsTravellers, UserChangesBooking
from tripintent.state.framing import frame_of
from tripintent.state.party_parts import of_party
from tripintent.state.patch import Patch, apply_patch, difference
from tripintent.state.seats import placed
from tripintent.state.travellers import Guest
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.outcomes import Refused
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.trip import stepped


async def change(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Take the change into the trip; one that names no single part, or no one new, is asked back about."""
    trip, turn = state["trip_intent"], state["turn"]
    event: UserAddsTravellers | UserChangesBooking = next_event(turn, UserAddsTravellers, UserChangesBooking)
    if isinstance(event, UserAddsTravellers):
        patch, unclear = _with_more(trip, event), "already_travels"
    else:
        merge, unclear = changed_by(trip, event), "which_part"
        patch = Patch(source="user_message", by="change", event=event.type, merge=merge) if merge else None
    if patch is not None:
        said = of_party(apply_patch(trip, patch), trip.party)
        patch = patch.model_copy(update={"merge": {**difference(trip, said), **stepped(trip, said, "change")}})
        kept = Patch(by="change", merge={"frame": frame_of(said)})
        return {"trip_intent": [patch, kept], "turn": turn.done()}
    spoken = turn.done().model_copy(update={"spoke": True})
    return {"messages": [await reply(ports, trip, unclear)], "turn": spoken}


def _with_more(trip: TripIntent, event: UserAddsTravellers) -> Patch | None:
    """Count the new ones in, and keep their names behind those of the others; None when they travel already."""
    known = {guest.name.casefold() for guest in trip.party.guests if guest.family_name}
    new = [one for one in event.travellers if _name(one).casefold() not in known]
    if not new:
        return None
    merge = {
        "party": {"travelers": _heads(trip, new), "guests": placed(trip, [_guest(one) for one in new], heads=0).guests}
    }
    return Patch(source="user_message", by="change", event=event.type, merge=merge)


def _heads(trip: TripIntent, new: Sequence[AddedTraveller]) -> dict[str, object]:
    heads = dict(zip(("adult", "child", "infant"), trip.party.heads(), strict=True))
    for one in new:
        heads[one.passenger_type] += 1
    ages = (*trip.party.travelers.child_ages, *(one.age for one in new if one.age is not None))
    counts = {"adults": heads["adult"], "children": heads["child"], "infants": heads["infant"]}
    return {**counts, "total": None, "child_ages": ages}


def _guest(one: AddedTraveller) -> Guest:
    born = one.date_of_birth.isoformat() if one.date_of_birth else None
    return Guest(
        given_name=one.given_name, family_name=one.family_name, date_of_birth=born, passenger_type=one.passenger_type
    )


def _name(one: AddedTraveller) -> str:
    return f"{one.given_name} {one.family_name}".strip()


async def accept_change(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Accept through the desk. What was refused or is in doubt stays open, so that it can be said again."""
    del run
    trip, turn = state["trip_intent"], state["turn"]
    change = _meant(trip, next_event(turn, UserAcceptsChange).change_id)
    left = trip.working_memory.open_changes
    if change is None:
        told = await reply(
            ports, trip, "refused", code="unknown_change", message="no change by an airline waits for an answer"
        )
    else:
        outcome = await ports.desk.accept_change(trip.ledger_id, change.booking_id, change.change_id)
        if isinstance(outcome, Refused):
            told = await reply(ports, trip, "refused", code=outcome.code, message=outcome.message)
        else:
            left = tuple(one for one in left if one != change)
            told = await reply(ports, trip, "change_accepted", title=outcome.title)
    patch = Patch(by="accept_change", event="USER_ACCEPTS_CHANGE", merge={"working_memory": {"open_changes": left}})
    return {"messages": [told], "trip_intent": patch, "turn": turn.done().model_copy(update={"spoke": True})}


def _meant(trip: TripIntent, change_id: str) -> OpenChange | None:
    """Return the change of an id; without one, the one that was told last."""
    known = trip.working_memory.open_changes
    return next((one for one in reversed(known) if change_id in ("", one.change_id)), None)
