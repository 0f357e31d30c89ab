"""Preferences, constraints and policy: what is liked, what limits, what the organisation rules.

What stored profiles say ranks where the conversation said nothing of it, and filters nothing. The rules of several travellers are as
one: of each rule the strictest.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import not_
from typing import TypeVar

from pydantic import Field

from tripintent.state.frame import CABINS, Board, Cabin, NearPlace, StayKind, TimeWindow
from tripintent.state.frozen import Frozen, is_none
from tripintent.state.money import Amount, Currency, Money


class FlightPreferences(Frozen):
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
    refundable_only: bool | None = Field(default=None, exclude_if=is_none)


class HotelPreferences(Frozen):
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
    per_night: Money | None = Field(
        default=None, exclude_if=is_none, description="as said of a room; max_daily_rate counts"
    )
    budget: Money | None = Field(default=None, exclude_if=is_none, description="for all nights of all hotels")


class Preferences(Frozen):
    """Wishes. ``weights`` adjusts the ranking: price, duration, refundable, convenience, preference."""

    flight: FlightPreferences = FlightPreferences()
    hotel: HotelPreferences = HotelPreferences()
    weights: Mapping[str, float] = Field(default_factory=dict)
    cuisines: tuple[str, ...] = ()
    transport: tuple[str, ...] = ()
    declined: tuple[str, ...] = Field(default=(), description="keys of whole trips not wanted (`state/bundles.py`)")
    interests: tuple[str, ...] = Field(default=(), exclude_if=not_, description="what one likes to see and do: 'art'")


class Constraints(Frozen):
    """Limits that the traveller set."""

    budget_total: Money | None = None
    budget_min: Amount | None = None
    budget_per_person: Money | None = Field(default=None, description="as said; budget_total is the product")
    currency: Currency | None = None
    home_currency: Currency | None = Field(
        default=None, description="of where the trip starts, else of the reader; counts where none was said"
    )
    refundable_preference: str | None = Field(default=None, description="either | refundable | None (unsaid)")
    flights_needed: bool | None = None
    enabled_services: tuple[str, ...] = ()


class PolicyRules(Frozen):
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


class Policy(Frozen):
    """The rules in force for this trip and whose they are."""

    rules: PolicyRules = Field(default_factory=PolicyRules)
    source: str = "default"
    asked_by: Mapping[str, str] = Field(
        default_factory=dict, description="of several people's rules made one: whose each is that counts, by its name"
    )


def with_likes(said: Preferences, likes: Sequence[Preferences]) -> Preferences:
    """Return the spoken wishes with the airlines, hotels and times of day that profiles name; words outrank profiles."""
    flight, hotel = said.flight, said.hotel
    avoided = {name.casefold() for name in flight.avoid_airlines}
    airlines = flight.preferred_airlines or tuple(
        name for name in _all(one.flight.preferred_airlines for one in likes) if name.casefold() not in avoided
    )
    hotels = hotel.preferred_hotels or _all(one.hotel.preferred_hotels for one in likes)
    times = flight.preferred_times or tuple(dict.fromkeys(t for one in likes for t in one.flight.preferred_times))
    return said.model_copy(
        update={
            "flight": flight.model_copy(update={"preferred_airlines": airlines, "preferred_times": times}),
            "hotel": hotel.model_copy(update={"preferred_hotels": hotels}),
        }
    )


def _all(names: Iterable[Sequence[str]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for some in names for name in some))


Limit = TypeVar("Limit", int, float)
Convert = Callable[[Money, str], Money]


def strictest(policies: Iterable[Policy], convert: Convert) -> Policy:
    """Return the rules that keep everybody's; the first names the approver, where it has one.

    ``convert`` compares amounts of several currencies: ``(money, currency) -> money``.
    """
    everybody = first, *others = tuple(policies)
    rules = reduce(lambda one, other: _both(one, other, convert), (p.rules for p in others), first.rules)
    return Policy(rules=rules, source=_named(everybody), asked_by=_whose(rules, everybody))


def _whose(rules: PolicyRules, policies: Sequence[Policy]) -> dict[str, str]:
    """Return whose each rule is, defaults aside: of those who have one, whoever set what counts."""
    usual, whose = PolicyRules(), dict[str, str]()
    for name in PolicyRules.model_fields:
        counts, default = getattr(rules, name), getattr(usual, name)
        if counts != default:
            setting = [p for p in policies if getattr(p.rules, name) != default]
            whose[name] = _named([p for p in setting if getattr(p.rules, name) == counts] or setting)
    return whose


def _named(policies: Iterable[Policy]) -> str:
    return " + ".join(dict.fromkeys(policy.source for policy in policies))


def _both(one: PolicyRules, other: PolicyRules, convert: Convert) -> PolicyRules:
    classes: list[Cabin] = [cabin for cabin in (one.max_class, other.max_class) if cabin]
    minutes = [*one.connection_minutes.items(), *other.connection_minutes.items()]
    return PolicyRules(
        require_user_approval_to_purchase=one.require_user_approval_to_purchase
        or other.require_user_approval_to_purchase,
        holds_allowed_without_approval=one.holds_allowed_without_approval and other.holds_allowed_without_approval,
        max_budget_total=_less(one.max_budget_total, other.max_budget_total, convert),
        require_refundable=one.require_refundable or other.require_refundable,
        max_stops=_least(one.max_stops, other.max_stops),
        max_class=min(classes, key=CABINS.index, default=None),
        max_daily_rate=_less(one.max_daily_rate, other.max_daily_rate, convert),
        max_stars=_least(one.max_stars, other.max_stars),
        approver=one.approver or other.approver,
        approval_token_required=one.approval_token_required or other.approval_token_required,
        connection_minutes={name: max(v for key, v in minutes if key == name) for name, _ in minutes},
    )


def _least(one: Limit | None, other: Limit | None) -> Limit | None:
    return min((limit for limit in (one, other) if limit is not None), default=None)


def _less(one: Money | None, other: Money | None, convert: Convert) -> Money | None:
    if one is None or other is None:
        return one or other
    return one if one.amount <= convert(other, one.currency).amount else other
