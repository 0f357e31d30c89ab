"""Whole trips: one offer for each flight segment and each stay; what was declined of them, and what tells one from another.

Who does not want a whole trip ("anything but option 2") rules out neither a flight nor a hotel by it. Qualities are what people name
an option by: "the cheapest", "the direct one". New terms are what must be confirmed by name when an approved cart got dearer or worse
before it was bought: the desk puts them on the new approval, and they are worded like a risk without being one.
"""

from collections.abc import Callable, Iterable
from datetime import date
from operator import attrgetter
from typing import Any, Literal

from pydantic import Field

from tripintent.state.frozen import Frozen
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.queries import Relaxed, fingerprint


class Bundle(Frozen):
    """A ranked whole trip, by the ids of its offers; the offers themselves live in the offer store.

    ``bundle_id`` is derived from its options: the same options always make the same id.
    """

    bundle_id: str
    flight_option_ids: tuple[str, ...] = Field(default=(), description="in the order of the flight segments")
    hotel_option_ids: tuple[str, ...] = Field(default=(), description="in the order of the stays")
    estimated_total: Money = Field(description="all in one currency, converted with the rates of `rates_date`")
    local_tax: Money | None = Field(
        default=None, description="paid at the hotels and not in `estimated_total`, converted"
    )
    rates_date: str | None = Field(default=None, description="YYYY-MM-DD of the rates, None when nothing was converted")
    score: float = 0.0
    scores: dict[str, float] = Field(
        default_factory=dict,
        description="parts of the score (0..1) and the distances to the best in plain units (docs/ranking.md)",
    )
    minutes: int = Field(default=0, description="sum of the flights' durations")
    stops: int = 0
    refundable: bool = False
    stars: float | None = Field(default=None, description="mean of the hotels' stars")
    labels: tuple[str, ...] = Field(
        default=(), description="cheapest | fastest | fewest_stops | refundable | best_hotel"
    )
    why_this_bundle: str = ""
    tradeoffs: tuple[str, ...] = ()
    over_budget: Money | None = Field(default=None, description="by how much it exceeds the budget")

    @property
    def whole(self) -> Money:
        """What the trip costs in all: the total with what is paid at the hotels."""
        return self.estimated_total + self.local_tax if self.local_tax else self.estimated_total


class DayPrice(Frozen):
    """The lowest price of the flights of the whole trip when it begins on this day; rooms are not compared."""

    day: str = Field(description="YYYY-MM-DD of the first flight")
    back: str | None = Field(default=None, description="YYYY-MM-DD of the last flight; None one way")
    total: Money
    simulated: bool = False


class DaysCompared(Frozen):
    """The days to which a trip may move, ``earliest`` to ``latest`` (YYYY-MM-DD), and what its flights cost then, the cheapest first."""

    earliest: str
    latest: str
    prices: tuple[DayPrice, ...] = ()

    def covers(self, earliest: date, latest: date) -> bool:
        """Tell whether these are the days."""
        return (self.earliest, self.latest) == (str(earliest), str(latest))


class Ranking(Frozen):
    """The best bundles, in the order shown, for one question (``key`` is the fingerprint of quotes, limits and weights)."""

    key: str
    bundles: tuple[Bundle, ...] = ()
    flight_keys: tuple[str, ...] = Field(
        default=(), description="keys of the quote sets, in the order of the flight segments"
    )
    hotel_keys: tuple[str, ...] = ()
    considered: int = Field(default=0, description="offers that took part")
    dropped: dict[str, int] = Field(default_factory=dict, description="why offers were filtered out -> how many")
    unmet: tuple[str, ...] = Field(
        default=(), description="meetings for which no flight of a leg is in time, with the nearest one"
    )
    relaxed: tuple[Relaxed, ...] = Field(
        default=(), description="what one limit less would bring, where no trip passes"
    )
    days: DaysCompared | None = Field(default=None, description="what other days cost, where the days are not fixed")
    best_first: tuple[str, ...] = Field(
        default=(), description="bundle ids in the ranker's order, where the traveller asked for another one"
    )

    order: Literal["best", "cheapest"] = "best"

    def ordered(self, by: Literal["best", "cheapest"]) -> "Ranking":
        """Return the ranking in another order: what is shown first is number one."""
        ids = self.best_first or tuple(bundle.bundle_id for bundle in self.bundles)
        best = {one: place for place, one in enumerate(ids)}
        bundles = sorted(self.bundles, key=lambda bundle: best.get(bundle.bundle_id, len(best)))
        if by == "cheapest":
            bundles.sort(key=lambda bundle: bundle.whole.amount)
        return self.model_copy(update={"bundles": tuple(bundles), "best_first": ids, "order": by})

    def named(self, words: str) -> Bundle | None:
        """Return the option of a number in the list, 1 first, or of an id. None for none such."""
        fold = words.strip().removeprefix("#").casefold()
        if fold.isdecimal():
            return self.bundles[int(fold) - 1] if 0 < int(fold) <= len(self.bundles) else None
        return next((bundle for bundle in self.bundles if bundle.bundle_id.casefold() == fold), None)


class Selected(Frozen):
    """The bundle that the traveller chose."""

    bundle_id: str | None = None
    flight_option_ids: tuple[str, ...] = ()
    hotel_option_ids: tuple[str, ...] = ()
    turn: int = Field(default=0, description="when it was chosen; what was said later is undone first")
    whole: Money | None = Field(default=None, description="what it comes to with local taxes; None: not kept then")
    instead_of: Money | None = Field(default=None, description="what the choice came to that it took the place of")


class Issue(Frozen):
    """One risk. ``path`` says what it is about (``flights[0]``), ``facts`` are for the words."""

    code: str
    severity: Literal["info", "warn", "block"] = "warn"
    path: str = ""
    text: str = ""
    confirm: bool = Field(default=False, description="must be confirmed on the approval card")
    facts: dict[str, str] = Field(default_factory=dict)

    @property
    def confirmation_id(self) -> str:
        """The id by which a person confirms it."""
        return f"{self.code}:{self.path}" if self.path else self.code


class RiskReport(Frozen):
    """Risks of the selected bundle for one question (``key``)."""

    key: str
    bundle_id: str
    risks: tuple[Issue, ...] = ()
    generated_at: str = ""

    @property
    def blocking_issues(self) -> tuple[Issue, ...]:
        """Risks that stop the booking."""
        return tuple(r for r in self.risks if r.severity == "block")

    @property
    def required_user_confirmations(self) -> tuple[Issue, ...]:
        """Risks that a person must confirm before a purchase."""
        return tuple(r for r in self.risks if r.confirm)


Identity = tuple[object, ...]


def identity(offer: FlightOffer | HotelOffer) -> Identity:
    """Return what makes a flight this flight, or a hotel this hotel, whatever fare or room it is sold with."""
    if isinstance(offer, FlightOffer):
        return tuple((hop.flight_number or hop.airline, hop.depart_at) for hop in offer.segments)
    return (offer.hotel_id,)


def part_key(offer: FlightOffer | HotelOffer) -> str:
    """Return the key of a part: the same flight or hotel has the same one in every search."""
    return fingerprint(*identity(offer))


FILTERS: dict[str, Callable[[Bundle], bool]] = {
    "nonstop": lambda b: bool(b.flight_option_ids) and b.stops == 0,
    "refundable": attrgetter("refundable"),
}
"""Qualities that an option has or has not."""
ORDERS: dict[str, Callable[[Bundle], Any]] = {
    "cheapest": lambda b: b.whole.amount,
    "dearest": lambda b: -b.whole.amount,
    "fastest": attrgetter("minutes"),
    "slowest": lambda b: -b.minutes,
    "fewest_stops": attrgetter("stops"),
    "best_hotel": lambda b: -(b.stars or 0.0),
    "best": lambda _: 0,
}
"""Qualities by which options are put in order, the best first."""


def best_of(bundles: Iterable[Bundle], qualities: Iterable[str]) -> Bundle | None:
    """Return the option that the qualities name: filters first, then one order, then the best ranked; None where none fits."""
    names, bundles = tuple(qualities), tuple(bundles)
    if "only" in names and len(bundles) != 1:
        return None
    fits = [b for b in bundles if all(FILTERS[name](b) for name in names if name in FILTERS)]
    order = next((ORDERS[name] for name in names if name in ORDERS), None)
    return min(fits, key=order, default=None) if order else next(iter(fits), None)


NEW_TERMS = "new_terms"
HASH_SHOWN = 12
"""Characters of the cart's hash in the confirmation's id: an answer to an earlier cart confirms nothing of this one."""


def new_terms(cart_hash: str, total: Money, said: str = "") -> Issue:
    """Return what is to be confirmed of the cart with this hash and total; ``said`` is the total as people read it."""
    text = f"The price or a condition changed since it was approved: the total is now {said or total}."
    facts = {"total": str(total)}
    return Issue(code=NEW_TERMS, path=cart_hash[:HASH_SHOWN], text=text, confirm=True, facts=facts)
