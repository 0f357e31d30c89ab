"""Preferences, constraints and policy: what is liked, what limits, what the organisation rules."""

from collections.abc import Mapping

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.frame import Board, Cabin, NearPlace, StayKind, TimeWindow
from tripintent.state.money import Amount, Currency, Money


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class FlightPreferences(_Part):
    """Wishes for flights; None or empty is unsaid and filters nothing.

    ``required`` names wishes that must be met though they usually only rank (``preferred_airlines``), ``ideal`` those that only
    rank though they usually filter (``max_stops``, ``max_hours``, ``avoid_self_transfer``): what "must" and what "ideally" said.
    """

    cabin: Cabin | None = None
    max_stops: int | None = None
    max_hours: float | None = Field(default=None, description="of one way, from the first take-off to the last landing")
    avoid_red_eye: bool | None = None
    avoid_self_transfer: bool | None = None
    preferred_airlines: tuple[str, ...] = ()
    preferred_times: tuple[TimeWindow, ...] = Field(default=(), description="local times of departure that are liked")
    avoid_airlines: tuple[str, ...] = ()
    checked_bags: int | None = None
    max_budget: Money | None = None
    max_class: Cabin | None = None
    required: tuple[str, ...] = ()
    ideal: tuple[str, ...] = ()
    airports: tuple[str, ...] = Field(default=(), description="of these alone, where a city has several")
    avoid_airports: tuple[str, ...] = ()
    avoid_via: tuple[str, ...] = ()
    avoid_fares: tuple[str, ...] = ()


class HotelPreferences(_Part):
    """Wishes for hotels; None or empty is unsaid and filters nothing.

    ``ideal`` names wishes that only rank though they usually filter: ``star_min``, ``amenities``, ``board``, ``hotel_name``,
    ``near``.
    """

    star_min: float | None = None
    max_stars: float | None = None
    refundable_only: bool | None = None
    max_daily_rate: Money | None = None
    hotel_name: str | None = None
    kinds: tuple[StayKind, ...] = Field(default=(), description="of stay, that are liked: they rank and never filter")
    near: NearPlace | None = None
    amenities: tuple[str, ...] = ()
    board: Board | None = None
    room_type: str | None = None
    house_rules: tuple[str, ...] = ()
    ideal: tuple[str, ...] = ()
    preferred_hotels: tuple[str, ...] = Field(default=(), description="names of hotels or chains that are liked")
    avoid_hotels: tuple[str, ...] = Field(default=(), description="names or kinds: 'hostel'")
    avoid_areas: tuple[str, ...] = ()


class Preferences(_Part):
    """Wishes. ``weights`` adjusts the ranking: price, duration, refundable, convenience, preference."""

    flight: FlightPreferences = FlightPreferences()
    hotel: HotelPreferences = HotelPreferences()
    weights: Mapping[str, float] = Field(default_factory=dict)
    cuisines: tuple[str, ...] = ()
    transport: tuple[str, ...] = ()
    declined: tuple[str, ...] = Field(default=(), description="keys of whole trips not wanted (`state/declined.py`)")


class Constraints(_Part):
    """Limits that the traveller set."""

    budget_total: Money | None = None
    budget_min: Amount | None = None
    budget_per_person: Money | None = Field(default=None, description="as said; budget_total is the product")
    currency: Currency | None = None
    home_currency: Currency | None = Field(
        default=None, description="of where the trip starts; counts where none was said"
    )
    refundable_preference: str | None = Field(default=None, description="either | refundable | None (unsaid)")
    flights_needed: bool | None = None
    enabled_services: tuple[str, ...] = ()


class PolicyRules(_Part):
    """An organisation's rules. They come from the Policies port and never from a document or a message."""

    require_user_approval_to_purchase: bool = True
    holds_allowed_without_approval: bool = True
    max_budget_total: Money | None = None
    require_refundable: bool = False
    max_stops: int | None = None
    max_class: Cabin | None = None
    max_daily_rate: Money | None = None
    max_stars: float | None = None
    approver: str | None = Field(default=None, description="who must approve; None is the traveller")
    approval_token_required: bool = False
    connection_minutes: Mapping[str, int] = Field(
        default_factory=dict, description="overrides of the minimum connection times"
    )


class Policy(_Part):
    """The rules in force for this trip and whose they are."""

    rules: PolicyRules = Field(default_factory=PolicyRules)
    source: str = "default"
    asked_by: Mapping[str, str] = Field(
        default_factory=dict, description="of several people's rules made one: whose each is that counts, by its name"
    )
