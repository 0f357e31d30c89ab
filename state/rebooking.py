"""A trip that is booked and goes on changing: which bookings somebody means, and what newcomers still need.

Bookings are meant by their ids, by the part of the trip that they are, or by what the trip replaced. Where somebody joins, what the
newcomers need is asked for, and nothing of the others' is asked again: a booking answers one query, and the heads are part of it. So a
plan whose questions for a smaller party are all booked is good for that party, and what is left to ask is the plan of those beside it.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from tripintent.state.booking import Booking
from tripintent.state.events import BookedPart, UserCancelsBooking
from tripintent.state.itinerary import Itinerary, Point
from tripintent.state.queries import FlightQuery, fingerprint
from tripintent.state.questions.plan import Asked, Plan, plan_of
from tripintent.state.questions.stays import child_ages
from tripintent.state.travellers import Party, Travelers
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import Constraints, FlightPreferences, HotelPreferences, Preferences

Heads = tuple[int, int, int]
"""Adults, children, infants."""


class Supplement(NamedTuple):
    """The parts booked for the first travellers (``kept``, for ``booked`` heads), and those that the newcomers still need."""

    kept: tuple[Asked, ...]
    booked: Heads
    left: Plan


def supplement(trip: TripIntent) -> Supplement | None:
    """Return how a booked trip and its newcomers share the plan; None where the whole party is asked about as one.

    So it is where nothing is booked for a smaller party, or no adult comes along: a child is not quoted alone.
    """
    wm = trip.working_memory
    good = frozenset(b.key for b in wm.bookings if b.status in ("confirmed", "in_doubt"))
    if not good or good <= frozenset(plan_of(trip).keys):
        return None
    wishes = trip.preferences
    facts: Any = (trip.itinerary, trip.party, (wishes.flight, wishes.hotel), trip.constraints)
    return _shared(*facts, good | frozenset(wm.given_up))


@lru_cache(maxsize=128)
def _shared(
    itinerary: Itinerary,
    party: Party,
    wishes: tuple[FlightPreferences, HotelPreferences],
    constraints: Constraints,
    settled: frozenset[str],
) -> Supplement | None:
    whole = TripIntent(
        itinerary=itinerary,
        party=party,
        preferences=Preferences(flight=wishes[0], hotel=wishes[1]),
        constraints=constraints,
    )
    left, ages = party.heads(), child_ages(whole, party.heads()[1])
    kept: tuple[Asked, ...] = ()
    while any(left):
        found = _largest(whole, left, ages, settled)
        if found is None:
            break
        heads, plan = found
        kept += (*plan.flights, *plan.hotels)
        ages, left = ages[heads[1] :], (left[0] - heads[0], left[1] - heads[1], left[2] - heads[2])
    if not kept or (any(left) and not left[0]):
        return None
    rest = _plan(whole, left, left, ages) if any(left) else Plan((), ())
    adults, children, infants = party.heads()
    booked = (adults - left[0], children - left[1], infants - left[2])
    return Supplement(kept, booked, Plan(*(tuple(a for a in asked if a.key not in settled) for asked in rest)))


def _largest(
    whole: TripIntent, left: Heads, ages: tuple[int, ...], settled: frozenset[str]
) -> tuple[Heads, Plan] | None:
    """Return the largest party within ``left`` for whom everything is settled, with its plan."""
    for heads in sorted(_parties(left), key=lambda party: -party[0] - party[1] - party[2]):
        plan = _plan(whole, heads, left, ages[: heads[1]])
        if plan.keys and settled.issuperset(plan.keys):
            return heads, plan
    return None


def _parties(within: Heads) -> Iterator[Heads]:
    adults, children, infants = within
    for a in range(1, adults + 1):
        for c in range(children + 1):
            yield from ((a, c, i) for i in range(infants + 1))


def _plan(whole: TripIntent, heads: Heads, left: Heads, ages: tuple[int, ...]) -> Plan:
    """Return the plan for some of those who are ``left``. Beside booked ones its keys are others than a party's of its own.

    Where one joins one, both ask the same query, and each needs an answer and a booking.
    """
    counts = Travelers(adults=heads[0], children=heads[1] or None, infants=heads[2] or None, child_ages=ages)
    plan = plan_of(whole.model_copy(update={"party": whole.party.model_copy(update={"travelers": counts})}))
    party = whole.party.heads()
    beside = tuple(all_ - still for all_, still in zip(party, left, strict=True))
    if not any(beside):
        return plan
    return Plan(*(tuple(a._replace(key=fingerprint(a.query, beside)) for a in asked) for asked in plan))


def meant(trip: TripIntent, event: UserCancelsBooking) -> tuple[Booking, ...]:
    """Return the bookings that are to be cancelled, in the order of the trip; empty when there is nothing like that.

    A kind alone ("cancel my booking") means what the present trip replaced, where there is such a thing: never on from that
    to what replaced it.
    """
    live = [b for b in trip.working_memory.bookings if b.status == "confirmed"]
    if event.parts or event.booking_ids:
        named = {b.booking_id for part in event.parts for b in _of_part(trip, part, live)} | set(event.booking_ids)
        return tuple(b for b in live if b.booking_id in named)
    kind = [b for b in live if event.item in ("all", b.item_type)]
    replaced = [b for b in kind if b.stale]
    return tuple(replaced or kind)


def _of_part(trip: TripIntent, part: BookedPart, live: list[Booking]) -> list[Booking]:
    """Return the bookings of a part; what still belongs to the trip comes before what it replaced."""
    kind = [b for b in live if part.item in ("all", b.item_type)]
    if part.which == "replaced":
        return [b for b in kind if b.stale]
    if part.which is None and part.place is None:
        return kind
    shared = supplement(trip)
    plan = plan_of(trip)
    asked = {a.key: a for a in (*plan.flights, *plan.hotels, *(shared.kept if shared else ()))}
    found = [b for b in kind if b.key in asked and _is(trip, part, asked[b.key])]
    named = part.place.casefold() if part.place else ""
    return found or [b for b in kind if part.which is None and named and named in b.title.casefold()]


def _is(trip: TripIntent, part: BookedPart, asked: Asked) -> bool:
    flights = plan_of(trip).flights
    if part.which is not None:
        way = flights[0] if part.which == "outbound" else flights[-1] if len(flights) > 1 else None
        if not isinstance(asked.query, FlightQuery) or way is None or asked.number != way.number:
            return False
    return part.place is None or part.place.casefold() in {name.casefold() for name in _names(trip, asked)}


def _names(trip: TripIntent, asked: Asked) -> Iterator[str]:
    """Yield what the place of a question is called: where a flight goes, where one sleeps."""
    code = asked.query.destination if isinstance(asked.query, FlightQuery) else asked.query.location
    yield code
    points: list[Point] = [p for segment in trip.itinerary.segments for p in (segment.origin, segment.destination)]
    yield from (name for p in points if p.code == code for name in (p.name, p.said) if name)
    stays = [stay for stay in trip.itinerary.lodging.stays if stay.location_code == code]
    yield from (stay.location_name for stay in stays if stay.location_name)
