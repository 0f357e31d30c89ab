"""Effective stays and room occupancies."""

from collections.abc import Iterable, Sequence
from math import ceil

from tripintent.state.itinerary import Stay
from tripintent.state.queries import Occupancy
from tripintent.state.travellers import Member, heads_of
from tripintent.state.trip import TripIntent

HEADS_PER_ROOM = 4


def effective_stays(trip: TripIntent) -> tuple[Stay, ...]:
    """Return the stays to quote: the listed ones; none when no lodging is needed; else one where the first segment ends."""
    lodging = trip.itinerary.lodging
    if lodging.stays:
        return lodging.stays if lodging.needed is not False else ()
    if lodging.needed is False:
        return ()
    segments = trip.itinerary.segments
    first = segments[0].destination if segments else None
    return (
        Stay(
            location_code=first.code or first.said if first else None,
            location_name=first.name if first else None,
            **lodging.model_dump(exclude={"needed", "flex", "stays"}),
        ),
    )


def room_occupancies(trip: TripIntent, stay: Stay, members: Sequence[Member]) -> tuple[Occupancy, ...]:
    """Share people out over rooms: adults and children fill 4 beds a room, infants need none; no one is one adult.

    More rooms are made when more, or fewer guests in each, were asked for, but never more than there are adults to sleep in them.
    """
    adults, children, _ = heads_of(members)
    ages = ages_of(members)
    heads = adults + children
    if heads == 0:
        return (Occupancy(adults=1),)
    lodging = trip.itinerary.lodging
    each = stay.guests_per_room or lodging.guests_per_room or HEADS_PER_ROOM
    asked = max(stay.rooms or lodging.rooms or 1, ceil(heads / max(each, 1)))
    count = max(ceil(heads / HEADS_PER_ROOM), min(asked, max(adults, 1)))
    spread_adults = _spread(adults, count)
    spread_children = _spread(children, count)
    rooms: list[Occupancy] = []
    for n_adults, n_children in zip(spread_adults, reversed(spread_children), strict=True):
        rooms.append(Occupancy(adults=n_adults, child_ages=ages[:n_children]))
        ages = ages[n_children:]
    return tuple(rooms)


def _spread(count: int, over: int) -> list[int]:
    """Share ``count`` as evenly as possible, larger parts first."""
    small, rest = divmod(count, over)
    return [small + 1] * rest + [small] * (over - rest)


DEFAULT_CHILD_AGE = 8


def ages_of(members: Iterable[Member]) -> tuple[int, ...]:
    """Return an age for each child: those said (2 to 17), then the default that the plan records as assumed."""
    return tuple(DEFAULT_CHILD_AGE if one.age is None else one.age for one in members if one.kind == "child")
