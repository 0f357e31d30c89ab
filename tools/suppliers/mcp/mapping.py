"""The mapping file: whose tools are called with what, and which of their fields are ours. It is checked before anything is asked.

A field is named by a path with points (``price.total``); ``=text`` is a value of its own. An argument ``{name}`` is replaced by
ours, with its type; inside longer text, as text.
"""

import re
from datetime import date
from pathlib import Path
from typing import Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, JsonValue, ValidationError, model_validator

from tripintent.state.travellers import Need, RequestKind
from tripintent.tools.ports.orders import OrderStatus
from tripintent.tools.ports.suppliers import Verdict

_NAMED = re.compile(r"\{(\w+)\}")
_FLIGHT = {"option_id", "total", "currency", "legs"}
_LEG = {"from", "to", "depart_at", "arrive_at", "airline", "flight_number"}
_HOTEL = {"option_id", "hotel_id", "hotel_name", "total", "currency"}
_ORDER = {"order_id", "client_ref", "status", "total", "currency", "created_at"}


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class McpServer(_Part):
    """Where the server is: an address, or a command that speaks over its standard streams."""

    url: str = ""
    command: tuple[str, ...] = ()

    @model_validator(mode="after")
    def _one_of_them(self) -> Self:
        if bool(self.url) == bool(self.command):
            raise ValueError("name either a url or a command")
        return self


class McpTool(_Part):
    """One tool: its arguments, where the rows are in its answer, and what the fields of a row are called there."""

    tool: str
    arguments: dict[str, JsonValue] = Field(default_factory=dict)
    rows: str = ""
    fields: dict[str, str] = Field(default_factory=dict)
    leg_fields: dict[str, str] = Field(default_factory=dict)

    def filled(self, values: dict[str, JsonValue]) -> dict[str, JsonValue]:
        """Return the arguments with our values; one whose value is unknown is left out."""
        made = {name: _filled(value, values) for name, value in self.arguments.items()}
        return {name: value for name, value in made.items() if value is not None}


class Commits(_Part):
    """How it is ordered. Only with an idempotency that the server promises and that was tried out on ``tested_on``."""

    idempotency: Literal["keyed", "guarded"]
    tested_on: date
    settle_seconds: int = Field(default=900, ge=0)
    statuses: dict[str, OrderStatus]
    refusals: dict[str, Verdict] = Field(default_factory=dict)
    needs: tuple[Need, ...] = ()
    takes: tuple[RequestKind, ...] = Field(default=(), description="requests of travellers that commits.book sends")
    book: McpTool
    read: McpTool
    find: McpTool
    quote: McpTool | None = None
    cancel: McpTool | None = None


class Mapping(_Part):
    """A whole file. Without ``commits`` the supplier only shows offers, each with a link to where it is booked."""

    name: str = Field(pattern="^[a-z][a-z0-9_]{1,30}$")
    simulated: bool = False
    server: McpServer
    timeout_seconds: int = Field(default=30, ge=1)
    offer_minutes: int = Field(default=15, ge=1, description="how long an offer lasts that does not say so itself")
    flights: McpTool | None = None
    hotels: McpTool | None = None
    price: McpTool | None = Field(default=None, description="reads the total and currency of one offer again")
    commits: Commits | None = None

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if not self.flights and not self.hotels:
            raise ValueError("map flights, hotels or both")
        asked: list[tuple[str, McpTool | None, set[str]]] = [
            ("flights", self.flights, _FLIGHT),
            ("hotels", self.hotels, _HOTEL),
        ]
        if self.commits:
            asked += [(f"commits.{n}", getattr(self.commits, n), _ORDER) for n in ("book", "read", "find")]
            if not {"{client_ref}"} <= set(map(str, self.commits.book.arguments.values())):
                raise ValueError("commits.book has to send {client_ref}: an order is found by it, and made once")
            if self.commits.takes and "{requests}" not in map(str, self.commits.book.arguments.values()):
                raise ValueError("commits.book has to send {requests}, or commits.takes has to be empty")
        for where, call, needed in asked:
            missing = needed - set(call.fields) if call else set()
            if missing:
                raise ValueError(f"{where}.fields lacks {', '.join(sorted(missing))}")
        if self.flights and _LEG - set(self.flights.leg_fields):
            raise ValueError(f"flights.leg_fields lacks {', '.join(sorted(_LEG - set(self.flights.leg_fields)))}")
        if not self.commits and any("link" not in call.fields for call in (self.flights, self.hotels) if call):
            raise ValueError("what cannot be ordered here needs a field link, where it is booked")
        return self


def read_mapping(path: Path) -> Mapping:
    """Return a file's mapping. Raises ValueError that says what is wrong in it."""
    try:
        return Mapping.model_validate(yaml.safe_load(path.read_text(encoding="utf-8")))
    except (OSError, yaml.YAMLError) as error:
        raise ValueError(f"{path}: {error}") from error
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        raise ValueError(f"{path}: {'.'.join(map(str, first['loc']))}: {first['msg']}") from error


def at(row: JsonValue, path: str) -> JsonValue:
    """Return what a path leads to; None where it leads nowhere."""
    if path.startswith("="):
        return path[1:]
    for step in filter(None, path.split(".")):
        if isinstance(row, list) and step.isdigit() and int(step) < len(row):
            row = row[int(step)]
        elif isinstance(row, dict):
            row = row.get(step)
        else:
            return None
    return row


def _filled(value: JsonValue, values: dict[str, JsonValue]) -> JsonValue:
    if isinstance(value, dict):
        return {name: _filled(one, values) for name, one in value.items()}
    if isinstance(value, list):
        return [_filled(one, values) for one in value]
    if not isinstance(value, str):
        return value
    whole = _NAMED.fullmatch(value)
    return values.get(whole[1]) if whole else _NAMED.sub(lambda found: str(values.get(found[1], "")), value)
