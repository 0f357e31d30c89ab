"""Where to go: which towns fit a wish for warmth, nearness and likes, and what is told of the three that are proposed."""

from collections.abc import Sequence
from typing import Literal, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.money import Money

Band = Literal["cold", "cool", "mild", "warm", "hot"]
BANDS: tuple[Band, ...] = get_args(Band)

Measure = Literal["cheaper", "closer", "farther", "warmer", "cooler"]
"""By what towns are compared with those on the list."""

NEAR_KM = 4000
"""About five hours by air: what people mean by "not too far"."""
SHORT_STAY, SHORT_KM = 3, 2500
"""A stay of so few nights, and how far one goes for it."""
LEAST_KM = 250
USUAL_KM, WEEKEND_KM = 1800, 900
"""How far people go when they say nothing of it: for a week, and for a few days."""
PROBED, FINALISTS = 8, 5
"""Towns that are asked for one day, and those of them that are asked for more days and for rooms."""
_A_COUNTRY = 2
_WINTRY = frozenset({"ski", "snow", "markets"})
_GROUND = frozenset({"beach", "mountains", "ski", "snow"})
"""Likes that a place has or has not: each that is wished has to be there. Of other likes one is enough."""
_FOR_CHILDREN = frozenset({"beach", "nature", "family"})


class DayPrice(BaseModel):
    """The lowest price of the trip when it begins on this day; flights alone."""

    model_config = ConfigDict(frozen=True)

    day: str
    back: str
    flights: Money


class PlaceIdea(BaseModel):
    """A town that was proposed with a quoted price. ``total`` is flights, and rooms where ``rooms`` is set."""

    model_config = ConfigDict(frozen=True)

    name: str
    country: str
    code: str
    likes: tuple[str, ...] = ()
    band: Band | None = None
    rain: str = "unknown"
    minutes: int = Field(description="of the quoted way there, door to door of the air part")
    stops: int = 0
    km: float = Field(default=0, description="as the crow flies")
    depart: str
    back: str
    flights: Money
    rooms: Money | None = None
    total: Money
    calendar: tuple[DayPrice, ...] = ()
    simulated: bool = False


class Town(NamedTuple):
    """A town with what decides whether it fits."""

    name: str
    country: str
    code: str
    likes: tuple[str, ...]
    band: Band | None
    rain: str
    km: float


class Wish(NamedTuple):
    """A traveller's wish for a destination. ``climate`` empty is any; ``countries`` empty is everywhere."""

    climate: tuple[Band, ...] = ()
    near: bool = False
    likes: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    not_again: tuple[str, ...] = ()
    nights: int = 7
    not_in: tuple[str, ...] = ()
    not_likes: tuple[str, ...] = ()
    family: bool = False
    within_km: float | None = None
    beyond_km: float | None = None
    cheap: bool = False


def best_by(places: Sequence[PlaceIdea], measure: Measure) -> int:
    """Return the number of the town that is best by a measure; of equals the cheapest."""

    def rank(place: PlaceIdea) -> tuple[float, float]:
        warmth = BANDS.index(place.band) if place.band else -1
        first = {
            "cheaper": 0.0,
            "closer": place.minutes,
            "farther": -place.minutes,
            "warmer": -warmth,
            "cooler": warmth if place.band else len(BANDS),
        }
        return first[measure], float(place.total.amount)

    return min(range(len(places)), key=lambda n: rank(places[n])) + 1


def fitting(towns: Sequence[Town], wish: Wish) -> tuple[Town, ...]:
    """Return the towns to ask prices for, the best fit first, at most two of a country unless a country was named."""
    most = min(NEAR_KM if wish.near else 20_000, SHORT_KM if wish.nights <= SHORT_STAY else 20_000)
    open_ = [
        t
        for t in towns
        if LEAST_KM < t.km <= most
        and t.name not in wish.not_again
        and t.country not in wish.not_in
        and (not wish.countries or t.country in wish.countries)
        and _has_liked(t, wish)
        and not set(wish.not_likes) & set(t.likes)
        and (wish.within_km is None or t.km < wish.within_km)
        and (wish.beyond_km is None or t.km > wish.beyond_km)
        and _steps(t, wish) <= 1
    ]
    found: list[Town] = []
    for town in sorted(open_, key=lambda t: (_cost(t, wish), t.km)):
        if wish.countries or sum(t.country == town.country for t in found) < _A_COUNTRY:
            found.append(town)
    return tuple(found[:PROBED])


def _has_liked(town: Town, wish: Wish) -> bool:
    """Tell whether a town has what is liked."""
    needed = _GROUND & set(wish.likes)
    return needed <= set(town.likes) if needed else not wish.likes or bool(set(wish.likes) & set(town.likes))


def _steps(town: Town, wish: Wish) -> int:
    """Return how many bands a town is away from those wished for; none where nothing was wished or is known."""
    if not wish.climate:
        return 0
    if town.band is None:
        return 1
    here = BANDS.index(town.band)
    return min(abs(here - BANDS.index(band)) for band in wish.climate)


def _cost(town: Town, wish: Wish) -> float:
    """Return how badly a town fits: weather first, then what one goes there for, then the way."""
    liked = sum(1 / (1 + town.likes.index(like)) for like in wish.likes if like in town.likes)
    wet = 0.5 if {"warm", "hot"} & set(wish.climate) and town.rain == "wet" else 0
    dull = 0.5 if not wish.climate and not _WINTRY & set(wish.likes) and town.band in ("cold", "cool") else 0
    usual = WEEKEND_KM if wish.nights <= SHORT_STAY else USUAL_KM
    way = town.km / NEAR_KM if wish.near or wish.cheap else abs(town.km - usual) / NEAR_KM
    young = (
        (0.5 if "nightlife" in town.likes else 0) - (0.5 if _FOR_CHILDREN & set(town.likes) else 0)
        if wish.family
        else 0
    )
    return 2 * _steps(town, wish) + wet + dull - liked + way + young
