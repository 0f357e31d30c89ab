"""Seats and rooms run out, and come back when a hold lapses or an order is cancelled."""

import asyncio
import sys
from asyncio.subprocess import PIPE

import pytest

from tripintent.tools.errors import OfferGone


async def scarce(supplier, query):
    """Return an offer with one to four seats left."""
    return next(o for o in await supplier.flights.search(query) if o.seats_left and o.seats_left <= 4)


async def test_the_last_seat_is_sold_once(supplier, flight_query, order):
    """Each order takes its seats; when none is left holding, pricing and searching agree that it is gone."""
    offer = await scarce(supplier, flight_query)
    for n in range(offer.seats_left):
        await supplier.orders.hold(order(offer, f"op-{n}"))
    with pytest.raises(OfferGone) as held:
        await supplier.orders.hold(order(offer, "op-late"))
    with pytest.raises(OfferGone):
        await supplier.flights.price(offer)
    assert held.value.code == "offer_no_longer_available"
    assert offer.option_id not in {o.option_id for o in await supplier.flights.search(flight_query)}
    assert not await supplier.orders.find("op-late")


async def test_seats_come_back(supplier, clock, flight_query, order):
    """A released hold, a lapsed hold and a cancelled order each give their seat back."""
    offer = await scarce(supplier, flight_query)

    async def left():
        found = {o.option_id: o.seats_left for o in await supplier.flights.search(flight_query)}
        return found.get(offer.option_id, 0)

    released = await supplier.orders.hold(order(offer, "released"))
    assert await left() == offer.seats_left - 1
    await supplier.orders.release(released.order_id, "r")
    assert await left() == offer.seats_left
    paid = await supplier.orders.book(order(offer, "paid"), "pm_x")
    assert await left() == offer.seats_left - 1
    await supplier.orders.cancel(await supplier.orders.quote_cancellation(paid.order_id), "c")
    assert await left() == offer.seats_left
    lapsing = await supplier.orders.hold(order(offer, "lapsing"))
    clock.set(lapsing.expires_at)
    assert await left() == offer.seats_left


async def test_rooms_run_out_by_the_night(supplier, hotel_query, order):
    """Rooms are counted for each night: a sold out night closes every stay that needs it, and no other."""
    offer = next(o for o in await supplier.hotels.search(hotel_query) if o.rooms_left == 1)
    await supplier.orders.hold(order(offer))
    with pytest.raises(OfferGone):
        await supplier.orders.hold(order(offer, "second"))
    later = hotel_query.model_copy(update={"check_in": "2027-04-11", "check_out": "2027-04-13"})
    assert offer.hotel_id in {o.hotel_id for o in await supplier.hotels.search(later)}


async def test_a_soft_hold_keeps_nothing(make, hotel_query, order):
    """A room under a soft hold can be sold to somebody else; paying it then is refused because it is gone."""
    supplier = make(hotel_hold="soft")
    offer = next(o for o in await supplier.hotels.search(hotel_query) if o.rooms_left == 1)
    held = await supplier.orders.hold(order(offer, "soft"))
    await supplier.orders.book(order(offer, "faster"), "pm_x")
    with pytest.raises(OfferGone):
        await supplier.orders.pay(held.order_id, held.total, "pm_x", "p")
    assert supplier.book.payments_per_order().get(held.order_id, 0) == 0


RACE = """
import asyncio, sys
from datetime import UTC, datetime
from tripintent.tools.clock import FixedClock
from tripintent.tools.errors import OfferGone
from tripintent.tools.ports.orders import OrderRequest
from tripintent.tools.suppliers.embedded.supplier import EmbeddedSupplier

path, name = sys.argv[1:]
request = OrderRequest.model_validate_json(sys.stdin.read())
supplier = EmbeddedSupplier(path, clock=FixedClock(datetime(2027, 1, 10, 9, tzinfo=UTC)), places=None)
for n in range(2):
    try:
        asyncio.run(supplier.orders.hold(request.model_copy(update={"client_ref": f"{name}-{n}"})))
        print("sold")
    except OfferGone:
        print("gone")
"""


async def test_processes_cannot_sell_one_seat_twice(supplier, tmp_path, flight_query, order):
    """Eight holds from four processes on an offer with a few seats left: as many succeed as there are seats."""
    offer = await scarce(supplier, flight_query)
    command = (sys.executable, "-c", RACE, str(tmp_path / "supplier.db"))
    racers = [
        await asyncio.create_subprocess_exec(*command, name, stdin=PIPE, stdout=PIPE) for name in ("a", "b", "c", "d")
    ]
    said = await asyncio.gather(*(racer.communicate(order(offer).model_dump_json().encode()) for racer in racers))
    assert (
        sorted(b"".join(out for out, _ in said).split())
        == [b"gone"] * (8 - offer.seats_left) + [b"sold"] * offer.seats_left
    )
    assert supplier.book.totals() == {"orders": offer.seats_left, "held": offer.seats_left, "payments": 0}
