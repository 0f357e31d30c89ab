"""Arguments of the tools for other agents: the same over MCP and in ``tools_for``."""

from typing import Annotated

from pydantic import Field

WISH = "Boston to Lisbon June 14 to 21, two adults, a hotel by the river"
Words = Annotated[str, Field(description="the traveller's own words, unchanged", min_length=1, examples=[WISH])]
Option = Annotated[
    str,
    Field(
        description='one option that was shown: its number, its bundle_id, or words ("the cheapest", its hotel\'s name)',
        examples=["2", "the cheapest"],
    ),
]
Thread = Annotated[
    str, Field(description="the conversation, as plan returned it", min_length=1, max_length=200, examples=["mcp-1f0c"])
]
