"""Filters and orders of offers: each a row of a table, over everything that a fact says."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import time, timedelta
from decimal import Decimal
from typing import Any, Literal, NamedTuple, get_args

from pydantic import Field, GetJsonSchemaHandler

from tripintent.state.bundles import identity
from tripintent.state.frame import Board, Cabin
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.tools.ports.rates import Rates
from tripintent.tools.toolbox.base import Arguments
from tripintent.tools.toolbox.nearness import Spot

Sort = Literal[
    "best", "price", "price_with_tax", "duration", "stops", "departure", "arrival", "stars", "distance", "refundable"
]
_CABINS, _BOARDS = get_args(Cabin), get_args(Board)
_UNKNOWN_KM = 10_000.0


class Filter(Arguments):
    """What every flight, or every hotel, of an option must have. Hours are HH:MM, local there."""

    max_stops: int | None = Field(default=None, ge=0)
    max_hours: float | None = Field(default=None, gt=0, description="of one way")
    airlines: tuple[str, ...] | None = Field(default=None, description="these alone; names or codes")
    leaves_after: time | None = None
    leaves_before: time | None = None
    lands_after: time | None = None
    lands_before: time | None = None
    one_ticket: bool | None = None
    bags: int | None = Field(default=None, ge=0, description="checked bags in the fare, at least")
    cabin: Cabin | None = Field(default=None, description="or better")
    changeable: bool | None = None
    stars: float | None = Field(default=None, description="at least")
    max_stars: float | None = None
    km_to_centre: float | None = Field(default=None, description="at most")
    metres: int | None = Field(default=None, description="at most, from the place to be near")
    hotel: str | None = Field(default=None, description="a part of its name")
    area: str | None = None
    room: str | None = Field(default=None, description="a word of the room: 'twin'")
    board: Board | None = Field(default=None, description="or more")
    amenities: tuple[str, ...] | None = None
    per_night: Money | None = Field(default=None, description="at most, all rooms")
    refundable: bool | None = Field(default=None, description="flights and hotels")
    max_total: Money | None = Field(default=None, description="of the whole option")

    @classmethod
    def __get_pydantic_json_schema__(cls, core: Any, handler: GetJsonSchemaHandler) -> dict[str, Any]:
        """Return the schema without the null that each field takes: a model leaves out what is not asked for."""
        schema = handler.resolve_ref_schema(handler(core))
        for name, field in schema.get("properties", {}).items():
            one: dict[str, Any] = next((way for way in field.pop("anyOf", []) if way.get("type") != "null"), {})
            schema["properties"][name] = {**one, **{k: v for k, v in field.items() if k not in ("default", "title")}}
        return schema


class View(NamedTuple):
    """What the rows read beside an offer."""

    rates: Rates
    currency: str
    spot: Spot | None = None

    def amount(self, money: Money) -> Decimal:
        """Return an amount in the currency of the list."""
        return self.rates.convert(money, self.currency).amount


FlightTest = Callable[[FlightOffer, Any, View], bool]
HotelTest = Callable[[HotelOffer, Any, View], bool]


def _flown_by(offer: FlightOffer, names: Sequence[str], view: View) -> bool:
    del view
    wanted = {name.casefold() for name in names}
    return all({hop.airline.casefold(), hop.airline_code.casefold()} & wanted for hop in offer.segments)


def _near(offer: HotelOffer, metres: int, view: View) -> bool:
    km = view.spot.km(offer) if view.spot else None
    return km is not None and km * 1000 <= metres


def _has(offer: HotelOffer, wanted: Sequence[str], view: View) -> bool:
    del view
    there = [one.casefold() for one in offer.amenities]
    return all(any(one.casefold() in has for has in there) for one in wanted)


OF_FLIGHTS: Mapping[str, FlightTest] = {
    "max_stops": lambda o, most, _: o.stops <= most,
    "max_hours": lambda o, most, _: o.duration <= timedelta(hours=most),
    "airlines": _flown_by,
    "leaves_after": lambda o, at, _: o.depart_at.time() >= at,
    "leaves_before": lambda o, at, _: o.depart_at.time() <= at,
    "lands_after": lambda o, at, _: o.arrive_at.time() >= at,
    "lands_before": lambda o, at, _: o.arrive_at.time() <= at,
    "one_ticket": lambda o, wanted, _: o.self_transfer is not wanted,
    "bags": lambda o, least, _: o.checked_bags >= least,
    "cabin": lambda o, least, _: _CABINS.index(o.cabin) >= _CABINS.index(least),
    "changeable": lambda o, wanted, _: o.terms.changeable is wanted,
    "refundable": lambda o, wanted, _: (o.refundable or o.terms.refundable) is wanted,
}
OF_HOTELS: Mapping[str, HotelTest] = {
    "stars": lambda o, least, _: (o.star_rating or 0) >= least,
    "max_stars": lambda o, most, _: (o.star_rating or 0) <= most,
    "km_to_centre": lambda o, most, _: o.distance_km is not None and o.distance_km <= most,
    "metres": _near,
    "hotel": lambda o, name, _: name.casefold() in o.hotel_name.casefold(),
    "area": lambda o, area, _: area.casefold() in o.area.casefold(),
    "room": lambda o, word, _: word.casefold() in o.room_description.casefold(),
    "board": lambda o, least, _: _BOARDS.index(o.board) >= _BOARDS.index(least),
    "amenities": _has,
    "per_night": lambda o, most, view: view.amount(o.nightly_price) <= view.amount(most),
    "refundable": lambda o, wanted, _: (o.refundable or o.terms.refundable) is wanted,
}


def given(wanted: Filter) -> dict[str, Any]:
    """Return the filters that are set, by their names; those of whole options aside."""
    names = (*OF_FLIGHTS, *OF_HOTELS)
    return {name: value for name in names if (value := getattr(wanted, name)) is not None}


def passes(offer: Offer, name: str, value: Any, view: View) -> bool:
    """Tell whether an offer passes one filter; what the filter does not concern passes."""
    if isinstance(offer, FlightOffer):
        return name not in OF_FLIGHTS or OF_FLIGHTS[name](offer, value, view)
    return name not in OF_HOTELS or OF_HOTELS[name](offer, value, view)


def measured(offer: Offer, sort: Sort, view: View, *, leads: bool) -> float:
    """Return what an offer adds to the order; ``leads``: it is the flight whose hours count."""
    if sort == "refundable":
        return float(not (offer.refundable or offer.terms.refundable))
    return _flight(offer, sort, leads=leads) if isinstance(offer, FlightOffer) else _hotel(offer, sort, view)


def _flight(offer: FlightOffer, sort: Sort, *, leads: bool) -> float:
    if sort == "duration":
        return offer.duration.total_seconds()
    if sort == "stops":
        return float(offer.stops)
    hours = {"departure": offer.depart_at, "arrival": offer.arrive_at}
    return hours[sort].timestamp() if leads and sort in hours else 0.0


def _hotel(offer: HotelOffer, sort: Sort, view: View) -> float:
    if sort == "price_with_tax" and offer.due_at_property:
        return float(view.amount(offer.due_at_property))
    if sort == "stars":
        return -(offer.star_rating or 0.0)
    if sort != "distance":
        return 0.0
    km = view.spot.km(offer) if view.spot else offer.distance_km
    return _UNKNOWN_KM if km is None else km


def one_of_each(offers: Sequence[Offer]) -> Iterator[Offer]:
    """Yield the first offer of each flight and of each hotel for each first night."""
    seen: set[object] = set()
    for offer in offers:
        mark = (identity(offer), offer.check_in if isinstance(offer, HotelOffer) else None)
        if mark not in seen:
            seen.add(mark)
            yield offer
