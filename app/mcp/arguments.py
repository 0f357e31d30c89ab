"""Arguments that several tools of the MCP server take."""

from typing import Annotated

from pydantic import Field

Thread = Annotated[
    str, Field(description="the conversation, as plan returned it", min_length=1, max_length=200, examples=["mcp-1f0c"])
]
