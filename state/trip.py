"""TripIntent, schema ``renglo.trip_intent.v1``: the document that is the state.

The modules of this room are a file format: a checkpoint stores values under their module and class name. New fields have
defaults; a moved or renamed class breaks old checkpoints (tests/golden guards that).
"""

from collections.abc import Mapping
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tripintent.state.booking import Approval, Booking, Hold
from tripintent.state.bundles import Ranking, RiskReport, Selected
from tripintent.state.frame import Frame
from tripintent.state.itinerary import Itinerary
from tripintent.state.needs import Need
from tripintent.state.party import Party
from tripintent.state.quotes import Failure, QuoteSet
from tripintent.state.wishes import Constraints, Policy, Preferences

SCHEMA = "renglo.trip_intent.v1"

Phase = Literal["intake", "quote", "book", "completed", "error"]


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True)


class Request(_Part):
    """The present turn: what was said, and the one 'now' that everything of this turn reads."""

    user_message: str = ""
    locale: str = "en-US"
    timezone: str = "America/New_York"
    language: str = "en"
    now_iso: str = ""
    now_date: str = ""
    turn: int = 0


class InvalidField(_Part):
    """A value that is there and cannot be right."""

    path: str
    code: str
    value: str = ""


class DoubtfulField(_Part):
    """A slot that the reader is unsure of: asked about even when nothing is missing."""

    slot: str
    reason: str
    said: str = ""
    options: tuple[str, ...] = ()


class Status(_Part):
    """Where the trip stands, derived and stamped at the end of each step."""

    phase: Phase = "intake"
    state: str = "collecting_requirements"
    missing_required: tuple[str, ...] = ()
    invalid: tuple[InvalidField, ...] = ()
    doubts: tuple[DoubtfulField, ...] = ()
    asked: tuple[str, ...] = Field(default=(), description="paths that the last message asked for, in its order")
    assumptions: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    last_tool_error: Failure | None = None


class WorkingMemory(_Part):
    """What was found and decided. Quotes are keyed by the fingerprint of their query; offers live in the offer store."""

    quotes: Mapping[str, QuoteSet] = Field(default_factory=dict)
    ranking: Ranking | None = None
    shown_from: int = Field(default=0, description="index of the first option shown last")
    risk_report: RiskReport | None = None
    selected: Selected = Selected()
    needs: tuple[Need, ...] = Field(default=(), description="what the chosen suppliers require of the people")
    hold_requested: bool = False
    purchase_requested: bool = Field(default=False, description="the last wish was to buy, not only to hold")
    holds: tuple[Hold, ...] = ()
    approval: Approval | None = None
    bookings: tuple[Booking, ...] = ()
    purchase_state: str | None = None
    purchase_note: str = ""


class TripIntent(_Part):
    """One trip, from the first words to the booking."""

    model_config = ConfigDict(frozen=True, populate_by_name=True)

    schema_: str = Field(default=SCHEMA, alias="schema")
    trip_id: str = ""
    org: str = ""
    version: int = Field(default=0, description="version of the published trip; the Trips port counts it up")
    created_at: int = 0
    updated_at: int = 0
    request: Request = Request()
    status: Status = Status()
    party: Party = Party()
    itinerary: Itinerary = Itinerary()
    preferences: Preferences = Field(default_factory=Preferences)
    constraints: Constraints = Constraints()
    policy: Policy = Field(default_factory=Policy)
    working_memory: WorkingMemory = Field(default_factory=WorkingMemory)
    said: Frame = Field(
        default_factory=Frame, description="what the traveller said, with the words each slot came from"
    )
    said_plan: str = Field(
        default="", description="fingerprint of the plan that `said` made; another plan was edited elsewhere"
    )
    extras: Mapping[str, JsonValue] = Field(default_factory=dict)

    @property
    def ledger_id(self) -> str:
        """The trip's name in the ledger and the offer store, which organisations share.

        A host's trip ids are unique within one organisation only: two organisations may both have a trip ``77``.
        """
        return "/".join(part.replace("%", "%25").replace("/", "%2F") for part in (self.org, self.trip_id) if part)
