"""The places port: airports, cities, metropolitan areas, zones and distances, all offline."""

from collections.abc import Sequence
from typing import Protocol

from pydantic import Field

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
