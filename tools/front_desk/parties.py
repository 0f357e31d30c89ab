"""Who comes: rooms with adults and the ages of children, as the offline reader found them, on top of what was said before."""

from collections.abc import Sequence

from tripintent.state.concierge.memory import RoomWish, StayWish
from tripintent.state.frame import Frame

_SINGLE = "single room"
_MOST = 20
"""Rooms of one wish."""


def party_of(frame: Frame, known: StayWish) -> tuple[tuple[RoomWish, ...], int | None]:
    """Return the rooms and the head count that a message tells; nothing of what it does not say."""
    ages, adults, people = tuple(frame.ages or ()), frame.adults, frame.travelers
    young = (frame.children or 0) + (frame.infants or 0)
    if people is None and adults and young > len(ages):
        people = adults + young
    before = known.rooms[0] if known.rooms else None
    if adults is None and people is None and not ages and frame.room_type == _SINGLE:
        adults = frame.rooms or 1
    count = min(frame.rooms or 1, _MOST)
    if count > 1:
        grown = adults or (people - len(ages) if people and people > len(ages) else None)
        if grown is None:
            return (RoomWish(adults=1 if frame.room_type == _SINGLE else 2),) * count, people
        return _over_rooms(grown, ages, count), people or grown + len(ages)
    if adults is None and people is None and not ages:
        return (), None
    grown = adults or (people if people and people > len(ages) else None) or (before.adults if before else 2)
    kept = ages or (before.ages if before and adults is None and people is None else ())
    return (RoomWish(adults=grown, ages=tuple(kept)),), people or grown + len(kept)


def _over_rooms(adults: int, ages: Sequence[int], count: int) -> tuple[RoomWish, ...]:
    """Spread a party evenly over rooms: the adults first, then each child into the room with the fewest."""
    rooms = [RoomWish(adults=max(1, adults // count + (n < adults % count))) for n in range(count)]
    for age in ages:
        n = min(range(count), key=lambda i: rooms[i].adults + len(rooms[i].ages))
        rooms[n] = rooms[n].model_copy(update={"ages": (*rooms[n].ages, age)})
    return tuple(rooms)
