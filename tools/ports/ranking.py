"""The ranker's and the risk check's ports: pure computation, substitutable by a host's own tool."""

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Protocol

from pydantic import Field, JsonValue

from tripintent.state.bundles import Bundle, Issue
from tripintent.state.frozen import Frozen
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.queries import Occupancy
from tripintent.state.wishes import Constraints, PolicyRules, Preferences


class RankRequest(Frozen):
    """A request for a ranking. One list of offers per flight segment and per stay, in the order of the trip; none is empty.

    ``arrives_with`` names, for each stay, the list of flights whose landing begins it (None: its first night was said). The
    rooms of such a stay begin on several nights; each flight goes with those of the night in which it lands.
    """

    flights: tuple[tuple[FlightOffer, ...], ...] = ()
    hotels: tuple[tuple[HotelOffer, ...], ...] = ()
    arrives_with: tuple[int | None, ...] = ()
    who: tuple[tuple[str, ...], ...] = Field(default=(), description="ids of who takes each flight; empty: everybody")
    occupancies: tuple[tuple[Occupancy, ...], ...] = Field(
        default=(), description="who sleeps in each room of each stay"
    )
    intent: Mapping[str, JsonValue] = Field(default_factory=dict, description="state.exchange, for a host's own tool")
    preferences: Preferences = Preferences()
    constraints: Constraints = Constraints()
    rules: PolicyRules = PolicyRules()
    currency: str = "USD"
    children: int = Field(default=0, ge=0, description="children and infants of the party: what is bearable then")
    limit: int = Field(default=10, ge=1)
    near_km: Mapping[str, float] = Field(
        default_factory=dict, description="how far hotels are from the place to be near, by the id of their offer"
    )
    mixed: bool = Field(default=False, description="the traveller put these parts together: no praise, only what it is")


class RankResult(Frozen):
    """The best bundles, best first; empty when the hard filters left a leg or stay without offers (``dropped`` says why)."""

    bundles: tuple[Bundle, ...] = ()
    considered: int = 0
    dropped: Mapping[str, int] = Field(default_factory=dict)


class Ranker(Protocol):
    """Ranks whole trips."""

    async def rank(self, request: RankRequest) -> RankResult:
        """Return up to ``request.limit`` bundles."""
        ...


class RiskRequest(Frozen):
    """One chosen bundle with its offers and everything that may forbid or endanger it."""

    flights: tuple[FlightOffer, ...] = ()
    who: tuple[tuple[str, ...], ...] = Field(default=(), description="as in RankRequest")
    hotels: tuple[HotelOffer, ...] = ()
    total: Money
    hold_expiries: tuple[datetime, ...] = ()
    constraints: Constraints = Constraints()
    preferences: Preferences = Preferences()
    rules: PolicyRules = PolicyRules()
    budget_in_total_currency: Money | None = Field(
        default=None, description="the traveller's budget, converted to the total's currency"
    )
    policy_budget_in_total_currency: Money | None = None
    home_country: str | None = None
    intent: Mapping[str, JsonValue] = Field(default_factory=dict, description="state.exchange, for a host's own tool")
    nights_said: tuple[int | None, ...] = Field(default=(), description="how many nights were wanted of each hotel")
    nights_elsewhere: tuple[date, ...] = Field(default=(), description="nights for which no hotel is wanted")
    missing_flights: tuple[str, ...] = Field(
        default=(), description="wanted flights for which nothing was found, as routes"
    )
    missing_stays: tuple[str, ...] = Field(default=(), description="places of wanted stays for which nothing was found")
    seats_given_up: Mapping[str, tuple[str, ...]] = Field(
        default_factory=dict,
        description="routes of booked flights that some take no more though they stay booked, and who",
    )
    nights_apart: tuple[tuple[str, str, str, bool], ...] = Field(
        default=(),
        description="nights by which booked stays and the plan differ: hotel, from, until, whether without a bed",
    )
    hotels_changed: tuple[tuple[str, str, bool], ...] = Field(
        default=(),
        description="a booked hotel, another one that takes its place, and whether the booked one is offered",
    )
    now: datetime


class RiskCheck(Protocol):
    """Finds what may go wrong with a bundle, and what forbids it."""

    async def check(self, request: RiskRequest) -> Sequence[Issue]:
        """Return the issues, blocking ones first."""
        ...
