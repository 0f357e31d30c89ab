"""Replies of searches, orders, payments, cancellations and seats that are broken on purpose: a clear supplier error, or an order."""

import asyncio
from contextlib import suppress

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import SecretStr
from tests.tools.suppliers import breaking as breaking_module

from tripintent.state.travellers import TravellerRequest
from tripintent.tools.errors import SupplierError
from tripintent.tools.ports.orders import CancelQuote, OrderRequest, SupplierOrder
from tripintent.tools.suppliers.duffel.supplier import DuffelSupplier

from .conftest import CONTACT, person

SEAT = TravellerRequest(kind="window seat", to="airline", said="by the window")
STEPS = {
    "search": ("POST", "/air/offer_requests"), "hold": ("POST", "/air/orders"), "seats": ("GET", "/air/seat_maps"),
    "bags": ("GET", "/air/offers/"), "read": ("GET", "/air/orders/"), "pay": ("POST", "/air/payments"),
    "quote": ("POST", "/air/order_cancellations"), "cancel": ("POST", "/actions/confirm"),
    "find": ("GET", "/air/orders"), "accept": ("POST", "/actions/accept"),
    "change offers": ("POST", "/air/order_change_requests"), "keep change": ("POST", "/air/order_changes"),
    "read change": ("GET", "/air/order_changes/"), "confirm change": ("POST", "/actions/confirm"),
}  # fmt: skip


class Spoiling(httpx.AsyncBaseTransport):
    """Passes everything on, and puts one broken reply in the place of a right one."""

    def __init__(self, app):
        self._inner, self.where, self.reply = httpx.ASGITransport(app), None, None

    async def handle_async_request(self, request):
        answer = await self._inner.handle_async_request(request)
        method, path = self.where or ("", "")
        at = path in request.url.path if path.endswith("/") or path.startswith("/actions") else path == request.url.path
        if request.method == method and at:
            await answer.aread()
            return httpx.Response(answer.status_code, json=self.reply(answer.json()), request=request)
        return answer


@pytest.fixture
def spoiled(emulator, clock, places):
    """A Duffel whose replies can be spoiled, in this process."""
    transport = Spoiling(emulator.app)
    duffel = DuffelSupplier(SecretStr("duffel_test_x"), places=places, clock=clock, transport=transport)
    return duffel, transport, emulator


async def carried_out(step, duffel, transport, emulator, ask, breaking):
    """Go as far as the step with right replies, then break the step's reply. Return what comes of it."""
    transport.where = None
    query = ask(checked_bags=2) if step == "bags" else ask()
    offer = (await duffel.flights.search(query))[0]
    request = OrderRequest(
        client_ref=f"op-{len(emulator.orders)}", offer=offer, travellers=(person("Ann"),), contact=CONTACT,
        requests=(SEAT,) if step == "seats" else (),
    )  # fmt: skip
    order = None if step in ("search", "hold", "seats", "bags") else await duffel.orders.hold(request)
    changing = "change" in step
    if order and (changing or step in ("quote", "cancel")):
        order = await duffel.orders.pay(order.order_id, order.total, "balance", "p")
    quote = await duffel.orders.quote_cancellation(order.order_id) if step == "cancel" else None
    if step == "accept":
        emulator.change_schedule(order.order_id)
    later = ask(depart_date="2027-03-13")
    moves = await duffel.changes.change_offers(order.order_id, later) if changing else ()
    keeping = OrderRequest(client_ref="op-c", offer=moves[0] if moves else offer)
    kept = await duffel.changes.hold(keeping) if step in ("read change", "confirm change") else None
    transport.where, transport.reply = STEPS[step], breaking
    return await {
        "search": lambda: duffel.flights.search(query),
        "hold": lambda: duffel.orders.hold(request),
        "seats": lambda: duffel.orders.hold(request),
        "bags": lambda: duffel.orders.hold(request),
        "read": lambda: duffel.orders.read(order.order_id),
        "pay": lambda: duffel.orders.pay(order.order_id, order.total, "balance", "p"),
        "quote": lambda: duffel.orders.quote_cancellation(order.order_id),
        "cancel": lambda: duffel.orders.cancel(quote, "c"),
        "find": lambda: duffel.orders.find(request.client_ref),
        "accept": lambda: duffel.orders.accept_change(
            order.order_id, emulator.orders[order.order_id]["airline_initiated_changes"][0]["id"]
        ),
        "change offers": lambda: duffel.changes.change_offers(order.order_id, later),
        "keep change": lambda: duffel.changes.hold(keeping),
        "read change": lambda: duffel.changes.read(kept.order_id),
        "confirm change": lambda: duffel.changes.pay(kept.order_id, kept.total, "balance", "p"),
    }[step]()


@pytest.mark.parametrize("step", STEPS)
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
@given(place=st.integers(0, 10_000), value=breaking_module.JUNK, drop=st.booleans())
def test_a_broken_reply_is_a_clear_error_or_an_order(step, place, value, drop, spoiled, ask):
    """Missing, null, extra or of another type: nothing but a supplier's error comes out, in words."""
    duffel, transport, emulator = spoiled
    emulator.orders.clear()

    def breaking(body):
        ways = list(breaking_module.paths(body))
        return breaking_module.broken(body, ways[place % len(ways)], value, drop)

    with suppress(SupplierError):
        made = asyncio.run(carried_out(step, duffel, transport, emulator, ask, breaking))
        assert isinstance(made, SupplierOrder | CancelQuote | tuple | list)
