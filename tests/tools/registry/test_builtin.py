"""The registry that ships: names, schemas, effects and prompts."""

import pytest
from jsonschema import Draft202012Validator

from tripintent.tools.registry.builtin import BuiltinRegistry
from tripintent.tools.registry.definitions import SEVEN

REQUIRED = {
    "trip_requirements_extract": {"user_message"},
    "flight_quote_search": {"origin", "destination", "departure_date"},
    "hotel_quote_search": {"destination", "dates"},
    "trip_option_ranker": set(),
    "policy_and_risk_check": set(),
    "reservation_hold_create": {"idempotency_key", "items"},
    "booking_confirm_and_purchase": {"idempotency_key", "approval_token", "hold_ids", "payment_method_id"},
}

_SIDE = ("trip_summary", "fare_baggage", "airport_lookup", "convert_money")


def test_the_seven_have_their_names_and_required_inputs():
    """Each of the seven tools stands under its name and demands the inputs that hosts know."""
    registry = BuiltinRegistry()
    assert set(SEVEN) == set(REQUIRED)
    assert {name: set(registry.get(name).parameters.get("required", ())) for name in SEVEN} == REQUIRED


def test_hold_items_say_what_and_which():
    """Each item of a hold names its type and its option."""
    schema = BuiltinRegistry().get("reservation_hold_create").parameters
    assert schema["$defs"]["HoldItemArguments"]["required"] == ["item_type", "option_id"]


def test_only_hold_and_purchase_write():
    """Exactly the two tools that commit something are WRITE, and a list of READ tools holds neither."""
    registry = BuiltinRegistry()
    writing = {"reservation_hold_create", "booking_confirm_and_purchase"}
    assert {tool.name for tool in registry.tools("WRITE")} == writing
    assert {tool.name for tool in registry.tools()} == {tool.name for tool in registry.tools("READ")} | writing


def test_every_schema_is_a_json_schema():
    """Every tool's parameters are a valid JSON schema of an object."""
    for tool in BuiltinRegistry().tools():
        Draft202012Validator.check_schema(dict(tool.parameters))
        assert tool.parameters["type"] == "object"
        assert tool.description


def test_side_questions_have_their_tools():
    """The tools that the answer node stands behind are defined as READ, with the arguments that it reads."""
    registry = BuiltinRegistry()
    arguments = {name: set(registry.get(name).parameters.get("properties", ())) for name in _SIDE}
    assert arguments == {
        "trip_summary": set(),
        "fare_baggage": set(),
        "airport_lookup": {"name"},
        "convert_money": {"amount", "currency", "to"},
    }
    assert {registry.get(name).effect for name in _SIDE} == {"READ"}


def test_prompts_are_there():
    """Every prompt of the port has a text, and an unknown one is refused with the names there are."""
    registry = BuiltinRegistry()
    assert len(registry.prompt("rules")) > 50
    with pytest.raises(KeyError, match="rules"):
        registry.prompt("poem")


def test_unknown_tool_is_refused_by_name():
    """Asking for a tool that is not there names the ones there are."""
    with pytest.raises(KeyError, match="flight_quote_search"):
        BuiltinRegistry().get("teleport")
