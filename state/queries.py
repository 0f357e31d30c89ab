"""A question to a supplier, its fingerprint, and the answers that are keyed by it, without the offers themselves.

The same question always has the same short name.
"""

import hashlib
import json
from collections.abc import Mapping
from datetime import datetime
from typing import Literal

from pydantic import BaseModel, Field

from tripintent.state.frame import Board, Cabin, TimeWindow
from tripintent.state.frozen import Frozen, is_none
from tripintent.state.money import Money


def fingerprint(*parts: object) -> str:
    """Return 16 hex digits of the SHA-256 of the parts' canonical JSON (64 bits: enough to tell a trip's questions apart)."""
    text = json.dumps([_plain(p) for p in parts], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _plain(value: object) -> object:
    """Return JSON-able plain data."""
    if isinstance(value, BaseModel):
        return value.model_dump(mode="json")
    if isinstance(value, (tuple, list)):
        return [_plain(v) for v in value]
    if isinstance(value, Mapping):
        return {str(k): _plain(v) for k, v in value.items()}
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)


class Occupancy(Frozen):
    """Who sleeps in one room; infants need no bed and are not counted."""

    adults: int = 1
    child_ages: tuple[int, ...] = ()


class FlightQuery(Frozen):
    """One segment for the whole party. Filters are only what somebody asked for."""

    kind: Literal["flight"] = "flight"
    origin: str = Field(description="IATA airport or metropolitan code")
    destination: str = Field(description="IATA airport or metropolitan code")
    depart_date: str = Field(description="YYYY-MM-DD, local at the origin")
    window: TimeWindow | None = None
    arrive_window: TimeWindow | None = None
    adults: int = Field(ge=1)
    child_ages: tuple[int, ...] = ()
    infants: int = 0
    cabin: Cabin | None = None
    max_stops: int | None = None
    avoid_red_eye: bool = False
    airlines: tuple[str, ...] = ()
    checked_bags: int | None = None
    currency: str = "USD"


class Arriving(Frozen):
    """The flight that brings one to a stay; it leaves on the stay's first day and may land on a later one."""

    origin: str = Field(description="IATA airport or metropolitan code")
    destination: str = Field(description="IATA airport or metropolitan code")


class Ideal(Frozen):
    """Wishes that only rank. A supplier lists so many hotels of a town and no more: without asking for these it may leave them out."""

    star_min: float | None = None
    amenities: tuple[str, ...] = ()
    board: Board | None = None


class HotelQuery(Frozen):
    """One stay for the whole party.

    With ``arriving``, no one said the first night: it is the one in which the flight lands, and so ``check_in`` the earliest
    possible. Suppliers are asked without it, once for each first night (`nodes/booking/quote.py`).
    """

    kind: Literal["hotel"] = "hotel"
    location: str = Field(description="IATA code or the place's name as said")
    check_in: str = Field(description="YYYY-MM-DD")
    check_out: str = Field(description="YYYY-MM-DD")
    arriving: Arriving | None = None
    occupancies: tuple[Occupancy, ...] = Field(min_length=1)
    infants: int = Field(default=0, description="cots; they share a room")
    area: str | None = None
    hotel_name: str | None = None
    star_min: float | None = None
    refundable_only: bool = False
    amenities: tuple[str, ...] = ()
    board: Board | None = None
    ideal: Ideal | None = Field(
        default=None, exclude_if=is_none, description="asked for beside the rest, and filters nothing"
    )
    currency: str = "USD"


Query = FlightQuery | HotelQuery


class Failure(Frozen):
    """A tool's failure as a value. ``retryable``: the same question may get an answer later."""

    tool_name: str
    error: str = Field(description="one sentence for the traveller")
    code: str = ""
    retryable: bool = False
    at: datetime | None = None


class Relaxed(Frozen):
    """The result of a search with one wish given up. ``hint`` is a code of the hints, or of why offers went (docs/ranking.md)."""

    hint: str
    count: int = Field(default=0, description="offers, or whole trips")
    cheapest: Money | None = Field(default=None, description="price of the next best: of the offer, or the whole trip")
    name: str = Field(default="", description="the hotel that would be next best")
    stars: float | None = None
    day: str | None = Field(default=None, description="YYYY-MM-DD of the other day")
    simulated: bool = False


class QuoteSet(Frozen):
    """The outcome of one search; its offers live in the offer store under ``key``."""

    key: str = Field(description="fingerprint of the query")
    kind: Literal["flight", "hotel"]
    outcome: Literal["found", "empty", "failed"] = "found"
    count: int = 0
    at: datetime | None = None
    expires_at: datetime | None = None
    failure: Failure | None = None
    relaxed: tuple[Relaxed, ...] = Field(
        default=(), description="what one wish less would bring, where nothing, or one hotel, was found"
    )
    instead: str = Field(default="", description="the hotel's name that was not found: these offers are other hotels")
    hints: tuple[str, ...] = Field(default=(), description="codes of what would help when nothing was found")
