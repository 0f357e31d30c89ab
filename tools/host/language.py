"""The language port over a host's ``trip_requirements_extract`` and ``generate_followup_questions``."""

import logging
from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any

from pydantic import JsonValue

from tripintent.state.exchange import intent_summary
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import SupplierError
from tripintent.tools.host.calling import HostCaller
from tripintent.tools.host.shapes import Extraction, Followup, HostIntent, HostSegment
from tripintent.tools.ports.language import HeardByHost, Language
from tripintent.tools.registry.arguments import ExtractArguments, ExtractContext, FollowupArguments, IntentSummary

EXTRACT, FOLLOWUP = "trip_requirements_extract", "generate_followup_questions"
_HISTORY, _LENGTH = 12, 300
_QUESTIONS = 3
"""Questions of the host's own that one turn asks at most."""
_LOG = logging.getLogger(__name__)


class HostLanguage:
    """Reads through the host. ``inner`` words everything, and asks where the host fails.

    ``extracts`` and ``asks`` say which of the two tools the host answers.
    """

    def __init__(self, caller: HostCaller, inner: Language, *, extracts: bool = True, asks: bool = True) -> None:
        self._caller = caller
        self._inner = inner
        self._extracts = extracts
        self.asks = self._asks = asks

    async def heard(self, text: str, trip: TripIntent, today: date, history: Sequence[str]) -> HeardByHost:
        """Return what the host reads; where it fails, whoever holds the conversation reads."""
        if not self._extracts or not text.strip():
            return HeardByHost()
        context = ExtractContext(
            today=today.isoformat(),
            current_intent=IntentSummary.model_validate(intent_summary(trip)),
            conversation_history=tuple(said[:_LENGTH] for said in history[-_HISTORY:]),
        )
        try:
            found = await self._caller.call(EXTRACT, ExtractArguments(user_message=text, context=context), Extraction)
        except SupplierError as error:
            _LOG.warning("the host did not read the message (%s)", error)
            return HeardByHost()
        questions = tuple(one for one in found.clarifying_questions if one)[:_QUESTIONS]
        return HeardByHost(changes_of(found.trip_intent, len(trip.itinerary.segments)), questions)

    async def ask(self, missing: Sequence[str], facts: Mapping[str, JsonValue], language: str) -> str:
        """Let the host word the questions; ``inner`` does where the host fails."""
        if not self._asks:
            return await self._inner.ask(missing, facts, language)
        intent = facts.get("trip_intent")
        arguments = FollowupArguments(
            trip_intent=intent if isinstance(intent, dict) else {},
            missing=tuple(missing),
            user_message=str(facts.get("user_message") or ""),
        )
        try:
            return (await self._caller.call(FOLLOWUP, arguments, Followup)).message
        except SupplierError as error:
            _LOG.warning("the host did not word the questions (%s)", error)
            return await self._inner.ask(missing, facts, language)

    async def phrase(self, kind: str, facts: Mapping[str, JsonValue], language: str) -> str:
        """Word a typed message with ``inner``."""
        return await self._inner.phrase(kind, facts, language)

    async def detect(self, text: str, thread: str | None = None) -> str:
        """Return the language of a text with ``inner``."""
        return await self._inner.detect(text, thread)


_PLAIN = 2
"""Legs of a plain trip: out, and back."""


def changes_of(intent: HostIntent, known: int = 0) -> dict[str, Any]:
    """Return the changes; ``known`` is how many legs the trip has. Partial rows change the leg of their number.

    Rows that are whole are the journey: two that lead there and back are a plain trip, others its legs.
    """
    found = _journey(intent, known)
    heads, lodging, wishes = intent.travelers, intent.lodging, intent.constraints
    if heads:
        found["party"] = {n: v for n, v in (("adults", heads.adults), ("infants", heads.infants)) if v is not None}
    hotel = {
        "needed": lodging.needed if lodging else None,
        "area": next((one.location_hint for one in (lodging, *intent.stays) if one and one.location_hint), None),
        "rooms": next((one.rooms for one in (lodging, *intent.stays) if one and one.rooms), None),
        "stars_min": max(
            (one.star_min for one in (wishes, lodging, *intent.stays) if one and one.star_min), default=None
        ),
    }
    flights: dict[str, Any] = {"cabin": intent.cabin}
    if wishes:
        if wishes.budget_total:
            found["budget"] = {"trip": wishes.budget_total.model_dump(mode="json")}
        hotel["refundable"] = flights["refundable"] = wishes.refundable_only
        flights |= {"max_stops": wishes.max_stops, "avoid_red_eye": wishes.avoid_red_eye}
        if wishes.preferred_airlines:
            flights["airlines"] = {"prefer": [*wishes.preferred_airlines]}
    found |= {"lodging": _said(hotel), "flights": _said(flights)}
    return {name: value for name, value in found.items() if value not in ({}, None)}


def _journey(intent: HostIntent, known: int) -> dict[str, object]:
    rows = [_leg(one) for one in intent.segments]
    whole = bool(rows) and all("origin" in one and "destination" in one for one in rows)
    found: dict[str, object] = {}
    if whole and _there_and_back(rows):
        found = {
            "origin": rows[0]["origin"],
            "stops": [{"place": rows[0]["destination"]}],
            "depart": rows[0].get("day"),
        }
        found["return_day"] = rows[1].get("day") if len(rows) == _PLAIN else None
    elif whole and len(rows) >= known:
        found["legs"] = rows
    elif rows:
        found["legs"] = [{"leg": n, **one} for n, one in enumerate(rows, 1) if one]
    if intent.origin:
        found["origin"] = _place(intent.origin)
    if intent.destination and "stops" not in found:
        found["stops"] = [{"place": _place(intent.destination)}]
    if intent.trip_type == "one_way":
        found["one_way"] = True
    if intent.dates:
        found |= _said({"depart": _day(intent.dates.departure_date), "return_day": _day(intent.dates.return_date)})
    stays = [
        _said(
            {
                "place": one.location_code or one.destination,
                "arrive": _day(one.check_in),
                "leave": _day(one.check_out),
                "nights": one.number_of_nights,
            }
        )
        for one in intent.stays
        if one
    ]
    if any(len(one) > 1 for one in stays) and all("place" in one for one in stays):
        found["stops"] = stays
    return _said(found)


def _there_and_back(rows: list[dict[str, object]]) -> bool:
    if len(rows) > _PLAIN:
        return False
    return len(rows) == 1 or (rows[0]["destination"], rows[0]["origin"]) == (rows[1]["origin"], rows[1]["destination"])


def _leg(row: HostSegment | None) -> dict[str, object]:
    if row is None:
        return {}
    leg = {"origin": _place(row.origin), "destination": _place(row.destination), "day": _day(row.depart_date)}
    return _said(leg)


def _place(said: str | dict[str, object] | None) -> str | None:
    if isinstance(said, dict):
        return next((str(said[name]) for name in ("code", "name", "said") if said.get(name)), None)
    return said


def _day(day: Any) -> dict[str, str] | None:
    return {"day": day.isoformat()} if day else None


def _said(values: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not None}
