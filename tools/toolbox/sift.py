"""Filters and orders of offers: each a row of a table, over everything that a fact says."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import time, timedelta
from decimal import Decimal
from typing import Annotated, Any, Literal, NamedTuple, Self, get_args

from pydantic import ConfigDict, Field, model_validator

from tripintent.state.bundles import Bundle, identity
from tripintent.state.frame import Board, Cabin
from tripintent.state.money import Currency, Money
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.tools.ports.clock import Rates
from tripintent.tools.toolbox.base import Arguments
from tripintent.tools.toolbox.nearness import NearSpot

Sort = Literal["best", "price", "duration", "stops", "departure", "arrival", "stars", "distance", "refundable"]
_UNKNOWN_KM = 10_000.0


Number = Annotated[float, Field(allow_inf_nan=False)]
Fact = Literal[
    "stops", "hours", "airline", "fare", "leaves", "lands", "one_ticket", "bags", "cabin", "changeable", "co2_kg", "stars", "km_to_centre",
    "metres", "nights", "hotel", "area", "room", "board", "amenity", "per_night", "refundable", "price", "total",
]  # fmt: skip
Bound = Literal["at_least", "at_most", "is"]


class Where(Arguments):
    """What every flight, every hotel, or (``total``) the whole option must have."""

    model_config = ConfigDict(validate_by_name=True)

    fact: Fact = Field(
        description="hours of one way; bags in the fare; metres from the place to be near; price of one part"
    )
    at_least: Number | str | None = Field(default=None, description="number, HH:MM, cabin, board, or money")
    at_most: Number | str | None = None
    is_: bool | Number | str | tuple[str, ...] | None = Field(
        default=None, alias="is", description="true, false, or words: any of them, of amenities all"
    )
    currency: Currency | None = None

    @model_validator(mode="after")
    def _readable(self) -> Self:
        if not any(True for _ in bounds(self)):
            raise ValueError("say at_least, at_most or is")
        return self


class View(NamedTuple):
    """What the rows read beside an offer."""

    rates: Rates
    currency: str
    spot: NearSpot | None = None

    def amount(self, money: Money) -> Decimal:
        """Return an amount in the currency of the list."""
        return self.rates.convert(money, self.currency).amount


class OfferFact(NamedTuple):
    """A fact of an offer that can be asked for: its kind, how it is read, and the grades of one that has some."""

    kind: Literal["number", "hour", "grade", "yes", "words", "money"]
    of: Callable[[Any, View], Any]
    grades: tuple[str, ...] = ()


def _metres(offer: HotelOffer, view: View) -> float | None:
    km = view.spot.km(offer) if view.spot else None
    return None if km is None else km * 1000


_PRICE = OfferFact("money", lambda o, view: view.amount(o.total_price))
_REFUNDABLE = OfferFact("yes", lambda o, _: o.refundable or o.terms.refundable)
OF_FLIGHTS: Mapping[str, OfferFact] = {
    "stops": OfferFact("number", lambda o, _: o.stops),
    "hours": OfferFact("number", lambda o, _: o.duration / timedelta(hours=1)),
    "airline": OfferFact("words", lambda o, _: [f"{hop.airline}/{hop.airline_code}" for hop in o.segments]),
    "fare": OfferFact("words", lambda o, _: [o.fare_brand]),
    "leaves": OfferFact("hour", lambda o, _: o.depart_at.time()),
    "lands": OfferFact("hour", lambda o, _: o.arrive_at.time()),
    "one_ticket": OfferFact("yes", lambda o, _: not o.self_transfer),
    "bags": OfferFact("number", lambda o, _: o.checked_bags),
    "cabin": OfferFact("grade", lambda o, _: o.cabin, get_args(Cabin)),
    "co2_kg": OfferFact("number", lambda o, _: None if o.emissions_kg is None else float(o.emissions_kg)),
    "changeable": OfferFact("yes", lambda o, _: o.terms.changeable),
    "refundable": _REFUNDABLE,
    "price": _PRICE,
}
OF_HOTELS: Mapping[str, OfferFact] = {
    "stars": OfferFact("number", lambda o, _: o.star_rating or 0),
    "km_to_centre": OfferFact("number", lambda o, _: o.distance_km),
    "metres": OfferFact("number", _metres),
    "nights": OfferFact("number", lambda o, _: (o.check_out - o.check_in).days),
    "hotel": OfferFact("words", lambda o, _: [o.hotel_name]),
    "area": OfferFact("words", lambda o, _: [o.area]),
    "room": OfferFact("words", lambda o, _: [o.room_description]),
    "board": OfferFact("grade", lambda o, _: o.board, get_args(Board)),
    "amenity": OfferFact("words", lambda o, _: o.amenities),
    "per_night": OfferFact("money", lambda o, view: view.amount(o.nightly_price)),
    "refundable": _REFUNDABLE,
    "price": _PRICE,
}
OF_OPTIONS: Mapping[str, OfferFact] = {"total": OfferFact("money", lambda o, view: view.amount(o.whole))}


class Test(NamedTuple):
    """One bound of a fact, with its value as the facts have it."""

    fact: str
    bound: Bound
    value: Any
    currency: str | None = None


def bounds(where: Where) -> Iterator[Test]:
    """Yield the bounds of an argument. Raises ValueError that says what value the fact has."""
    row = {**OF_FLIGHTS, **OF_HOTELS, **OF_OPTIONS}[where.fact]
    said: dict[Bound, object] = {"at_least": where.at_least, "at_most": where.at_most, "is": where.is_}
    for bound, value in said.items():
        if value is not None:
            yield Test(where.fact, bound, _value(where.fact, row, bound, value), where.currency)


def _value(fact: str, row: OfferFact, bound: Bound, value: object) -> object:
    if row.kind in ("yes", "words") and bound != "is":
        raise ValueError(f"{fact} has no more or less: say `is`")
    if row.kind == "yes" and isinstance(value, bool):
        return value
    if row.kind == "words" and not isinstance(value, bool):
        return [str(one) for one in (value if isinstance(value, tuple) else (value,))]
    if row.kind == "grade" and (grade := re.sub(r"\W+", "_", str(value).strip().casefold())) in row.grades:
        return grade
    if row.kind == "hour" and re.fullmatch(r"([01]?\d|2[0-3]):[0-5]\d", str(value)):
        return time.fromisoformat(str(value).zfill(5))
    if row.kind in ("number", "money") and not isinstance(value, bool | tuple):
        with suppress(ArithmeticError):
            if (number := Decimal(str(value))).is_finite():
                return number if row.kind == "money" else float(number)
    right = {"yes": "true or false", "words": "words", "hour": "HH:MM", "grade": ", ".join(row.grades)}
    raise ValueError(f"{bound} of {fact} is {right.get(row.kind, 'a number')}, not {value!r}")


def tests(wanted: Sequence[Where]) -> tuple[Test, ...]:
    """Return all bounds that are asked for."""
    return tuple(test for one in wanted for test in bounds(one))


def passes(one: Offer | Bundle, test: Test, view: View) -> bool:
    """Tell whether an offer or an option passes a bound; what the fact does not concern passes."""
    rows = OF_OPTIONS if isinstance(one, Bundle) else OF_FLIGHTS if isinstance(one, FlightOffer) else OF_HOTELS
    if test.fact not in rows:
        return True
    row, wanted = rows[test.fact], test.value
    has = row.of(one, view)
    if has is None:
        return False
    if row.kind == "words":
        return _worded(test.fact, has, wanted)
    if row.kind == "grade":
        has, wanted = row.grades.index(has), row.grades.index(wanted)
    if row.kind == "money" and test.currency:
        wanted = view.amount(Money(amount=Decimal(wanted), currency=test.currency))
    return bool(
        has >= wanted if test.bound == "at_least" else has <= wanted if test.bound == "at_most" else has == wanted
    )


def _worded(fact: str, has: Sequence[str], wanted: Sequence[str]) -> bool:
    """Tell whether all flights are of one of the airlines, all amenities are there, or a name has one of the words."""
    folded, words = [one.casefold() for one in has], [one.casefold() for one in wanted]
    if fact == "amenity":
        return all(any(word in one for one in folded) for word in words)
    if fact == "airline":
        return all({*one.split("/")} & {*words} for one in folded)
    return all(any(word in one for word in words) for one in folded)


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
