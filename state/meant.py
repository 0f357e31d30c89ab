"""Which bookings somebody means: by their ids, by the part of the trip that they are, or by what the trip replaced."""

from collections.abc import Iterator

from tripintent.state.booking import Booking
from tripintent.state.events import BookedPart, UserCancelsBooking
from tripintent.state.itinerary import Point
from tripintent.state.queries import FlightQuery
from tripintent.state.questions.plan import Asked, plan_of
from tripintent.state.supplement import supplement
from tripintent.state.trip import TripIntent


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
