"""Answers of an MCP server, as offers of ours: read strictly, and only what answers the question that was asked."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from collections.abc import Mapping as Mapping_
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Protocol, TypedDict, TypeVar
from zoneinfo import ZoneInfo

from mcp import Client, MCPError, StdioServerParameters
from mcp.types import CallToolResult, TextContent
from pydantic import BaseModel, JsonValue, ValidationError

from tripintent.state.money import payable
from tripintent.state.offers import FlightOffer, HotelOffer
from tripintent.tools.errors import (
    CommitRejected,
    InvalidRequest,
    SupplierError,
    SupplierTimeout,
    SupplierUnavailable,
    Unknown,
)
from tripintent.tools.ports.places import Places
from tripintent.tools.suppliers.mcp.mapping import Mapping, McpTool, at

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


M = TypeVar("M", bound=BaseModel)
_TRUE = {"true", "yes", "1"}


class McpSum(TypedDict):
    """An amount with its currency."""

    amount: str
    currency: str


class Reader:
    """Reads the rows of one server. Raises SupplierUnavailable that names what does not fit."""

    def __init__(self, mapping: Mapping, places: Places) -> None:
        self._mapping = mapping
        self._places = places

    def flight(self, call: McpTool, row: JsonValue, now: datetime) -> FlightOffer:
        """Return a row as a flight offer."""
        legs = at(row, call.fields["legs"])
        if not isinstance(legs, list):
            raise self._unreadable("legs are no list")
        hops = []
        for leg in legs:
            said = {name: at(leg, path) for name, path in call.leg_fields.items()}
            for end, moment in (("from", "depart_at"), ("to", "arrive_at")):
                said[moment] = self._moment(said[moment], said[end])
            hops.append(said)
        return self._made(FlightOffer, {**self._common(call, row, now), "segments": hops})

    def hotel(
        self, call: McpTool, row: JsonValue, now: datetime, stay: dict[str, JsonValue], nights: int
    ) -> HotelOffer:
        """Return a row as a hotel offer for the stay that was asked for."""
        total = self.total(call, row)
        nightly = payable(Decimal(total["amount"]) / nights, total["currency"])
        return self._made(HotelOffer, {**stay, **self._common(call, row, now), "nightly_price": nightly})

    def total(self, call: McpTool, row: JsonValue) -> McpSum:
        """Return an amount with its currency."""
        amount, currency = at(row, call.fields["total"]), at(row, call.fields["currency"])
        if isinstance(amount, bool) or not isinstance(amount, str | int | float) or not isinstance(currency, str):
            raise self._unreadable("the total is no amount with a currency")
        try:
            Decimal(str(amount))
        except ArithmeticError as error:
            raise self._unreadable("the total is no number") from error
        return {"amount": str(amount), "currency": currency}

    def _common(self, call: McpTool, row: JsonValue, now: datetime) -> dict[str, object]:
        skip = {"total", "currency", "legs", "refundable", "free_until"}
        plain = {name: at(row, path) for name, path in call.fields.items() if name not in skip}
        terms = self.terms(call, row, dated="hotel_id" in call.fields)
        return {
            "expires_at": now + timedelta(minutes=self._mapping.offer_minutes),
            **{name: value for name, value in plain.items() if value is not None},
            "supplier": self._mapping.name,
            "simulated": self._mapping.simulated,
            "total_price": self.total(call, row),
            "refundable": terms["refundable"],
            "terms": terms,
        }

    def terms(self, call: McpTool, row: JsonValue, *, dated: bool) -> dict[str, JsonValue]:
        """Return the terms of a row. A room without a deadline of free cancelling is not promised to be refundable."""
        until = at(row, call.fields.get("free_until", "=")) or None
        refundable = str(at(row, call.fields.get("refundable", "=no"))).casefold() in _TRUE and not (
            dated and until is None
        )
        return {"refundable": refundable, "free_until": until if refundable else None}

    def _moment(self, said: JsonValue, code: JsonValue) -> str:
        """Return a local time with the offset of its airport; one that carries an offset is taken as it is."""
        try:
            moment = datetime.fromisoformat(str(said))
        except ValueError as error:
            raise self._unreadable("a time is no time") from error
        airport = None if moment.tzinfo else self._places.airport(str(code))
        if moment.tzinfo is None and airport is None:
            raise self._unreadable("a time has no offset, and its airport no zone that is known")
        return moment.isoformat() if airport is None else moment.replace(tzinfo=ZoneInfo(airport.zone)).isoformat()

    def _made(self, kind: type[M], values: Mapping_[str, object]) -> M:
        try:
            return kind.model_validate(values)
        except ValidationError as error:
            first = error.errors(include_url=False, include_input=False)[0]
            raise self._unreadable(f"{'.'.join(map(str, first['loc']))}: {first['msg']}") from error

    def _unreadable(self, why: str) -> SupplierUnavailable:
        name = self._mapping.name
        return SupplierUnavailable(f"{name}'s answer cannot be read: {why}", supplier=name, code="unreadable")
