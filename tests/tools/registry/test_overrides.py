"""What a host may replace, and how it is told what is wrong."""

import pytest

from tripintent.tools.registry.builtin import BuiltinRegistry

YAML = """
tools:
  flight_quote_search: {handler: acme/flights, description: Search our contracted fares.}
  visa_check: {description: Say whether a visa is needed., effect: READ, parameters: {type: object}}
  send_postcard: {description: Sends a postcard.}
prompts:
  rules: You speak for Acme Travel.
"""


def test_a_file_replaces_fields_and_adds_tools(tmp_path):
    """A YAML file changes what it names, keeps the rest, and a new tool without an effect is taken to write."""
    path = tmp_path / "registry.yaml"
    path.write_text(YAML)
    registry = BuiltinRegistry(path)
    flights = registry.get("flight_quote_search")
    assert (flights.handler, flights.effect) == ("acme/flights", "READ")
    assert "origin" in flights.parameters["properties"]
    assert registry.get("visa_check").effect == "READ"
    assert registry.get("send_postcard").effect == "WRITE"
    assert registry.prompt("rules") == "You speak for Acme Travel."
    assert BuiltinRegistry().prompt("rules").startswith("You are the agent at a travel desk.")


@pytest.mark.parametrize(
    ("override", "says"),
    [
        ({"tools": {"booking_confirm_and_purchase": {"effect": "READ"}}}, "booking_confirm_and_purchase is WRITE"),
        ({"prompts": {"poem": "x"}}, "prompts: there is no prompt 'poem': there are: "),
        ({"prompts": {"rule": "x"}}, "there is no prompt 'rule': did you mean rules"),
        ({"tool": {}}, "there is no name 'tool': did you mean tools"),
        ({"tools": {"flight_quote_serch": {"handler": "a/b"}}}, "did you mean flight_quote_search"),
        ({"tools": {"flight_quote_search": {"handlr": "a"}}}, "tools.flight_quote_search: .* did you mean handler"),
        ({"tools": {"x": {"effect": "MAYBE"}}}, "tools.x.effect"),
        ({"tools": ["x"]}, "tools:"),
    ],
)
def test_wrong_overrides_are_refused_by_place(override, says):
    """An override that is malformed, or would make a purchase harmless by name, is refused and says where."""
    with pytest.raises(ValueError, match=says):
        BuiltinRegistry(override)


@pytest.mark.parametrize("content", [b"tools: [", b"\xff\xfe", b"just words"])
def test_unreadable_files_are_refused(tmp_path, content):
    """A file that is no YAML mapping is refused with its name."""
    path = tmp_path / "registry.yaml"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"registry\.yaml"):
        BuiltinRegistry(path)


def test_a_missing_file_is_refused(tmp_path):
    """A path that leads nowhere is an error and not an empty registry."""
    with pytest.raises(ValueError, match="nowhere"):
        BuiltinRegistry(str(tmp_path / "nowhere.yaml"))
