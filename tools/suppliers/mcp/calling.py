"""Calls to an MCP server's tools, over the official SDK's client. One session a call: nothing of it is kept between two questions."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Protocol

from mcp import Client, MCPError, StdioServerParameters
from mcp.types import CallToolResult, TextContent
from pydantic import JsonValue

from tripintent.tools.errors import (
    CommitRejected,
    InvalidRequest,
    SupplierError,
    SupplierTimeout,
    SupplierUnavailable,
    Unknown,
)
from tripintent.tools.suppliers.mcp.mapping import Mapping, McpTool

Call = Callable[[str, dict[str, JsonValue]], Awaitable[JsonValue]]


class Tools(Protocol):
    """The tools of one server."""

    async def ask(self, call: McpTool, values: dict[str, JsonValue]) -> JsonValue:
        """Call what commits no one to anything. Raises Retryable or InvalidRequest."""
        ...

    async def commit(self, call: McpTool, values: dict[str, JsonValue]) -> JsonValue:
        """Call what commits, once. Raises Rejected for a refusal that the mapping declares, else Unknown."""
        ...


class McpTools:
    """Answers ``Tools`` over the network or a child process."""

    def __init__(self, mapping: Mapping, server: object = None) -> None:
        self._mapping = mapping
        command = mapping.server.command
        self._server = server or (
            StdioServerParameters(command=command[0], args=list(command[1:])) if command else mapping.server.url
        )

    async def ask(self, call: McpTool, values: dict[str, JsonValue]) -> JsonValue:
        """Call what commits no one to anything."""
        name = self._mapping.name
        try:
            result = await self._called(call, values)
        except TimeoutError as error:
            raise SupplierTimeout(f"{name} did not answer in time", supplier=name) from error
        except (MCPError, OSError, ExceptionGroup, RuntimeError) as error:
            raise SupplierUnavailable(f"{name} cannot be reached", supplier=name) from error
        if result.is_error:
            raise InvalidRequest(_said(result), supplier=name, code=self._code(result) or "tool_error")
        return self._body(result)

    async def commit(self, call: McpTool, values: dict[str, JsonValue]) -> JsonValue:
        """Call what commits, once and never again."""
        name = self._mapping.name
        try:
            result = await self._called(call, values)
        except Exception as error:
            raise Unknown(f"{name}'s answer was lost", supplier=name, code="timeout") from error
        if result.is_error:
            code = self._code(result)
            kind: type[SupplierError] = CommitRejected if code else Unknown
            raise kind(_said(result), supplier=name, code=code or "tool_error")
        try:
            return self._body(result)
        except SupplierUnavailable as error:
            raise Unknown(str(error), supplier=name, code="unreadable") from error

    async def _called(self, call: McpTool, values: dict[str, JsonValue]) -> CallToolResult:
        async with asyncio.timeout(self._mapping.timeout_seconds), Client(self._server) as client:  # type: ignore[arg-type]
            return await client.call_tool(call.tool, call.filled(values))

    def _code(self, result: CallToolResult) -> str:
        """Return the declared refusal that an error's text names; empty when it names none."""
        declared = self._mapping.commits.refusals if self._mapping.commits else {}
        said = _said(result)
        return next((code for code in declared if code in said), "")

    def _body(self, result: CallToolResult) -> JsonValue:
        """Return the answer: JSON as text, whose numbers keep their letters, else the structured one."""
        for block in result.content:
            if isinstance(block, TextContent):
                try:
                    body: JsonValue = json.loads(block.text, parse_float=str)
                except (ValueError, RecursionError):
                    continue
                return body
        if isinstance(result.structured_content, dict):
            return result.structured_content
        name = self._mapping.name
        raise SupplierUnavailable(f"{name}'s answer is no JSON", supplier=name, code="unreadable")


def _said(result: CallToolResult) -> str:
    return " ".join(block.text for block in result.content if isinstance(block, TextContent)) or "the tool failed"
