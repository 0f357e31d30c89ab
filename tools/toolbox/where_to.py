"""where_to: towns for someone who does not know where to go, from our own selection."""

from typing import Literal

from pydantic import Field

from tripintent.state.acts import Outcome
from tripintent.state.planning.facts import Town
from tripintent.tools.ports.places import Destination
from tripintent.tools.toolbox.base import Act, Arguments, Scene, tool
from tripintent.tools.toolbox.facts import Facts

TOWNS = 12
Climate = Literal["hot", "warm", "mild", "cool", "cold"]
Like = Literal[
    "city", "beach", "history", "food", "nature", "nightlife", "art", "views", "markets", "mountains", "hiking",
    "music", "ski", "diving", "shopping", "snow", "architecture", "sports", "religion", "family",
]  # fmt: skip


class WhereTo(Arguments):
    """A wish for a place."""

    likes: tuple[Like, ...] = ()
    month: int | None = Field(default=None, ge=1, le=12)
    climate: tuple[Climate, ...] = Field(default=())
    dry: bool = Field(default=False)
    start: str | None = Field(default=None, max_length=80, description="town or airport; else the trip's own")
    max_km: int | None = Field(default=None, gt=0)
    country: str | None = Field(default=None, pattern="^[A-Za-z]{2}$")
    price_level: int | None = Field(default=None, ge=1, le=4, description="at most: 1 cheap, 4 dear")


class TownFacts(Facts):
    """A town of the selection; None: not known."""

    name: str
    country: str
    code: str
    likes: tuple[str, ...]
    km: int | None = None
    climate: str | None = None
    rain: str | None = None
    price_level: int | None = None


class Towns(Facts):
    """Towns that fit, those with most of the likes first, then the nearest."""

    towns: tuple[TownFacts, ...] = ()
    fit: int = Field(default=0, description="how many fit in all")
    not_known: tuple[str, ...] = Field(
        default=(), description="what nothing is known of: fares are asked for by what_if"
    )


@tool("options", "READ")
async def where_to(scene: Scene, wish: WhereTo) -> Act | Towns:
    """Find towns for someone who does not know where to go, by what they like, the climate of a month, distance and price of life.

    Call it before a destination is known. Fares and weather are not known here: try a town's fare with what_if.
    Args: only what was said.
    Returns: towns, the best first, with the likes that each has, its climate in that month, distance and price level.
    Raises: rejected for a start that is no place, and for a climate without a month.
    """
    days = [str(s.depart_date or (s.flex and s.flex.earliest) or "") for s in scene.trip.itinerary.segments]
    wish = wish.model_copy(update={"month": wish.month or next((int(day[5:7]) for day in days if day), None)})
    if (wish.climate or wish.dry) and wish.month is None:
        return Act(Outcome.refused("the climate is known by month: name one", "month"))
    start = wish.start or next((s.origin.code for s in scene.trip.itinerary.segments if s.origin.code), None)
    code = scene.ports.places.resolve(start).code if start else None
    if wish.start and not code:
        return Act(Outcome.refused("there is no such place", "start"))
    if wish.max_km and not code:
        return Act(Outcome.refused("a distance is measured from somewhere: name the start", "start"))
    towns = (_town(scene, one, code, wish.month) for one in scene.ports.designer.destinations())
    fits = [one for one in towns if one.code != code and _fits(one, wish)]
    likes = set(wish.likes)
    fits.sort(key=lambda one: (-len(likes & set(one.likes)), one.km is None, one.km or 0, -len(one.likes), one.name))
    unknown = ([] if wish.month else ["climate: name a month"]) + ([] if code else ["distance: name a start"])
    return Towns(towns=tuple(fits[:TOWNS]), fit=len(fits), not_known=("fares", *unknown))


def _town(scene: Scene, town: Destination, start: str | None, month: int | None) -> TownFacts:
    knowledge, km = scene.ports.knowledge, scene.ports.places.distance_km(start, town.code) if start else None
    place = Town(name=town.name, code=town.code, country=town.country)
    climate = knowledge.climate(place, month) if knowledge and month else None
    return TownFacts(
        **town.model_dump(include={"name", "country", "code", "likes"}),
        km=None if km is None else round(km),
        climate=climate.band if climate else None,
        rain=climate.rain if climate else None,
        price_level=knowledge.price_level(town.country) if knowledge else None,
    )


def _fits(town: TownFacts, wish: WhereTo) -> bool:
    return (
        (not wish.likes or not set(wish.likes).isdisjoint(town.likes))
        and wish.country in (None, town.country, town.country.lower())
        and (not wish.climate or town.climate in wish.climate)
        and (not wish.dry or town.rain == "dry")
        and (wish.max_km is None or (town.km is not None and town.km <= wish.max_km))
        and (wish.price_level is None or (town.price_level or 2) <= wish.price_level)
    )
