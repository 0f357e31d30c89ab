"""Free mail text is read by a chat model, in a call without tools. Every value is looked for in its quote, and every quote in the text."""

import asyncio
import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

from langchain_core.messages import HumanMessage, SystemMessage

from tripintent.state.caps import PLANNED
from tripintent.state.context import Principal
from tripintent.state.trip import TripIntent
from tripintent.state.usage import ModelUse
from tripintent.tools.imports.jobs import ReadText
from tripintent.tools.imports.reader import taken
from tripintent.tools.imports.stays import booked
from tripintent.tools.imports.structured import NAMES, Node, StructuredFound
from tripintent.tools.imports.written_text import written_in
from tripintent.tools.model.replies import find_quote, json_in
from tripintent.tools.ports.chat import Talker
from tripintent.tools.ports.designer import ItineraryImports
from tripintent.tools.shipped import text

if TYPE_CHECKING:
    from tripintent.tools.ledger.model_use import SqlModelMeter

_log = logging.getLogger(__name__)
_FLIGHT = re.compile(r"([A-Z]{2}|[A-Z]\d|\d[A-Z])\s?(\d{1,4})")
_RIDES: Mapping[str, Sequence[str]] = NAMES["rides"]
_NEEDED: Mapping[str, Sequence[str]] = NAMES["needed"]


class ImportsByModel:
    """Implements ``ItineraryImports``: what the formats read is kept; free text of which they read nothing is the model's."""

    def __init__(self, formats: ItineraryImports, model: Talker, meter: "SqlModelMeter | None") -> None:
        self._formats, self._model, self._meter = formats, model, meter

    async def read(self, content: str | bytes, today: date, who: Principal) -> ReadText:
        """Return what a text or file holds. A model that fails changes nothing. Raises ImportRefused as the formats do."""
        read = await self._formats.read(content, today, who)
        free = read.free
        if not free or (self._meter and not await self._meter.allows(who, ModelUse())):
            return read
        marks = self._model.marking([free], TripIntent(), today, self._model.personal)
        rules = text("tools/model/prompts/mail.md")
        try:
            async with asyncio.timeout(self._model.patience):
                reply = await self._model.chat.ainvoke([SystemMessage(rules), HumanMessage(marks.hidden(free))])
            if self._meter:
                await self._meter.record(who, self._model.use(reply.usage_metadata), ModelUse())
            told = marks.put_back(json_in(reply, "bookings"))["bookings"]
        except Exception as error:  # noqa: BLE001 - whatever a service does, what the formats said is kept
            _log.warning("the model read no mail (%s)", type(error).__name__)
            return read
        found = quoted(told if isinstance(told, list) else [], free, today, read.sent)
        mine = taken(found)
        return mine if mine.segments else read


def quoted(told: list[Any], text: str, today: date, sent: date | None) -> StructuredFound:
    """Return bookings as reservations, each with the fields alone whose values stand in their quotes, and these in the text."""
    nodes, warnings = [], []
    for one in told[: PLANNED + 1]:
        given = one.get("fields") if isinstance(one, Mapping) else None
        fields = dict(_checked(given, text, today, sent)) if isinstance(given, Mapping) else {}
        node = _node(str(one.get("kind")), fields) if fields else None
        lost = ["other"] if node and len(fields) < len(given or ()) else []
        nodes += [{**node, **({"doubts": lost} if lost else {})}] if node else []
        warnings += [] if node else ["not_a_segment"]
    return StructuredFound(nodes, tuple(dict.fromkeys(warnings)))


def _checked(given: Mapping[str, object], text: str, today: date, sent: date | None) -> Iterator[tuple[str, str]]:
    for name, said in given.items():
        value, quote = (
            (str(said.get(key) or "").strip() for key in ("value", "quote")) if isinstance(said, Mapping) else ("", "")
        )
        if value and find_quote(text, quote) and _stands(name, value, quote, today, sent):
            yield name, value


def _stands(name: str, value: str, quote: str, today: date, sent: date | None) -> bool:
    """Tell whether a value is what its quote says: a day and an hour by what our own reading of the quote gives."""
    written = written_in(quote, today, sent)
    if name.endswith("_day"):
        return any(one.day.isoformat() == value and not one.doubt for one in written.days)
    if name.endswith("_time"):
        return any(one.time == value for one in written.clocks)
    return find_quote(quote, value) is not None


def _node(kind: str, fields: Mapping[str, str]) -> Node | None:
    """Return the reservation of checked fields; None without those that make one."""
    ends = [_moment(fields, edge) for edge in ("start", "end")]
    number = fields.get("reference")
    if kind in _RIDES:
        return _ride(kind, fields, ends) if ends[0] and fields.get("from") and fields.get("to") else None
    if any(name not in fields for name in _NEEDED.get(kind, ("kind",))):
        return None
    name = {"name": fields["name"]} if "name" in fields else {}
    if kind == "stay":
        return booked("LodgingReservation", number, (), reservationFor=name, checkinTime=ends[0], checkoutTime=ends[1])
    if kind == "car":
        places = {
            key: {"@type": "Place", "name": fields[at]}
            for key, at in (("pickupLocation", "from"), ("dropoffLocation", "to"))
            if at in fields
        }
        return booked(
            "RentalCarReservation", number, (), reservationFor=name, pickupTime=ends[0], dropoffTime=ends[1], **places
        )
    if kind == "table":
        return booked("FoodEstablishmentReservation", number, (), reservationFor=name, startTime=ends[0])
    return booked(
        "EventReservation",
        number,
        (),
        reservationFor={"@type": "Event", **name, "startDate": ends[0], "endDate": ends[1]},
    )


def _ride(kind: str, fields: Mapping[str, str], ends: list[str | None]) -> Node:
    reservation, trip_kind, stop, place, number = _RIDES[kind]
    trip: Node = {"@type": trip_kind, "departureTime": ends[0], **({"arrivalTime": ends[1]} if ends[1] else {})}
    for edge, at in (("departure", "from"), ("arrival", "to")):
        coded = kind == "flight" and re.fullmatch("[A-Z]{3}", fields[at])
        trip[f"{edge}{stop}"] = {"@type": place, "iataCode" if coded else "name": fields[at]}
    said = fields.get("number") or fields.get("name")
    flight = _FLIGHT.fullmatch(said or "") if kind == "flight" else None
    if flight:
        trip |= {"airline": {"@type": "Airline", "iataCode": flight[1]}, number: flight[2]}
    elif said:
        trip[number] = said
    return booked(reservation, fields.get("reference"), (), reservationFor=trip)


def _moment(fields: Mapping[str, str], edge: str) -> str | None:
    """Return the day of an edge with its hour where one is said; an end without a day is on the first one."""
    day, hour = fields.get(f"{edge}_day"), fields.get(f"{edge}_time")
    day = day or (fields.get("start_day") if hour else None)
    return f"{day}T{hour}:00" if day and hour else day
