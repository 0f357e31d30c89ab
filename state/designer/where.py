"""Where to go: which towns fit a wish for warmth, nearness and likes, and what is told of the three that are proposed."""

from collections.abc import Sequence
from typing import Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.money import Money

Band = Literal["cold", "cool", "mild", "warm", "hot"]
BANDS: tuple[Band, ...] = get_args(Band)

Measure = Literal["cheaper", "closer", "farther", "warmer", "cooler"]
"""By what towns are compared with those on the list."""


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
