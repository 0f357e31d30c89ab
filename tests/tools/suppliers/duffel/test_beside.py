"""What is sold beside a fare: seats and bags at their price, loyalty numbers and passports where they are taken."""

from decimal import Decimal

import pytest

from tripintent.state.money import Money
from tripintent.state.travellers import Passport, TravellerRequest
from tripintent.tools.errors import CommitRejected, OfferGone

from .conftest import person

ANN = person("Ann").model_copy(
    update={
        "loyalty": {"ZZ": "ZZ123456", "BA": "BA99"},
        "document": Passport(number="X1234567", country="GB", expires="2031-05-01"),
    }
)


def by_the_window(pays=None):
    return TravellerRequest(kind="window seat", to="airline", said="by the window", pays=pays)


async def test_a_seat_at_a_price_is_offered_and_not_taken(duffel, emulator, ask, order):
    """Without a yes to its price the order has no seat, and costs what was shown."""
    request = order((await duffel.flights.search(ask(max_stops=0)))[0])
    held = await duffel.orders.hold(request.model_copy(update={"requests": (by_the_window(),)}))
    (told,) = held.requests
    assert (told.state, str(told.price), told.detail) == ("offered", "18.00 USD", "12A")
    assert held.total == request.offer.total_price
    assert emulator.orders[held.order_id]["services"] == []


async def test_a_seat_that_is_agreed_to_is_in_the_order_and_its_price(duffel, emulator, ask, order):
    """Also for whoever reads or finds the order later; a yes to a lower price is none."""
    request = order((await duffel.flights.search(ask(max_stops=0)))[0])
    low, enough = (Money(amount=Decimal(sum_), currency="USD") for sum_ in ("17.99", "18.00"))
    refused = await duffel.orders.hold(request.model_copy(update={"requests": (by_the_window(low),)}))
    assert refused.requests[0].state == "offered"
    held = await duffel.orders.hold(request.model_copy(update={"requests": (by_the_window(enough),)}))
    assert held.total.amount == request.offer.total_price.amount + Decimal("18.00")
    (told,) = (await duffel.orders.read(held.order_id)).requests
    assert (told.state, str(told.price), told.detail) == ("sent", "18.00 USD", "12A")
    assert emulator.orders[held.order_id]["services"][0]["type"] == "seat"


async def test_free_seats_are_taken_side_by_side(duffel, emulator, ask, order):
    """Each traveller gets another seat, on each flight; nobody is asked about a price of nothing."""
    emulator.free_seats = True
    offer = (await duffel.flights.search(ask(adults=2, max_stops=0)))[0]
    request = order(offer, person("Ann"), person("Bo")).model_copy(update={"requests": (by_the_window(),)})
    held = await duffel.orders.hold(request)
    assert held.requests[0].state == "sent"
    assert held.requests[0].price is None
    assert len({one["metadata"]["designator"] for one in emulator.orders[held.order_id]["services"]}) == 2


async def test_bags_are_bought_with_a_fare_that_lacks_them(duffel, emulator, ask, order):
    """In the price from the search on; the order pays for exactly that."""
    emulator.fares = emulator.fares[:1]
    offer = (await duffel.flights.search(ask(checked_bags=2, max_stops=0)))[0]
    assert (offer.checked_bags, [str(one.price) for one in offer.extras]) == (2, ["65.00 USD"])
    held = await duffel.orders.hold(order(await duffel.flights.price(offer)))
    assert held.total == offer.total_price
    assert [(s["type"], s["quantity"]) for s in emulator.orders[held.order_id]["services"]] == [("baggage", 2)]


async def test_a_bag_that_is_gone_ends_the_offer(duffel, emulator, ask, order):
    """It is never ordered without what was in its price."""
    emulator.fares = emulator.fares[:1]
    offer = (await duffel.flights.search(ask(checked_bags=1)))[0]
    gone = offer.model_copy(update={"extras": (offer.extras[0].model_copy(update={"service_id": "ase_gone"}),)})
    with pytest.raises(OfferGone, match="not sold any more"):
        await duffel.orders.hold(order(gone))
    assert not emulator.orders


async def test_loyalty_numbers_and_passports_go_where_they_are_taken(duffel, emulator, ask, order):
    """Only the programmes that count on the offer; the passport by number, country and expiry."""
    held = await duffel.orders.hold(order((await duffel.flights.search(ask()))[0], ANN))
    (sent,) = emulator.orders[held.order_id]["passengers"]
    assert sent["loyalty_programme_accounts"] == [{"airline_iata_code": "ZZ", "account_number": "ZZ123456"}]
    assert sent["identity_documents"] == [
        {"unique_identifier": "X1234567", "issuing_country_code": "GB", "expires_on": "2031-05-01", "type": "passport"}
    ]


async def test_without_the_passport_that_an_airline_demands_nothing_is_sent(duffel, emulator, ask, order):
    """The refusal says what is missing."""
    emulator.documents_required = True
    with pytest.raises(CommitRejected, match="passport"):
        await duffel.orders.hold(order((await duffel.flights.search(ask()))[0]))
    assert not emulator.orders


async def test_an_airlines_change_is_accepted_once(duffel, emulator, ask, order):
    """Accepting it twice is the same as once; another order's change is refused."""
    held = await duffel.orders.hold(order((await duffel.flights.search(ask()))[0]))
    emulator.change_schedule(held.order_id)
    (change,) = (await duffel.orders.read(held.order_id)).changes
    for _ in range(2):
        answered = await duffel.orders.accept_change(held.order_id, change.change_id)
        assert [one.open for one in answered.changes] == [False]
    with pytest.raises(CommitRejected, match="no such change"):
        await duffel.orders.accept_change(held.order_id, "aic_other")
    assert len([path for method, path in emulator.faults.calls if path.endswith("/accept")]) == 1


async def test_each_gets_the_seat_that_was_asked_for_them(duffel, emulator, ask, order):
    """Two kinds in one order, each for its own passenger at its own price, also for whoever reads the order later."""
    offer = (await duffel.flights.search(ask(adults=2, max_stops=0)))[0]
    ann, bo = person("Ann"), person("Bo")
    names = [f"{one.given_name} {one.family_name}" for one in (ann, bo)]
    prices = [Money(amount=Decimal(sum_), currency="USD") for sum_ in ("18.00", "9.00")]
    wishes = tuple(
        TravellerRequest(kind=kind, to="airline", pays=pays, who=(name,))
        for kind, pays, name in zip(("window seat", "aisle seat"), prices, names, strict=True)
    )
    held = await duffel.orders.hold(order(offer, ann, bo).model_copy(update={"requests": wishes}))
    assert held.total.amount == offer.total_price.amount + Decimal("27.00")
    told = (await duffel.orders.read(held.order_id)).requests
    assert [(one.kind, one.who, str(one.price)) for one in told] == [
        ("window seat", (names[0],), "18.00 USD"), ("aisle seat", (names[1],), "9.00 USD")
    ]  # fmt: skip
    sent = emulator.orders[held.order_id]
    ids = {one["given_name"]: one["id"] for one in sent["passengers"]}
    letters = {one["passenger_ids"][0]: one["metadata"]["designator"][-1] for one in sent["services"]}
    assert letters[ids["Ann"]] in "AF"
    assert letters[ids["Bo"]] in "CD"


async def test_two_by_the_window_get_two_seats(duffel, emulator, ask, order):
    """Wishes of one kind for different people share none; one for nobody of the party is theirs to tell."""
    emulator.free_seats = True
    offer = (await duffel.flights.search(ask(adults=2, max_stops=0)))[0]
    ann, bo = person("Ann"), person("Bo")
    names = [f"{one.given_name} {one.family_name}" for one in (ann, bo)]
    wishes = tuple(TravellerRequest(kind="window seat", to="airline", who=(name,)) for name in (*names, "Zoe Park"))
    held = await duffel.orders.hold(order(offer, ann, bo).model_copy(update={"requests": wishes}))
    assert [(one.state, one.who) for one in held.requests] == [
        ("sent", (names[0],)), ("sent", (names[1],)), ("yourself", ("Zoe Park",))
    ]  # fmt: skip
    services = emulator.orders[held.order_id]["services"]
    assert len({one["metadata"]["designator"] for one in services}) == len(services) == 2
