"""Wishes of which no fact of the offers tells: kept on the trip, not searched by, and said so before anything is promised."""

from collections.abc import AsyncIterator, Iterator
from typing import Any, TypeVar

from tripintent.state.acts import Rejected
from tripintent.state.asked_for import BAG
from tripintent.state.changes import TripChanges, WishWords
from tripintent.state.derived import found, open_plan
from tripintent.state.offers import HotelOffer
from tripintent.state.queries import HotelQuery
from tripintent.state.questions.stays import effective_stays
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.suppliers import AMENITIES, amenities_needed
from tripintent.tools.toolbox.nearness import alike

Update = TypeVar("Update", bound=TripChanges)

_BEDS = "no search uses it: it ranks rooms whose name has the words; the request 'single beds' asks the hotel itself"

_BAG = (
    "kept as a request: a fare is searched for with bags for each who flies (flights.checked_bags, or that of a leg); "
    "for one person alone the airline sells them, at a price that is not known here"
)


def unsearched(update: TripChanges, ports: Ports) -> Iterator[Rejected]:
    """Yield what a call wishes that no seller here can be searched for: it is kept on the trip, and no more."""
    ways: dict[str, Any] = {"stops": update.stops or (), "legs": update.legs or ()}
    for name, some in ways.items():
        for i, one in enumerate(some):
            if one.mode not in (None, "flight"):
                yield Rejected(path=f"{name}[{i}].mode", why=f"kept in the plan only: {_unsold(one.mode)}")
    for i, one in enumerate(update.requests or ()):
        if one.kind == BAG and one.people and not one.take_back and BAG not in ports.flights.capabilities.prices:
            yield Rejected(path=f"requests[{i}].people", why=_BAG)
    if update.lodging and update.lodging.beds:
        yield Rejected(path="lodging.beds", why=f"kept: {_BEDS}")


def worded(update: Update) -> tuple[Update, tuple[Rejected, ...]]:
    """Return the call with unknown amenities as wishes in words, and what is said of them."""
    lodging, words = update.lodging, update.wishes or WishWords()
    unknown = [
        (i, said) for i, said in enumerate((lodging and lodging.amenities) or ()) if not amenities_needed((said,))
    ]
    if lodging is None or not unknown:
        return update, ()
    known = tuple(one for one in lodging.amenities or () if amenities_needed((one,)))
    kept = words.model_copy(update={"add": (*words.add, *(f"hotel: {said}" for _, said in unknown))})
    changes = {"lodging": lodging.model_copy(update={"amenities": known}), "wishes": kept}
    why = "kept as a wish in words: no hotel is searched by it; compare it with what the options say"
    told = (Rejected(path=f"lodging.amenities[{i}]", why=why, candidates=tuple(AMENITIES)) for i, _ in unknown)
    return update.model_copy(update=changes), tuple(told)


async def untold(trip: TripIntent, ports: Ports) -> tuple[str, ...]:
    """Return the wishes of the trip of which no fact tells, each with why."""
    lines = [f"{wish!r}: a wish in words, nothing is searched by it" for wish in trip.wishes]
    lines += [
        f"leg {number} by {leg.transport_mode}: {_unsold(leg.transport_mode)}"
        for number, leg in enumerate(trip.itinerary.segments, 1)
        if not leg.is_flight
    ]
    return (*lines, *[line async for line in _of_hotels(trip, ports)])


def _unsold(mode: str | None) -> str:
    return f"no one here sells a {mode}, that way has no ticket, no times and no price"


async def _of_hotels(trip: TripIntent, ports: Ports) -> AsyncIterator[str]:
    beds = trip.preferences.hotel.room_type
    for asked in open_plan(trip).hotels:
        area = asked.query.area if isinstance(asked.query, HotelQuery) else None
        if not (beds or area) or not found(trip, asked.key):
            continue
        offers = await ports.offers.get(trip.ledger_id, asked.key)
        rooms = [one for one in offers if isinstance(one, HotelOffer)]
        if beds and not any(beds.casefold() in one.room_description.casefold() for one in rooms):
            yield f"beds {beds!r}: no room's name tells; {_BEDS}"
        areas = {one.area: None for one in rooms if one.area}
        if area and areas and not any(alike(area, one) for one in areas):
            town = effective_stays(trip)[asked.number].location_name
            yield f"area {area!r}: no hotel in {town} says that it lies there; theirs are {', '.join(areas)}"
