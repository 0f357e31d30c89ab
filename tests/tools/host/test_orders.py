"""Holding and buying through a host."""

from datetime import UTC, datetime, timedelta

import pytest
from tests.offers import flight_at, hotel_until

from tripintent.state.money import Money
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.errors import CommitRejected, Unknown
from tripintent.tools.host.orders import HeldOrder, HostOrders, held_order, host_capabilities
from tripintent.tools.ports.orders import OrderRequest

SOON = datetime(2026, 3, 2, 13, tzinfo=UTC)
FLIGHT = flight_at(SOON, "f1", 300, supplier="host", hop={"arrive_at": SOON.replace(hour=19)})
HOTEL = hotel_until(SOON, "h2|h4", 300, supplier="host", check_in="2026-03-11", check_out="2026-03-14")


def order_id(kind="flight", holds=("H1",)):
    price = {"total": Money(amount=300), "refundable": False}
    times = {"expires_at": SOON.replace(hour=18), "created_at": SOON}
    return HeldOrder(kind=kind, holds=holds, client_ref="op-1", **price, **times).order_id


def held(*rows):
    return {"success": True, "output": {"holds": [{"item_type": "flight", "status": "held", **row} for row in rows]}}


@pytest.fixture
def orders(caller, clock):
    return HostOrders(caller, clock, host_capabilities(0.2))


async def test_a_hold(host, orders, clock):
    """The operation's id is the key, the host hears whom it is for; the order knows its hold, price and expiry."""
    host.answers["reservation_hold_create"] = held({"hold_id": "H1", "expires_at": "2026-03-02T18:00:00Z"})
    ann = Traveller(given_name="Ann", family_name="Smith", date_of_birth="1985-03-04", gender="f")
    people = {"travellers": (ann,), "contact": Contact(email="ann@example.org")}
    order = await orders.hold(OrderRequest(client_ref="op-1", offer=FLIGHT, **people))
    item = {"item_type": "flight", "option_id": "f1", "traveler_profile_ids": []}
    assert {name: host.sent[name] for name in ("idempotency_key", "items")} == {
        "idempotency_key": "op-1",
        "items": [item],
    }
    known = ann.model_dump(include={"given_name", "family_name", "date_of_birth", "title", "gender", "document"})
    assert host.sent["travelers"] == [{**known, "type": "adult"}]
    assert (host.sent["contact_email"], host.sent["contact_phone"]) == ("ann@example.org", None)
    assert (order.item_type, order.status, order.total.amount) == ("flight", "held", 300)
    assert order.expires_at == datetime(2026, 3, 2, 18, tzinfo=UTC)
    assert order.paid_at is None


async def test_rooms_are_held_together(host, orders):
    """A stay of two rooms is two items and one order."""
    rows = ({"hold_id": "H1", "item_type": "hotel"}, {"hold_id": "H2", "item_type": "hotel"})
    host.answers["reservation_hold_create"] = held(*rows)
    order = await orders.hold(OrderRequest(client_ref="op-2", offer=HOTEL))
    assert [item["option_id"] for item in host.sent["items"]] == ["h2", "h4"]
    assert held_order(order.order_id).holds == ("H1", "H2")


@pytest.mark.parametrize(
    ("rows", "kind"),
    [
        ([{"hold_id": "H1", "status": "failed"}], CommitRejected),
        ([], Unknown),
        ([{"hold_id": ""}], Unknown),
        ([{"hold_id": "H1", "item_type": "hotel"}], Unknown),
        ([{"hold_id": "H1"}, {"hold_id": "H2"}], Unknown),
    ],
)
async def test_a_hold_that_is_none(host, orders, rows, kind):
    """Only a clear failure of everything is certain; anything odd may have been held."""
    host.answers["reservation_hold_create"] = held(*rows)
    with pytest.raises(kind):
        await orders.hold(OrderRequest(client_ref="op-1", offer=FLIGHT))


async def test_a_purchase(host, orders, clock):
    """The purchase names the holds, the payment method and its key; what comes back is paid and has its locator."""
    confirmation = {"record_locator": "ABC123", "status": "confirmed", "tickets": ["t-1"]}
    host.answers["booking_confirm_and_purchase"] = {"output": {"confirmation": confirmation}}
    contact = Contact(email="ann@example.org")
    order = await orders.pay_for(contact, order_id("hotel", ("H1", "H2")), Money(amount=300), "pm_1", "op-3")
    assert host.sent["hold_ids"] == ["H1", "H2"]
    assert (host.sent["idempotency_key"], host.sent["payment_method_id"]) == ("op-3", "pm_1")
    assert host.sent["contact_email"] == "ann@example.org"
    assert (order.status, order.locator, order.tickets, order.item_type) == ("confirmed", "ABC123", ("t-1",), "hotel")
    assert order.paid_at == clock.now()


async def test_a_failed_purchase_is_no_purchase(host, orders):
    """Status failed is a certain refusal, never recorded as bought."""
    host.answers["booking_confirm_and_purchase"] = {"confirmation": {"status": "failed"}}
    with pytest.raises(CommitRejected):
        await orders.pay(order_id(), Money(amount=300), "pm_1", "op-3")


@pytest.mark.parametrize("reply", [{"confirmation": None}, {"confirmation": {"status": "pending"}}, {}])
async def test_a_purchase_of_unknown_outcome(host, orders, reply):
    """A status that is neither confirmed nor failed may be a purchase."""
    host.answers["booking_confirm_and_purchase"] = reply
    with pytest.raises(Unknown):
        await orders.pay(order_id(), Money(amount=300), "pm_1", "op-3")


async def test_book_at_once(host, orders):
    """Holding and buying in one step use two keys of one reference."""
    host.answers["reservation_hold_create"] = held({"hold_id": "H1"})
    host.answers["booking_confirm_and_purchase"] = {"confirmation": {"status": "confirmed"}}
    await orders.book(OrderRequest(client_ref="op-4", offer=FLIGHT), "pm_1")
    assert [call[4]["idempotency_key"] for call in host.calls] == ["op-4:hold", "op-4"]


@pytest.mark.parametrize("bad", ["", "somewhere", "kind=flight&holds=H1", order_id().replace("flight", "boat")])
async def test_an_order_that_is_none_of_ours(orders, host, bad):
    """An id that no hold of ours made is refused by name, before the host is asked."""
    with pytest.raises(CommitRejected) as caught:
        await orders.pay(bad, Money(amount=300), "pm_1", "op-3")
    assert (caught.value.code, host.calls) == ("not_found", [])


async def test_another_amount_is_refused(orders, host):
    """A hold is bought at its price or not at all."""
    with pytest.raises(CommitRejected) as caught:
        await orders.pay(order_id(), Money(amount=299), "pm_1", "op-3")
    assert (caught.value.code, host.calls) == ("wrong_amount", [])


async def test_an_order_id_tells_the_hold_to_any_process(host, orders, clock):
    """What was held can be bought without any memory of it, whatever letters the host's id is made of."""
    host.answers["reservation_hold_create"] = held({"hold_id": "H;1&", "expires_at": "2026-03-02T18:00:00"})
    made = await orders.hold(OrderRequest(client_ref="op-1", offer=FLIGHT))
    assert held_order(made.order_id).as_order(clock.now()) == made
    assert held_order(made.order_id).holds == ("H;1&",)
    clock.advance(timedelta(hours=6))
    assert held_order(made.order_id).as_order(clock.now()).status == "expired"


@pytest.mark.parametrize("hold_id", ["H1|H2", "H1\x00", "H" * 201, "\u202eH1"])
async def test_a_hold_id_that_would_be_read_otherwise(host, orders, hold_id):
    """An id with our own mark in it would buy two holds: such an answer is of no known shape, and may be a hold."""
    host.answers["reservation_hold_create"] = held({"hold_id": hold_id})
    with pytest.raises(Unknown):
        await orders.hold(OrderRequest(client_ref="op-1", offer=FLIGHT))


async def test_what_hosts_have_no_tool_for(host, orders):
    """The record declares it; asked all the same, it is refused for certain, without a call, and finds nothing."""
    can = orders.capabilities
    assert (can.probe, can.reprice, can.release, can.cancel) == (False, False, False, False)
    assert (await orders.find("op-1"), can.create, can.pay) == ((), "keyed", "keyed")
    for call in (orders.read(order_id()), orders.release(order_id(), "op-5"), orders.quote_cancellation(order_id())):
        with pytest.raises(CommitRejected) as caught:
            await call
        assert caught.value.code == "not_supported"
    assert host.calls == []
