"""Which place of the party a newly named person takes; never more places than travel."""

from collections.abc import Sequence
from datetime import date
from difflib import SequenceMatcher
from typing import NamedTuple

from tripintent.state.questions import too_young
from tripintent.state.questions.invalid import as_date
from tripintent.state.travellers import Guest
from tripintent.state.trip import TripIntent

_ALIKE = 0.75
"""How alike two names are of which one corrects the other ("Jon Smith", "John Smith")."""


class Placed(NamedTuple):
    """The guests of a party, and the names for which it has no place."""

    guests: tuple[Guest, ...]
    unplaced: tuple[str, ...] = ()


def placed(trip: TripIntent, named: Sequence[Guest], heads: int | None = None, instead: str = "") -> Placed:
    """Merge newly named people into the party: by name first, then into the first places without a name.

    Where all places have names, a name much like one of them corrects it, and another one has no place. ``instead`` is the name
    of whom the last one replaces; ``heads`` is how many travel, by default those of the trip.
    """
    guests, unplaced = list(trip.party.guests), []
    limit = sum(trip.party.heads()) if heads is None else heads
    for n, new in enumerate(named):
        replaced = instead if n == len(named) - 1 else ""
        place = _named_as(replaced, guests) if replaced else _place_of(new, guests, too_young(trip))
        if place is None and (not limit or len(guests) < limit):
            guests.append(new)
        elif place is None and (place := _corrected(new, guests)) is None:
            unplaced.append(new.name or new.date_of_birth or "")
        else:
            guests[place] = _merged(guests[place], new, renamed=bool(replaced) or not _same(guests[place], new))
    numbered = (g.model_copy(update={"id": f"t{i + 1}"}) for i, g in enumerate(guests))
    return Placed(tuple(typed(g, trip) for g in numbered), tuple(unplaced))


def called(trip: TripIntent, name: str) -> Guest | None:
    """Return the one person of the party who is called so, by full name or given name."""
    place = _named_as(name, trip.party.guests)
    return None if place is None else trip.party.guests[place]


def _same(guest: Guest, new: Guest) -> bool:
    """Tell whether a name completes or repeats the known one."""
    return not new.given_name or guest.given_name.casefold() in {"", new.given_name.casefold()}


def _merged(guest: Guest, new: Guest, *, renamed: bool) -> Guest:
    takes = new.family_name or not guest.name or (renamed and guest.family_name)
    known = {k: v for k, v in new if v and (takes or k != "given_name")}
    whole = "" if new.given_name or new.family_name else new.called or guest.called
    return guest.model_copy(update={**known, "called": whole, "preferences": guest.preferences})


def _named_as(name: str, guests: Sequence[Guest]) -> int | None:
    """Return the one guest of a full or given name."""
    said = name.casefold()
    found = [i for i, g in enumerate(guests) if said in {g.name.casefold(), g.given_name.casefold()}]
    return found[0] if len(found) == 1 else None


def _place_of(new: Guest, guests: Sequence[Guest], doubted: Sequence[int]) -> int | None:
    """Return whom a newly named person is: the one of that name, else the first one still without what was said.

    A given name alone is whoever has it, and a full name completes it. A date alone is for whom it is missing, or whose date is
    doubted.
    """
    same = "name" if new.family_name else "given_name"
    for i, guest in enumerate(guests):
        if new.given_name and getattr(guest, same).casefold() == getattr(new, same).casefold():
            return i
    for i, guest in enumerate(guests):
        first = not guest.family_name and guest.given_name.casefold() == new.given_name.casefold()
        if new.given_name and guest.given_name and first:
            return i
    for i, guest in enumerate(guests):
        undated = not guest.date_of_birth or i in doubted
        if (not guest.name if new.given_name else undated) or (
            new.family_name and not guest.family_name and undated and not guest.given_name
        ):
            return i
    return None


def _corrected(new: Guest, guests: Sequence[Guest]) -> int | None:
    """Return whose name a newly said one corrects: of one alike, and not born on another day."""
    if not new.name:
        return None
    alike = [
        i
        for i, g in enumerate(guests)
        if SequenceMatcher(None, g.name.casefold(), new.name.casefold()).ratio() >= _ALIKE
        and (not (g.date_of_birth and new.date_of_birth) or g.date_of_birth == new.date_of_birth)
    ]
    return alike[0] if len(alike) == 1 else None


def typed(guest: Guest, trip: TripIntent) -> Guest:
    """Set adult, child or infant by the age on the day of travel; who was quoted as a child of that age is one."""
    born = as_date(guest.date_of_birth)
    first = as_date(trip.itinerary.segments[0].depart_date) if trip.itinerary.segments else None
    if born is None or first is None:
        return guest
    age = age_on(born, first)
    quoted = age in trip.party.travelers.child_ages
    kind = "infant" if age < 2 else "child" if age < 12 or quoted else "adult"
    return guest.model_copy(update={"passenger_type": kind})


def age_on(born: date, day: date) -> int:
    """Return the age in whole years on a day."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))
