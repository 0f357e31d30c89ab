"""The embedded property system: rooms of one house, counted once over all rooms of an order."""

from decimal import Decimal

import pytest

from tripintent.state.concierge.service import Function, RoomKind, Service
from tripintent.state.queries import HotelQuery, Occupancy
from tripintent.state.travellers import Traveller
from tripintent.tools.errors import OfferGone
from tripintent.tools.ports.orders import OrderRequest
from tripintent.tools.suppliers.embedded.supplier import EmbeddedSupplier

ANN = Traveller(given_name="Ann", family_name="Smith")


@pytest.fixture
def house(tmp_path, clock, places):
    service = Service(
        name="Mill House",
        kind="accommodations",
        rooms=(
            RoomKind(name="Twin", sleeps=2, count=10, price=Decimal(100), boards={"half_board": Decimal(40)}),
            RoomKind(name="Dormitory", sleeps=4, count=1, price=Decimal(60)),
        ),
        functions=(Function(name="FAQ_AGENT", command="/faq", description="facts"),),
    )
    return EmbeddedSupplier(tmp_path / "book.db", clock=clock, places=places, house=service)


def _query(*rooms, nights=("2027-06-14", "2027-06-16"), **more):
    return HotelQuery(location="Mill House", check_in=nights[0], check_out=nights[1], occupancies=rooms, **more)


async def test_several_rooms_of_a_kind_are_counted_once(house):
    """An order for two rooms takes two from each of its nights, and more than are left are not offered or held."""
    left = await _left(house)
    two = _query(Occupancy(adults=2), Occupancy(adults=1))
    offer = next(o for o in await house.hotels.search(two) if o.room_description.startswith("Twin"))
    await house.orders.hold(OrderRequest(client_ref="op-1", offer=offer, travellers=(ANN,)))
    assert await _left(house) == left - 2
    many = await house.hotels.search(_query(*[Occupancy(adults=1)] * (left - 1)))
    assert not [o for o in many if o.room_description.startswith("Twin")]


async def test_the_last_room_is_sold_once(house):
    """Two guests saw it; the second is told that it is gone."""
    asked = _query(Occupancy(adults=3))
    (seen,) = await house.hotels.search(asked)
    await house.orders.hold(OrderRequest(client_ref="op-1", offer=seen, travellers=(ANN,)))
    assert not await house.hotels.search(asked)
    with pytest.raises(OfferGone):
        await house.orders.hold(OrderRequest(client_ref="op-2", offer=seen, travellers=(ANN,)))


async def test_prices_are_for_all_rooms_nights_and_meals(house):
    """Two nights from Monday in two rooms: 400; half board for three adults and, at half the price, a child: 280 more."""
    asked = _query(Occupancy(adults=2), Occupancy(adults=1, child_ages=(8,)))
    plain, board = [o for o in await house.hotels.search(asked) if o.room_description.startswith("Twin")]
    assert (plain.board, plain.total_price.amount, plain.total_price.currency) == ("room_only", Decimal(400), "GBP")
    assert (board.board, board.total_price.amount) == ("half_board", Decimal(680))


async def _left(house):
    """Return how many twins are left, by asking for ever more of them."""
    count = 0
    while [
        o
        for o in await house.hotels.search(_query(*[Occupancy()] * (count + 1)))
        if o.room_description == "Twin, sleeps 2"
    ]:
        count += 1
    return count
