"""The party by name: people who were named join those known before, each in the place that is meant."""

from collections.abc import Sequence

from tripintent.state.party import Guest
from tripintent.state.questions import too_young
from tripintent.state.questions.invalid import as_date
from tripintent.state.travellers import Traveller
from tripintent.state.trip import TripIntent

_NAMES = frozenset({"name", "given_name", "family_name"})


def merged_guests(trip: TripIntent, named: Sequence[Guest]) -> tuple[Guest, ...]:
    """Merge newly named people into the party: by name first, then into the first places without a name."""
    guests = list(trip.party.guests)
    for new in named:
        place = _place_of(new, guests, too_young(trip))
        if place is None:
            guests.append(new)
        else:
            known = {k: v for k, v in new.model_dump().items() if v and (new.family_name or k not in _NAMES)}
            known |= {} if guests[place].name else {"name": new.name, "given_name": new.given_name}
            guests[place] = guests[place].model_copy(update={**known, "preferences": guests[place].preferences})
    numbered = (g.model_copy(update={"id": f"guest_{i + 1}"}) for i, g in enumerate(guests))
    return tuple(typed(g, trip) for g in numbered)


def _place_of(new: Guest, guests: Sequence[Guest], doubted: Sequence[int]) -> int | None:
    """Return whom a newly named person is: the one of that name, else the first one still without what was said.

    A given name alone is whoever has it. A date alone is for whom it is missing, or whose date is doubted.
    """
    same = "name" if new.family_name else "given_name"
    for i, guest in enumerate(guests):
        if new.given_name and getattr(guest, same).casefold() == getattr(new, same).casefold():
            return i
    for i, guest in enumerate(guests):
        undated = not guest.date_of_birth or i in doubted
        if (not guest.name if new.given_name else undated) or (
            new.family_name and not guest.family_name and undated and not guest.given_name
        ):
            return i
    return None


def as_guest(person: Traveller) -> Guest:
    """Return a person who was named as one of the party."""
    name = f"{person.given_name} {person.family_name}".strip()
    return Guest(
        name=name,
        given_name=person.given_name,
        family_name=person.family_name,
        date_of_birth=person.date_of_birth,
        title=person.title,
        gender=person.gender,
    )


def typed(guest: Guest, trip: TripIntent) -> Guest:
    """Set adult, child or infant by the age on the day of travel."""
    born = as_date(guest.date_of_birth)
    first = as_date(trip.itinerary.segments[0].depart_date) if trip.itinerary.segments else None
    if born is None or first is None:
        return guest
    age = first.year - born.year - ((first.month, first.day) < (born.month, born.day))
    kind = "infant" if age < 2 else "child" if age < 12 else "adult"
    return guest.model_copy(update={"passenger_type": kind})
