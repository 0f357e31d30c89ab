"""Which place of the party a named person takes, never more places than travel: ids t1, t2 … are places, adults first."""

from collections.abc import Sequence
from datetime import date
from difflib import SequenceMatcher
from typing import NamedTuple, TypeVar

from tripintent.state.itinerary import Segment, Stay
from tripintent.state.questions import too_young
from tripintent.state.questions.invalid import as_date
from tripintent.state.travellers import Guest, Party, PassengerType, Travelers
from tripintent.state.trip import TripIntent

_ALIKE = 0.75
"""How alike two names are of which one corrects the other ("Jon Smith", "John Smith")."""


def placed(trip: TripIntent, named: Sequence[Guest], heads: int | None = None) -> tuple[Guest, ...]:
    """Return the party with newly named people: by name first, then in the first places without a name.

    Where all places have names, a name much like one of them corrects it, and another one has no place and is left out.
    ``heads`` is how many travel, by default those of the trip.
    """
    guests, limit = list(trip.party.guests), sum(trip.party.heads()) if heads is None else heads
    for new in named:
        place = _place_of(new, guests, too_young(trip))
        if place is None and (not limit or len(guests) < limit):
            guests.append(new)
        elif place is not None or (place := _corrected(new, guests)) is not None:
            guests[place] = _with_papers(guests[place], new, renamed=not _same(guests[place], new))
    numbered = (g.model_copy(update={"id": f"t{i + 1}"}) for i, g in enumerate(guests))
    return tuple(typed(g, trip) for g in numbered)


def _same(guest: Guest, new: Guest) -> bool:
    """Tell whether a name completes or repeats the known one."""
    return not new.given_name or guest.given_name.casefold() in {"", new.given_name.casefold()}


def _with_papers(guest: Guest, new: Guest, *, renamed: bool) -> Guest:
    takes = new.family_name or not guest.name or (renamed and guest.family_name)
    known = {k: v for k, v in new if v and (takes or k != "given_name")}
    whole = "" if new.given_name or new.family_name else new.called or guest.called
    return guest.model_copy(update={**known, "called": whole, "preferences": guest.preferences})


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
    born, first = as_date(guest.date_of_birth), _day(trip)
    if born is None or first is None:
        return guest
    age = age_on(born, first)
    quoted = age in trip.party.travelers.child_ages
    kind = "infant" if age < 2 else "child" if age < 12 or quoted else "adult"
    return guest.model_copy(update={"passenger_type": kind})


def age_on(born: date, day: date) -> int:
    """Return the age in whole years on a day."""
    return day.year - born.year - ((day.month, day.day) < (born.month, born.day))


Part = TypeVar("Part", Segment, Stay)


class SaidPerson(NamedTuple):
    """What is said of somebody: whose place by id, where it is said, and the fields of a guest."""

    id: str | None
    guest: Guest
    given: frozenset[str]


class Seated(NamedTuple):
    """The guests, the place of each named person (None: there is none), and whom they were before."""

    guests: tuple[Guest, ...]
    places: tuple[int | None, ...]


def seated(trip: TripIntent, people: Sequence[SaidPerson]) -> Seated:
    """Return the party with people in their places. In a party that is not counted yet all find one."""
    kinds = kinds_of(trip)
    known = [*trip.party.guests]
    known += [Guest(passenger_type=kind) for kind in kinds[len(known) :]]
    places: list[int | None] = []
    for one in people:
        place = _place(one, known, trip)
        if place is None and not kinds and one.id is None:
            known.append(Guest())
            place = len(known) - 1
        places.append(place)
        if place is not None:
            known[place] = typed(_merged(known[place], one), trip)
    while known and _empty(known[-1]):
        known.pop()
    numbered = (guest.model_copy(update={"id": f"t{i + 1}"}) for i, guest in enumerate(known))
    return Seated(tuple(numbered), tuple(places))


def kinds_of(trip: TripIntent) -> list[PassengerType]:
    """Return the kind of each place of the party."""
    adults, children, infants = trip.party.heads()
    return [*["adult"] * adults, *["child"] * children, *["infant"] * infants]  # type: ignore[list-item]


def place_of(trip: TripIntent, who: str) -> int | None:
    """Return the place of an id, a full name, or a given name that one alone has."""
    if who.casefold() in (ids := [f"t{i + 1}" for i in range(max(len(kinds_of(trip)), len(trip.party.guests)))]):
        return ids.index(who.casefold())
    fold = who.strip().casefold()
    for names in ([g.name for g in trip.party.guests], [g.given_name for g in trip.party.guests]):
        found = [i for i, name in enumerate(names) if name and name.casefold() == fold]
        if len(found) == 1:
            return found[0]
    return None


def aged(trip: TripIntent) -> Travelers:
    """Return the head counts, with the ages on the day of travel of the children whose birth dates are known."""
    counts, day = trip.party.travelers, _day(trip)
    adults, children, _ = trip.party.heads()
    said = [age for age in counts.child_ages if age >= 2]
    births = [as_date(guest.date_of_birth) for guest in trip.party.guests[adults : adults + children]]
    births += [None] * (children - len(births))
    for i, born in enumerate(births):
        if born is None or day is None or i > len(said):
            continue
        age = age_on(born, day)
        others = (j for j in range(len(said)) if said[j] == age and births[j : j + 1] == [None])
        if i < len(said) and said[i] != age and (j := next(others, None)) is not None:
            said[j] = said[i]  # it was said of the other child
        said[i : i + 1] = [age]
    small = [age for age in counts.child_ages if age < 2]
    return counts.model_copy(update={"child_ages": (*said, *small)})


def counted(guests: Sequence[Guest], trip: TripIntent) -> Travelers:
    """Return the head counts of a party of which nothing is known but its people."""
    kinds = [guest.passenger_type for guest in guests]
    born = [as_date(guest.date_of_birth) for guest in guests if guest.passenger_type == "child"]
    day = _day(trip)
    return Travelers(
        adults=kinds.count("adult") or None,
        children=kinds.count("child") or None,
        infants=kinds.count("infant") or None,
        child_ages=tuple(age_on(one, day) for one in born if one and day),
    )


def recounted(trip: TripIntent) -> Party:
    """Return the party with its ages, and who was searched for as a child as one.

    One that is counted as it is named is counted again where a first day makes it others.
    """
    party = trip.party
    kinds = sorted(guest.passenger_type for guest in party.guests)
    if kinds != sorted(kinds_of(trip)) or not all(guest.date_of_birth for guest in party.guests):
        party = party.model_copy(update={"travelers": aged(trip)})
        now = trip.model_copy(update={"party": party})
        return party.model_copy(update={"guests": tuple(typed(guest, now) for guest in party.guests)})
    guests = tuple(typed(guest, trip) for guest in party.guests)
    heads = counted(guests, trip).model_dump(include={"adults", "children", "infants", "child_ages"})
    return party.model_copy(update={"guests": guests, "travelers": party.travelers.model_copy(update=heads)})


def without(trip: TripIntent, place: int) -> TripIntent:
    """Return the trip without the person of a place: fewer heads, and the ids after it one less everywhere."""
    kinds, counts = kinds_of(trip), trip.party.travelers
    kind = kinds[place] if place < len(kinds) else "adult"
    name = {"adult": "adults", "child": "children", "infant": "infants"}[kind]
    update: dict[str, object] = {"total": counts.total - 1 if counts.total else counts.total}
    if (many := getattr(counts, name)) is not None:
        update[name] = many - 1 or None
    nth = place - kinds.index(kind) if kind in kinds else 0
    ages = [*counts.child_ages]
    mine = [i for i, age in enumerate(ages) if (age < 2) == (kind == "infant")]
    if kind != "adult" and nth < len(mine):
        del ages[mine[nth]]
    guests = [guest for i, guest in enumerate(trip.party.guests) if i != place]
    numbered = tuple(guest.model_copy(update={"id": f"t{i + 1}"}) for i, guest in enumerate(guests))
    party = trip.party.model_copy(
        update={"guests": numbered, "travelers": counts.model_copy(update={**update, "child_ages": tuple(ages)})}
    )
    plan = trip.itinerary
    stays = tuple(_fewer(stay, place) for stay in plan.lodging.stays)
    lodging = plan.lodging.model_copy(update={"stays": stays})
    segments = tuple(_fewer(segment, place) for segment in plan.segments)
    return trip.model_copy(
        update={"party": party, "itinerary": plan.model_copy(update={"segments": segments, "lodging": lodging})}
    )


def _fewer(part: Part, place: int) -> Part:
    numbers = (int(one.removeprefix("t")) - 1 for one in part.traveler_ids if one.removeprefix("t").isdecimal())
    left = tuple(f"t{n + 1 if n < place else n}" for n in numbers if n != place)
    return part.model_copy(update={"traveler_ids": left})


def _day(trip: TripIntent) -> date | None:
    """Return the first day of travel; today as long as that is not known."""
    first = as_date(trip.itinerary.segments[0].depart_date) if trip.itinerary.segments else None
    return first or as_date(trip.request.now_date)


def _empty(guest: Guest) -> bool:
    return not (guest.name or guest.date_of_birth)


def _place(one: SaidPerson, known: Sequence[Guest], trip: TripIntent) -> int | None:
    """Return whose place somebody has: by id, by name, else the first empty one of the same kind, else of any."""
    if one.id is not None:
        number = one.id.casefold().removeprefix("t")
        return int(number) - 1 if number.isdecimal() and 0 < int(number) <= len(known) else None
    new, full = one.guest, one.guest.name.casefold()
    same = [i for i, g in enumerate(known) if full and g.name.casefold() == full]
    first = [i for i, g in enumerate(known) if new.given_name and g.given_name.casefold() == new.given_name.casefold()]
    half = [i for i in first if not (known[i].family_name and new.family_name)]
    if len(found := same or half) == 1:
        return found[0]
    kind = typed(new, trip).passenger_type
    free = [i for i, g in enumerate(known) if _empty(g)]
    alike = [i for i in free if known[i].passenger_type == kind]
    return min(alike, key=lambda i: _years_off(new, i, trip), default=free[0] if free else None)


def _years_off(guest: Guest, place: int, trip: TripIntent) -> int:
    """Return by how much the age that was said of a child's place differs from somebody's; 0 where one is not known."""
    born, day = as_date(guest.date_of_birth), _day(trip)
    ages = [age for age in trip.party.travelers.child_ages if age >= 2]
    at = place - trip.party.heads()[0]
    return abs(ages[at] - age_on(born, day)) if born and day and 0 <= at < len(ages) else 0


def _merged(guest: Guest, one: SaidPerson) -> Guest:
    whole = "" if {"given_name", "family_name"} & one.given else guest.called
    return guest.model_copy(update={"called": whole, **{name: getattr(one.guest, name) for name in one.given}})
