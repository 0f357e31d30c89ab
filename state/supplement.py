"""Somebody joins a trip that is booked: what the newcomers need is asked for, and nothing of the others' is asked again.

A booking answers one query, and the heads are part of it. So a plan whose questions for a smaller party are all booked is good for
that party, and what is left to ask is the plan of those who come beside it.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from tripintent.state.fingerprint import fingerprint
from tripintent.state.itinerary import Itinerary
from tripintent.state.party import Party, Travelers
from tripintent.state.questions.plan import Asked, Plan, plan_of
from tripintent.state.questions.stays import child_ages
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import Constraints, FlightPreferences, HotelPreferences, Preferences

Heads = tuple[int, int, int]
"""Adults, children, infants."""


class Supplement(NamedTuple):
    """What is booked for the first ones (``kept``, for ``booked`` heads), and what the newcomers still need."""

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
