"""The service file of an organisation: who it is, when it is open, the rooms that it sells, what its desk does, and examples."""

import re
from collections import Counter
from collections.abc import Mapping
from decimal import Decimal
from typing import Annotated, Literal, Self, cast, get_args
from zoneinfo import available_timezones

from pydantic import (
    AfterValidator,
    AliasChoices,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    model_validator,
)

from tripintent.state.concierge.hours import Hours
from tripintent.state.concierge.parameters import (
    OWN,
    TABLE,
    ParameterKind,
    check_values,
    declared_in,
    kind_of,
    known_tokens,
)
from tripintent.state.frame import Board
from tripintent.state.languages import LANGUAGES

Kind = Literal[
    "accommodations",
    "accommodations-without-reservation",
    "accommodations-adults-only",
    "accommodations-guest-journey",
    "restaurant",
    "attraction",
    "travel-desk",
]
Weekend = Literal["thu-sat", "fri-sat", "fri-sun", "sat-sun"]
GENERAL, GOES_ON = "/general", "GET_USER_INTENT"
"""The command and the function that go on asking; every desk has them, and a service file may name them together."""
_DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
_WEEKEND = re.compile(
    rf"weekend\b[^.\n]*?\b({'|'.join(_DAYS)})\s*(?:to|till|until|through|-|–)\s*({'|'.join(_DAYS)})\b"
)
_PARAMETER = re.compile(r"\[(\w+)\]")
Considerations = Annotated[str, AfterValidator(known_tokens)]
Guidance = Annotated[str, Field(max_length=4_000)]
"""Words of the organisation for a model; longer ones would crowd out the conversation."""
SELLS_ROOMS: tuple[Kind, ...] = ("accommodations", "accommodations-adults-only", "accommodations-guest-journey")


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)


def _zone(name: str) -> str:
    if name not in available_timezones():
        raise ValueError(f"{name!r} is no IANA time zone, such as Europe/London")
    return name


def _hours(text: str) -> str:
    Hours.read(text)
    return text


def _command(text: str) -> str:
    if not text.startswith("/") or len(text.split(maxsplit=1)[0]) < 2:
        raise ValueError(f"{text!r} is no command: it begins with a slash, such as /faq")
    return text


Origin = Annotated[str, Field(pattern=r"^https?://[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[0-9]{1,5})?$")]
"""Where a page comes from (RFC 6454): scheme, host and port, no wildcard."""


Latitude = Annotated[float, Field(ge=-90, le=90)]
Longitude = Annotated[float, Field(ge=-180, le=180)]


def _plain(name: str) -> str:
    if not name.strip() or set(name) & set(",/"):
        raise ValueError(f"{name!r} is no name of a kind of room: leave out commas and slashes")
    return name.strip()


Price = Annotated[Decimal, Field(ge=0, le=10_000_000, decimal_places=4)]


class RoomKind(_Part):
    """One kind of room. ``price`` is a night's, for the room; ``boards`` what meals cost an adult a day, half of it a child."""

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


class Function(_Part):
    """One thing that the desk can do. Its base command is the first word of ``command``."""

    name: str = Field(min_length=1)
    command: Annotated[str, AfterValidator(_command)]
    description: Considerations = Field(min_length=1)
    parameters_considerations: Considerations = ""
    considerations: Considerations = ""
    enabled: bool = True

    @model_validator(mode="after")
    def _kept_for_asking(self) -> Self:
        if (self.base_command == GENERAL) != (self.name == GOES_ON):
            raise ValueError(f"{GENERAL} and {GOES_ON} belong together: they go on asking")
        if (said := self.said_weekend) not in (None, *get_args(Weekend)):
            raise ValueError(f"the weekend {said} is not one of {', '.join(get_args(Weekend))}")
        return self

    @property
    def base_command(self) -> str:
        """The command without its parameters."""
        return self.command.split()[0]

    @property
    def parameters(self) -> Mapping[str, ParameterKind]:
        """The parameters that the command and the descriptions declare, with their kinds."""
        said = declared_in(f"{self.description}\n{self.parameters_considerations}")
        names = dict.fromkeys((*_PARAMETER.findall(self.command), *said))
        return {name: kind_of(name, said.get(name, "")) for name in names}

    @property
    def said_weekend(self) -> str | None:
        """The weekend that the words name ("weekend, Thursday to Saturday"), as the service file writes it."""
        found = _WEEKEND.search(f"{self.parameters_considerations}\n{self.considerations}".casefold())
        return f"{found[1][:3]}-{found[2][:3]}" if found else None


class Example(_Part):
    """A message with the functions that answer it, in order, and their parameters."""

    input: str = Field(min_length=1)
    func: str
    params: Mapping[str, JsonValue] = Field(default_factory=dict)
    funcs: tuple[str, ...] = Field(default=(), description="all functions, where there are several")

    @property
    def functions(self) -> tuple[str, ...]:
        """All functions of the example."""
        return self.funcs or (self.func,)


class HandOffRule(_Part):
    """When a person takes over, and what is said while no one is there."""

    to: str = "a colleague"
    when: tuple[str, ...] = ()
    summary: bool = True
    outside_hours: str = ""


def _texts(value: object) -> object:
    """YAML reads 10:00 without quotation marks as a number, and off as no."""
    return {str(k): str(v) for k, v in value.items()} if isinstance(value, Mapping) else value


class Service(_Part):
    """A whole service file. Everything but the name and the functions has a default."""

    name: str = Field(min_length=1, validation_alias=AliasChoices("name", "service"))
    kind: Kind = "travel-desk"
    description: str = ""
    zone: Annotated[str, AfterValidator(_zone)] = "UTC"
    languages: tuple[str, ...] = LANGUAGES
    weekend: Weekend | None = Field(default=None, description="None is as the considerations word it, else fri-sun")
    opening_hours: Annotated[Mapping[str, Annotated[str, AfterValidator(_hours)]], BeforeValidator(_texts)] = Field(
        default_factory=dict, description="by day (mon), by season (apr-sep), or by part of the house (reception)"
    )
    staffing_hours: Annotated[str, AfterValidator(_hours)] = Field(default="", description="when a person can answer")
    address: str = ""
    position: tuple[Latitude, Longitude] | None = Field(
        default=None, description="latitude, longitude in degrees (WGS 84)"
    )
    phone: str = ""
    email: str = ""
    website: str = ""
    currency: str = Field(default="GBP", pattern=r"^[A-Z]{3}$")
    colour: str = Field(default="", pattern=r"^(#[0-9a-fA-F]{6})?$")
    widget_origins: tuple[Origin, ...] = Field(default=(), description="pages of other origins that may show the chat")
    rooms: Annotated[tuple[RoomKind, ...], AfterValidator(distinct)] = Field(
        default=(), description="what the embedded property system sells; some invented rooms where none are named"
    )
    stars: float | None = Field(default=None, ge=0, le=5)
    amenities: tuple[str, ...] = ()
    free_cancellation_days: int | None = Field(
        default=None, ge=0, le=365, description="free until 18:00 so many days before the arrival; None is never"
    )
    creator: str = Field(default="", description="what is said when a guest asks who made this desk")
    threshold: float = Field(default=0.4, ge=0, le=1, description="below this confidence the guest is asked")
    knowledge: str = Field(default="", description="folder of Markdown and CSV files, beside the service file")
    handoff: HandOffRule = HandOffRule()
    guidance: Guidance = Field(default="", description="how the desk is to talk, for a model")
    supervisor_instructions: Guidance = Field(
        default="", description="orders of the day, for a model; after the guidance"
    )
    general_knowledge: Guidance = Field(default="", description="facts of the house that a model may always use")
    guest_name_to_model: bool = Field(default=False, description="whether a model may read the name of a known guest")
    internet: bool = Field(default=False, description="whether the desk may search the internet")
    functions: tuple[Function, ...] = Field(min_length=1)
    functions_examples: tuple[Example, ...] = ()
    conversation_examples: JsonValue = Field(default=None, description="read and not used")

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for what, values in (
            ("function", [f.name for f in self.functions]),
            ("command", [f.base_command for f in self.functions]),
        ):
            twice = next((v for v, n in Counter(values).items() if n > 1), None)
            if twice:
                raise ValueError(f"the {what} {twice} appears twice")
        known = {f.name for f in self.functions}
        for number, example in enumerate(self.functions_examples):
            unknown = next((name for name in example.functions if name not in known), None)
            if unknown:
                raise ValueError(f"functions_examples[{number}]: {unknown} is no function of this file")
            serving = [f for f in self.functions if f.name in example.functions]
            kinds: dict[str, ParameterKind] = {name: kind for f in serving for name, kind in f.parameters.items()}
            check_values(f"functions_examples[{number}].params", example.params, kinds)
        return self

    @property
    def days_of_weekend(self) -> Weekend:
        """The house's weekend: as its key says, else as the considerations word it."""
        said = next((f.said_weekend for f in self.functions if f.said_weekend), None)
        return self.weekend or cast("Weekend | None", said) or "fri-sun"

    @property
    def sold(self) -> tuple[RoomKind, ...]:
        """The kinds of room that are sold here; none where no rooms are booked."""
        return (self.rooms or DEMONSTRATION) if self.kind in SELLS_ROOMS else ()

    @property
    def enabled(self) -> tuple[Function, ...]:
        """The functions that answer; going on asking is no function of its own."""
        return tuple(f for f in self.functions if f.enabled and f.name != GOES_ON)

    @property
    def examples(self) -> tuple[Example, ...]:
        """The examples of functions that answer."""
        return tuple(one for one in self.functions_examples if all(map(self.has, one.functions)))

    def parameters(self, function: Function) -> Mapping[str, ParameterKind]:
        """Return the parameters of a function with their kinds: those that it declares, and those of the specialist that ships."""
        seats = function.name == "AVAILABILITY_AGENT" and self.kind in ("restaurant", "attraction")
        own = TABLE if seats else OWN.get(function.name, ())
        return {**function.parameters, **{name: kind_of(name) for name in own}}

    def function(self, name: str) -> Function | None:
        """Return an enabled function by its name."""
        return next((f for f in self.enabled if f.name == name), None)

    def has(self, name: str) -> bool:
        """Check whether a function is there and enabled."""
        return self.function(name) is not None
