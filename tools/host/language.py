"""The language port over a host's ``trip_requirements_extract`` and ``generate_followup_questions``."""

import logging
import re
from collections.abc import Mapping, Sequence
from datetime import date

from pydantic import JsonValue

from tripintent.state.exchange import intent_summary
from tripintent.state.frame import Frame
from tripintent.state.framing import built
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import SupplierError
from tripintent.tools.host.calling import HostCaller
from tripintent.tools.host.changes import changes_of
from tripintent.tools.host.fragments import FragmentReader
from tripintent.tools.host.shapes import Extraction, Followup
from tripintent.tools.ports.language import Ambiguity, HeardByHost, Language, ParseResult, ReadRequest
from tripintent.tools.ports.places import Places
from tripintent.tools.registry.arguments import ExtractArguments, ExtractContext, FollowupArguments, IntentSummary

EXTRACT, FOLLOWUP = "trip_requirements_extract", "generate_followup_questions"
_HISTORY, _LENGTH = 12, 300
_QUESTIONS = 3
"""Questions of the host's own that one turn asks at most."""
_LOG = logging.getLogger(__name__)
_SLOTS: tuple[tuple[re.Pattern[str], str], ...] = (
    (re.compile(r"segments\[0\]\.origin"), "origin"),
    (re.compile(r"segments\[\d+\]\.destination"), "visits"),
    (re.compile(r"segments\[0\]\.depart_date"), "depart"),
    (re.compile(r"segments\[1\]\.depart_date"), "return_"),
    (re.compile(r"travelers\.adults"), "adults"),
    (re.compile(r"lodging\.(?:stays\[\d+\]\.)?check_in"), "check_in"),
    (re.compile(r"lodging\.(?:stays\[\d+\]\.)?check_out"), "check_out"),
)
"""Paths in which a host says what it misses -> the slot to ask about."""


class HostLanguage:
    """Reads through the host. ``inner`` reads yes, no and side questions, words everything, and is in on failure.

    ``extracts`` and ``asks`` say which of the two tools the host answers.
    """

    def __init__(
        self, caller: HostCaller, inner: Language, places: Places, *, extracts: bool = True, asks: bool = True
    ) -> None:
        self._caller = caller
        self._inner = inner
        self._reader = FragmentReader(places)
        self._extracts = extracts
        self.asks = self._asks = asks

    async def extract(self, hearing: ReadRequest) -> ParseResult:
        """Read one message: slots from the host, stance and question from ``inner``."""
        inner = await self._inner.extract(hearing)
        if not self._extracts or not hearing.text.strip():
            return inner
        try:
            found = await self._caller.call(EXTRACT, _arguments(hearing), Extraction)
        except SupplierError as error:
            _LOG.warning("the host did not read the message (%s): the engine behind it did", error)
            return inner.model_copy(update={"fallback": f"host: {error.code}"})
        changes = self._reader.changes(found.trip_intent, hearing.frame)
        frame = hearing.frame.model_copy(update=changes)
        changed = tuple(name for name in changes if getattr(frame, name) != getattr(hearing.frame, name))
        doubts = _doubts(found.missing_required_fields, frame)
        asked = tuple(one for one in found.clarifying_questions if one)[:_QUESTIONS]
        read = {"frame": frame, "changed": changed, "doubts": doubts, "clarifying": asked, "engine": "host"}
        return inner.model_copy(update=read)

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


def _arguments(hearing: ReadRequest) -> ExtractArguments:
    return ExtractArguments(
        user_message=hearing.text,
        context=ExtractContext(
            today=hearing.today.isoformat(),
            current_intent=_summary(hearing.frame),
            conversation_history=tuple(said[:_LENGTH] for said in hearing.history[-_HISTORY:]),
        ),
    )


def _summary(frame: Frame) -> IntentSummary:
    """Return what is known, as tools are told it."""
    known = apply_patch(TripIntent(), Patch(merge=built(frame, {})))
    return IntentSummary.model_validate(intent_summary(known))


def _doubts(paths: Sequence[str], frame: Frame) -> tuple[Ambiguity, ...]:
    """Return the slots that are set and that the host misses all the same: they are asked about."""
    slots = dict.fromkeys(slot for path in paths for rule, slot in _SLOTS if rule.search(path))
    return tuple(Ambiguity(slot=slot, reason="unsure") for slot in slots if getattr(frame, slot) not in (None, ()))
