"""Hard filters: only what was asked for, inclusive, counted by reason."""

import pytest
from tests.tools.ranking.conftest import flight, hotel

from tripintent.state.money import Money
from tripintent.state.offers import FlightHop
from tripintent.state.wishes import Constraints, FlightPreferences, HotelPreferences, PolicyRules, Preferences
from tripintent.tools.ports.ranking import RankRequest


def money(text):
    """Read "100 EUR"."""
    amount, currency = text.split()
    return Money(amount=amount, currency=currency)


def flights(**wishes):
    return {"preferences": Preferences(flight=FlightPreferences(**wishes))}


def hotels(**wishes):
    return {"preferences": Preferences(hotel=HotelPreferences(**wishes))}


def rules(**rules):
    return {"rules": PolicyRules(**rules)}


def limits(**limits):
    return {"constraints": Constraints(**limits)}


@pytest.mark.parametrize(
    ("asked", "passes", "fails", "reason"),
    [
        (flights(max_stops=1), {"stops": 1}, {"stops": 2}, "max_stops"),
        (flights(max_hours=2.5), {"hours": 2.5}, {"hours": 3}, "max_hours"),
        (rules(max_stops=0), {"stops": 0}, {"stops": 1}, "policy.max_stops"),
        (flights(max_class="business"), {"cabin": "business"}, {"cabin": "first"}, "max_class"),
        (rules(max_class="economy"), {"cabin": "basic_economy"}, {"cabin": "premium_economy"}, "policy.max_class"),
        (flights(max_budget=money("100 USD")), {"price": 100}, {"price": 100.01}, "max_budget"),
        (flights(max_budget=money("50 EUR")), {"price": 100}, {"price": 101}, "max_budget"),
        (flights(avoid_airlines=("bad air",)), {"airline": "Bad Airlines"}, {"airline": "Bad Air"}, "avoid_airlines"),
        (flights(avoid_airlines=("BD",)), {"airline_code": ""}, {"airline_code": "bd"}, "avoid_airlines"),
        (rules(require_refundable=True), {"refundable": True}, {"refundable": False}, "policy.require_refundable"),
        (limits(refundable_preference="refundable"), {"refundable": True}, {}, "refundable_preference"),
    ],
)
async def test_flight_filters(asked, passes, fails, reason, ranker):
    """What is at a limit stays, what is beyond it goes and is counted under its reason."""
    offers = (flight("stays", **passes), flight("goes", **fails), flight("goes too", **fails))
    result = await ranker.rank(RankRequest(flights=(offers,), **asked))
    assert [b.flight_option_ids for b in result.bundles] == [("stays",)]
    assert (result.considered, result.dropped) == (1, {reason: 2})


@pytest.mark.parametrize(
    ("asked", "passes", "fails", "reason"),
    [
        (hotels(star_min=4), {"stars": 4.0}, {"stars": 3.5}, "star_min"),
        (hotels(star_min=4), {"stars": None}, {"stars": 3.0}, "star_min"),
        (hotels(max_stars=4), {"stars": 4.0}, {"stars": 4.5}, "max_stars"),
        (rules(max_stars=4), {"stars": None}, {"stars": 5.0}, "policy.max_stars"),
        (hotels(max_daily_rate=money("50 USD")), {"nights": 2}, {"nights": 1}, "max_daily_rate"),
        (rules(max_daily_rate=money("25 EUR")), {"rooms": 2}, {"rooms": 1}, "policy.max_daily_rate"),
        (hotels(budget=money("100 USD")), {"nights": 1, "price": 100}, {"nights": 4, "price": 101}, "budget"),
        (hotels(refundable_only=True), {"refundable": True}, {}, "refundable_only"),
        (rules(require_refundable=True), {"refundable": True}, {}, "policy.require_refundable"),
        (limits(refundable_preference="refundable"), {"refundable": True}, {}, "refundable_preference"),
    ],
)
async def test_hotel_filters(asked, passes, fails, reason, ranker):
    """A rate is for one room and one night; unknown stars pass; each drop is counted under its reason."""
    offers = (hotel("stays", **passes), hotel("goes", **fails))
    result = await ranker.rank(RankRequest(hotels=(offers,), **asked))
    assert [b.hotel_option_ids for b in result.bundles] == [("stays",)]
    assert (result.considered, result.dropped) == (1, {reason: 1})


async def test_nothing_asked_filters_nothing(ranker):
    """Defaults, and wishes that only prefer, remove no offer."""
    flights = (flight("a", 900, stops=2, cabin="first"), flight("b"))
    hotels = (hotel("c", 900, stars=1.0), hotel("d", stars=None))
    wishes = Preferences(
        flight=FlightPreferences(preferred_airlines=("Nobody",), avoid_red_eye=True, cabin="business", checked_bags=2),
        hotel=HotelPreferences(hotel_name="Ritz", amenities=("pool",), board="breakfast"),
    )
    either = Constraints(refundable_preference="either")
    result = await ranker.rank(
        RankRequest(flights=(flights,), hotels=(hotels,), preferences=wishes, constraints=either)
    )
    assert len(result.bundles) == 4
    assert result.considered == 4


@pytest.mark.parametrize(
    ("services", "reason"),
    [
        (("flights", "hotels"), None),
        (("hotel",), "flights_not_enabled"),
        (("Flight",), "hotels_not_enabled"),
        ((), None),
    ],
)
async def test_enabled_services(services, reason, ranker):
    """What is not among the enabled services is not offered, and the result says so."""
    request = RankRequest(flights=((flight(),),), hotels=((hotel(),),), **limits(enabled_services=services))
    result = await ranker.rank(request)
    assert bool(result.bundles) == (reason is None)
    assert result.dropped == ({reason: 1} if reason else {})


async def test_an_emptied_leg_leaves_no_bundle(ranker):
    """When the filters leave a leg without offers there is no trip, and the reason is counted."""
    request = RankRequest(flights=((flight("a"),), (flight("b", stops=1, day=2),)), **flights(max_stops=0))
    result = await ranker.rank(request)
    assert (result.bundles, result.dropped) == ((), {"max_stops": 1})


async def test_one_hop_of_a_higher_cabin_counts(ranker):
    """The highest cabin of any hop is what a class limit looks at."""
    plain = flight("mixed", stops=1)
    upper = FlightHop(**(plain.segments[1].model_dump() | {"cabin": "business"}))
    mixed = plain.model_copy(update={"segments": (plain.segments[0], upper)})
    result = await ranker.rank(RankRequest(flights=((mixed, flight("plain")),), **flights(max_class="economy")))
    assert [b.flight_option_ids for b in result.bundles] == [("plain",)]


async def test_an_airline_wish_ranks_and_a_must_filters(ranker):
    """Ideally with an airline puts it first; only with it leaves nothing else."""
    offers = flight("other", 100), flight("wished", 110, airline="Good Air")
    for required, left in (((), {"wished", "other"}), (("preferred_airlines",), {"wished"})):
        wishes = FlightPreferences(preferred_airlines=("Good Air",), required=required)
        request = RankRequest(flights=(offers,), preferences=Preferences(flight=wishes))
        bundles = (await ranker.rank(request)).bundles
        assert {b.flight_option_ids[0] for b in bundles} == left
        assert bundles[0].flight_option_ids == ("wished",)


async def test_ideal_stars_and_stops_rank_only(ranker):
    """Ideally four stars and non-stop: what misses it stays in the list, behind what has it."""
    wishes = Preferences(
        flight=FlightPreferences(max_stops=0, ideal=("max_stops",)),
        hotel=HotelPreferences(star_min=4, ideal=("star_min",)),
    )
    flights, hotels = (
        (flight("via", 100, stops=1), flight("direct", 104)),
        (hotel("inn", 100), hotel("grand", 108, stars=4)),
    )
    result = await ranker.rank(RankRequest(flights=(flights,), hotels=(hotels,), preferences=wishes))
    assert result.bundles[0].flight_option_ids + result.bundles[0].hotel_option_ids == ("direct", "grand")
    assert "max_stops" not in result.dropped
    assert any(b.hotel_option_ids == ("inn",) for b in result.bundles)


async def test_a_budget_for_all_hotels_holds_for_their_sum(ranker):
    """Two stays: every trip keeps to it, and one that can be kept to leaves a trip."""
    lists = [[hotel(f"{stay}{n}", price=price) for n, price in enumerate((40, 60, 200))] for stay in ("a", "b")]
    result = await ranker.rank(RankRequest(hotels=lists, **hotels(budget=money("130 USD"))))
    assert result.bundles
    assert all(bundle.estimated_total.amount <= 130 for bundle in result.bundles)
    tight = await ranker.rank(RankRequest(hotels=lists, **hotels(budget=money("80 USD"))))
    assert [bundle.estimated_total.amount for bundle in tight.bundles] == [80]
    assert not (await ranker.rank(RankRequest(hotels=lists, **hotels(budget=money("79 USD"))))).bundles
