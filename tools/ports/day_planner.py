"""The day planner's port: days from places to see, and whole tours at the least cost. Pure computation, no clock, no network.

A tour is rides, rooms, meals and sights over the days of a trip through several cities. All prices of one request are in one
currency; names are unique within their city.
"""

from datetime import date, time
from typing import Literal

from pydantic import Field

from tripintent.state.frozen import Frozen
from tripintent.state.money import Amount, Currency
from tripintent.tools.ports.places import Attraction, Interest

Pace = Literal["leisurely", "balanced", "packed"]
ItemKind = Literal["visit", "meal", "fixed", "rest"]
Meal = Literal["lunch", "dinner"]
PartOfDay = Literal["morning", "afternoon", "evening"]
Why = Literal["interest", "near", "well_known", "wanted", "for_children", "indoors"]


class Position(Frozen):
    """A position in degrees."""

    lat: float
    lon: float


class Fixed(Frozen):
    """Something that already has its time: a meeting, a show, a flight. It is never moved."""

    id: str
    starts: time
    ends: time
    spot: Position | None = None


class DayFrame(Frozen):
    """One day to fill. ``starts`` and ``ends`` are short on days of arrival and departure; None is a whole day."""

    day: date
    starts: time | None = None
    ends: time | None = None
    fixed: tuple[Fixed, ...] = ()
    free: tuple[PartOfDay, ...] = Field(default=(), description="what the traveller wants left empty")
    avoided: tuple[str, ...] = Field(default=(), description="ids that are not planned on this day")
    meals: tuple[Meal, ...] = Field(default=(), description="meals of this day that are in the plan already")


class DayParty(Frozen):
    """Who goes along, as far as it changes a day."""

    youngest: int | None = Field(default=None, description="age in years of the youngest child; None: no children")
    seniors: bool = False
    wheelchair: bool = False


class DaysRequest(Frozen):
    """A request for a plan of days. ``places`` come best known first; ``wanted`` ids are planned before all others."""

    frames: tuple[DayFrame, ...] = Field(min_length=1)
    places: tuple[Attraction, ...] = ()
    interests: tuple[Interest, ...] = ()
    wanted: tuple[str, ...] = ()
    avoided: tuple[str, ...] = Field(default=(), description="ids that are not planned")
    pace: Pace = "balanced"
    party: DayParty = DayParty()
    rainy: bool = Field(default=False, description="under a roof where there is a choice")
    less_walking: bool = False


class DayItem(Frozen):
    """One entry of a day. ``travel_minutes`` is the way to it from what comes before, an estimate by distance."""

    kind: ItemKind
    starts: time
    ends: time
    ref: str | None = Field(default=None, description="id of the attraction or of the fixed entry")
    meal: Meal | None = None
    why: tuple[Why, ...] = ()
    travel_minutes: int = 0


class PlannedDay(Frozen):
    """One day in order of time; no two items overlap, ways included."""

    day: date
    items: tuple[DayItem, ...] = ()


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
