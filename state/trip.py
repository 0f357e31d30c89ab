"""TripIntent, schema ``renglo.trip_intent.v1``: the document that is the state.

The modules of this room are a file format: a checkpoint stores values under their module and class name. New fields have
defaults; a moved or renamed class breaks old checkpoints (tests/golden guards that).
"""

from collections.abc import Mapping
from datetime import date, datetime
from operator import not_
from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, AliasChoices, Field, FieldSerializationInfo, JsonValue, field_serializer

from tripintent.state.booking import Approval, Booking, Hold, OpenChange
from tripintent.state.bundles import Ranking, RiskReport, Selected
from tripintent.state.document import Document, Stamped
from tripintent.state.foreign import Ref
from tripintent.state.frame import Frame, SpecialRequest
from tripintent.state.frozen import Frozen, is_none
from tripintent.state.itinerary import Itinerary
from tripintent.state.languages import written_as
from tripintent.state.money import Money, payable
from tripintent.state.queries import Failure, QuoteSet
from tripintent.state.travellers import Need, Party
from tripintent.state.usage import ModelUse
from tripintent.state.wishes import Constraints, Policy, Preferences

SCHEMA = "renglo.trip_intent.v1"
NOTES_KEPT = 20
EVENTS_KEPT = 50

Phase = Literal["intake", "quote", "book", "completed", "error"]


def _moment(value: str) -> str:
    if value and datetime.fromisoformat(value).tzinfo is None:
        raise ValueError("a moment carries its zone")
    return value


class Request(Frozen):
    """The present turn: what was said, and the one 'now' that everything of this turn reads."""

    user_message: str = ""
    locale: str = "en-US"
    timezone: str = "America/New_York"
    language: str = "en"
    now_iso: Annotated[str, AfterValidator(_moment)] = ""
    now_date: Annotated[str, AfterValidator(lambda value: date.fromisoformat(value).isoformat() if value else "")] = ""
    turn: int = 0

    @property
    def tag(self) -> str:
        """In what words are written: the language, with the region where that writes days and hours otherwise."""
        return written_as(self.language, self.locale)


class InvalidField(Frozen):
    """A value that is there and cannot be right."""

    path: str
    code: str
    value: str = ""


class Status(Frozen):
    """Where the trip is, derived and stamped at the end of each step."""

    phase: Phase = "intake"
    state: str = "collecting_requirements"
    missing_required: tuple[str, ...] = ()
    invalid: tuple[InvalidField, ...] = ()
    asked: tuple[str, ...] = Field(default=(), description="paths that the last message asked for, in its order")
    assumptions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    last_tool_error: Failure | None = None


class Audit(Frozen):
    """Events of the trip in the document that is saved: the newest lines of the ledger's audit."""

    events: tuple[Mapping[str, JsonValue], ...] = ()


class Step(Frozen):
    """One call that can be taken back: its name, the paths that it changed, and the merge that leads back."""

    label: str
    paths: tuple[str, ...] = ()
    merge: Mapping[str, JsonValue] = Field(default_factory=dict)
    booked: tuple[str, ...] = Field(default=(), description="ids of what was booked by then: no step passes a booking")
    expense: str = Field(default="", description="id of the expense that was recorded; nothing of the trip changed")
    document: str = Field(default="", description="kind of the document that was changed: itinerary or checklist")
    mark: str = Field(default="", description="fingerprint of the change: another one since cannot be undone over it")


LESS = 3
"""Per cent by which a watched price has to fall to be told, where no limit was said: it moves a little every hour."""


def told_below(price: Money) -> Money:
    """Return the price under which the next one is told, where no limit was said."""
    return payable(price.amount * (100 - LESS) / 100, price.currency)


class PriceWatch(Frozen):
    """A price that is looked at until the trip is booked.

    It is kept in the trip, and so belongs to whom the trip belongs to, and is saved and forgotten with it. The worker never
    writes it: what was told since is in the audit, from where the conversation takes it with its next turn.
    """

    began: Annotated[str, AfterValidator(_moment)]
    thread_id: str = Field(default="", description="the conversation that is told")
    wish: str = Field(description="fingerprint of what is searched again; a trip that asks otherwise is not watched")
    price: Money = Field(description="of the cheapest whole trip when it began, or was told last")
    limit: Money | None = Field(
        default=None, description="told is what costs less; None: what is LESS per cent less than before"
    )
    until: date | None = Field(default=None, description="the last day")

    @property
    def below(self) -> Money:
        """The price under which the next one is told."""
        if self.limit is None:
            return told_below(self.price)
        return min(self.limit, self.price, key=lambda one: one.amount)


class WorkingMemory(Frozen):
    """Findings and decisions so far. Quotes are keyed by the fingerprint of their query; offers live in the offer store."""

    quotes: Mapping[str, QuoteSet] = Field(default_factory=dict)
    ranking: Ranking | None = None
    shown_from: int = Field(default=0, description="index of the first option shown last")
    shown: tuple[int, ...] = Field(
        default=(), description="indexes of the options shown last, as they stood on the screen"
    )
    described: str | None = Field(default=None, description="id of the one option that the last answer was about")
    risk_report: RiskReport | None = None
    selected: Selected = Selected()
    needs: tuple[Need, ...] = Field(default=(), description="what the chosen suppliers require of the people")
    hold_requested: bool = False
    purchase_requested: bool = Field(default=False, description="the last wish was to buy, not only to hold")
    holds: tuple[Hold, ...] = ()
    approval: Approval | None = None
    bookings: tuple[Booking, ...] = ()
    told: tuple[str, ...] = Field(default=(), description="marks of what the watch found and the conversation has told")
    open_changes: tuple[OpenChange, ...] = ()
    price_watch: PriceWatch | None = Field(default=None, exclude_if=is_none)
    given_up: tuple[str, ...] = Field(
        default=(), description="questions whose bookings the traveller cancelled: not searched for again"
    )
    uncancelled: tuple[str, ...] = Field(
        default=(), exclude_if=not_, description="bookings whose last cancellation did not succeed"
    )
    replacing: Mapping[str, str] = Field(
        default_factory=dict,
        description="bookings that a request named to be changed, each with the question of what shall take its place",
    )
    extending: tuple[str, ...] = Field(default=(), description="booked stays for which more nights were asked for")
    agreed: Mapping[str, Money] = Field(
        default_factory=dict, description="requests at a price that the traveller said yes to, and the price"
    )
    purchase_state: str | None = None
    purchase_note: str = ""

    @field_serializer("quotes")
    def _outcomes_alone(self, quotes: Mapping[str, QuoteSet], info: FieldSerializationInfo):  # type: ignore[no-untyped-def]  # noqa: ANN202 - a type would be the schema
        """Write of each search what came of it alone: a conversation of many changes has many."""
        return {
            key: one.model_dump(mode=info.mode, by_alias=info.by_alias, exclude_defaults=True)
            for key, one in quotes.items()
        }


class TripIntent(Document):
    """One trip, from the first words to the booking."""

    kind: ClassVar[str] = "trip_intent"

    schema_: Stamped[str] = Field(default=SCHEMA, alias="schema")
    org: Stamped[str] = ""
    external_id: Ref = Field(default="", description="the id under which a host that sent the document keeps the trip")
    audit: Stamped[Audit] = Field(default=Audit(), description="filled in what is saved and published alone")
    created_at: Stamped[int] = 0
    updated_at: Stamped[int] = 0
    request: Stamped[Request] = Request()
    status: Stamped[Status] = Status()
    party: Party = Party()
    itinerary: Itinerary = Itinerary()
    preferences: Preferences = Field(default_factory=Preferences)
    constraints: Constraints = Constraints()
    policy: Stamped[Policy] = Field(default_factory=Policy)
    working_memory: WorkingMemory = Field(default_factory=WorkingMemory)
    frame: Frame = Field(
        default_factory=Frame,
        validation_alias=AliasChoices("frame", "said"),
        description="what the traveller said, with the words each slot came from; stored as `said` before 2026-11-22",
    )
    requests: tuple[SpecialRequest, ...] = Field(
        default=(), description="what no search fulfils, kept for whoever can do it"
    )
    wishes: tuple[str, ...] = Field(default=(), exclude_if=not_, description="in words, for which there is no field")
    steps: tuple[Step, ...] = Field(
        default=(), exclude_if=not_, description="how to take back the last calls, the last one last"
    )
    taken_back: tuple[Step, ...] = Field(default=(), exclude_if=not_, description="how to put back what was taken back")
    model_use: ModelUse = Field(default=ModelUse(), description="what language models have cost this trip so far")
    extras: Mapping[str, JsonValue] = Field(default_factory=dict)

    def noted(self, note: str) -> Self:
        """Return the trip with a note among those that it keeps."""
        notes = (*self.status.notes, note)[-NOTES_KEPT:]
        return self.model_copy(update={"status": self.status.model_copy(update={"notes": notes})})

    def headline(self) -> tuple[str, str]:
        """Return phase and state."""
        return self.status.phase, self.status.state

    @property
    def ledger_id(self) -> str:
        """The trip's name in the ledger and the offer store, which organisations share.

        A host's trip ids are unique within one organisation only: two organisations may both have a trip ``77``.
        """
        return ledger_id_of(self.org, self.trip_id)


def ledger_id_of(org: str, trip_id: str) -> str:
    """Return ``organisation/id``, each part escaped; the id alone without an organisation."""
    return "/".join(part.replace("%", "%25").replace("/", "%2F") for part in (org, trip_id) if part)
