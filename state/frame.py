"""The frame: what a traveller has said so far, in the words of language, before any booking rule.

A frame holds only what was said. An unsaid thing is ``None`` (or empty): no default is ever put here.
``tripintent.state.framing`` turns a frame into a patch of the trip, and a trip back into a frame.
"""

from collections.abc import Sequence
from operator import not_
from typing import Annotated, Literal, get_args

from pydantic import Field

from tripintent.state.frozen import Frozen, is_none
from tripintent.state.money import Amount


class Meeting(Frozen):
    """Hours at which one has to be where one travels to; without an end it takes an hour.

    One that ends before the hour of its start ends on the day after.
    """

    day: str = Field(description="YYYY-MM-DD")
    start: str = Field(description="HH:MM")
    end: str | None = None
    place: str | None = None


PlaceKind = Literal["airport", "metro", "city", "station", "region", "country", "unknown"]
WIDE = frozenset({"region", "country"})
"""Kinds of places that are larger than a city."""
Cabin = Literal["basic_economy", "economy", "premium_economy", "business", "first"]
CABINS: tuple[Cabin, ...] = get_args(Cabin)
"""From the plainest to the finest."""
TripType = Literal["one_way", "round_trip", "multi_city"]
Mode = Literal["flight", "train", "car", "ferry", "bus"]
StayKind = Literal["hotel", "boutique", "rental", "resort", "hostel", "guesthouse"]
"""Kinds of stay; a rental is a flat or a house."""
Board = Literal["room_only", "breakfast", "half_board", "full_board", "all_inclusive"]


class Place(Frozen):
    """A place as said, and what the gazetteer made of it.

    ``code`` is the IATA code of an airport ("LIS") or metropolitan area ("NYC"); None when the place has no airport of
    its own, is a state or a country, or is ambiguous (then ``candidates`` holds the readings, most likely first).
    """

    said: str
    name: str | None = None
    kind: PlaceKind = "unknown"
    code: str | None = None
    country: str | None = Field(default=None, description="ISO 3166-1 alpha-2")
    region: str | None = Field(default=None, description="state or province, as the gazetteer writes it")
    candidates: tuple["Place", ...] = ()
    town: str | None = Field(
        default=None,
        exclude_if=is_none,
        description="what hotels are looked for by, where its airport is another town's: 'Bonn, Germany'",
    )


class When(Frozen):
    """A day or a range of days. ``day`` is None while the words leave it open ("any weekend in May").

    ``earliest``/``latest`` (ISO dates) bound a flexible date; ``around`` is True for "around the 5th". ``weekends``: of such
    a range only the Fridays are meant; ``among``: only these days of it are.
    """

    said: str
    day: str | None = Field(
        default=None, description="YYYY-MM-DD; kept as said when it is not a real date (2026-02-30)"
    )
    earliest: str | None = None
    latest: str | None = None
    around: bool = False
    weekends: bool = False
    among: tuple[str, ...] = ()
    from_landing: bool = Field(default=False, description="not said itself: it follows from the day of landing")


class TimeWindow(Frozen):
    """Local clock times HH:MM; either end may be open."""

    start: str | None = None
    end: str | None = None


WALK_KM_A_MINUTE = 0.08 / 1.25
"""At 4.8 km an hour, on ways that are a quarter longer than the straight line."""


class NearPlace(Frozen):
    """The place that the hotel should be near, by name, and how far is near; without a limit the nearer is the better."""

    to: str = Field(description="the name of a sight, a square or an airport: 'the Duomo'")
    said: str = ""
    within_km: float | None = Field(default=None, gt=0)
    within_minutes: int | None = Field(default=None, gt=0, description="on foot")

    @property
    def limit_km(self) -> float | None:
        """The farthest that is still near, in a straight line; None where no one said how far."""
        on_foot = self.within_minutes * WALK_KM_A_MINUTE if self.within_minutes else None
        return min((km for km in (self.within_km, on_foot) if km), default=None)


LandsLater = Annotated[int, Field(exclude_if=not_, description="days after its own on which the usual flight lands")]


class Visit(Frozen):
    """One destination of the trip, in the order of travel."""

    place: Place
    arrive: When | None = None
    leave: When | None = None
    nights: int | None = None
    mode: Mode | None = Field(default=None, description="how one travels *to* it; None is unsaid")
    hotel: bool | None = Field(default=None, description="False: one sleeps elsewhere there; None is unsaid")
    lands_later: LandsLater = 0


class Leg(Frozen):
    """One explicitly named leg ("SFO to LHR on June 3"); used when the traveller spells legs out (multi-city)."""

    origin: Place | None = None
    destination: Place | None = None
    depart: When | None = None
    mode: Mode | None = None
    window: TimeWindow | None = None
    lands_later: LandsLater = 0


class Extent(Frozen):
    """For which parts of the trip, and for whom of the party. Empty: all of it, and everyone who can use it.

    ``legs``: the first flight, the last one, or a flight or stay by its number, 1 first. ``who``: names, or "adult", "child", "infant".
    """

    legs: tuple[Literal["outbound", "return"] | int, ...] = ()
    who: tuple[str, ...] = ()

    def covers(self, other: "Extent") -> bool:
        """Tell whether all of another extent is within this one, as far as the words tell."""
        return within(other.legs, self.legs) and within(_folded(other.who), _folded(self.who))


def within(inner: tuple[object, ...], outer: tuple[object, ...]) -> bool:
    """Tell whether one extent is a part of another; an empty one is the whole."""
    return not outer or (bool(inner) and set(inner) <= set(outer))


def _folded(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.casefold() for name in names)


class SpecialRequest(Extent):
    """A wish that no search fulfils: a booking may carry it, or a person has to know it.

    ``kind`` is a name of the table of wishes ("window seat"), or "note" for words of which nothing more is known.
    """

    kind: str
    said: str = Field(default="", description="the words")
    to: Literal["airline", "hotel", "elsewhere", "note"] = Field(
        default="note", description="who can do it; elsewhere: somebody who sells what is not sold here"
    )
    rooms: int | None = Field(default=None, exclude_if=is_none, description="for so many of a hotel's rooms; None: all")
    without: tuple[Extent, ...] = Field(default=(), description="what of it was taken back; never read from words")
    accept_price: bool = Field(
        default=False,
        exclude_if=not_,
        description="a yes, before anything is held, to what its seller asks: the card shows it",
    )


def is_wide_alone(visits: Sequence[Visit]) -> bool:
    """Tell whether no more is known of where a trip goes than one country or region: towns in it are still to be found."""
    return [visit.place.kind in WIDE for visit in visits] == [True]


class Frame(Frozen):
    """Everything said about the trip so far. See the module docstring: None is "not said"."""

    trip_type: TripType | None = None
    origin: Place | None = None
    visits: tuple[Visit, ...] = Field(default=(), description="destinations in order; a plain trip has one")
    depart: When | None = None
    return_: When | None = None
    legs: tuple[Leg, ...] = Field(default=(), description="explicit multi-city legs; empty for plain trips")
    nights: int | None = None
    check_in: When | None = None
    check_out: When | None = None

    travelers: int | None = Field(default=None, description="head count when said as a whole ('four of us')")
    adults: int | None = None
    children: int | None = None
    infants: int | None = None
    ages: tuple[int, ...] = Field(default=(), description="ages of children and infants, in years")

    budget: Amount | None = Field(default=None, description="upper bound, in `currency`")
    budget_per_person: bool | None = None
    currency: str | None = None

    flights_needed: bool | None = None
    cabin: Cabin | None = None
    max_stops: int | None = None
    max_hours: float | None = Field(default=None, description="of one way, from the first take-off to the last landing")
    airlines: tuple[str, ...] = Field(default=(), description="names as said, canonical spelling where known")
    avoid_airlines: tuple[str, ...] = ()
    checked_bags: int | None = None
    depart_window: TimeWindow | None = None
    arrive_window: TimeWindow | None = None
    return_window: TimeWindow | None = None
    return_arrive_window: TimeWindow | None = None
    arrive_day: When | None = Field(default=None, description="on this day one lands at the first destination")
    arrive_by: When | None = Field(default=None, description="on this day at the latest one lands there")
    return_arrive_by: When | None = Field(default=None, description="on this day at the latest one is home")
    meetings: tuple[Meeting, ...] = Field(default=(), description="one lands before such hours, and leaves after them")
    avoid_red_eye: bool | None = None
    avoid_self_transfer: bool | None = Field(default=None, description="no connection on separate tickets")
    price_first: bool | None = Field(default=None, description="as cheap as possible: the price alone ranks")
    refundable: bool | None = None
    refundable_hotel: bool | None = Field(default=None, description="that alone: flights may keep the money")
    airports: tuple[str, ...] = Field(default=(), description="codes: of these alone one wants to leave and land")
    avoid_airports: tuple[str, ...] = Field(default=(), description="codes: neither start nor end of a flight")
    avoid_via: tuple[str, ...] = Field(default=(), description="codes of airports not to change at")
    avoid_fares: tuple[str, ...] = Field(default=(), description="fares or cabins not wanted: 'basic'")

    lodging_needed: bool | None = None
    rooms: int | None = None
    stars: float | None = Field(default=None, description="minimum stars, only when a number was said")
    area: str | None = Field(default=None, description="where the hotel should be: 'near the river'")
    near: NearPlace | None = None
    hotel_name: str | None = None
    stay_kinds: tuple[StayKind, ...] = Field(default=(), description="kinds of stay that are liked: 'boutique'")
    amenities: tuple[str, ...] = ()
    room_type: str | None = None
    house_rules: tuple[str, ...] = ()
    board: Board | None = None
    max_nightly: Amount | None = None
    lodging_budget: Amount | None = Field(
        default=None, description="what all nights may cost, apart from the trip's budget"
    )
    max_stars: float | None = Field(default=None, description="more stars are not wanted")
    avoid_hotels: tuple[str, ...] = Field(default=(), description="names or kinds not wanted: 'hostel'")
    avoid_areas: tuple[str, ...] = Field(default=(), description="where the hotel should not be")

    avoid_options: tuple[str, ...] = Field(
        default=(), description="whole trips not wanted, each by the key of its flights and hotels (`state/bundles.py`)"
    )

    requests: tuple[SpecialRequest, ...] = Field(default=(), description="what no search fulfils")
    hard: tuple[str, ...] = Field(
        default=(), description="slots that were said to be musts, though they usually only rank"
    )
    soft: tuple[str, ...] = Field(default=(), description="slots that were said to be wishes only")
