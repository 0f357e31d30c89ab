"""The built-in tools, with the effect of each."""

from collections.abc import Mapping
from functools import cache

from pydantic import BaseModel

from tripintent.tools.ports.registry import Effect, ToolDefinition
from tripintent.tools.registry import arguments as a
from tripintent.tools.registry import questions as q

SEVEN = (
    "trip_requirements_extract",
    "flight_quote_search",
    "hotel_quote_search",
    "trip_option_ranker",
    "policy_and_risk_check",
    "reservation_hold_create",
    "booking_confirm_and_purchase",
)
"""The tools of a booking; a host may answer any of them, and may not change what they do to the world."""


def builtin_tools() -> tuple[ToolDefinition, ...]:
    """Return every built-in tool: the seven, the follow-up questions, and the READ tools of side questions."""
    return (
        _tool("trip_requirements_extract", a.ExtractArguments, "READ", "Read what a message changes about the trip."),
        _tool("flight_quote_search", a.FlightSearchArguments, "READ", "Search flights for one leg."),
        _tool("hotel_quote_search", a.HotelSearchArguments, "READ", "Search hotels for one stay."),
        _tool("trip_option_ranker", a.RankArguments, "READ", "Rank whole trips made of the offers found."),
        _tool("policy_and_risk_check", a.RiskArguments, "READ", "Check a chosen trip for risks and policy."),
        _tool("reservation_hold_create", a.HoldArguments, "WRITE", "Hold the chosen offers without paying."),
        _tool("booking_confirm_and_purchase", a.PurchaseArguments, "WRITE", "Buy held offers under an approval."),
        _tool("generate_followup_questions", a.FollowupArguments, "READ", "Word questions for what is missing."),
        _tool("airport_lookup", q.PlaceQuestion, "READ", "Say what a place is and which airports are near it."),
        _tool("convert_money", q.MoneyQuestion, "READ", "Convert an amount with the dated reference rates."),
        _tool(
            "country_facts",
            q.CountryQuestion,
            "READ",
            "Give entry rule by passport, plugs, money, climate, clocks, holidays of a place: dated or coarse, to be checked.",
        ),
        _tool(
            "fare_baggage",
            q.NoQuestion,
            "READ",
            "Give the baggage of each booked, held or chosen flight: pieces in cabin and hold for each person.",
        ),
        _tool(
            "trip_summary", q.NoQuestion, "READ", "Give the present trip: request, options, choice, holds, bookings."
        ),
    )


def _tool(name: str, shape: type[BaseModel], effect: Effect, description: str) -> ToolDefinition:
    return ToolDefinition(name=name, description=description, parameters=_schema(shape), effect=effect, handler=name)


@cache
def _schema(shape: type[BaseModel]) -> Mapping[str, object]:
    """Return a model's JSON schema as a tool's parameters, without the class name that pydantic puts on top."""
    schema = shape.model_json_schema()
    return {key: value for key, value in schema.items() if key not in ("title", "description")}
