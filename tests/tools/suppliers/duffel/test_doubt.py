"""What Duffel's answers to a commit mean: certain refusals, and everything else is in doubt and never sent again."""

import pytest
from tests.emulators.duffel import running

from tripintent.tools.errors import CommitRejected, InvalidRequest, RateLimited, SupplierUnavailable, Unknown

from .conftest import person


@pytest.mark.parametrize(
    ("fault", "error", "landed"),
    [
        ("429", Unknown, 0),
        ("500_before", Unknown, 0),
        ("500_after", Unknown, 1),
        ("202", Unknown, 1),
        ("junk", Unknown, 1),
        ("502", CommitRejected, 0),
        ("lost_before", Unknown, 0),
        ("lost_after", Unknown, 1),
        ("503", CommitRejected, 0),
    ],
)
async def test_an_order_is_sent_once_whatever_is_answered(duffel, emulator, ask, order, fault, error, landed):
    """One request goes out, and what is in doubt is found by looking."""
    request = order((await duffel.flights.search(ask()))[0])
    emulator.fault("/air/orders", fault)
    with pytest.raises(error):
        await duffel.orders.hold(request)
    assert len(emulator.orders) == landed
    assert len(await duffel.orders.find("op-1")) == landed


async def test_a_search_that_fails_may_be_asked_again(duffel, emulator, ask):
    """Too many requests say when to come back; a broken service is unavailable; neither is a refusal."""
    emulator.fault("/air/offer_requests", "429")
    with pytest.raises(RateLimited):
        await duffel.flights.search(ask())
    emulator.fault("/air/offer_requests", "500_before")
    with pytest.raises(SupplierUnavailable):
        await duffel.flights.search(ask())
    assert await duffel.flights.search(ask())


async def test_a_family_with_an_infant_is_named_by_its_seats(duffel, emulator, ask, order):
    """The infant sits on the first adult's lap, and a party that is not the offer's is refused before anything is sent."""
    offer = (await duffel.flights.search(ask(adults=2, child_ages=(7,), infants=1)))[0]
    family = (person("Ann"), person("Bo"), person("Cy", "child", "2019-05-01"), person("Di", "infant", "2026-05-01"))
    held = await duffel.orders.hold(order(offer, *family))
    sent = emulator.orders[held.order_id]["passengers"]
    assert [p["given_name"] for p in sent if p.get("infant_passenger_id")] == ["Ann"]
    with pytest.raises(CommitRejected, match="another party"):
        await duffel.orders.hold(order(offer, *family[:3]))


async def test_what_cannot_be_held_is_sold_under_its_own_name(duffel, emulator, ask, order):
    """An offer that must be paid at once names the supplier without holds, and is booked and paid in one step."""
    emulator.holdable = False
    offer = (await duffel.flights.search(ask()))[0]
    assert offer.supplier == duffel.instant_orders.capabilities.supplier == "duffel_instant"
    with pytest.raises(CommitRejected, match="cannot be held"):
        await duffel.orders.hold(order(offer))
    booked = await duffel.instant_orders.book(order(offer), "balance")
    assert (booked.status, booked.supplier) == ("confirmed", "duffel_instant")


async def test_a_wrong_token_is_said_without_showing_it(emulator, clock, places, ask, caplog):
    """The refusal names the token's trouble, and neither it nor a log holds the token."""
    from pydantic import SecretStr  # noqa: PLC0415

    from tripintent.tools.suppliers.duffel.supplier import DuffelSupplier  # noqa: PLC0415

    caplog.set_level("DEBUG")
    with running(emulator.app) as url:
        wrong = DuffelSupplier(SecretStr("live_very_secret"), places=places, clock=clock, base_url=url)
        with pytest.raises(InvalidRequest, match="token") as refused:
            await wrong.flights.search(ask())
    assert refused.value.code == "access_token_not_found"
    assert "very_secret" not in f"{refused.value} {caplog.text} {wrong.__dict__}"
