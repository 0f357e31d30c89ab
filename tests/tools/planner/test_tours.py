"""The cheapest tour, exactly: against a search that tries everything, and rule by rule."""

from datetime import date, timedelta
from decimal import Decimal
from itertools import combinations, permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from tripintent.tools.planner.tour_days import cheapest_tour
from tripintent.tools.ports.day_planner import Eatery, NoTour, Ride, Tour, TourLodging, TourRequest, TourSight

FIRST = date(2027, 3, 1)


def days(count: int) -> tuple[date, ...]:
    return tuple(FIRST + timedelta(days=day) for day in range(count))


def both_ways(a: str, b: str, price: int, mode: str = "bus", **more: object) -> list[Ride]:
    pairs = ((a, b), (b, a))
    return [
        Ride(id=f"{mode} {x}-{y}", mode=mode, origin=x, destination=y, price=Decimal(price), **more) for x, y in pairs
    ]


def eatery(name: str, city: str, price: int, *tastes: str) -> Eatery:
    return Eatery(name=name, city=city, price=Decimal(price), tastes=frozenset(tastes))


def lodging(name: str, city: str, price: int, **more: object) -> TourLodging:
    return TourLodging(name=name, city=city, price=Decimal(price), **({"sleeps": 2} | more))


def weekend(**more: object) -> TourRequest:
    """Three days in Ghent for two: one full day."""
    facts = {
        "home": "Home",
        "days": days(3),
        "cities": ("Ghent",),
        "stops": 1,
        "people": 2,
        "rides": tuple(both_ways("Home", "Ghent", 30)),
        "lodgings": (lodging("Inn", "Ghent", 80),),
        "eateries": tuple(eatery(f"E{n}", "Ghent", 10 + n) for n in range(5)),
        "sights": (TourSight(name="Castle", city="Ghent"), TourSight(name="Belfry", city="Ghent")),
    }
    return TourRequest(**(facts | more))


def test_a_weekend():
    """The day between two rides has three meals and a sight; the last night has no bed; the sum is for everybody."""
    tour = cheapest_tour(weekend())
    assert isinstance(tour, Tour)
    assert tour.total == 2 * 2 * 30 + 2 * 80 + 2 * (10 + 11 + 12)
    first, middle, last = tour.days
    assert (first.ride.destination, first.lodging.name, first.meals) == ("Ghent", "Inn", ())
    assert [meal.time for meal in middle.meals] == ["breakfast", "lunch", "dinner"]
    assert [sight.name for sight in middle.sights] == ["Castle"]
    assert (last.ride.destination, last.lodging) == ("Home", None)


def test_a_wanted_taste_is_eaten_on_a_day_of_travel_when_that_is_cheaper():
    """A dear meal that is wanted comes on top of the cheapest three only if it cannot replace one of them at less cost."""
    dear = eatery("Curry", "Ghent", 40, "Indian")
    tour = cheapest_tour(weekend(tastes=frozenset({"Indian"}), eateries=(*weekend().eateries, dear)))
    eaten = [meal.eatery.name for day in tour.days for meal in day.meals]
    assert sorted(eaten) == ["Curry", "E0", "E1"]


def test_the_own_car_is_mixed_with_nothing_else():
    """A car that is cheaper one way only is no help: it would be left behind."""
    rides = (
        Ride(id="car", mode="car", origin="Home", destination="Ghent", price=Decimal(1), seats=5, own_car=True),
        *both_ways("Home", "Ghent", 30),
    )
    assert [day.ride.mode for day in cheapest_tour(weekend(rides=rides)).days if day.ride] == ["bus", "bus"]


def test_house_rules_rooms_and_minimum_nights():
    """A bed that forbids what must be allowed, has another kind of room, or wants more nights is not taken."""
    beds = (
        lodging("No dogs", "Ghent", 1, forbids=frozenset({"pets"}), room="entire"),
        lodging("Dormitory", "Ghent", 2, room="shared"),
        lodging("A week", "Ghent", 3, room="entire", min_nights=7),
        lodging("Flat", "Ghent", 90, room="entire"),
    )
    tour = cheapest_tour(weekend(lodgings=beds, must_allow=frozenset({"pets"}), room="entire"))
    assert {day.lodging.name for day in tour.days if day.lodging} == {"Flat"}
    assert cheapest_tour(weekend(lodgings=beds, room="not_shared")).days[0].lodging.name == "No dogs"


def test_what_is_in_the_way_is_named():
    """Each wish that alone makes the tour impossible or too dear is named; a budget says by how much it is missed."""
    beds = (lodging("No dogs", "Ghent", 80, forbids=frozenset({"pets"})),)
    refused = cheapest_tour(weekend(lodgings=beds, must_allow=frozenset({"pets"})))
    assert refused == NoTour(why="nothing_fits", in_the_way=("must_allow",))
    assert cheapest_tour(weekend(budget=Decimal(345))) == NoTour(why="over_budget", cheapest=Decimal(346))
    assert cheapest_tour(weekend(days=days(2), stops=2)).why == "too_few_days"


def test_a_taxi_is_paid_for_each_four():
    """A ride with four seats costs five people twice its price; a bed for two costs them three rooms."""
    tour = cheapest_tour(weekend(people=5, rides=tuple(both_ways("Home", "Ghent", 100, "taxi", seats=4))))
    assert tour.total == 2 * 2 * 100 + 2 * 3 * 80 + 5 * 33


@st.composite
def small_requests(draw) -> TourRequest:
    cities = draw(st.sampled_from([("A", "B"), ("A", "B", "C")]))
    price = st.integers(1, 40)
    rides = []
    for a, b in permutations(("Home", *cities), 2):
        for mode, own in (("bus", False), ("car", True)):
            if draw(st.booleans()):
                ride = Ride(id=mode, mode=mode, origin=a, destination=b, price=Decimal(draw(price)), own_car=own)
                rides.append(ride)
    tastes = st.sets(st.sampled_from(["x", "y"]), max_size=2)
    return TourRequest(
        home="Home",
        days=days(draw(st.integers(3, 5))),
        cities=cities,
        stops=draw(st.integers(1, 2)),
        people=draw(st.integers(1, 3)),
        tastes=frozenset(draw(tastes)),
        rides=tuple(rides),
        lodgings=tuple(
            lodging(f"L{c}{n}", c, draw(price), min_nights=draw(st.integers(1, 3))) for c in cities for n in range(2)
        ),
        eateries=tuple(eatery(f"E{c}{n}", c, draw(price), *draw(tastes)) for c in cities for n in range(4)),
        sights=tuple(TourSight(name=f"S{n}", city=c) for c in cities for n in range(3)),
    )


@settings(max_examples=75, deadline=None)
@given(small_requests())
def test_no_cheaper_tour_exists(request_: TourRequest):
    """The found price equals the least of all tours, tried one by one."""
    found, least = cheapest_tour(request_), least_of_all(request_)
    assert (found.total if isinstance(found, Tour) else None) == least


def least_of_all(request_: TourRequest) -> Decimal | None:
    """Try every order of cities, every length of every stay, every ride and bed, and every set of meals."""
    last = len(request_.days) - 1
    prices = []
    for order in permutations(request_.cities, request_.stops):
        for nights in product(range(1, last + 1), repeat=request_.stops):
            if sum(nights) == last:
                prices += [
                    price for own in (False, True) if (price := one_tour(request_, order, nights, own)) is not None
                ]
    return min(prices, default=None)


def one_tour(request_: TourRequest, order: tuple[str, ...], nights: tuple[int, ...], own_car: bool) -> Decimal | None:
    way = list(zip(("Home", *order), (*order, "Home"), strict=True))
    rides = [
        [r.price for r in request_.rides if (r.origin, r.destination) == leg and r.own_car == own_car] for leg in way
    ]
    beds = [
        [b.price * -(-request_.people // b.sleeps) * n for b in request_.lodgings if b.city == c and b.min_nights <= n]
        for c, n in zip(order, nights, strict=True)
    ]
    meals = least_meals(request_, order, nights)
    if meals is None or not all(rides) or not all(beds) or any(n - 1 > 3 for n in nights):
        return None
    return sum(map(min, rides)) * request_.people + sum(map(min, beds)) + meals * request_.people


def least_meals(request_: TourRequest, order: tuple[str, ...], nights: tuple[int, ...]) -> Decimal | None:
    best = None
    eateries = [e for e in request_.eateries if e.city in order]
    for count in range(len(eateries) + 1):
        for chosen in combinations(eateries, count):
            extra = [sum(e.city == c for e in chosen) - 3 * (n - 1) for c, n in zip(order, nights, strict=True)]
            if min(extra) < 0 or not fits(extra):
                continue
            if request_.tastes <= {taste for e in chosen for taste in e.tastes}:
                price = sum((e.price for e in chosen), Decimal(0))
                best = price if best is None or price < best else best
    return best


def fits(extra: list[int]) -> bool:
    """Say whether the meals on days of travel fit: three a day, shared by the city left and the city reached."""
    free = 3
    for count in extra:
        left_over = max(0, count - free)
        if left_over > 3:
            return False
        free = 3 - left_over
    return True


def test_the_same_request_gives_the_same_tour():
    """Nothing depends on the order of a set or on chance."""
    request_ = weekend(
        stops=1, tastes=frozenset({"x", "y"}), eateries=tuple(eatery(f"E{n}", "Ghent", 9, "x", "y") for n in range(6))
    )
    assert cheapest_tour(request_) == cheapest_tour(request_)
