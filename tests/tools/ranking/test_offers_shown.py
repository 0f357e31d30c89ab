"""The first three that a traveller sees: they differ where it matters, and what is called best is bearable."""

from datetime import timedelta

import pytest
from tests.tools.ranking.conftest import flight, hotel

from tripintent.state.frame import NearPlace
from tripintent.state.money import Money
from tripintent.state.wishes import Constraints, Preferences
from tripintent.tools.ports.ranking import RankRequest


def with_layover(offer, minutes):
    """Return a flight with one connection of that many minutes."""
    first, second = offer.segments
    late = timedelta(minutes=minutes)
    moved = second.model_copy(update={"depart_at": second.depart_at + late, "arrive_at": second.arrive_at + late})
    return offer.model_copy(update={"segments": (first, moved)})


def outbound(bundle):
    """Return the flight without its fare: ids are written as flight/fare."""
    return bundle.flight_option_ids[0].split("/")[0]


async def test_three_never_share_one_outbound_flight(ranker):
    """One flight in three fares is one choice: another flight is among the three as long as there is one."""
    flights = (
        flight("early/light", 100, leave=7),
        flight("early/flex", 130, leave=7, refundable=True),
        flight("noon/light", 300, leave=12, hours=5, stops=1),
    )
    hotels = tuple(hotel(f"h{n}", 100 + 40 * n, stars=2 + n) for n in range(4))
    bundles = (await ranker.rank(RankRequest(flights=(flights,), hotels=(hotels,)))).bundles
    assert {outbound(b) for b in bundles[:3]} == {"early", "noon"}


async def test_three_hotels_and_not_three_rates_of_one(ranker):
    """Without flights the same holds for hotels."""
    rates = [hotel(f"inn{n}", 100 + n, refundable=n > 1).model_copy(update={"hotel_id": "inn"}) for n in range(4)]
    bundles = (await ranker.rank(RankRequest(hotels=((*rates, hotel("other", 190)),)))).bundles
    assert ("other",) in {b.hotel_option_ids for b in bundles[:3]}


async def test_best_cheapest_and_non_stop_come_first(ranker):
    """The three are the best balance, the cheapest and the non-stop one, all within the budget."""
    flights = (
        flight("slow", 100, hours=14, stops=2),
        flight("fair", 170, hours=6, stops=1, leave=9),
        flight("direct", 420, hours=4, leave=10),
    )
    request = RankRequest(
        flights=(flights,), hotels=((hotel("inn", 300),),), constraints=Constraints(budget_total=Money(amount=800))
    )
    first, second, third = (await ranker.rank(request)).bundles[:3]
    assert "best_overall" in first.labels
    assert {"cheapest"} <= {*first.labels, *second.labels}
    assert {"fewest_stops"} <= {*first.labels, *second.labels, *third.labels}


@pytest.mark.parametrize("children", [0, 2])
async def test_a_transfer_without_time_is_never_best_overall(children, ranker):
    """An own transfer below the advised three hours may be the cheapest and is never the best overall."""
    short = with_layover(flight("short", 100, stops=1, hours=4, self_transfer=True), 140)
    sound = flight("sound", 260, hours=5)
    first, second = (await ranker.rank(RankRequest(flights=((short, sound),), children=children))).bundles
    assert (first.flight_option_ids, second.flight_option_ids) == (("sound",), ("short",))
    assert "cheapest" in second.labels
    assert any("one's own" in phrase for phrase in second.tradeoffs)


async def test_a_transfer_without_time_is_best_where_the_money_reaches_for_nothing_else(ranker):
    """Where only such a flight keeps to the budget it is what there is."""
    short = with_layover(flight("short", 100, stops=1, hours=4, self_transfer=True), 140)
    request = RankRequest(
        flights=((short, flight("sound", 260, hours=5)),), constraints=Constraints(budget_total=Money(amount=150))
    )
    assert (await ranker.rank(request)).bundles[0].flight_option_ids == ("short",)


@pytest.mark.parametrize(("price", "best"), [(118, "one"), (125, "two")])
async def test_a_stop_more_that_saves_little_is_never_best_overall(price, best, ranker):
    """Up to a fifth more for one stop less, and no slower, is what one takes; where it saves more, the rest decides."""
    request = RankRequest(
        flights=((flight("two", 100, hours=9, stops=2), flight("one", price, hours=9, stops=1)),),
        preferences=Preferences(weights={"price": 1, "duration": 0, "refundable": 0, "convenience": 0}),
    )
    assert (await ranker.rank(request)).bundles[0].flight_option_ids == (best,)


async def test_a_hotel_at_the_airport_is_not_best_for_a_town(ranker):
    """However many stars it saves; it is where nothing else is, and where one said a place to be near."""
    far, near = hotel("far", 60, stars=4.0, km=20.0, area="Airport"), hotel("in", 100, stars=3.0, km=0.5)
    assert (await ranker.rank(RankRequest(hotels=((far, near),)))).bundles[0].hotel_option_ids == ("in",)
    assert (await ranker.rank(RankRequest(hotels=((far,),)))).bundles[0].hotel_option_ids == ("far",)
    wish = Preferences(hotel={"near": NearPlace(to="the airport", said="near the airport")})
    asked = RankRequest(hotels=((far, near),), preferences=wish, near_km={"far": 0.4, "in": 19.0})
    assert (await ranker.rank(asked)).bundles[0].hotel_option_ids == ("far",)


async def test_a_protected_flight_is_best_before_a_better_hotel(ranker):
    """Where the budget reaches for one of the two, an own transfer is the worse: a plain hotel and the airline's own connection win."""
    flights = flight("own", 100, hours=9, stops=1, self_transfer=True), flight("direct", 260, hours=3)
    hotels = hotel("hostel", 100, stars=1), hotel("inn", 300, stars=3)
    limit = Constraints(budget_total=Money(amount=420))
    request = RankRequest(flights=(flights,), hotels=(hotels,), constraints=limit)
    best = (await ranker.rank(request)).bundles[0]
    assert (best.flight_option_ids, best.hotel_option_ids) == (("direct",), ("hostel",))


async def test_flights_are_all_refundable_or_none(ranker):
    """Half a refund is no refund: out and back are sold on one kind of fare, where both are sold either way."""
    legs = tuple(
        (flight(f"light{day}", 100, day=day), flight(f"flex{day}", 104 + 60 * day, day=day, refundable=True))
        for day in (0, 1)
    )
    bundles = (await ranker.rank(RankRequest(flights=legs))).bundles
    kinds = {tuple(option.rstrip("01") for option in b.flight_option_ids) for b in bundles}
    assert kinds == {("light", "light"), ("flex", "flex")}


async def test_a_refundable_trip_is_never_said_to_cost_less_than_the_option_above(ranker):
    """The price of a refundable trip is said only where it is more to pay."""
    flights = flight("dear", 500, hours=2), flight("flex", 150, hours=9, stops=1, refundable=True)
    hotels = hotel("inn", 100, refundable=True), hotel("plain", 60)
    bundles = (await ranker.rank(RankRequest(flights=(flights,), hotels=(hotels,)))).bundles
    for bundle in bundles:
        price = bundle.scores.get("refundable_from", 0)
        assert price == 0 or price > bundle.estimated_total.amount


async def test_five_minutes_are_no_reason_to_be_shown(ranker):
    """Where the fastest saves next to nothing, another hotel takes its place among the three."""
    flights = (
        flight("direct", 100, hours=2),
        flight("hasty", 140, hours=1.9, leave=9),
        flight("slow", 80, hours=9, stops=2),
    )
    hotels = hotel("inn", 200), hotel("grand", 320, stars=5)
    bundles = (await ranker.rank(RankRequest(flights=(flights,), hotels=(hotels,)))).bundles
    assert len({b.hotel_option_ids for b in bundles[:3]}) == 2


@pytest.mark.parametrize(
    ("more", "children", "best"), [(50, 0, "lodge"), (51, 0, "hostel"), (100, 1, "lodge"), (101, 1, "hostel")]
)
async def test_a_better_class_is_worth_half_an_ordinary_room(more, children, best, ranker):
    """One star is nobody's best, two no family's, while more cost half the median room (100) more, with children all of it."""
    rooms = hotel("hostel", 90, stars=1 + children, km=0.5), hotel("lodge", 90 + more, stars=3, km=1)
    others = hotel("plain", 95, stars=1, km=9), hotel("house", 100, stars=1, km=9), hotel("palace", 800, stars=5, km=9)
    bundles = (await ranker.rank(RankRequest(hotels=((*rooms, *others),), children=children))).bundles
    assert bundles[0].hotel_option_ids == (best,)


async def test_another_hotel_is_the_next_best_and_not_the_dearest(ranker):
    """Where the third is there for its hotel, it is the best balance among other hotels, not the palace."""
    hotels = hotel("inn", 200), hotel("house", 240, stars=3, km=0.4), hotel("palace", 2400, stars=5, km=0.1)
    bundles = (await ranker.rank(RankRequest(flights=((flight("direct", 100),),), hotels=(hotels,)))).bundles
    assert "palace" not in {b.hotel_option_ids[0] for b in bundles[:2]}
    assert {b.hotel_option_ids[0] for b in bundles[:2]} == {"inn", "house"}
