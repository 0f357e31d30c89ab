"""After the booking: what the airline changed, what got cheaper while cancelling is free, and when to check in. Before it: watched prices.

It only looks and proposes: nothing is cancelled, changed or bought here. Each thing is told once, by the audit. One worker at a time,
by a lease in the ledger.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Literal, NamedTuple

from pydantic import JsonValue
from pydantic_core import to_jsonable_python
from sqlalchemy import Connection

from tripintent.app.compose import Composition, compose
from tripintent.app.notifying import telling
from tripintent.app.selling import OwnSupplier
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.app.surveying import on_a_copy
from tripintent.app.threads import route_of
from tripintent.nodes.booking.facts.news import ENDED, LOWER, facts_of
from tripintent.nodes.opening import zone_of
from tripintent.state.booking import Booking
from tripintent.state.bundles import Selected
from tripintent.state.context import Principal, TripContext
from tripintent.state.derived import unanswered
from tripintent.state.events import ToolCall
from tripintent.state.frozen import Frozen
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, Offer, Terms
from tripintent.state.queries import HotelQuery, Query
from tripintent.state.questions.plan import plan_of
from tripintent.state.standing import cheapest_whole, watch_end
from tripintent.state.trip import LESS, PriceWatch, TripIntent
from tripintent.tools.errors import SupplierError, SupplierUnavailable, ToolError
from tripintent.tools.ids import new_id
from tripintent.tools.ledger import auditing, bookings, holds, post
from tripintent.tools.ledger.holds import HoldRow
from tripintent.tools.ledger.ownership import OwnerRow
from tripintent.tools.ledger.stores import intents_of, price_watches
from tripintent.tools.ports.clock import UnknownCurrency
from tripintent.tools.ports.desk import AuditEvent
from tripintent.tools.ports.messages import Notice
from tripintent.tools.toolbox.screen_facts import WatchFacts
from tripintent.tools.toolbox.searched import title_of

LEASE = "worker: watch"
CHECK_IN = timedelta(hours=24)
"""Most airlines open check-in 24 to 48 hours before the flight; the later one is true of all."""

NOT_HERE = "this seller is not configured here; one of your own is given to tripintent.app.watching.watch_once"

Kind = Literal["schedule_changed", "cheaper", "check_in", "lower", "ended"]


class Sighting(Frozen):
    """One thing that the traveller should know. ``mark`` tells it from others of its kind; ``facts`` are for the card."""

    kind: Kind
    trip_id: str
    thread_id: str
    booking_id: str = ""
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

    found: list[Sighting]
    problems: list[str]


async def watch_once(settings: Settings | None = None, *, suppliers: Sequence[OwnSupplier] = ()) -> Round:
    """Do one round of ``tripintent watch`` with a host's own suppliers: give those of its session. Raises Busy and StoreError."""
    chosen = settings or Settings()
    with closing(compose(chosen, storage_of(chosen), suppliers=suppliers)) as parts:
        async with telling(chosen, parts):
            return await watch(parts)


async def watch(parts: Composition) -> Round:
    """Look at every confirmed booking and every watched price once. What is new is in the audit then. Raises Busy beside another worker."""
    async with parts.locks.hold(LEASE):
        round_ = Round([], [])
        for one in await parts.ledger.read(_watched):
            told = {str(event.data.get("mark")) for event in await parts.ports.desk.audit(one.hold.trip_id)}
            new: list[Sighting] = []
            try:
                async for finding in _looked_at(parts, one):
                    new += [finding] if finding.mark not in told else []
            except SupplierError as error:
                round_.problems.append(f"{one.booking.supplier} could not be asked about {one.hold.title}: {error}")
            await parts.ports.desk.record([finding.event() for finding in new])
            round_.found.extend(new)
        for owner, trip in await parts.ledger.read(price_watches):
            try:
                found = await _priced(parts, owner, trip, round_.problems)
            except ToolError as error:
                round_.problems.append(f"the price of {trip.ledger_id} could not be looked at: {error}")
            else:
                round_.found.extend([found] if found and await _kept(parts, owner, found) else [])
        return round_


async def _priced(parts: Composition, owner: OwnerRow, trip: TripIntent, problems: list[str]) -> Sighting | None:
    """Return the new low of a watched trip, or that its watch ended. What could not be searched is a problem, and no price."""
    watch, clock = trip.working_memory.price_watch, parts.ports.clock
    assert watch is not None, "only trips with a watched price are read"  # noqa: S101
    for event in await parts.ports.desk.audit(trip.ledger_id):
        facts = facts_of(event)
        if event.type == ENDED and facts["began"] == watch.began:
            return None
        if event.type == LOWER and facts["began"] == watch.began:
            watch = watch.model_copy(update={"price": Money.model_validate(facts["now"])})
    today = clock.now().astimezone(zone_of(trip.request.timezone)).date()
    if why := watch_end(trip, today):
        return _of_price("ended", trip, watch, why, now=watch.price, why=why)
    was = cheapest_whole(trip)
    ids = (*was.flight_option_ids, *was.hotel_option_ids) if was else ()
    sellers = {one.supplier for one in (await parts.ports.offers.options(trip.ledger_id, ids)).values()}
    if sellers - {*parts.sellers}:
        raise SupplierUnavailable(f"{NOT_HERE}: {', '.join(sorted(sellers - {*parts.sellers}))}")
    asked = {"organisation": owner.org, "traveller": owner.traveller}
    who = Principal(**asked, subject=owner.subject, thread_id=watch.thread_id)
    context = TripContext(**asked, locale=trip.request.locale, timezone=trip.request.timezone)
    anew: dict[str, object] = {"quotes": {}, "ranking": None, "selected": Selected(), "hold_requested": False}
    memory = trip.working_memory.model_copy(update=anew)
    fresh, look = trip.model_copy(update={"working_memory": memory}), ToolCall(name="list_options")
    seen, ports = await on_a_copy(fresh, [look], parts.ports, who, context)
    after, best = seen.trip, cheapest_whole(seen.trip)
    failed = [one.failure.error for one in unanswered(after) if one.failure]
    if failed or after.version != trip.version + 1 or (best and best.whole.currency != watch.price.currency):
        why_not = "; ".join(failed) or "the trip changed, or its prices came in another currency"
        problems.append(f"the price of {trip.ledger_id} could not be compared, it is tried again: {why_not}")
        return None
    if best is None or best.whole.amount >= watch.below.amount:
        return None
    ids = (*best.flight_option_ids, *best.hotel_option_ids)
    offers = await ports.offers.options(trip.ledger_id, ids)
    more = {"parts": [title_of(offers[one]) for one in ids], "simulated": any(o.simulated for o in offers.values())}
    more |= {"below": watch.model_copy(update={"price": best.whole}).below, "percent": None if watch.limit else LESS}
    return _of_price("lower", trip, watch, str(best.whole), now=best.whole, was=watch.price, **more)


def _of_price(kind: Kind, trip: TripIntent, watch: PriceWatch, what: str, **facts: object) -> Sighting:
    names = {"trip_id": trip.ledger_id, "thread_id": watch.thread_id, "title": route_of(trip)}
    facts = to_jsonable_python({"began": watch.began, **facts})
    return Sighting.model_validate({"kind": kind, **names, "mark": f"{kind} {watch.began} {what}", "facts": facts})


async def _kept(parts: Composition, owner: OwnerRow, found: Sighting) -> bool:
    """Write a finding to the audit and its notices to the outbox; not where another worker was quicker."""
    now, facts = parts.ports.clock.now(), WatchFacts.model_validate({**found.facts, "event": found.kind})
    what = {"event": f"price.{found.kind}", "kind": "watch", "total": facts.now, "titles": facts.parts, "watch": facts}
    whose = {"organisation": owner.org, "asked_by": owner.subject, "thread_id": found.thread_id}
    notice = Notice.model_validate({"notice_id": new_id("ntc"), "at": now, **what, **whose})

    def write(tx: Connection) -> bool:
        if any(one.data.get("mark") == found.mark for one in auditing.read(tx, found.trip_id)):
            return False
        auditing.append(tx, [found.event()], now)
        if parts.channels:
            post.put_out(tx, found.trip_id, notice, parts.channels)
        return True

    return await parts.ledger.write(write)


def _watched(tx: Connection) -> list[_Watched]:
    rows = bookings.confirmed(tx)
    trips = intents_of(tx, sorted({trip for trip, _, _ in rows}))
    plans = {name: plan_of(trip) for name, trip in trips.items()}
    asked = {name: {a.key: a.query for a in (*plan.flights, *plan.hotels)} for name, plan in plans.items()}
    return [_Watched(b, holds.get(tx, hold), asked.get(trip, {}).get(b.key)) for trip, hold, b in rows]


async def _looked_at(parts: Composition, one: _Watched) -> AsyncIterator[Sighting]:
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
    if one.booking.supplier not in parts.sellers:
        raise SupplierUnavailable(NOT_HERE)
    async for finding in _changed(parts, one):
        yield finding
    cheaper = await _cheaper(parts, one, now)
    if cheaper:
        yield cheaper


async def _changed(parts: Composition, one: _Watched) -> AsyncIterator[Sighting]:
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


async def _cheaper(parts: Composition, one: _Watched, now: datetime) -> Sighting | None:
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


def _finding(kind: Kind, one: _Watched, mark: str, facts: dict[str, JsonValue]) -> Sighting:
    row = one.hold
    return Sighting(
        kind=kind,
        trip_id=row.trip_id,
        thread_id=row.thread_id,
        booking_id=one.booking.booking_id,
        title=row.title,
        mark=f"{kind} {mark}",
        facts=facts,
    )
