"""The places port (airports, cities, zones and distances, all offline), and those of attractions, towns to propose and the web search."""

from collections.abc import Sequence
from datetime import date, time
from typing import Literal, Protocol, get_args

from pydantic import Field

from tripintent.state.foreign import Line, Prose
from tripintent.state.frame import Place
from tripintent.state.frozen import Frozen


class Airport(Frozen):
    """A civil airport with scheduled service; coordinates in degrees, zone an IANA name."""

    code: str = Field(description="IATA airport code")
    name: str
    city: str
    country: str = Field(description="ISO 3166-1 alpha-2")
    region: str | None = None
    lat: float
    lon: float
    zone: str
    metres: int | None = Field(default=None, description="above the sea")

    def __hash__(self) -> int:
        """Return the code's: equal airports have one code."""
        return hash(self.code)


class Places(Protocol):
    """A gazetteer. Pure look-ups in local data: synchronous, deterministic, no network."""

    def resolve(self, said: str) -> Place:
        """Resolve the name or code of one place; never raises (``kind='unknown'`` when nothing fits)."""
        ...

    def airport(self, code: str) -> Airport | None:
        """Return the airport of an IATA airport code."""
        ...

    def airports_for(self, code: str) -> Sequence[Airport]:
        """Return the airports of an airport or metropolitan code, main one first; empty when unknown."""
        ...

    def near(self, place: Place, within_km: float = 150.0, limit: int = 3) -> Sequence[tuple[Airport, float]]:
        """Return airports near a place with their distance in km, the most useful first."""
        ...

    def distance_km(self, a: str, b: str) -> float | None:
        """Return the great-circle distance between two airport or metropolitan codes."""
        ...


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
