"""The planning's ports: finding what words mean in documents, facts behind documents, making documents, wording replies."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Literal, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from tripintent.state.booking import Booking, Hold
from tripintent.state.document import Document
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.changes import Change
from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.state.queries import fingerprint
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.attractions import Attractions
from tripintent.tools.ports.day_planner import DayPlanner


class _Fact(BaseModel):
    model_config = ConfigDict(frozen=True)


class Visa(_Fact):
    """The rule for one passport at one destination."""

    passport: str
    destination: str
    rule: str = Field(description="free | required | on_arrival | e_visa | eta | no_admission | home")
    days: int | None = None
    as_of: date
    source: str = ""


class Power(_Fact):
    """Plugs by letter (IEC), volts and hertz."""

    country: str
    plugs: tuple[str, ...]
    volts: int
    hertz: int

    def fits(self, other: "Power") -> bool:
        """Say whether earthed plugs of one fit sockets of the other; the plug of E and F fits both (CEE 7/7), C has no earth."""
        mine, theirs = ({"F" if plug == "E" else plug for plug in one.plugs} for one in (self, other))
        return bool((mine & theirs) - {"C"})


class Climate(_Fact):
    """A coarse band for a place and a month: no forecast, no measurement."""

    band: str = Field(description="hot | warm | mild | cool | cold")
    rain: str = Field(default="some", description="dry | some | wet | unknown")


class Clocks(_Fact):
    """Hours that the destination is ahead of the origin on a day; negative when behind."""

    hours: float
    zone: str
    day: date


class TripKnowledge(Protocol):
    """Facts about countries and places, offline and dated. None means: not known, and is said so."""

    def visa(self, passport: str, country: str) -> Visa | None:
        """Return what a passport (country code) needs to enter a country."""
        ...

    def country_of(self, town: Town) -> str | None:
        """Return the country of a place of the trip."""
        ...

    def power(self, country: str) -> Power | None:
        """Return plugs and voltage of a country."""
        ...

    def currency(self, country: str) -> str | None:
        """Return the ISO code of a country's money."""
        ...

    def climate(self, town: Town, month: int) -> Climate | None:
        """Return the coarse climate band of a place in a month."""
        ...

    def clocks(self, origin: Town, destination: Town, day: date) -> Clocks | None:
        """Return the time difference on a day."""
        ...

    def holidays(self, country: str, first: date, last: date, language: str = "en") -> Sequence[tuple[date, str]]:
        """Return the public holidays of a country between two days, both included, named in a language if possible."""
        ...

    def altitude(self, town: Town) -> int | None:
        """Return how high a place lies, in metres above the sea, by its airport."""
        ...

    def latitude(self, town: Town) -> float | None:
        """Return the latitude of a place, north positive."""
        ...

    def distance(self, origin: Town, destination: Town) -> int | None:
        """Return the kilometres between two places, as the crow flies."""
        ...

    def price_level(self, country: str | None) -> int:
        """Return 1 (cheap) to 4 (very dear); 2 where nothing is known."""
        ...


class Fare(_Fact):
    """A booked, held, chosen or shown item with the offer that it is: its times, its baggage, its terms."""

    status: Literal["booked", "held", "chosen", "shown"] = "booked"
    pay_by: datetime | None = None
    free_until: datetime | None = Field(default=None, description="full refund when cancelled before this moment")
    offer: FlightOffer | HotelOffer


class Purchased(_Fact):
    """Facts of the trip's ledger and quotes about money and papers."""

    fares: tuple[Fare, ...] = ()
    bookings: tuple[Booking, ...] = ()
    holds: tuple[Hold, ...] = ()
    quoted: tuple[tuple[str, Money], ...] = Field(
        default=(), description="('flight' | 'hotel', price) of the best option"
    )

    @property
    def mark(self) -> str:
        """Return a fingerprint that changes when a booking or a hold does; empty without one."""
        booked = [(one.booking_id, one.status, str(one.total)) for one in self.bookings]
        held = [(one.hold_id, one.status, str(one.total)) for one in self.holds]
        return fingerprint([sorted(booked), sorted(held)]) if booked or held else ""


class DocumentMaker(Protocol):
    """Makes documents from facts by rules. The same facts give the same document."""

    def checklist(self, facts: TripFacts, bought: Purchased, language: str) -> Checklist:
        """Return the checklist that fits this trip; items carry keys, so that ticks outlive a re-creation."""
        ...

    def budget(self, facts: TripFacts, bought: Purchased, language: str) -> Budget:
        """Return where the money goes: real figures first, estimates for the rest, Σ = total to the cent."""
        ...


class ChangeRefused(ToolError):
    """A change that cannot be made; the text says why. ``code`` is ``not_found``, ``fixed`` or ``no_rate``."""

    def __init__(self, message: str, code: str) -> None:
        super().__init__(message)
        self.code = code


T = TypeVar("T", Checklist, Budget)


class DocumentEditor(Protocol):
    """Changes documents as people wish, and keeps what people did when a document is made again or changed by two."""

    def apply(self, document: T, change: Change) -> T:
        """Return the document with one change. Raises ChangeRefused, also for a change of another kind of document."""
        ...

    def carried(self, old: T | None, new: T) -> T:
        """Return a new document with what people did to the one before. Raises ChangeRefused ``no_rate``."""
        ...

    def merged(self, ours: T, theirs: T) -> T:
        """Return our document with what somebody else did to it meanwhile."""
        ...


class PlanningReader(Protocol):
    """Finds the entries of a document that words mean. Never raises for any text."""

    def match(self, what: str, items: Mapping[str, str]) -> tuple[str, ...]:
        """Return the ids of the items (id → text) that the words mean; empty when none does."""
        ...

    def category(self, what: str, language: str, keys: Mapping[str, str]) -> tuple[str, ...]:
        """Return the ids of the budget's categories (id → key) that the words mean; empty when none does."""
        ...


class PlanningWords(Protocol):
    """Words of the planning, in six languages."""

    def phrase(self, kind: str, facts: Mapping[str, object], language: str) -> str:
        """Word one typed message."""
        ...

    def lines(self, document: Document, language: str) -> Sequence[str]:
        """Return a document as lines to read in the conversation: all that is in it, without the reasons."""
        ...


@dataclass(frozen=True)
class PlanningPorts:
    """The ports of the planning beside those of the booking."""

    reader: PlanningReader
    words: PlanningWords
    knowledge: TripKnowledge
    maker: DocumentMaker
    editor: DocumentEditor
    model: str = field(default="offline", kw_only=True)
    """Name of the model that reads and words, for the metadata of a reply."""
    at_once: bool = field(default=False, kw_only=True)
    """Documents are made as soon as they are asked for or offered and ready, without the word."""
    attractions: Attractions
    days: DayPlanner
