"""What LiteAPI's answers to a commit mean: certain refusals, and everything else is in doubt and looked for by our reference."""

from datetime import timedelta
from decimal import Decimal

import pytest
from pydantic import SecretStr
from tests.emulators.liteapi import running

from tripintent.state.queries import Occupancy
from tripintent.state.travellers import Traveller
from tripintent.tools.errors import CommitRejected, InvalidRequest, OfferGone, RateLimited, SupplierUnavailable, Unknown
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.suppliers.liteapi.supplier import LiteApiSupplier


@pytest.mark.parametrize(
    ("fault", "landed"),
    [
        ("429", 0),
        ("500_before", 0),
        ("503", 0),
        ("lost_before", 0),
        ("500_after", 1),
        ("202", 1),
        ("junk", 1),
        ("lost_after", 1),
    ],
)
async def test_a_booking_is_sent_once_whatever_is_answered(liteapi, emulator, ask, order, fault, landed):
    """One request goes out; what is in doubt is found under its reference, and a second try books nothing twice."""
    request = order((await liteapi.hotels.search(ask()))[0])
    emulator.fault("/rates/book", fault)
    with pytest.raises(Unknown):
        await liteapi.orders.book(request, "wallet")
    assert len(emulator.bookings) == len(await liteapi.orders.find("op-1")) == landed
    assert emulator.faults.calls.count(("POST", "/rates/book")) == 1
    if landed:
        with pytest.raises(CommitRejected) as refused:
            await liteapi.orders.book(request, "wallet")
        assert refused.value.code == "duplicate_booking"
        assert len(emulator.bookings) == 1


@pytest.mark.parametrize("fault", ["429", "429_after_seconds"])
async def test_a_search_that_fails_may_be_asked_again(liteapi, emulator, ask, fault):
    """Too many requests say when to come back, a broken service is unavailable; neither is a refusal."""
    emulator.fault("/hotels/rates", fault)
    with pytest.raises(RateLimited) as told:
        await liteapi.hotels.search(ask())
    assert told.value.retry_after == 0
    emulator.fault("/hotels/rates", "500_before")
    with pytest.raises(SupplierUnavailable):
        await liteapi.hotels.search(ask())
    assert await liteapi.hotels.search(ask())


async def test_nothing_found_is_an_empty_answer(liteapi, ask):
    """LiteAPI's "no availability" is no error."""
    assert not await liteapi.hotels.search(ask(hotel_name="No Such House"))


async def test_a_dearer_prebook_is_not_booked(liteapi, emulator, ask, order):
    """A price that rose since it was shown is refused before anything is sent."""
    offer = (await liteapi.hotels.search(ask()))[0]
    emulator.dearer = Decimal("1.05")
    assert (await liteapi.hotels.price(offer)).total_price.amount > offer.total_price.amount
    with pytest.raises(CommitRejected, match="not those that were shown"):
        await liteapi.orders.book(order(offer), "wallet")
    assert not emulator.bookings


async def test_an_outdated_offer_is_gone(liteapi, clock, ask):
    """LiteAPI's own word for an offer that is over is the end of it, even where our limit has not come."""
    offer = (await liteapi.hotels.search(ask()))[0]
    clock.advance(timedelta(hours=3))
    kept = offer.model_copy(update={"expires_at": clock.now() + timedelta(minutes=5)})
    with pytest.raises(OfferGone) as gone:
        await liteapi.hotels.price(kept)
    assert gone.value.code == "outdated_offer"


async def test_free_cancelling_ends_at_its_moment(liteapi, emulator, clock, ask, order):
    """Until the deadline (GMT) cancelling is free, afterwards it costs what the booking says; the quote ends with it."""
    offer = next(o for o in await liteapi.hotels.search(ask()) if o.refundable)
    booked = await liteapi.orders.book(order(offer), "wallet")
    clock.advance(offer.terms.free_until - clock.now() - timedelta(minutes=5))
    quote = await liteapi.orders.quote_cancellation(booked.order_id)
    assert (quote.fee.amount, quote.expires_at) == (0, offer.terms.free_until)
    clock.advance(timedelta(minutes=5))
    with pytest.raises(CommitRejected) as stale:
        await liteapi.orders.cancel(quote, "c")
    assert stale.value.code == "order_cancellation_stale"
    late = await liteapi.orders.quote_cancellation(booked.order_id)
    assert (late.refund.amount, late.fee) == (0, booked.total)
    assert (await liteapi.orders.cancel(late, "c")).status == "cancelled"
    assert next(iter(emulator.bookings.values()))["status"] == "CANCELLED_WITH_CHARGES"


async def test_several_rooms_are_one_offer_with_a_guest_each(liteapi, emulator, ask, order):
    """Prices and fees at the property add up over the rooms, and each room has a guest."""
    one, two = [(await liteapi.hotels.search(ask(occupancies=(Occupancy(adults=2),) * rooms)))[0] for rooms in (1, 2)]
    assert two.total_price.amount == 2 * one.total_price.amount
    assert (one.due_at_property.amount, two.due_at_property.amount) == (Decimal("3.5"), Decimal(7))
    await liteapi.orders.book(order(two, *(Traveller(given_name=n, family_name="S") for n in "AB")), "wallet")
    (made,) = emulator.bookings.values()
    assert [(g["occupancyNumber"], g["firstName"]) for g in made["guests"]] == [(1, "A"), (2, "B")]


async def test_a_wrong_key_is_said_without_showing_it(emulator, clock, places, ask, caplog):
    """The refusal names the trouble, and neither it nor a log holds the key."""
    caplog.set_level("DEBUG")
    with running(emulator.app) as url:
        wrong = LiteApiSupplier(SecretStr("live_very_secret"), places=places, clock=clock, rates=EcbRates(), url=url)
        with pytest.raises(InvalidRequest, match="Unauthorized") as refused:
            await wrong.hotels.search(ask())
    assert refused.value.code == "unauthorized"
    assert "very_secret" not in f"{refused.value} {caplog.text} {wrong.__dict__}"
