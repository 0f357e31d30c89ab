"""Kinds of room that a house sells: how many sleep in one, how many there are, and what a night costs."""

from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from tripintent.state.frame import Board


def _plain(name: str) -> str:
    if not name.strip() or set(name) & set(",/"):
        raise ValueError(f"{name!r} is no name of a kind of room: leave out commas and slashes")
    return name.strip()


Price = Annotated[Decimal, Field(ge=0, le=10_000_000, decimal_places=4)]


class RoomKind(BaseModel):
    """One kind of room. ``price`` is a night's, for the room; ``boards`` what meals cost an adult a day, half of it a child."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, AfterValidator(_plain)]
    sleeps: int = Field(ge=1, le=20)
    count: int = Field(ge=0, le=10_000)
    price: Price
    boards: Mapping[Board, Price] = Field(default_factory=dict)


DEMONSTRATION = (
    RoomKind(name="Single room", sleeps=1, count=4, price=Decimal(95)),
    RoomKind(name="Double room", sleeps=2, count=12, price=Decimal(140)),
    RoomKind(name="Family room", sleeps=4, count=5, price=Decimal(210)),
)
"""The rooms of a house whose service file names none. They are invented, and every list of rooms says so."""


def distinct(rooms: tuple[RoomKind, ...]) -> tuple[RoomKind, ...]:
    """Return the kinds of room, each of a name of its own. Raises ValueError."""
    twice = next((name for name, n in Counter(r.name.casefold() for r in rooms).items() if n > 1), None)
    if twice:
        raise ValueError(f"the room {twice} appears twice")
    return rooms
