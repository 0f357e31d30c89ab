"""Commands that stay up say what is wrong with a setting in one sentence, before they listen."""

import pytest
from click.testing import CliRunner

from tripintent.app.cli import main

WRONG = [
    (
        "serve",
        {"TRIPINTENT_HOST_TOOLS": "no_such_house:x"},
        "TRIPINTENT_HOST_TOOLS: 'no_such_house:x' cannot be imported",
    ),
    ("serve", {"TRIPINTENT_REGISTRY": "no_such.yaml"}, "TRIPINTENT_REGISTRY: no_such.yaml: cannot be read"),
    ("serve", {"TRIPINTENT_TRACES": "loud"}, "TRIPINTENT_TRACES: Input should be 'off', 'console' or 'otlp'"),
    ("serve", {"TRIPINTENT_HTTP_TOKENS": "secret"}, 'field "tokens"'),
    ("serve", {"TRIPINTENT_HTTP_TOKENS": '{"": "anna"}'}, "shorter than 16 characters"),
    ("serve", {"TRIPINTENT_HTTP_TOKENS": '{"               ": "anna"}'}, "shorter than 16 characters"),
    ("serve", {"TRIPINTENT_HTTP_TOKENS": '{"0123456789abcde": "anna"}'}, "shorter than 16 characters"),
    ("serve", {"TRIPINTENT_HTTP_TOKENS": '{"0123456789abcdef": "Traveller"}'}, "no user may be called 'Traveller'"),
    ("serve", {"TRIPINTENT_HTTP_TOKENS": '{"0123456789abcdef": "guest-0"}'}, "no user may be called 'guest-0'"),
    ("serve", {"TRIPINTENT_HTTP_HOST": "0.0.0.0"}, "set TRIPINTENT_HTTP_TOKENS first"),  # noqa: S104 - it is refused
    ("serve", {"TRIPINTENT_LANGUAGE": "openai"}, "needs an API key"),
    (
        "serve",
        {"TRIPINTENT_DATABASE_URL": "sqlite:///trips.db"},
        "DATABASE_URL begins with postgresql://; TRIPINTENT_DB names a file",
    ),
    (
        "serve",
        {"TRIPINTENT_DATABASE_URL": "/data/trips.db"},
        "DATABASE_URL begins with postgresql://; TRIPINTENT_DB names a file",
    ),
    ("mcp", {"TRIPINTENT_HTTP_TOKENS": "secret"}, 'field "tokens"'),
    ("mcp", {"TRIPINTENT_HOST_TOOL_NAMES": '["x"'}, "host_tool_names"),
]


@pytest.mark.parametrize(("command", "environment", "said"), WRONG)
def test_one_sentence_and_exit_code_two(command: str, environment: dict[str, str], said: str) -> None:
    """No traceback, from a server's start neither."""
    result = CliRunner().invoke(main, [command], env=environment)
    assert result.exit_code == 2
    assert result.stderr.startswith("tripintent: ")
    assert said in result.stderr
    assert "Traceback" not in result.stderr
