"""Published replies are read whole; the emulator keeps to the published shapes; broken replies end in a clear supplier error."""

import json
import os
import runpy
from contextlib import suppress
from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import httpx
import jsonschema
import pytest
from hypothesis import example, given
from pydantic import SecretStr
from tests.tools.suppliers import breaking

from tripintent.state.money import Money
from tripintent.tools.clock import FixedClock
from tripintent.tools.errors import SupplierError, Unknown
from tripintent.tools.ports.orders import SupplierOrder
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.suppliers.liteapi import wire
from tripintent.tools.suppliers.liteapi.failures import MANNERS, of_commit, of_read
from tripintent.tools.suppliers.liteapi.rates import board_of, due_at_property, fee_at, terms_of, total_of
from tripintent.tools.suppliers.liteapi.supplier import LiteApiSupplier
from tripintent.tools.suppliers.shared.over_http import read_as

SHAPES = json.loads((Path(__file__).parents[3] / "emulators/liteapi_shapes.json").read_text())
FOLDER = Path(os.environ.get("TRIPINTENT_RECORDED", Path(__file__).parents[5] / "shared/data")) / "liteapi"
recorded = pytest.mark.skipif(
    not FOLDER.exists(), reason="no published replies here: set TRIPINTENT_RECORDED to their folder"
)
NOW = datetime(2025, 1, 10, 9, tzinfo=UTC)


def examples(name, path, method, status="200"):
    """Return the published examples of one reply; numbers with a point stay text, as the adapter reads them."""
    document = json.loads((FOLDER / f"{name}.json").read_text(), parse_float=str)
    content = document["paths"][path][method]["responses"][status]["content"]["application/json"]
    found = [one["value"] for one in content.get("examples", {}).values()]
    return [*found, content["example"]] if "example" in content else found


@recorded
def test_the_published_rates_are_read():
    """Price, board, fees and deadline are what the example says."""
    for body in examples("search", "/hotels/rates", "post"):
        for hotel in read_as(wire.LiteFound, body, MANNERS).data:
            for raw in hotel.offers:
                offer = read_as(wire.LiteOffer, raw, MANNERS)
                assert offer.offer_id == raw["offerId"]
                total = total_of(offer)
                assert str(total.amount) == raw["offerRetailRate"]["amount"]
                assert board_of(offer.rates) == "room_only"
                assert due_at_property(offer.rates, total.currency, EcbRates()).amount == Decimal("43.61")
                terms = terms_of([rate.policies for rate in offer.rates], total, NOW)
                assert terms.free_until == datetime(2026, 7, 30, 2, tzinfo=UTC)
        assert [read_as(wire.Hotel, one, MANNERS).name for one in body["hotels"]] == ["Hotel Example NYC"]


@recorded
def test_the_published_prebook_and_bookings_are_read():
    """Each amount, status and date is what the example says."""
    for body in examples("booking", "/rates/prebook", "post"):
        said = read_as(wire.LiteReply[wire.Prebook], body, MANNERS).data
        assert (said.id, str(said.price), said.currency) == ("zzWkJcdgk", "213.66", "USD")
    bookings = [
        *(one["data"] for one in examples("booking", "/rates/book", "post")),
        *(one["data"] for one in examples("booking", "/bookings/{bookingId}", "get")),
        *(row for one in examples("booking", "/bookings", "get") for row in one["data"]),
    ]
    assert len(bookings) > 3
    for raw in bookings:
        booking = read_as(wire.LiteBooking, raw, MANNERS)
        assert (booking.id, booking.status, str(booking.price)) == (raw["bookingId"], raw["status"], str(raw["price"]))
        assert booking.created_at == datetime.fromisoformat(raw["createdAt"])
        assert len(booking.policies.penalties) == len(raw["cancellationPolicies"]["cancelPolicyInfos"])
        total = Money(amount=booking.price, currency=booking.currency)
        assert 0 <= fee_at([booking.policies], total, NOW).amount <= total.amount


@recorded
@pytest.mark.parametrize(("path", "method"), [("/rates/book", "post"), ("/rates/prebook", "post")])
def test_every_published_error_is_one_of_ours(path, method):
    """A refusal is certain only where the table knows it; no published error breaks the reader."""
    document = json.loads((FOLDER / "booking.json").read_text())
    for status, reply in document["paths"][path][method]["responses"].items():
        if status == "200":
            continue
        for one in reply["content"]["application/json"].get("examples", {}).values():
            answer = httpx.Response(int(status), json=one["value"])
            assert isinstance(of_read(answer), SupplierError)
            unsure = isinstance(of_commit(answer), Unknown)
            words = one["value"]["error"].get("description", "")
            assert unsure or one["value"]["error"]["code"] not in {2010, 2013}, words
            assert not (unsure and one["value"]["error"]["code"] == 4002), words


async def test_the_emulator_speaks_as_published(emulator, clock, places, ask, order):
    """Each request of the adapter and each reply of the emulator fits the published description."""
    seen = []

    class Watched(httpx.AsyncHTTPTransport):
        async def handle_async_request(self, request):
            reply = await super().handle_async_request(request)
            await reply.aread()
            seen.append((request.method, request.url.path, request.content, json.loads(reply.content)))
            return reply

    running = runpy.run_path(str(Path(__file__).parents[3] / "emulators/liteapi.py"))["running"]
    with running(emulator.app) as url:
        liteapi = LiteApiSupplier(
            SecretStr("sand_x"), places=places, clock=clock, rates=EcbRates(), url=url, transport=Watched()
        )
        offer = next(o for o in await liteapi.hotels.search(ask(area="Alfama")) if o.refundable)
        booked = await liteapi.orders.book(order(offer), "wallet")
        await liteapi.orders.find("op-1")
        await liteapi.orders.cancel(await liteapi.orders.quote_cancellation(booked.order_id), "c")
    checked = set()
    for method, path, sent, reply in seen:
        known = path.replace(booked.order_id, "{bookingId}")
        shape = SHAPES[f"{method} {known}"]
        jsonschema.validate(reply, shape["reply"])
        if sent and "request" in shape:
            jsonschema.validate(json.loads(sent), shape["request"])
        checked.add(f"{method} {known}")
    assert checked == set(SHAPES) - {"_about"}


RATE = {
    "name": "Room", "boardType": "BB1", "boardName": "Breakfast", "remarks": "<b>Late</b> check-in",
    "retailRate": {
        "total": [{"amount": "100.10", "currency": "EUR"}],
        "taxesAndFees": [{"included": False, "description": "tax", "amount": "3.5", "currency": "EUR"}],
    },
    "cancellationPolicies": {
        "refundableTag": "RFN",
        "cancelPolicyInfos": [{"cancelTime": "2027-03-01 18:00:00", "amount": 50, "currency": "EUR", "type": "amount"}],
    },
}  # fmt: skip
FOUND = {
    "data": [{"hotelId": "lp1", "roomTypes": [
        {"offerId": "OF1", "offerRetailRate": {"amount": "100.10", "currency": "EUR"}, "rates": [RATE]},
    ]}],
    "hotels": [{"id": "lp1", "name": "House", "address": "1 Street", "stars": 3}],
}  # fmt: skip
PREBOOK = {"data": {"prebookId": "PB", "currency": "EUR", "price": "100.10", "roomTypes": [{"rates": [RATE]}]}}
BOOKING = {
    "data": {
        "bookingId": "bk", "clientReference": "op-1", "status": "CONFIRMED", "hotelConfirmationCode": "H", "checkin": "2027-03-11",
        "price": "100.10", "currency": "EUR", "createdAt": "2027-01-10T09:00:00",
        "cancellationPolicies": RATE["cancellationPolicies"],
    }
}  # fmt: skip


LISTED = {"data": [{"bookingId": "bk", "clientReference": "op-1"}]}
CANCELLED = {
    "data": {"bookingId": "bk", "status": "CANCELLED", "cancellation_fee": 0, "refund_amount": 100.1, "currency": "EUR"}
}


class Canned(httpx.AsyncBaseTransport):
    """Answers each path, or each cancellation, with a body of its own; lists of content are empty."""

    def __init__(self, **bodies):
        self.bodies = bodies

    async def handle_async_request(self, request):
        name = "cancel" if request.method == "PUT" else request.url.path.rpartition("/")[2]
        return httpx.Response(200, json=self.bodies.get(name, {"data": []}), request=request)


def supplier(places, **bodies):
    clock = FixedClock(datetime(2027, 1, 10, 9, tzinfo=UTC))
    return LiteApiSupplier(
        SecretStr("sand_x"), places=places, clock=clock, rates=EcbRates(), transport=Canned(**bodies), url="http://x"
    )


@given(body=breaking.breakings(FOUND))
async def test_a_broken_search_is_a_clear_error_or_offers(body, places, ask):
    """Missing, null, extra or of another type: nothing but a supplier error comes out, and no price below zero."""
    with suppress(SupplierError):
        for offer in await supplier(places, rates=body).hotels.search(ask(currency="EUR")):
            assert offer.total_price.amount >= 0


@given(prebook=breaking.breakings(PREBOOK), booking=breaking.breakings(BOOKING))
async def test_broken_answers_to_a_booking_are_clear_errors(prebook, booking, places, ask, order):
    """A broken prebook or booking ends in a supplier's error, and a booking that cannot be read is in doubt."""
    sane = supplier(places, rates=FOUND, prebook=PREBOOK, book=BOOKING)
    (offer,) = await sane.hotels.search(ask(currency="EUR"))
    assert offer.terms.free_until == datetime(2027, 3, 1, 18, tzinfo=UTC)
    with suppress(SupplierError):
        await supplier(places, rates=FOUND, prebook=prebook, book=BOOKING).orders.book(order(offer), "wallet")
    with suppress(Unknown, SupplierError):
        made = await supplier(places, prebook=PREBOOK, book=booking).orders.book(order(offer), "wallet")
        assert made.total.amount >= 0
        assert made.created_at.tzinfo


@example(booking=BOOKING, listed={"data": [{**LISTED["data"][0], "bookingId": "\x1f/.."}]}, done=CANCELLED)
@given(booking=breaking.breakings(BOOKING), listed=breaking.breakings(LISTED), done=breaking.breakings(CANCELLED))
async def test_broken_answers_about_a_booking_are_clear_errors(booking, listed, done, places):
    """Reading, finding, quoting and cancelling: what comes out is an order, a quote whose parts are its whole, or a supplier's error."""
    with suppress(SupplierError):
        assert isinstance(await supplier(places, bk=booking).orders.read("bk"), SupplierOrder)
    with suppress(SupplierError):
        assert all(
            one.client_ref == "op-1" for one in await supplier(places, bookings=listed, bk=BOOKING).orders.find("op-1")
        )
    with suppress(SupplierError):
        quote = await supplier(places, bk=booking).orders.quote_cancellation("bk")
        assert quote.fee.amount >= 0
        assert quote.refund.amount >= 0
    whole = supplier(places, bk=BOOKING, cancel=done)
    with suppress(SupplierError):
        assert isinstance(await whole.orders.cancel(await whole.orders.quote_cancellation("bk"), "c"), SupplierOrder)


async def test_the_sane_answers_about_a_booking_are_read(places):
    """What the broken ones are made of is whole: the booking is read, found, quoted and its cancellation understood."""
    whole = supplier(places, bookings=LISTED, bk=BOOKING, cancel=CANCELLED).orders
    assert [one.order_id for one in await whole.find("op-1")] == ["bk"]
    quote = await whole.quote_cancellation("bk")
    assert (quote.fee.amount, quote.refund.amount) == (0, Decimal("100.10"))
    assert (await whole.cancel(quote, "c")).order_id == "bk"


async def test_the_sane_answers_are_read(places, ask, order):
    """What the broken ones are made of is whole."""
    whole = supplier(places, rates=FOUND, prebook=PREBOOK, book=BOOKING, bk=BOOKING)
    (offer,) = await whole.hotels.search(ask(currency="EUR"))
    assert (offer.board, offer.total_price.amount, offer.due_at_property.amount) == (
        "breakfast", Decimal("100.10"), Decimal("3.5"),
    )  # fmt: skip
    assert offer.room_description == "Room. Late check-in"
    assert (await whole.orders.book(order(offer), "wallet")).status == "confirmed"
