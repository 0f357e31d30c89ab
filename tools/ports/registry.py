"""The tool registry's port: definitions, effects and prompts, replaceable by the host."""

from collections.abc import Mapping
from typing import Literal, Protocol

from pydantic import Field

from tripintent.state.frozen import Frozen

Effect = Literal["READ", "WRITE"]


class ToolDefinition(Frozen):
    """One tool as a model or a host sees it. A tool that states no effect is taken to write."""

    name: str
    description: str
    parameters: Mapping[str, object] = Field(default_factory=dict, description="JSON schema of the arguments")
    effect: Effect = "WRITE"
    handler: str = Field(default="", description="how a host names the code behind it")


class HostTools(Protocol):
    """A host's own tools: any of the seven can be answered by the host."""

    async def handler_call(
        self, portfolio: str, org: str, tool: str, handler: str, arguments: Mapping[str, object]
    ) -> Mapping[str, object]:
        """Call the host's tool; returns ``{success, output | error}`` and may wrap it in ``{output: …}`` once more."""
        ...
