"""What the model hands back: a change of the frame in words. Dates, places and amounts are phrases, never results."""

from collections.abc import Sequence
from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field

DateSlot = Literal["depart", "return", "check_in", "check_out"]
PlaceSlot = Literal["origin", "destination", "return_from", "return_to"]
CountSlot = Literal[
    "travelers",
    "adults",
    "children",
    "infants",
    "age",
    "rooms",
    "nights",
    "duration_days",
    "max_stops",
    "checked_bags",
    "stars",
]
MoneySlot = Literal["budget", "budget_min", "max_nightly"]
ChoiceSlot = Literal[
    "trip_type",
    "cabin",
    "board",
    "flights_needed",
    "lodging_needed",
    "ground_needed",
    "refundable",
    "avoid_red_eye",
]
WordSlot = Literal[
    "airlines",
    "avoid_airlines",
    "area",
    "hotel_name",
    "amenities",
    "room_type",
    "house_rules",
    "cuisines",
    "transport_wishes",
]
MOST = 40
"""Entries of one kind in one message; more is nonsense."""


def _none_is_empty(value: Any) -> Any:
    """Read null as no entries: services without strict schemas send it."""
    return () if value is None else value


class _Entry(BaseModel):
    model_config = ConfigDict(frozen=True)

    said: str = Field(description="words of the newest message, letter for letter", max_length=500)


class PlaceSaid(_Entry):
    """A place of the trip."""

    slot: PlaceSlot
    name: str | None = Field(default=None, description="usual name of the place meant, no code", max_length=200)
    mode: Literal["replace", "add"] = "replace"
    instead_of: str | None = Field(default=None, description="the place it replaces, as named before", max_length=200)


class DateSaid(_Entry):
    """A date phrase."""

    slot: DateSlot


class CountSaid(_Entry):
    """A number of people, nights, rooms, stops and the like."""

    slot: CountSlot
    value: float


class MoneySaid(_Entry):
    """A phrase with an amount."""

    slot: MoneySlot
    per_person: bool | None = None


class ChoiceSaid(_Entry):
    """A plain statement. ``value`` is yes, no, or one of the slot's words (one_way, business, breakfast …)."""

    slot: ChoiceSlot
    value: str = Field(max_length=40)


class WordSaid(_Entry):
    """A wish in words."""

    slot: WordSlot
    value: str = Field(max_length=200)


class ClearedSaid(_Entry):
    """Something taken back without a new value."""

    slot: DateSlot | PlaceSlot | CountSlot | MoneySlot | ChoiceSlot | WordSlot


class UnclearSaid(_Entry):
    """Something to be asked about."""

    slot: str = Field(max_length=40)
    reason: Literal["change_without_value", "ambiguous_place", "ambiguous_date", "not_a_number", "unclear"]


class SaidDelta(BaseModel):
    """Everything that one message says about the trip."""

    model_config = ConfigDict(frozen=True)

    places: Annotated[tuple[PlaceSaid, ...], BeforeValidator(_none_is_empty)] = Field(default=(), max_length=MOST)
    dates: Annotated[tuple[DateSaid, ...], BeforeValidator(_none_is_empty)] = Field(default=(), max_length=MOST)
    counts: Annotated[tuple[CountSaid, ...], BeforeValidator(_none_is_empty)] = Field(default=(), max_length=MOST)
    money: Annotated[tuple[MoneySaid, ...], BeforeValidator(_none_is_empty)] = Field(default=(), max_length=MOST)
    choices: Annotated[tuple[ChoiceSaid, ...], BeforeValidator(_none_is_empty)] = Field(default=(), max_length=MOST)
    words: Annotated[tuple[WordSaid, ...], BeforeValidator(_none_is_empty)] = Field(default=(), max_length=MOST)
    cleared: Annotated[tuple[ClearedSaid, ...], BeforeValidator(_none_is_empty)] = Field(default=(), max_length=MOST)
    unclear: Annotated[tuple[UnclearSaid, ...], BeforeValidator(_none_is_empty)] = Field(default=(), max_length=MOST)
    stance: Literal["yes", "no"] | None = None
    question: str | None = Field(default=None, description="the part that asks and changes nothing, letter for letter")

    def entries(self) -> Sequence[_Entry]:
        """Return everything that would change something."""
        return (*self.places, *self.dates, *self.counts, *self.money, *self.choices, *self.words, *self.cleared)
