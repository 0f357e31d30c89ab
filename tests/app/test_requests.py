"""What travellers ask for beyond the offers: sent where a supplier takes it, offered at its price, or theirs to tell."""

from contextlib import asynccontextmanager
from datetime import UTC, datetime

from tests.acts import ANN_IN_FULL, agree, change, do, plan, to_approval
from tests.app.test_two_suppliers import opened as over

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings

NOW = datetime(2027, 1, 10, 9, tzinfo=UTC)
ASKED = [
    {"kind": "window seat"},
    {"kind": "vegetarian meal"},
    {"kind": "pet on board"},
    {"kind": "quiet room", "to": "hotel"},
]
WISH = plan("JFK", "SFO", "2027-03-11", "2027-03-14", requests=ASKED)
SEAT = change(requests=[{"kind": "window seat", "accept_price": True}])


@asynccontextmanager
async def opened(tmp_path, suppliers="embedded", **more):
    settings = Settings(db=tmp_path / "t.db", language="offline", now=NOW, suppliers=suppliers, _env_file=None, **more)
    async with open_session(settings) as session:
        yield session


async def held(session):
    """Ask for everything, and hold the cheapest trip. Return the messages and what waits."""
    return await do(session, "t", *to_approval(WISH, ANN_IN_FULL))


def of(card, item_type):
    """What the card says of requests, by kind, for the first item of a type."""
    line = next(one for one in card["cart"] if one["item_type"] == item_type)
    return {one["kind"]: one for one in line["requests"]}


def told(turn):
    return "\n".join(str(message) for message in turn.messages)


async def test_each_request_is_sent_offered_or_left_to_the_traveller(tmp_path):
    """The message after holding and the card say the same of each, and a price is not in the total unasked."""
    async with opened(tmp_path) as session:
        turn = await held(session)
        flight, hotel = of(turn.interrupt.args, "flight"), of(turn.interrupt.args, "hotel")
    assert {kind: one["state"] for kind, one in flight.items()} == {
        "window seat": "offered", "vegetarian meal": "sent", "pet on board": "yourself",
    }  # fmt: skip
    assert hotel["quiet room"]["state"] == "sent"
    assert "goes to the airline with the booking" in told(turn)
    assert "please tell the airline yourself" in told(turn)
    assert "the hotel decides" in told(turn)


async def test_a_request_after_the_booking_is_of_no_booking(tmp_path):
    """What is booked takes no more requests."""
    async with opened(tmp_path) as session:
        await held(session)
        await agree(session, "t")
        late = await do(session, "t", change(requests=[{"kind": "kosher food"}]))
    assert "kosher food" in str(late.trip)
    booked = [one.kind for b in late.trip.working_memory.bookings for one in b.requests]
    assert "vegetarian meal" in booked
    assert "kosher food" not in booked


async def test_real_suppliers_get_what_they_take(tmp_path, duffel, liteapi):
    """Duffel sells the seat with its number, and takes no meal; LiteAPI gets the words as the guest's remark."""
    async with over(tmp_path, "duffel, liteapi", duffel, liteapi) as session:
        await held(session)
        turn = await do(session, "t", SEAT)
        flight = of(turn.interrupt.args, "flight")
        assert (flight["window seat"]["state"], flight["window seat"]["detail"][:3]) == ("sent", "12A")
        assert flight["vegetarian meal"]["state"] == "yourself"
        done = await agree(session, "t")
    live = [order for order in duffel.orders.values() if not order["cancelled_at"]]
    assert {one["metadata"]["designator"] for order in live for one in order["services"]} == {"12A"}
    assert all(order["payment_status"]["paid_at"] for order in live)
    (room,) = liteapi.bookings.values()
    assert "quiet room" in room["guests"][0]["remarks"]
    kinds = {one.kind: one.state for b in done.trip.working_memory.bookings for one in b.requests}
    assert kinds == {
        "window seat": "sent", "vegetarian meal": "yourself", "pet on board": "yourself", "quiet room": "sent",
    }  # fmt: skip


async def test_a_bag_that_the_fare_lacks_is_bought_beside_it(tmp_path, duffel, liteapi):
    """Its price is in the option, on the card, and in the order: three times the same sum."""
    duffel.fares = duffel.fares[:1]
    async with over(tmp_path, "duffel, liteapi", duffel, liteapi) as session:
        wish = plan("JFK", "SFO", "2027-03-11", "2027-03-14", flights={"checked_bags": 1})
        turn = await do(session, "t", *to_approval(wish, ANN_IN_FULL))
        line = next(one for one in turn.interrupt.args["cart"] if one["item_type"] == "flight")
        assert [(one["kind"], one["price"]["amount"]) for one in line["requests"]] == [("checked bag", "32.50")]
        assert "checked bag (1 ×)" in told(turn)
        await agree(session, "t")
    order = next(iter(duffel.orders.values()))
    assert [one["type"] for one in order["services"]] == ["baggage"]
    assert order["total_amount"] == line["total"]["amount"]
