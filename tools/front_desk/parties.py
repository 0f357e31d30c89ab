"""Who comes: rooms with adults and the ages of children, by the exact readers, on top of what was said before."""

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from tripintent.state.concierge.memory import RoomWish, StayWish
from tripintent.tools.front_desk.speech import words
from tripintent.tools.language.exact.lexicon import lexicon
from tripintent.tools.language.exact.people import ADULT_FROM, read_young

_MOST = 20
"""Rooms of one wish, and people of one number."""


class Party(NamedTuple):
    """The heads that a message names; None where it names none."""

    rooms: int | None = None
    adults: int | None = None
    people: int | None = None
    young: int = 0
    ages: tuple[int, ...] = ()


@cache
def _pattern(name: str, language: str) -> re.Pattern[str]:
    return lexicon(language).compile(words("sentences")["heads"][name])


def heads_in(folded: str, language: str, today: date) -> Party:
    """Return the heads that a folded text names."""
    young = {one.slot: one.value for one in read_young(folded, language, today).claims}
    ages = tuple(int(one) for one in young.get("ages") or ())
    if not ages and (apart := _pattern("aged", language).search(folded)):
        age = lexicon(language).number(apart["age"])
        ages = (age,) if age is not None and age < ADULT_FROM else ()
    infants = int(young.get("infants") or 0)
    ages += (0,) * max(infants - sum(age < 2 for age in ages), 0)
    rooms, adults, people = (_number(name, folded, language) for name in ("rooms", "adults", "people"))
    if people is None and _pattern("few", language).search(folded):
        people = 2
    if people is None and _pattern("one", language).search(folded):
        people = 1
    if adults is None and people is None and not ages and _pattern("single", language).search(folded):
        adults = rooms or 1
    return Party(rooms, adults, people, max(int(young.get("children") or 0) + infants, len(ages)), ages)


def _number(name: str, folded: str, language: str) -> int | None:
    """Return the last number of a kind that a text names: a correction stands behind what it corrects."""
    found = [match.group(key) for match in _pattern(name, language).finditer(folded) for key in match.groupdict()]
    numbers = [n for one in found if one and (n := lexicon(language).number(one)) is not None and 0 < n <= _MOST * 10]
    return numbers[-1] if numbers else None


def party_of(said: Party, known: StayWish) -> tuple[tuple[RoomWish, ...], int | None]:
    """Return the rooms and the head count that a message tells; nothing of what it does not say."""
    ages, adults, people = said.ages, said.adults, said.people
    if people is None and adults and said.young > len(ages):
        people = adults + said.young
    before = known.rooms[0] if known.rooms else None
    count = min(said.rooms or 1, _MOST)
    if count > 1:
        grown = adults or (people - len(ages) if people and people > len(ages) else None)
        if grown is None:
            return (RoomWish(adults=2),) * count, people
        return _over_rooms(grown, ages, count), people or grown + len(ages)
    if adults is None and people is None and not ages:
        return (), None
    grown = (
        adults or (people - len(ages) if people and people > len(ages) else None) or (before.adults if before else 2)
    )
    kept = ages or (before.ages if before and adults is None and people is None else ())
    return (RoomWish(adults=grown, ages=tuple(kept)),), people or grown + len(kept)


def _over_rooms(adults: int, ages: Sequence[int], count: int) -> tuple[RoomWish, ...]:
    """Spread a party evenly over rooms: the adults first, then each child into the room with the fewest."""
    rooms = [RoomWish(adults=max(1, adults // count + (n < adults % count))) for n in range(count)]
    for age in ages:
        n = min(range(count), key=lambda i: rooms[i].adults + len(rooms[i].ages))
        rooms[n] = rooms[n].model_copy(update={"ages": (*rooms[n].ages, age)})
    return tuple(rooms)
