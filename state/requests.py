"""What travellers ask of an airline or a hotel beyond the offer itself, and what became of it."""

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, JsonValue

from tripintent.state.foreign import Line
from tripintent.state.money import Money
from tripintent.state.travellers import Traveller

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
    """One wish, as it goes with an order. ``pays`` is the most that the traveller agreed to pay for it.

    ``keys`` are the questions whose items it is for: the desk sends it with these alone, and tells no supplier of them.
    """

    kind: RequestKind
    to: Literal["airline", "hotel"]
    said: Line = Field(default="", description="the traveller's own words")
    pays: Money | None = None
    who: tuple[Line, ...] = Field(default=(), description="full names; empty: everyone who can use it")
    keys: tuple[str, ...] = Field(default=(), description="fingerprints of questions; empty: all of the seller")

    def sent(self) -> dict[str, JsonValue]:
        """Return what goes to a supplier. Whom it is for is only in it where it is said: older orders' hashes stay true."""
        plain: dict[str, JsonValue] = self.model_dump(mode="json", exclude={"keys"})
        return {name: value for name, value in plain.items() if value or name != "who"}

    def marked(self) -> dict[str, JsonValue]:
        """Return what tells it from any other, also from one for another item."""
        keys: dict[str, JsonValue] = {"keys": [*self.keys]} if self.keys else {}
        return self.sent() | keys

    @property
    def worded(self) -> str:
        """The traveller's words, and for whom where it is not for all: for a supplier whose people read it."""
        return " ".join([self.said or self.kind, *([f"({', '.join(self.who)})"] if self.who else [])])

    def is_for(self, person: Traveller) -> bool:
        """Tell whether somebody is among those whom it is for."""
        name = f"{person.given_name} {person.family_name}".strip().casefold()
        return not self.who or name in {one.casefold() for one in self.who}


class RequestOutcome(_Fact):
    """What became of a wish. ``price`` is in the order's total when it was sent, and comes on top when it is offered."""

    kind: RequestKind
    state: RequestState
    price: Money | None = None
    said: Line = Field(default="", description="the traveller's own words")
    detail: Line = Field(default="", description="what it is exactly: a seat's number, a bag's weight")
    who: tuple[Line, ...] = Field(default=(), description="whom it is for; empty: everyone who can use it")
