"""Arguments of the MCP tools beside those of the toolbox."""

from typing import Annotated

from pydantic import Field

WISH = "Boston to Lisbon June 14 to 21, two adults, a hotel by the river"
Words = Annotated[str, Field(description="the traveller's own words, unchanged", min_length=1, examples=[WISH])]
Thread = Annotated[
    str,
    Field(
        description="the conversation, as the first result named it",
        min_length=1,
        max_length=200,
        examples=["mcp-1f0c"],
    ),
]
