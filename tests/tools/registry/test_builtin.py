"""The registry that ships: names, schemas, effects and prompts."""

import pytest
from jsonschema import Draft202012Validator

from tripintent.tools.registry.builtin import SEVEN, BuiltinRegistry, builtin_tools

REQUIRED = {
    "trip_requirements_extract": {"user_message"},
    "flight_quote_search": {"origin", "destination", "departure_date"},
    "hotel_quote_search": {"destination", "dates"},
    "trip_option_ranker": set(),
    "policy_and_risk_check": set(),
    "reservation_hold_create": {"idempotency_key", "items"},
    "booking_confirm_and_purchase": {"idempotency_key", "approval_token", "hold_ids", "payment_method_id"},
}


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
    """Exactly the two tools that commit something are WRITE."""
    writing = {"reservation_hold_create", "booking_confirm_and_purchase"}
    assert {tool.name for tool in builtin_tools() if tool.effect == "WRITE"} == writing


def test_every_schema_is_a_json_schema():
    """Every tool's parameters are a valid JSON schema of an object."""
    for tool in builtin_tools():
        Draft202012Validator.check_schema(dict(tool.parameters))
        assert tool.parameters["type"] == "object"
        assert tool.description


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
