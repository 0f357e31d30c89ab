"""A trip that is booked and goes on changing: which parts of the plan its bookings take, and what is left to be quoted.

A booking is a fact, not a plan. It takes the part of the plan that it was bought for (the leg of its route, the stay of its place), also
where days or heads differ by now, until a request that names it sets another in its place. What is left is quoted for what is new
alone: for those who have no booking of a leg yet, for the nights that were asked for in addition.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from operator import ge
from typing import Literal, NamedTuple

from tripintent.state.booking import BookedFor, Booking, Hold
from tripintent.state.events import BookedPart, UserCancelsBooking
from tripintent.state.itinerary import Itinerary, Point
from tripintent.state.money import Money
from tripintent.state.queries import FlightQuery, HotelQuery, fingerprint
from tripintent.state.questions.invalid import as_date
from tripintent.state.questions.plan import Plan, PlanQuery, flight_asked, hotel_asked, plan_of
from tripintent.state.questions.stays import effective_stays
from tripintent.state.travellers import Member, Party, heads_of
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import Constraints, FlightPreferences, HotelPreferences, Preferences

Why = Literal[
    "not_in_plan", "other_day", "ends_early", "begins_late", "longer", "fewer_people", "without_adult", "has_successor"
]
LIVE = ("confirmed", "in_doubt")
_KINDS = ("adult", "child", "infant")


class Misfit(NamedTuple):
    """A booking that the plan asks for otherwise: it stays as it is, and this is said."""

    booking_id: str
    why: Why
    wanted: str = ""


class Coverage(NamedTuple):
    """The questions that are left, the part of the plan that each booking takes, and what does not fit."""

    left: Plan
    parts: Mapping[str, PlanQuery]
    misfits: tuple[Misfit, ...]


class _Facts(NamedTuple):
    """All that the coverage follows from."""

    itinerary: Itinerary
    party: Party
    flight: FlightPreferences
    hotel: HotelPreferences
    constraints: Constraints
    live: tuple[Booking, ...]
    replacing: tuple[tuple[str, str], ...]
    extending: frozenset[str]
    given_up: frozenset[str]


def coverage(trip: TripIntent) -> Coverage:
    """Return how the plan and the bookings of a trip go together."""
    wm, wishes = trip.working_memory, trip.preferences
    live = tuple(one for one in wm.bookings if one.status in LIVE)
    set_aside = (tuple(sorted(wm.replacing.items())), frozenset(wm.extending), frozenset(wm.given_up))
    # frozen models: hashable, which type checkers do not see
    facts: object = _Facts(trip.itinerary, trip.party, wishes.flight, wishes.hotel, trip.constraints, live, *set_aside)
    return _covered(facts)


GIVEN_UP = "stay in "


def given_up_by(asked: PlanQuery) -> str:
    """Return what a cancellation gives up: a flight on its day, and a town's hotel, whatever nights follow the flights."""
    return asked.key if isinstance(asked.query, FlightQuery) else f"{GIVEN_UP}{asked.query.location}"


def _wanted(asked: Iterable[PlanQuery], given_up: frozenset[str]) -> tuple[PlanQuery, ...]:
    return tuple(one for one in asked if not {one.key, given_up_by(one)} & given_up)


def replaced(trip: TripIntent) -> tuple[Booking, ...]:
    """Return the bookings in whose place a request set something that the plan still asks for, in the order of their days."""
    wanted, asked = trip.working_memory.replacing, set(plan_of(trip).keys)
    live = (one for one in trip.working_memory.bookings if one.status == "confirmed")
    return in_time(one for one in live if wanted.get(one.booking_id) in asked)


def ended_changes(trip: TripIntent, cancelled: Iterable[str]) -> tuple[Hold, ...]:
    """Return what is held to change a trip of which these cancel all: nothing is left to change, so it is let go."""
    left = {one.booking_id for one in trip.working_memory.bookings if one.status == "confirmed"} - {*cancelled}
    open_keys, changes = {*coverage(trip).left.keys}, {*trip.working_memory.replacing.values()}
    ends = not left and open_keys and open_keys <= changes
    return tuple(one for one in trip.working_memory.holds if ends and one.status == "held")


def paid_and_stays(trip: TripIntent) -> tuple[Money, ...]:
    """Return what is paid and counts on with whatever is bought next: all but what comes back for what it replaces."""
    back = {one.booking_id for one in replaced(trip) if one.terms.refundable}
    live = (one for one in trip.working_memory.bookings if one.status in LIVE and one.booking_id not in back)
    return tuple(one.total for one in live if one.total)


def in_time(bookings: Iterable[Booking]) -> tuple[Booking, ...]:
    """Return bookings in the order of their days, a flight before the stay that begins with it."""
    return tuple(sorted(bookings, key=lambda one: (one.part.day if one.part else "", one.item_type)))


@lru_cache(maxsize=128)
def _covered(facts: _Facts) -> Coverage:
    preferences = Preferences(flight=facts.flight, hotel=facts.hotel)
    live, given_up = facts.live, facts.given_up
    trip = TripIntent(
        itinerary=facts.itinerary, party=facts.party, preferences=preferences, constraints=facts.constraints
    )
    plan = plan_of(trip)
    if not live:
        return Coverage(Plan(*(_wanted(asked, given_up) for asked in plan)), {}, ())
    gone = {booking_id for booking_id, key in facts.replacing if key in plan.keys}
    taken = _taken(plan, [one for one in live if one.booking_id not in gone])
    old = {one.booking_id for asked, those in _taken(plan, live) for one in those if _has_successor(one, asked, those)}
    taken = [(asked, [one for one in bookings if one.booking_id not in old]) for asked, bookings in taken]
    parts = {one.booking_id: asked for asked, bookings in taken for one in bookings}
    misfits = [
        Misfit(one.booking_id, "has_successor" if one.booking_id in old else "not_in_plan")
        for one in live
        if one.booking_id in old or one.booking_id not in parts | dict.fromkeys(gone)
    ]
    flights: list[PlanQuery] = []
    hotels: list[PlanQuery] = []
    for asked, bookings in taken:
        left, odd = (_leg if asked.query.kind == "flight" else _stay)(trip, asked, bookings, facts.extending)
        (flights if asked.query.kind == "flight" else hotels).extend(_wanted(left, given_up))
        misfits += odd
    return Coverage(Plan(tuple(flights), tuple(hotels)), parts, tuple(misfits))


def _taken(plan: Plan, live: Sequence[Booking]) -> list[tuple[PlanQuery, list[Booking]]]:
    """Return each part of the plan with the bookings that take it: the very question first, then the nearest of the same route or place."""
    taken: list[tuple[PlanQuery, list[Booking]]] = [(asked, []) for asked in (*plan.flights, *plan.hotels)]
    rest: list[Booking] = []
    for one in live:
        exact = next((bookings for asked, bookings in taken if asked.key == one.key), None)
        (rest if exact is None else exact).append(one)
    for one in rest:
        alike = [(asked, bookings) for asked, bookings in taken if _alike(asked, one)]
        if alike:
            min(alike, key=lambda pair: _days_apart(pair[0], one))[1].append(one)
    return taken


def _alike(asked: PlanQuery, booking: Booking) -> bool:
    """Tell whether a booking is of the same route, or of nights in the same place."""
    part, query = booking.part, asked.query
    if part is None or booking.item_type != query.kind:
        return False
    if isinstance(query, FlightQuery):
        return (part.origin, part.destination) == (query.origin, query.destination)
    return part.place == query.location


def _days_apart(asked: PlanQuery, booking: Booking) -> int:
    query, part = asked.query, booking.part
    wanted = as_date(query.depart_date if isinstance(query, FlightQuery) else query.check_in)
    booked = as_date(part.day) if part else None
    return abs((wanted - booked).days) if wanted and booked else 0


def _has_successor(one: Booking, asked: PlanQuery, bookings: Sequence[Booking]) -> bool:
    """Tell whether a later booking of the same part, for as many at least, is what the plan asks for, and this one is not."""

    def fits(other: Booking) -> tuple[bool, bool]:
        return other.key == asked.key, _days_apart(asked, other) == 0

    def beside(part: BookedFor) -> bool:  # other nights of the same stay
        own = one.part
        return bool(own and own.until and (part.until <= own.day or own.until <= part.day))

    heads, then = one.part.heads if one.part else (), one.booked_at
    same = (o for o in bookings if o.part and (o.key == asked.key or not beside(o.part)))
    for_as_many = (o for o in same if o.part and all(map(ge, o.part.heads, heads)))
    later = [o for o in for_as_many if then and o.booked_at and o.booked_at >= then]
    return any(fits(o) > fits(one) or (o.key == one.key and o.booked_at != then) for o in later)


Found = tuple[list[PlanQuery], list[Misfit]]


def _leg(trip: TripIntent, asked: PlanQuery, bookings: list[Booking], _: frozenset[str]) -> Found:
    """Return the question for those who have no ticket of a leg yet, and which tickets are for another day."""
    query = asked.query
    assert isinstance(query, FlightQuery)  # noqa: S101 - the legs of a plan are flights
    misfits = [
        Misfit(one.booking_id, "other_day", query.depart_date)
        for one in bookings
        if one.part and one.part.day and one.part.day != query.depart_date
    ]
    members = trip.party.members(trip.itinerary.segments[asked.number].traveler_ids)
    newcomers, odd = _newcomers(members, asked, bookings)
    more = flight_asked(trip, asked.number, newcomers) if newcomers else None
    return _beside(more, bookings), misfits + odd


def _stay(trip: TripIntent, asked: PlanQuery, bookings: list[Booking], extending: frozenset[str]) -> Found:
    """Return the questions of a stay: for those who have no bed yet, and for the nights that were asked for in addition."""
    stay = effective_stays(trip)[asked.number]
    members = trip.party.members(stay.traveler_ids)
    newcomers, misfits = _newcomers(members, asked, bookings)
    more = hotel_asked(trip, asked.number, stay, newcomers) if newcomers else None
    left = _beside(more, bookings)
    for first, last, why, one in _nights(asked, bookings, from_landing=stay.from_landing):
        misfits.append(Misfit(one.booking_id, why, f"{first}/{last}"))
        if one.booking_id in extending and why != "longer":
            update = {"check_in": first, "check_out": last, "from_landing": False, "number_of_nights": None}
            booked = members[: sum(one.part.heads)] if one.part else members
            added = hotel_asked(trip, asked.number, stay.model_copy(update=update), booked)
            left += [added] if added else []
    return left, misfits


def _newcomers(
    members: Sequence[Member], asked: PlanQuery, bookings: Sequence[Booking]
) -> tuple[list[Member], list[Misfit]]:
    """Return those of a part who have no booking of it: of each kind the first ones have. Children alone are not quoted."""
    if any(one.part is None or one.key == asked.key for one in bookings):
        return [], []
    booked = _heads_of(bookings)
    new: list[Member] = []
    for member in members:
        booked[member.kind] -= 1
        if booked[member.kind] < 0:
            new.append(member)
    misfits = [Misfit(bookings[0].booking_id, "fewer_people")] if bookings and +booked else []
    if bookings and new and heads_of(new)[0] == 0:
        return [], [*misfits, Misfit(bookings[0].booking_id, "without_adult")]
    return new, misfits


def _heads_of(bookings: Sequence[Booking]) -> Counter[str]:
    """Return how many have a booking of a part, of each kind: of nights that follow one another the most of one night."""
    parts = [one.part for one in bookings if one.part]
    most = Counter[str]()
    for first in {part.day for part in parts}:
        on = Counter[str]()
        for part in parts:
            if part.day == first or (part.until and part.day < first < part.until):
                on.update(dict(zip(_KINDS, part.heads, strict=False)))
        most |= on
    return most


def _beside(more: PlanQuery | None, bookings: Sequence[Booking]) -> list[PlanQuery]:
    """Return the question for newcomers. Beside booked ones its key is another than that of a party of its own.

    Where one joins one, both ask the same query, and each needs an answer and a booking.
    """
    if more is None or not bookings:
        return [more] if more else []
    beside = [one.part.heads for one in bookings if one.part]
    return [more._replace(key=fingerprint(more.query, beside))]


def _nights(
    asked: PlanQuery, bookings: Sequence[Booking], *, from_landing: bool
) -> Iterator[tuple[str, str, Why, Booking]]:
    """Yield the nights of a stay that its booking has not, before and after it, and those that it has beyond the stay."""
    query, dated = asked.query, [(one, one.part) for one in bookings if one.part and one.part.day and one.part.until]
    if not dated or not isinstance(query, HotelQuery) or any(one.key == asked.key for one in bookings):
        return
    one, begins = dated[0][0], min(part.day for _, part in dated)
    ends = max(part.until for _, part in dated)
    if query.check_in < begins and not from_landing:
        yield query.check_in, begins, "begins_late", one
    if begins < query.check_in:
        yield begins, query.check_in, "longer", one
    if ends < query.check_out:
        yield ends, query.check_out, "ends_early", one
    if query.check_out < ends:
        yield query.check_out, ends, "longer", one


def meant(trip: TripIntent, event: UserCancelsBooking) -> tuple[Booking, ...]:
    """Return the bookings that are to be cancelled, in the order of the trip; empty when there is nothing like that."""
    live = [b for b in trip.working_memory.bookings if b.status == "confirmed"]
    if event.parts or event.booking_ids:
        named = {b.booking_id for part in event.parts for b in part_bookings(trip, part)} | set(event.booking_ids)
        return tuple(b for b in live if b.booking_id in named)
    return tuple(b for b in live if event.item in ("all", b.item_type))


def part_bookings(trip: TripIntent, part: BookedPart) -> list[Booking]:
    """Return the bookings of a part of the trip as people name it."""
    kind = [b for b in trip.working_memory.bookings if b.status == "confirmed" and part.item in ("all", b.item_type)]
    found = coverage(trip)
    if part.which == "replaced":
        whys = ("has_successor", "not_in_plan", "other_day")
        odd = {one.booking_id for one in found.misfits if one.why in whys}
        return [b for b in kind if b.booking_id in odd]
    if part.which is None and part.place is None:
        return kind
    of_part = [b for b in kind if b.booking_id in found.parts and _is(trip, part, found.parts[b.booking_id])]
    named = part.place.casefold() if part.place else ""
    return of_part or [b for b in kind if part.which is None and named and named in b.title.casefold()]


def _is(trip: TripIntent, part: BookedPart, asked: PlanQuery) -> bool:
    flights = plan_of(trip).flights
    if part.which is not None:
        way = flights[0] if part.which == "outbound" else flights[-1] if len(flights) > 1 else None
        if not isinstance(asked.query, FlightQuery) or way is None or asked.number != way.number:
            return False
    return part.place is None or part.place.casefold() in {name.casefold() for name in _names(trip, asked)}


def _names(trip: TripIntent, asked: PlanQuery) -> Iterator[str]:
    """Yield what the place of a question is called: where a flight goes, where one sleeps."""
    code = asked.query.destination if isinstance(asked.query, FlightQuery) else asked.query.location
    yield code
    points: list[Point] = [p for segment in trip.itinerary.segments for p in (segment.origin, segment.destination)]
    yield from (name for p in points if p.code == code for name in (p.name, p.said) if name)
    stays = [stay for stay in trip.itinerary.lodging.stays if stay.location_code == code]
    yield from (stay.location_name for stay in stays if stay.location_name)


def holders(trip: TripIntent) -> dict[str, tuple[str, ...]]:
    """Return for whom of the party each booking is that takes a part: of each kind the first ones have the first ticket."""
    found, members = coverage(trip).parts, {one.id: one.kind for one in trip.party.members()}
    own: dict[str, tuple[str, ...]] = {}
    left: dict[str, list[str]] = {asked.key: [*asked.who] for asked in found.values()}
    for one in trip.working_memory.bookings:
        if one.booking_id in found:
            free = left[found[one.booking_id].key]
            seats = Counter(dict(zip(_KINDS, one.part.heads, strict=True)) if one.part else members.values())
            taken: list[str] = []
            for who in free:
                if seats[members[who]] > 0:
                    seats[members[who]] -= 1
                    taken.append(who)
            free[:] = [who for who in free if who not in taken]
            own[one.booking_id] = tuple(taken)
    return own


def members_of(trip: TripIntent, asked: Iterable[PlanQuery]) -> tuple[Member, ...]:
    """Return those of the party whom some questions are for, in the party's order."""
    ids = {one for question in asked for one in question.who}
    return tuple(one for one in trip.party.members() if one.id in ids)
