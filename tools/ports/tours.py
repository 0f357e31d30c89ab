"""The request and the answer of a tour: rides, rooms, meals and sights over the days of a trip through several cities.

All prices of one request are in one currency. Names are unique within their city.
"""

from datetime import date
from typing import Literal

from pydantic import Field

from tripintent.state.frozen import Frozen
from tripintent.state.money import Amount, Currency

RoomWish = Literal["entire", "private", "not_shared", "shared"]
RoomKind = Literal["entire", "private", "shared"]
MealTime = Literal["breakfast", "lunch", "dinner"]
WhyNoTour = Literal["too_few_days", "nothing_fits", "over_budget"]
Wish = Literal["room", "must_allow", "tastes", "avoid_modes"]


class Ride(Frozen):
    """One way from a city to another. ``seats`` 1 is a price per person; a car's price is for ``seats`` people."""

    id: str
    mode: str = Field(description="flight, train, bus, ferry, taxi, car …")
    origin: str
    destination: str
    price: Amount = Field(ge=0)
    seats: int = Field(default=1, ge=1)
    day: date | None = Field(default=None, description="None: possible on any day")
    minutes: int = Field(default=0, ge=0)
    own_car: bool = Field(
        default=False, description="a car that comes along the whole way: it is mixed with no other ride"
    )


class TourLodging(Frozen):
    """A place to sleep; the price is for one room and one night."""

    name: str
    city: str
    price: Amount = Field(ge=0)
    sleeps: int = Field(ge=1, description="people in one room")
    room: RoomKind = "private"
    forbids: frozenset[str] = Field(default=frozenset(), description="house rules: 'pets', 'smoking', 'visitors' …")
    min_nights: int = 1
    rating: float | None = None


class Eatery(Frozen):
    """A place to eat; the price is for one person."""

    name: str
    city: str
    price: Amount = Field(ge=0)
    tastes: frozenset[str] = frozenset()
    rating: float | None = None


class TourSight(Frozen):
    """Something to see; coordinates in degrees, where they are known."""

    name: str
    city: str
    lat: float | None = None
    lon: float | None = None


class TourRequest(Frozen):
    """The conditions of a tour, and what there is to choose from.

    ``days`` are consecutive; the tour leaves ``home`` on the first and is back on the last. ``stops`` of the ``cities`` are
    visited, each in one stay of at least one night. A day without a ride has every meal and a sight; a day with one has
    meals only where a wanted taste is still missing.
    """

    home: str
    days: tuple[date, ...] = Field(min_length=2)
    cities: tuple[str, ...] = Field(min_length=1)
    stops: int = Field(ge=1)
    people: int = Field(ge=1)
    currency: Currency = "USD"
    budget: Amount | None = Field(
        default=None, description="for everything and everybody; None: the cheapest tour, whatever it costs"
    )
    room: RoomWish | None = None
    must_allow: frozenset[str] = Field(default=frozenset(), description="what no house rule may forbid")
    tastes: frozenset[str] = Field(default=frozenset(), description="each is served at least once")
    avoid_modes: frozenset[str] = frozenset()
    sights_a_day: int = Field(
        default=1, ge=0, description="at most so many sights on a day without a ride, one at least"
    )
    rides: tuple[Ride, ...] = ()
    lodgings: tuple[TourLodging, ...] = ()
    eateries: tuple[Eatery, ...] = ()
    sights: tuple[TourSight, ...] = ()


class TourMeal(Frozen):
    """One meal of a day."""

    time: MealTime
    eatery: Eatery


class TourDay(Frozen):
    """One day: where it is spent or left from, the ride, meals, sights, and the bed of its night (None on the last)."""

    day: date
    city: str
    ride: Ride | None = None
    meals: tuple[TourMeal, ...] = ()
    sights: tuple[TourSight, ...] = ()
    lodging: TourLodging | None = None


class Tour(Frozen):
    """The cheapest tour that keeps every wish, with its price for everybody."""

    days: tuple[TourDay, ...]
    total: Amount
    currency: Currency


class NoTour(Frozen):
    """No tour keeps all wishes. ``cheapest`` is the price of the best one when only the budget is in the way."""

    why: WhyNoTour
    cheapest: Amount | None = None
    in_the_way: tuple[Wish, ...] = Field(
        default=(), description="each wish that, given up alone, makes a tour possible"
    )
