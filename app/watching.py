"""After the booking: what the airline changed, what got cheaper while cancelling is free, and when to check in.

It only looks and proposes: nothing is cancelled, changed or bought here. Each thing is told once, by the audit. One worker at a time,
by a lease in the ledger.
"""

from collections.abc import AsyncIterator
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, JsonValue
from sqlalchemy import Connection

from tripintent.app.compose import Composition
from tripintent.state.booking import Booking
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, Offer, Terms
from tripintent.state.queries import HotelQuery, Query
from tripintent.state.questions.plan import plan_of
from tripintent.tools.errors import SupplierError
from tripintent.tools.ledger import bookings, holds
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.stores import intents_of
from tripintent.tools.ports.desk import AuditEvent
from tripintent.tools.ports.rates import UnknownCurrency

LEASE = "worker: watch"
CHECK_IN = timedelta(hours=24)
"""Most airlines open check-in 24 to 48 hours before the flight; the later one is true of all."""

Kind = Literal["schedule_changed", "cheaper", "check_in"]


class Finding(BaseModel):
    """One thing that the traveller should know. ``mark`` tells it from others of its kind; ``facts`` are for the card."""

    model_config = ConfigDict(frozen=True)

    kind: Kind
    trip_id: str
    thread_id: str
    booking_id: str
    title: str
    mark: str
    facts: dict[str, JsonValue]

    def event(self) -> AuditEvent:
        """Return it as a line of the audit."""
        return AuditEvent(trip_id=self.trip_id, type=f"watch.{self.kind}", data=self.model_dump(exclude={"trip_id"}))


class _Watched(NamedTuple):
    """A booking with what was bought, and the question that it answered, where the trip still asks it."""

    booking: Booking
    hold: HoldRow
    query: Query | None


class Round(NamedTuple):
    """What one look came to: what is new, and in words what could not be looked at; the next round asks again."""

    found: list[Finding]
    problems: list[str]


async def watch(parts: Composition) -> Round:
    """Look at every confirmed booking once. What is new is in the audit then. Raises Busy beside another worker."""
    async with parts.locks.hold(LEASE):
        round_ = Round([], [])
        for one in await parts.ledger.read(_watched):
            told = {str(event.data.get("mark")) for event in await parts.ports.desk.audit(one.hold.trip_id)}
            new: list[Finding] = []
            try:
                async for finding in _looked_at(parts, one):
                    new += [finding] if finding.mark not in told else []
            except SupplierError as error:
                round_.problems.append(f"{one.booking.supplier} could not be asked about {one.hold.title}: {error}")
            await parts.ports.desk.record([finding.event() for finding in new])
            round_.found.extend(new)
        return round_


def _watched(tx: Connection) -> list[_Watched]:
    rows = bookings.confirmed(tx)
    trips = intents_of(tx, sorted({trip for trip, _, _ in rows}))
    plans = {name: plan_of(trip) for name, trip in trips.items()}
    asked = {name: {a.key: a.query for a in (*plan.flights, *plan.hotels)} for name, plan in plans.items()}
    return [_Watched(b, holds.get(tx, hold), asked.get(trip, {}).get(b.key)) for trip, hold, b in rows]


async def _looked_at(parts: Composition, one: _Watched) -> AsyncIterator[Finding]:
    now, offer = parts.ports.clock.now(), one.hold.offer
    if isinstance(offer, FlightOffer) and now <= offer.depart_at <= now + CHECK_IN:
        first = offer.segments[0]
        number = f"{first.airline_code}{first.flight_number.removeprefix(first.airline_code)}"
        facts: dict[str, JsonValue] = {"flight": number, "departs": offer.depart_at.isoformat()}
        yield _finding("check_in", one, one.booking.booking_id, {**facts, "locator": one.booking.locator})
    over = (
        offer.depart_at
        if isinstance(offer, FlightOffer)
        else datetime.combine(offer.check_in, datetime.min.time(), now.tzinfo)
    )
    if over <= now:
        return
    async for finding in _changed(parts, one):
        yield finding
    cheaper = await _cheaper(parts, one, now)
    if cheaper:
        yield cheaper


async def _changed(parts: Composition, one: _Watched) -> AsyncIterator[Finding]:
    seller = parts.sellers.get(one.booking.supplier)
    if seller is None or one.booking.item_type != "flight":
        return
    order = await seller.orders.read(one.booking.order_id)
    for change in order.changes:
        if change.open:
            facts: dict[str, JsonValue] = {
                "was": list(change.was),
                "now": list(change.now),
                "answers": ["accept", "ask"],
            }
            yield _finding("schedule_changed", one, change.change_id, facts)


async def _cheaper(parts: Composition, one: _Watched, now: datetime) -> Finding | None:
    """Return the same thing at a lower price, while what was bought can be given back for nothing."""
    offer, query = one.hold.offer, one.query
    if query is None or not _free(one.hold.terms, now):
        return None
    search = parts.ports.hotels.search(query) if isinstance(query, HotelQuery) else parts.ports.flights.search(query)
    prices = [(new, _in(parts, new, one.hold.total.currency)) for new in await search if _same(offer, new)]
    best = min(((n, p) for n, p in prices if p is not None), key=lambda row: row[1], default=None)
    if best is None or best[1] >= one.hold.total.amount:
        return None
    paid = one.hold.total
    saves = Money(amount=paid.amount - best[1], currency=paid.currency)
    sums = {"paid": paid, "now": best[0].total_price, "saves": saves}
    facts: dict[str, JsonValue] = {name: money.model_dump(mode="json") for name, money in sums.items()}
    return _finding("cheaper", one, f"{one.booking.booking_id} {best[0].total_price}", facts)


def _free(terms: Terms, now: datetime) -> bool:
    return terms.refundable and terms.refund_penalty is None and (terms.free_until is None or terms.free_until > now)


def _in(parts: Composition, offer: Offer, currency: str) -> Decimal | None:
    try:
        return parts.ports.rates.convert(offer.total_price, currency).amount
    except UnknownCurrency:
        return None


def _same(had: Offer, new: Offer) -> bool:
    """Tell whether an offer is the same thing on terms that are as good: it has to be free to cancel, too."""
    rooms = ("supplier", "hotel_id", "check_in", "check_out", "rooms", "board", "room_description")
    flights = ("segments", "cabin", "fare_brand", "checked_bags", "carry_on")
    alike = rooms if had.kind == "hotel" else flights
    same = had.kind == new.kind and all(getattr(had, name) == getattr(new, name) for name in alike)
    return same and _as_good(had.terms, new.terms)


def _as_good(had: Terms, new: Terms) -> bool:
    later = new.free_until is None or (had.free_until is not None and new.free_until >= had.free_until)
    return new.refundable and new.refund_penalty is None and later


def _finding(kind: Kind, one: _Watched, mark: str, facts: dict[str, JsonValue]) -> Finding:
    row = one.hold
    return Finding(
        kind=kind,
        trip_id=row.trip_id,
        thread_id=row.thread_id,
        booking_id=one.booking.booking_id,
        title=row.title,
        mark=f"{kind} {mark}",
        facts=facts,
    )
