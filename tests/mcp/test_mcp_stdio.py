"""The MCP server as a process of its own."""

import os
import sys
from pathlib import Path

import pytest
from mcp import Client, StdioServerParameters

pytestmark = pytest.mark.release

PROGRAM = "from tripintent.app.cli.serving import mcp_command; mcp_command()"


async def test_a_client_starts_it_and_talks_over_stdio(tmp_path: Path) -> None:
    """Nothing but the protocol comes over stdout, and a conversation is kept for the next process."""
    environment = {**os.environ, "TRIPINTENT_DATA_DIR": str(tmp_path), "TRIPINTENT_LANGUAGE": "offline"}
    program = StdioServerParameters(
        command=sys.executable,
        args=["-c", PROGRAM, "--now", "2027-03-01T09:00:00+00:00"],
        env=environment,
        cwd=tmp_path,
    )
    async with Client(program) as client:
        first = await client.call_tool("say", {"words": "Boston to Lisbon June 14-21, two adults", "thread": "t1"})
        assert not first.is_error, first.content
    async with Client(program) as client:
        again = await client.call_tool("show_trip", {"thread": "t1"})
    assert again.structured_content is not None
    assert again.structured_content["trip"] == first.structured_content["trip"]
