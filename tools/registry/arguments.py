"""Arguments of the seven tools and the follow-up tool, and the pieces that they share, as hosts know their names and shapes.

Only the inputs that a tool cannot do without are required; a default never means a wish that no one uttered.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, JsonValue

from tripintent.state.frame import Cabin
from tripintent.state.travellers import PassengerType, Passport


class RegistryArguments(BaseModel):
    """Arguments of a tool: frozen, and strict about names."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class Heads(RegistryArguments):
    """Who travels."""

    adults: int = Field(ge=1)
    children: int = 0
    infants: int = 0
    child_ages: tuple[int, ...] = ()


class RoomHeads(RegistryArguments):
    """Who sleeps in one room; infants need no bed and are not counted."""

    adults: int = Field(ge=0)
    children: int = 0
    child_ages: tuple[int, ...] = ()


class FlightLimits(RegistryArguments):
    """Conditions that somebody set for a flight; null filters nothing."""

    max_stops: int | None = Field(default=None, ge=0, le=3)
    avoid_red_eye: bool = False
    preferred_airlines: tuple[str, ...] = ()


class HotelLimits(RegistryArguments):
    """Conditions that somebody set for a hotel; null filters nothing."""

    hotel_star_min: float | None = None
    refundable_only: bool = False
    location_hint: str | None = None


class StayDates(RegistryArguments):
    """Nights: from check-in to check-out, YYYY-MM-DD."""

    start_date: str
    end_date: str


class LegSummary(RegistryArguments):
    """One leg of the intent summary."""

    origin: str | None = None
    destination: str | None = None
    depart_date: str | None = None


class IntentSummary(RegistryArguments):
    """The present intent as tools are told it: words, codes and dates, never the whole document."""

    origin: str | None = None
    destination: str | None = None
    trip_type: str | None = None
    segments: tuple[LegSummary, ...] = ()
    stays: tuple[dict[str, JsonValue], ...] = ()
    dates: dict[str, str | None] = Field(default_factory=dict)
    travelers: dict[str, int | None] = Field(default_factory=dict)
    cabin: Cabin | None = None
    constraints: dict[str, JsonValue] = Field(default_factory=dict)


ItemType = Literal["flight", "hotel"]


class ExtractContext(RegistryArguments):
    """The context for reading a message."""

    timezone: str | None = None
    today: str | None = None
    current_intent: IntentSummary = IntentSummary()
    conversation_history: tuple[str, ...] = Field(default=(), max_length=12)


class ExtractArguments(RegistryArguments):
    """trip_requirements_extract: one message and what it is read against."""

    user_message: str
    context: ExtractContext = ExtractContext()


class FlightSearchArguments(RegistryArguments):
    """flight_quote_search: one leg for the whole party."""

    origin: str = Field(description="IATA airport or metropolitan code")
    destination: str = Field(description="IATA airport or metropolitan code")
    departure_date: str = Field(description="YYYY-MM-DD, local at the origin")
    trip_type: Literal["one_way"] = "one_way"
    travelers: Heads = Heads(adults=1)
    cabin: Cabin | None = None
    constraints: FlightLimits = FlightLimits()
    result_limit: int = Field(default=10, ge=1, le=200)
    segment_index: int = 0


class HotelSearchArguments(RegistryArguments):
    """hotel_quote_search: one stay for the whole party."""

    destination: str = Field(description="IATA code or the place's name")
    dates: StayDates
    stay_index: int = 0
    constraints: HotelLimits = HotelLimits()
    result_limit: int = Field(default=10, ge=1, le=200)
    party: Heads = Heads(adults=1)
    rooms: int = Field(default=1, ge=1)
    guests_per_room: tuple[int, ...] = Field(default=(), description="heads that need a bed, room by room")


class Weights(RegistryArguments):
    """How much each quality counts."""

    price: float = 0.5
    duration: float = 0.2
    refundable: float = 0.2
    convenience: float = 0.1


class RankingPolicy(RegistryArguments):
    """How options are compared."""

    weights: Weights = Weights()


class RankArguments(RegistryArguments):
    """trip_option_ranker: the offers of every leg and stay, in the order of the trip."""

    trip_intent: IntentSummary = IntentSummary()
    flight_options_by_segment: tuple[tuple[dict[str, JsonValue], ...], ...] = ()
    hotel_options_by_stay: tuple[tuple[dict[str, JsonValue], ...], ...] = ()
    room_counts_per_stay: tuple[int, ...] = ()
    room_occupancies: tuple[tuple[RoomHeads, ...], ...] = Field(default=(), description="of each stay, room by room")
    ranking_policy: RankingPolicy = RankingPolicy()


class RiskArguments(RegistryArguments):
    """policy_and_risk_check: one chosen trip and the organisation's rules."""

    trip_intent: IntentSummary = IntentSummary()
    selected_flights: tuple[dict[str, JsonValue], ...] = ()
    selected_hotels: tuple[dict[str, JsonValue], ...] = ()
    org_policy: dict[str, JsonValue] = Field(default_factory=dict)


class HoldItemArguments(RegistryArguments):
    """One thing to hold."""

    item_type: ItemType
    option_id: str
    traveler_profile_ids: tuple[str, ...] = ()


class TravelerArguments(RegistryArguments):
    """One of the people whom a hold is for, as in the passport."""

    given_name: str
    family_name: str
    date_of_birth: str | None = None
    type: PassengerType = "adult"
    title: str | None = None
    gender: Literal["m", "f"] | None = None
    document: Passport | None = None


class HoldArguments(RegistryArguments):
    """reservation_hold_create: what to hold, once for each key, and for whom."""

    idempotency_key: str
    items: tuple[HoldItemArguments, ...] = Field(min_length=1)
    travelers: tuple[TravelerArguments, ...] = ()
    contact_email: str | None = None
    contact_phone: str | None = None


class PurchaseArguments(RegistryArguments):
    """booking_confirm_and_purchase: which holds to buy, once for each key."""

    idempotency_key: str
    approval_token: str
    hold_ids: tuple[str, ...] = Field(min_length=1)
    payment_method_id: str
    contact_email: str | None = None


class FollowupArguments(RegistryArguments):
    """generate_followup_questions: what is missing, most important first."""

    trip_intent: dict[str, JsonValue] = Field(default_factory=dict)
    missing: tuple[str, ...] = ()
    user_message: str = ""
