"""Whole trips: what is kept, in which order, and what is said about it."""

import re
from decimal import Decimal
from itertools import permutations

import pytest
from tests.tools.ranking.conftest import flight, hotel

from tripintent.state.bundles import Ranking
from tripintent.state.frame import TimeWindow
from tripintent.state.money import Money
from tripintent.state.wishes import Constraints, FlightPreferences, HotelPreferences, PolicyRules, Preferences
from tripintent.tools.ports.clock import UnknownCurrency
from tripintent.tools.ports.ranking import RankRequest


@pytest.fixture
def trip():
    """A flight and a stay with a best of each kind."""
    flights = (
        flight("cheap", 100, hours=12, stops=2),
        flight("fair", 130, hours=6, stops=1),
        flight("quick", 400, hours=4),
        flight("flex", 300, hours=7, stops=1, refundable=True),
    )
    hotels = (hotel("plain", 100, stars=2), hotel("grand", 600, stars=5), hotel("flexible", 150, refundable=True))
    return RankRequest(flights=(flights,), hotels=(hotels,))


def options(bundle):
    return (*bundle.flight_option_ids, *bundle.hotel_option_ids)


async def test_the_best_of_each_kind_is_kept(trip, ranker):
    """The best of each kind is kept under its label: best overall first, then the cheapest, then the others by score."""
    result = await ranker.rank(trip)
    labelled = {label: bundle for bundle in result.bundles for label in bundle.labels}
    assert options(labelled["cheapest"]) == ("cheap", "plain")
    assert labelled["fastest"].minutes == 240
    assert options(labelled["fewest_stops"]) == ("quick", "plain")
    assert labelled["fewest_stops"] in result.bundles[:4]
    assert options(labelled["refundable"]) == ("flex", "flexible")
    assert labelled["best_hotel"].stars == 5
    assert result.bundles[0].labels[0] == "best_overall"
    assert "cheapest" in result.bundles[1].labels
    assert result.bundles[0].score == max(bundle.score for bundle in result.bundles)


async def test_ten_are_kept_then_fewer(trip, ranker):
    """As many bundles as the limit allows, and never one twice."""
    assert len((await ranker.rank(trip)).bundles) == 10
    result = await ranker.rank(trip.model_copy(update={"limit": 3}))
    assert len({b.bundle_id for b in result.bundles}) == 3


async def test_unlabelled_ones_follow_by_score(trip, ranker):
    """After the first three come the labelled ones, the rest of the skyline, alternatives, each by score."""
    bundles = (await ranker.rank(trip.model_copy(update={"limit": 12}))).bundles[3:]
    kinds = [0 if b.labels and b.labels != ("alternative",) else 1 + len(b.labels) for b in bundles]
    assert kinds == sorted(kinds)
    for kind in set(kinds):
        scores = [b.score for b, k in zip(bundles, kinds, strict=True) if k == kind]
        assert scores == sorted(scores, reverse=True)


async def test_ids_are_made_of_the_options_alone(trip, ranker):
    """The same options make the same id, in whatever order the offers came; other options make another."""
    first = {options(b): b.bundle_id for b in (await ranker.rank(trip)).bundles}
    turned = trip.model_copy(
        update={"flights": (trip.flights[0][::-1],), "hotels": (trip.hotels[0][::-1],), "currency": "EUR"}
    )
    second = {options(b): b.bundle_id for b in (await ranker.rank(turned)).bundles}
    assert second == first
    assert len(set(first.values())) == len(first)
    assert all(re.fullmatch(r"bndl_[A-Za-z0-9]{10}", i) for i in first.values())


async def test_the_order_of_offers_does_not_matter(trip, ranker):
    """The ranking is the same for every order in which the supplier lists its offers."""
    answers = set()
    for order in permutations(trip.flights[0]):
        result = await ranker.rank(trip.model_copy(update={"flights": (order,)}))
        answers.add(tuple(b.bundle_id for b in result.bundles))
    assert len(answers) == 1


async def test_totals_are_in_one_currency(ranker):
    """Prices of several currencies are added in one, and the day of the rates is said only where they were needed."""
    hotels = (hotel("dollars", 100), hotel("euros", 40, currency="EUR"))
    result = await ranker.rank(RankRequest(flights=((flight(price=50),),), hotels=(hotels,)))
    totals = {b.hotel_option_ids[0]: (str(b.estimated_total), b.rates_date) for b in result.bundles}
    assert totals == {"dollars": ("150.00 USD", None), "euros": ("130.00 USD", "2027-02-26")}


async def test_a_currency_without_rate_is_an_error(ranker):
    """A price that cannot be compared raises, naming its currency."""
    with pytest.raises(UnknownCurrency, match="USD"):
        await ranker.rank(RankRequest(flights=((flight(currency="JPY"),),)))


async def test_within_the_budget_when_possible(trip, ranker):
    """While a trip keeps to the traveller's budget, only such trips come first; dearer ones fill up, and say so."""
    limit = Constraints(budget_total=Money(amount=450))
    bundles = (await ranker.rank(trip.model_copy(update={"constraints": limit}))).bundles
    over = [b.over_budget is not None for b in bundles]
    assert over == sorted(over)
    assert [b.over_budget is None for b in bundles] == [b.estimated_total.amount <= 450 for b in bundles]
    assert {"best_overall", "cheapest"} <= set(bundles[0].labels + bundles[1].labels)
    excess = [b.over_budget.amount for b in bundles if b.over_budget]
    assert excess == sorted(excess)
    assert excess


async def test_the_closest_when_nothing_is_within(trip, ranker):
    """When every trip exceeds the budget the cheapest come first, each with by how much."""
    limit = Constraints(budget_total=Money(amount=75, currency="EUR"))
    bundles = (await ranker.rank(trip.model_copy(update={"constraints": limit}))).bundles
    assert (str(bundles[0].over_budget), bundles[0].labels) == ("50.00 USD", ("cheapest",))
    assert "exceeds the budget by $50.00" in bundles[0].tradeoffs
    totals = [b.estimated_total.amount for b in bundles]
    assert totals == sorted(totals)
    assert all(b.over_budget.amount == b.estimated_total.amount - 150 for b in bundles)


async def test_a_budget_of_exactly_the_cheapest(trip, ranker):
    """A budget is inclusive: the cheapest trip keeps to a budget of exactly its price, and is the best overall."""
    limit = Constraints(budget_total=Money(amount=200))
    first, second, *_ = (await ranker.rank(trip.model_copy(update={"constraints": limit}))).bundles
    assert (first.over_budget, str(second.over_budget)) == (None, "30.00 USD")
    assert {"best_overall", "cheapest"} <= set(first.labels)


@pytest.mark.parametrize(("limit", "dearest"), [(450, 450), (200, 200), (199, None)])
async def test_the_policys_budget_is_hard(limit, dearest, trip, ranker):
    """No trip above the policy's budget is kept; offers that fit in no trip below it are counted."""
    rules = PolicyRules(max_budget_total=Money(amount=limit))
    wish = Constraints(budget_total=Money(amount=150))
    result = await ranker.rank(trip.model_copy(update={"rules": rules, "constraints": wish}))
    assert max((b.estimated_total.amount for b in result.bundles), default=None) == dearest
    assert result.dropped["policy.max_budget_total"] == {450: 2, 200: 5, 199: 7}[limit]


async def test_legs_keep_to_the_clock(ranker):
    """A second leg that leaves before the first has landed is never bundled with it, even if both are the cheapest."""
    first = (flight("late", 50, leave=8, hours=6), flight("early", 90, leave=6, hours=4))
    second = (flight("noon", 50, leave=12), flight("evening", 90, leave=14), flight("dawn", 10, leave=5))
    result = await ranker.rank(RankRequest(flights=(first, second)))
    assert {b.flight_option_ids for b in result.bundles} == {
        ("late", "evening"),
        ("early", "noon"),
        ("early", "evening"),
    }
    assert result.dropped["leg_order"] == 1


async def test_legs_that_never_fit_leave_nothing(ranker):
    """When no order of flights keeps to the clock there is no bundle, and the reason is counted."""
    request = RankRequest(flights=((flight("a", leave=10, hours=5),), (flight("b", leave=12),)))
    result = await ranker.rank(request)
    assert (result.bundles, result.dropped) == ((), {"leg_order": 2})


async def test_nothing_to_rank(ranker):
    """No lists, or an empty one, make no bundle and no error."""
    assert (await ranker.rank(RankRequest())).bundles == ()
    assert (await ranker.rank(RankRequest(flights=((),)))).bundles == ()


async def test_weights_change_the_order(trip, ranker):
    """A traveller who weighs only time gets a quick trip first; one who weighs only price the cheapest."""
    for weights, expected in [({"duration": 1}, "quick"), ({"price": 1}, "cheap")]:
        others = dict.fromkeys({"price", "duration", "refundable", "convenience"} - set(weights), 0)
        wish = Preferences(weights=weights | others)
        bundles = (await ranker.rank(trip.model_copy(update={"preferences": wish}))).bundles
        assert bundles[0].flight_option_ids == (expected,)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), -1.0])
async def test_senseless_weights_count_as_zero(bad, trip, ranker):
    """A negative or endless weight counts as 0, a name nobody knows is ignored, and all 0 means the defaults."""
    zero = await ranker.rank(trip.model_copy(update={"preferences": Preferences(weights={"price": 0, "luck": 9})}))
    same = await ranker.rank(trip.model_copy(update={"preferences": Preferences(weights={"price": bad})}))
    assert same == zero
    nothing = dict.fromkeys(["price", "duration", "refundable", "convenience"], bad)
    defaults = await ranker.rank(trip.model_copy(update={"preferences": Preferences(weights=nothing)}))
    assert defaults == await ranker.rank(trip)


@pytest.mark.parametrize(
    ("wish", "meets"),
    [
        ({"preferred_airlines": ("Good Air",)}, {"airline": "Good Air"}),
        ({"preferred_airlines": ("GD",)}, {"airline_code": "GD"}),
        ({"preferred_times": (TimeWindow(start="06:00", end="11:00"),)}, {"leave": 9}),
        ({"avoid_red_eye": True}, {"leave": 9}),
        ({"cabin": "business"}, {"cabin": "business"}),
        ({"checked_bags": 1}, {"checked_bags": 1}),
    ],
)
async def test_flight_wishes_count(wish, meets, ranker):
    """Of two flights the slightly dearer one that meets a spoken wish is best; without the wish the cheaper is."""
    offers = (flight("other", 100, leave=23, hours=6), flight("wished", 105, **({"leave": 23, "hours": 6} | meets)))
    plain = await ranker.rank(RankRequest(flights=(offers,)))
    assert plain.bundles[0].flight_option_ids == ("other",)
    wishes = Preferences(flight=FlightPreferences(**wish))
    wished = await ranker.rank(RankRequest(flights=(offers,), preferences=wishes))
    assert wished.bundles[0].flight_option_ids == ("wished",)
    assert [b.scores["preference"] for b in wished.bundles] == [1, 0.5]
    assert "preference" not in plain.bundles[0].scores


@pytest.mark.parametrize(
    ("wish", "meets"),
    [
        ({"hotel_name": "ritz"}, {"name": "The Ritz"}),
        ({"preferred_hotels": ("hilton", "the ritz")}, {"name": "The Ritz"}),
        ({"amenities": ("Pool",)}, {"amenities": ("pool", "gym")}),
        ({"board": "breakfast"}, {"board": "half_board", "km": 1.9}),
        ({"room_type": "twin"}, {"room_description": "Twin room"}),
    ],
)
async def test_hotel_wishes_count(wish, meets, ranker):
    """Of two hotels the slightly dearer one that meets a spoken wish is best; without the wish the cheaper is."""
    offers = hotel("other", 100), hotel("wished", 105, **meets)
    plain = await ranker.rank(RankRequest(hotels=(offers,)))
    assert plain.bundles[0].hotel_option_ids == ("other",)
    wishes = Preferences(hotel=HotelPreferences(**wish))
    wished = await ranker.rank(RankRequest(hotels=(offers,), preferences=wishes))
    assert wished.bundles[0].hotel_option_ids == ("wished",)


async def test_a_kind_of_stay_ranks(ranker):
    """A rental that was wished for comes before a cheaper hostel; a house of which no kind is known misses no wish."""
    offers = (
        hotel("hostel", 100, property_kind="hostel"),
        hotel("unknown", 110),
        hotel("rental", 105, property_kind="rental"),
    )
    wishes = Preferences(hotel=HotelPreferences(kinds=("rental",)))
    ranked = await ranker.rank(RankRequest(hotels=(offers,), preferences=wishes))
    assert ranked.bundles[0].hotel_option_ids == ("rental",)
    missed = {b.hotel_option_ids[0]: b.scores["preference"] for b in ranked.bundles}
    assert missed["rental"] == missed.get("unknown", 1) == 1


async def test_the_score_is_the_sum_of_its_parts(trip, ranker):
    """Each part shows its loss as 1 / (1 + loss), and the score the weighted sum of the losses, in the same way."""
    weights = {"price": 0.5, "duration": 0.2, "refundable": 0.15, "convenience": 0.1}
    for bundle in (await ranker.rank(trip)).bundles:
        assert all(0 < bundle.scores[name] <= 1 for name in weights)
        loss = sum(weight * (1 / bundle.scores[name] - 1) for name, weight in weights.items()) / sum(weights.values())
        assert bundle.score == pytest.approx(1 / (1 + loss), abs=1e-3)


async def test_the_losses_are_the_documented_ones(ranker):
    """A fifth dearer, half as long again, half not refundable, one stop in one flight: each loss as documented."""
    flights = flight("cheap", 100, hours=4, stops=0), flight("worse", 100, hours=6, stops=1)
    hotels = hotel("base", 100, stars=5, km=0, board="all_inclusive"), hotel("dear", 140, refundable=True, stars=3)
    bundles = (await ranker.rank(RankRequest(flights=(flights,), hotels=(hotels,)))).bundles
    scores = next(b.scores for b in bundles if (*b.flight_option_ids, *b.hotel_option_ids) == ("worse", "dear"))
    discomfort = (2 * (1 - (0.6 * 3 / 5 + 0.25 / 2))) ** 3
    losses = {"price": 0.2, "duration": 0.5, "refundable": 0.5, "convenience": 0.5 + discomfort}
    assert {name: scores[name] for name in losses} == {
        name: pytest.approx(1 / (1 + loss), abs=1e-3) for name, loss in losses.items()
    }


async def test_a_comfortable_trip_is_among_the_first_three(ranker):
    """Where the best by price has few stars, the best with three or more is the third that one sees, or earlier."""
    hotels = (
        hotel("hostel", 100, stars=1),
        hotel("nicer hostel", 110, stars=1, km=0.2, refundable=True),
        hotel("inn", 300, stars=3),
        hotel("unknown", 250, stars=None, km=0.1),
        hotel("palace", 1500, stars=5),
    )
    bundles = (await ranker.rank(RankRequest(hotels=(hotels,)))).bundles
    found = {label: (n, b.hotel_option_ids) for n, b in enumerate(bundles) for label in b.labels}
    assert found["comfortable"] == (2, ("inn",))
    assert (await ranker.rank(RankRequest(hotels=(hotels[:2],)))).bundles[0].labels.count("comfortable") == 0


async def test_what_was_said_to_be_ideal_is_among_the_first_three(ranker):
    """A wish that only ranks is shown with its price, however dear; where nothing has all of it, the first wish that anything has."""
    hotels = (
        *(hotel(f"plain {n}", 100 + n, stars=3, km=n, board="room_only") for n in range(5)),
        hotel("fed", 900, stars=1, board="half_board"),
    )
    for amenities, ideal in (((), ("board",)), (("pool",), ("board", "amenities"))):
        wishes = HotelPreferences(board="breakfast", amenities=amenities, ideal=ideal)
        request = RankRequest(hotels=(hotels,), preferences=Preferences(hotel=wishes))
        shown = (await ranker.rank(request)).bundles[:3]
        assert [b.hotel_option_ids for b in shown if "wished" in b.labels] == [("fed",)]


async def test_each_says_why_and_what_it_trades_away(trip, ranker):
    """The reason is one sentence of facts; trade-offs compare with the best of the list, with figures."""
    bundles = (await ranker.rank(trip)).bundles
    cheapest = next(b for b in bundles if "cheapest" in b.labels)
    assert cheapest.why_this_bundle == "Cheapest: $200.00, 2 stops, 12 h 00 min on the way, 2 stars, not refundable."
    assert cheapest.tradeoffs == (
        "takes 8 h 00 min longer than the fastest",
        "has 2 stops more than the one with the fewest",
        "is not fully refundable; a fully refundable trip costs $450.00",
        "has 2-star hotels where the best has 5 stars",
    )
    gaps = {name: value for name, value in cheapest.scores.items() if "_" in name and value}
    assert gaps == {"minutes_over_fastest": 480, "stops_over_fewest": 2, "stars_under_best": 3, "refundable_from": 450}


async def test_a_trip_without_flights_or_hotels(ranker):
    """Only flights, or only hotels: the parts that do not apply are neither scored nor labelled."""
    air = (await ranker.rank(RankRequest(flights=((flight(),),)))).bundles[0]
    assert "best_hotel" not in air.labels
    assert air.stars is None
    room = (await ranker.rank(RankRequest(hotels=((hotel(),),)))).bundles[0]
    assert {"fastest", "fewest_stops"}.isdisjoint(room.labels)
    assert "duration" not in room.scores


async def test_eight_legs_and_seven_stays_of_fifty(ranker):
    """Fifteen lists of fifty, a product of 3e25 trips, are ranked, and the first is the best leg by leg."""
    legs = tuple(
        tuple(flight(f"F{i}.{j}", 100 + (j * 37) % 50, hours=2 + (j * 13) % 7, day=i) for j in range(50))
        for i in range(8)
    )
    stays = tuple(
        tuple(hotel(f"H{i}.{j}", 80 + (j * 29) % 50, stars=1 + (j * 7) % 5) for j in range(50)) for i in range(7)
    )
    result = await ranker.rank(RankRequest(flights=legs, hotels=stays))
    assert len(result.bundles) == 10
    one = await ranker.rank(RankRequest(flights=legs[:1], preferences=Preferences(weights={"price": 1, "duration": 0})))
    assert one.bundles[0].flight_option_ids == ("F0.0",)
    cheapest = next(b for b in result.bundles if "cheapest" in b.labels)
    assert cheapest.estimated_total.amount == 8 * 100 + 7 * 80


async def test_the_cheapest_is_cheapest_with_what_is_paid_at_the_hotel(ranker):
    """A lower price with a higher local tax is not the cheapest; the total with the tax is what a budget is held against."""
    lures = hotel("LURE", 100, due_at_property=Money(amount=Decimal(60)))
    plain = hotel("PLAIN", 120, due_at_property=Money(amount=Decimal(5)))
    result = await ranker.rank(RankRequest(hotels=((lures, plain),), currency="USD"))
    [cheapest] = [one for one in result.bundles if "cheapest" in one.labels]
    assert (options(cheapest), cheapest.estimated_total.amount, cheapest.whole.amount) == (("PLAIN",), 120, 125)
    assert Ranking(key="k", bundles=result.bundles).ordered("cheapest").bundles[0].hotel_option_ids == ("PLAIN",)
