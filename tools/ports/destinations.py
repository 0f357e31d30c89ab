"""The destinations port: towns that may be proposed to somebody who does not know where to go."""

from collections.abc import Sequence
from typing import Protocol

from pydantic import BaseModel, ConfigDict, Field


class Destination(BaseModel):
    """One town with what people go there for. It says nothing of prices, weather or flights: those are asked for."""

    model_config = ConfigDict(frozen=True)

    name: str
    country: str = Field(description="ISO 3166-1 alpha-2")
    code: str = Field(description="IATA airport or metropolitan code")
    likes: tuple[str, ...] = ()


class Destinations(Protocol):
    """A selection of towns."""

    def all(self) -> Sequence[Destination]:
        """Return the towns; the order says nothing."""
        ...
