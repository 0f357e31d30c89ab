"""The language port over a host's ``trip_requirements_extract`` and ``generate_followup_questions``."""

import logging
from collections.abc import Mapping, Sequence
from datetime import date

from pydantic import JsonValue

from tripintent.state.exchange import intent_summary
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import SupplierError
from tripintent.tools.host.calling import HostCaller
from tripintent.tools.host.changes import changes_of
from tripintent.tools.host.shapes import Extraction, Followup
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
