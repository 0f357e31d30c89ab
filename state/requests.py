"""What travellers ask of an airline or a hotel beyond the offer itself, and what became of it."""

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

from tripintent.state.foreign import Line
from tripintent.state.money import Money

OfAirline = Literal[
    "window seat", "aisle seat", "extra legroom", "seats together", "own seat for a child", "vegetarian meal", "vegan meal",
    "gluten-free meal", "halal food", "kosher food", "allergy", "wheelchair assistance", "pet on board", "bassinet", "baby buggy",
    "sports equipment", "unaccompanied minor", "frequent flyer number", "upgrade", "lounge",
]  # fmt: skip
OfHotel = Literal[
    "baby cot", "extra bed", "sea view", "quiet room", "high floor", "ground floor", "connecting rooms", "balcony", "bath tub",
    "single beds", "late check-in", "late check-out", "early check-in", "special occasion",
]  # fmt: skip
Other = Literal["checked bag", "other"]
OF_AIRLINE: frozenset[str] = frozenset(get_args(OfAirline))
OF_HOTEL: frozenset[str] = frozenset(get_args(OfHotel))


def _known(kind: object) -> object:
    """Take a kind that no one knows, which a model may name, for another wish: no supplier takes it."""
    return kind if kind in OF_AIRLINE | OF_HOTEL | {"checked bag"} else "other"


RequestKind = Annotated[OfAirline | OfHotel | Other, BeforeValidator(_known)]
RequestState = Literal["sent", "offered", "yourself"]
"""``sent`` with the order; ``offered`` at a price, and not taken; ``yourself``: nothing here passes it on."""


class _Fact(BaseModel):
    model_config = ConfigDict(frozen=True)


class TravellerRequest(_Fact):
    """One wish, as it goes with an order. ``pays`` is the most that the traveller agreed to pay for it."""

    kind: RequestKind
    to: Literal["airline", "hotel"]
    said: Line = Field(default="", description="the traveller's own words")
    pays: Money | None = None


class RequestOutcome(_Fact):
    """What became of a wish. ``price`` is in the order's total when it was sent, and comes on top when it is offered."""

    kind: RequestKind
    state: RequestState
    price: Money | None = None
    said: Line = Field(default="", description="the traveller's own words")
    detail: Line = Field(default="", description="what it is exactly: a seat's number, a bag's weight")
