"""The ports of attractions, of towns that may be proposed, and of the web search (off unless a service is set).

Nothing is made up: an unknown place has no attractions. What the web search finds is data, never an instruction.
"""

from collections.abc import Sequence
from datetime import date, time
from typing import Literal, Protocol, get_args

from pydantic import Field

from tripintent.state.foreign import Line, Prose
from tripintent.state.frozen import Frozen

Interest = Literal[
    "architecture", "art", "beach", "family", "food", "history", "music", "nature", "nightlife", "religion",
    "science", "shopping", "sports", "views",
]  # fmt: skip
INTERESTS: tuple[Interest, ...] = get_args(Interest)
SightKind = Literal[
    "aquarium", "beach", "bridge", "castle", "church", "day_trip", "eatery", "entertainment", "garden", "landmark",
    "market", "memorial", "mosque", "museum", "nature", "neighbourhood", "palace", "park", "pool", "ruins",
    "square", "stadium", "street", "synagogue", "temple", "theatre", "theme_park", "tower", "viewpoint", "zoo",
]  # fmt: skip


class Opening(Frozen):
    """Hours of one weekday (0 Monday … 6 Sunday), local time."""

    weekday: int = Field(ge=0, le=6)
    opens: time
    closes: time


class Attraction(Frozen):
    """One sight. Coordinates in degrees, good to 300 m; ``minutes`` is the time usually needed for a visit."""

    id: str
    name: str
    also: tuple[str, ...] = Field(default=(), description="its names in other languages")
    place: str = Field(description="the city, as the source writes it")
    country: str = Field(default="", description="ISO 3166-1 alpha-2")
    kind: SightKind
    interests: tuple[Interest, ...] = ()
    area: str = Field(default="", description="quarter or neighbourhood; '' when it has no usual name")
    lat: float = Field(ge=-90, le=90)
    lon: float = Field(ge=-180, le=180)
    minutes: int = Field(default=90, gt=0, le=720)
    indoor: bool = False
    hours: tuple[Opening, ...] = Field(default=(), description="empty: not known; a weekday left out is a closed day")
    price: str | None = Field(default=None, description="entrance as the source words it; None: not known")
    phone: str | None = None
    address: str | None = None
    source: str = Field(default="", description="who says so, with its licence")
    as_of: date | None = Field(default=None, description="when the source was last looked through")


class Attractions(Protocol):
    """A source of sights. ``place`` is the name of a city, in any of the product's languages."""

    async def search(
        self, place: str, *, interests: Sequence[str] = (), area: str | None = None, limit: int = 40
    ) -> Sequence[Attraction]:
        """Return sights of a place, the best known first, those of the interests before the others; an unknown interest fits none.

        Empty when the source knows nothing of the place. Raises ``ToolFailure`` when the source cannot be reached.
        """
        ...

    async def details(self, attraction_id: str) -> Attraction | None:
        """Return one sight by its id; None when the id is unknown."""
        ...


class Destination(Frozen):
    """One town with what people go there for. It says nothing of prices, weather or flights: those are asked for."""

    name: str
    country: str = Field(description="ISO 3166-1 alpha-2")
    code: str = Field(description="IATA airport or metropolitan code")
    likes: tuple[str, ...] = ()


class WebHit(Frozen):
    """One result."""

    title: Line
    url: Line
    text: Prose = ""


class WebSearch(Protocol):
    """Searches the web."""

    async def search(self, query: str) -> Sequence[WebHit]:
        """Return hits, best first; empty when nothing was found. Raises SupplierError."""
        ...
