"""The operations as a model writes them: those of ``state/operations.py``, with values in plain words and numbers.

Every operation quotes the newest message. ``understanding.py`` checks each one against the message, the calendar and the
gazetteer, and makes the operation of the state of it. The fields and their descriptions are the schema that is sent.
"""

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, TypeAdapter, ValidationError

from tripintent.state.frame import Mode
from tripintent.state.operations import Polarity
from tripintent.tools.language.model.deeds import Day, Deed, Quoted
from tripintent.tools.language.model.said_days import SaidOfDays
from tripintent.tools.language.model.said_documents import SaidOfDocuments, SaidTraveller

PlaceSlot = Literal["origin", "return_from", "return_to"]
DaySlot = Literal["depart", "return", "check_in", "check_out", "arrive_day", "arrive_by", "return_arrive_by"]
NumberSlot = Literal[
    "travelers", "adults", "children", "infants", "rooms", "nights", "duration_days", "flexible_days", "max_stops", "max_hours",
    "checked_bags", "stars", "max_stars",
]  # fmt: skip
MoneySlot = Literal["budget", "budget_min", "max_nightly"]
HoursSlot = Literal["depart_window", "arrive_window", "return_window", "return_arrive_window"]
ChoiceSlot = Literal[
    "trip_type",
    "flights_needed",
    "lodging_needed",
    "ground_needed",
    "refundable",
    "refundable_hotel",
    "avoid_red_eye",
    "avoid_self_transfer",
]
FeatureSlot = Literal[
    "cabin",
    "max_stops",
    "fares",
    "airlines",
    "airports",
    "via",
    "area",
    "hotels",
    "hotel_name",
    "stay_kinds",
    "company",
    "amenities",
    "board",
    "room_type",
    "house_rules",
    "cuisines",
    "transport_wishes",
]
Hour = str
"""HH:MM, 24 hours."""
_LONGEST_KIND = 60


def cut(said: object) -> object:
    """Return words that are not longer than a kind of request may be."""
    return said[:_LONGEST_KIND] if isinstance(said, str) else said


MOST = 40
"""Operations of one message; more is nonsense."""


class SaidPlace(Quoted):
    """Where the trip starts; for an open jaw where the way back starts or ends."""

    op: Literal["place"] = "place"
    slot: PlaceSlot
    name: str = Field(
        max_length=200, description="usual name of the place meant, with its country where several have it"
    )


class SaidStop(BaseModel):
    """One destination."""

    model_config = ConfigDict(frozen=True, extra="ignore")

    name: str = Field(max_length=200)
    said: str = Field(
        default="", max_length=200, description="its words in the newest message; empty when known before"
    )
    arrive: Day | None = None
    leave: Day | None = None
    nights: int | None = None
    hotel: bool | None = Field(default=None, description="false: no hotel there")
    mode: Mode | None = Field(default=None, description="how one travels there")


class SaidStops(Quoted):
    """All destinations of the trip as they are after this message, in order of travel."""

    op: Literal["stops"] = "stops"
    stops: tuple[SaidStop, ...] = Field(max_length=20)


class SaidDay(Quoted):
    """A day, or a range of days while it is open. Quote the whole phrase."""

    op: Literal["day"] = "day"
    slot: DaySlot
    day: Day | None = None
    earliest: Day | None = None
    latest: Day | None = None


class SaidNumber(Quoted):
    """A number of people, nights, rooms and the like: the whole number after this message."""

    op: Literal["number"] = "number"
    slot: NumberSlot
    value: float


class SaidAges(Quoted):
    """The ages of all children and infants."""

    op: Literal["ages"] = "ages"
    ages: tuple[int, ...] = Field(max_length=20)


class SaidPeople(Quoted):
    """People join (add) or no longer come (leave)."""

    op: Literal["add", "leave"]
    slot: Literal["travelers", "adults", "children", "infants"]
    value: int = 1


class SaidMoney(Quoted):
    """A limit of money."""

    op: Literal["money"] = "money"
    slot: MoneySlot
    amount: float
    currency: str | None = Field(default=None, max_length=3, description="ISO 4217; null when not said")
    per_person: bool | None = None


class SaidHours(Quoted):
    """When flights may leave or land, local times; windows with ``return_`` are of the way back."""

    op: Literal["hours"] = "hours"
    slot: HoursSlot
    start: Hour | None = None
    end: Hour | None = None


class SaidChoice(Quoted):
    """A plain statement: yes, no, or for ``trip_type`` one_way, round_trip, multi_city."""

    op: Literal["choice"] = "choice"
    slot: ChoiceSlot
    value: Literal["yes", "no", "one_way", "round_trip", "multi_city"]


class SaidWish(Quoted):
    """A feature that is required, preferred, avoided, or no longer matters."""

    op: Literal["want"] = "want"
    slot: FeatureSlot
    values: tuple[str, ...] = Field(default=(), max_length=20)
    polarity: Polarity = "require"
    must: bool = Field(default=False, description="said in so many words: must, only, has to")


class SaidRequest(Quoted):
    """Something that no search fulfils: a booking carries it, or somebody has to know."""

    op: Literal["request"] = "request"
    kind: Annotated[str, BeforeValidator(cut)]
    to: Literal["airline", "hotel", "elsewhere", "note"]
    polarity: Literal["require", "no_matter"] = "require"
    legs: tuple[Literal["outbound", "return"] | int, ...] = Field(default=(), max_length=10)
    who: tuple[str, ...] = Field(default=(), max_length=10)


class SaidAgree(Quoted):
    """A yes to an extra that is offered at a price."""

    op: Literal["agree"] = "agree"
    kind: str = Field(default="", max_length=60)
    legs: tuple[Literal["outbound", "return"] | int, ...] = Field(default=(), max_length=10)
    who: tuple[str, ...] = Field(default=(), max_length=10)


class SaidDecline(Quoted):
    """Options on the list that are not wanted, by number; ``back``: those declined before are wanted again."""

    op: Literal["decline"] = "decline"
    numbers: tuple[int, ...] = Field(default=(), max_length=12)
    back: bool = False


class SaidNear(Quoted):
    """The hotel is to be near a named place."""

    op: Literal["near"] = "near"
    place: str = Field(max_length=120)
    within_km: float | None = None
    within_minutes: int | None = Field(default=None, description="on foot")
    polarity: Polarity = "require"


class SaidShift(Quoted):
    """Days move; ``length`` makes the trip or stay longer or shorter."""

    op: Literal["shift"] = "shift"
    what: Literal["trip", "depart", "return", "check_in", "check_out", "length"]
    days: int


class SaidClear(Quoted):
    """Something is taken back without a new value."""

    op: Literal["clear"] = "clear"
    slot: DaySlot | PlaceSlot | NumberSlot | MoneySlot | HoursSlot | ChoiceSlot | FeatureSlot | Literal["ages"]


class SaidRestore(Quoted):
    """Undo, redo, back to the dates said first, or start over."""

    op: Literal["restore"] = "restore"
    what: Literal["last", "next", "first_dates", "nothing"]


class SaidAnswer(Quoted):
    """Yes or no to what was asked or offered; a hedge ("not yet", "yes, but …") decides nothing."""

    op: Literal["answer"] = "answer"
    stance: Literal["yes", "no", "hedge"]


class SaidSocial(Quoted):
    """A greeting, thanks, a goodbye, and nothing else."""

    op: Literal["social"] = "social"
    what: Literal["greet", "thank", "leave", "complain"]


class SaidQuestion(Quoted):
    """The part that asks and changes nothing."""

    op: Literal["question"] = "question"
    about: Literal["trip", "options", "option", "chosen", "held", "booked", "elsewhere"]
    number: int | None = Field(default=None, description="of the option that is asked about")


class SaidSearch(Quoted):
    """Flights or hotels are to be looked for now."""

    op: Literal["search"] = "search"


class SaidLater(Quoted):
    """A part that can only be decided when results are there: a condition, a comparison of what is not on the screen."""

    op: Literal["later"] = "later"


class SaidUnclear(Quoted):
    """Something to be asked about."""

    op: Literal["unclear"] = "unclear"
    slot: str = Field(max_length=40)
    reason: Literal["change_without_value", "ambiguous_place", "ambiguous_date", "not_a_number", "unclear"]


SaidJourney = (
    SaidPlace | SaidStops | SaidDay | SaidNumber | SaidAges | SaidPeople | SaidMoney | SaidHours | SaidChoice | SaidWish
    | SaidNear | SaidRequest | SaidShift | SaidClear | SaidRestore | SaidTraveller
)  # fmt: skip
SaidListed = SaidDecline | SaidAgree
SaidTalk = SaidSearch | SaidAnswer | SaidSocial | SaidQuestion | SaidUnclear
SaidOperation = Annotated[
    SaidJourney | SaidTalk | SaidListed | SaidLater | Deed | SaidOfDays | SaidOfDocuments, Field(discriminator="op")
]
_ONE: TypeAdapter[SaidOperation] = TypeAdapter(SaidOperation)
NAMES = tuple(
    name for kind in get_args(get_args(SaidOperation)[0]) for name in get_args(kind.model_fields["op"].annotation)
)
"""The names of all operations."""


def operation_of(value: object) -> SaidOperation | str:
    """Return one operation, or what is wrong with it: a bad value loses this operation only."""
    try:
        return _ONE.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}"
