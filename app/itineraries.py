"""The itinerary of a conversation for commands, endpoints and other programs: read it, run one of its tools, import, undo."""

import asyncio
from collections.abc import Mapping

from pydantic import JsonValue

from tripintent.app.document import published_plan
from tripintent.app.errors import SessionError
from tripintent.app.session import Session
from tripintent.nodes.view import mirrored, segments_now, with_segments
from tripintent.state.caps import PLANNED
from tripintent.state.designer import history
from tripintent.state.designer.checks import Finding, check, with_free_times
from tripintent.state.designer.history import committed
from tripintent.state.designer.importing import match_score, taken_in, verdict
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.outcomes import EditRefusal
from tripintent.state.patch import Patch, apply_patch
from tripintent.tools.errors import ImportRefused
from tripintent.tools.imports.jobs import TOO_MANY
from tripintent.tools.ports.designer import Envelope, PlanNow
from tripintent.tools.ports.documents import VersionConflict

TRIES = 3


class Itineraries:
    """Itineraries over a session. Every write is one version and one step to undo; the conversation takes it up by itself."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._ports = session.ports

    async def read(self, thread: str) -> ItineraryDocument:
        """Return the newest itinerary of a conversation; an empty one before the first. Raises SessionError."""
        trip = await self._session.trip(thread)
        owner = self._session.principal(thread)
        found = await self._ports.documents.get(owner, trip.trip_id, ItineraryDocument)
        return found or ItineraryDocument(trip_id=trip.trip_id)

    async def published(self, thread: str) -> dict[str, object]:
        """Return the newest itinerary with the profile of its trip, as others read it. Raises SessionError."""
        return published_plan(await self.shown(thread), await self._session.trip(thread))

    async def shown(self, thread: str) -> ItineraryDocument:
        """Return the newest itinerary with what is held and booked at this moment: a hold may be gone since it was stored."""
        document, trip, ports = await self.read(thread), await self._session.trip(thread), self._session.acting(thread)
        now = mirrored(trip, await ports.desk.ledger_status(trip.ledger_id))
        standing = apply_patch(trip, Patch(by="view", merge={"working_memory": now}))
        return with_segments(document, await segments_now(document, standing, ports))

    async def run(self, thread: str, tool: str, arguments: Mapping[str, JsonValue] | str) -> Envelope:
        """Run one of the 23 tools. What is wrong with the call is in the envelope."""
        for _ in range(TRIES):
            before = await self.read(thread)
            plan = PlanNow(before, self._ports.clock.now().date(), "user")
            run = await self._ports.designer.tools.run(tool, arguments, plan)
            if await self._saved(thread, before, run.document, tool):
                return run.envelope
        raise SessionError("the itinerary is being changed elsewhere: try again", "busy")

    async def step(self, thread: str, what: str) -> ItineraryDocument:
        """Undo or redo one change. Raises SessionError when no change is left."""
        before = await self.read(thread)
        now = self._ports.clock.now().isoformat()
        outcome = history.undo(before, now) if what == "undo" else history.redo(before, now)
        if isinstance(outcome, EditRefusal):
            raise SessionError(outcome.message, "nothing_to_undo" if what == "undo" else "nothing_to_redo")
        await self._store(thread, outcome.document)
        return outcome.document

    async def take_in(self, thread: str, content: str | bytes, *, anyway: bool = False) -> dict[str, object]:
        """Import a mail, a calendar, a boarding pass, JSON or a PDF: what is new, what was known, what was odd, how well it fits.

        Raises SessionError for what cannot be read, and while another import of the same person is read.
        What does not clearly fit the trip (``verdict`` "ask" or "new") is written only ``anyway``: then somebody said so.
        """
        await self.read(thread)  # whose it is comes before what it costs
        designer, today = self._ports.designer, self._ports.clock.now().date()
        try:
            read = await designer.imports.read(content, today, self._session.principal(thread))
        except ImportRefused as error:
            raise SessionError(str(error), "busy" if error.code == "busy" else "unreadable") from error
        before = await self.read(thread)
        if TOO_MANY in read.warnings or len(before.segments) + len(read.segments) > PLANNED:
            raise SessionError(
                f"a plan holds up to {PLANNED} things: import fewer at a time, or remove some", "too_much"
            )
        score = match_score(before, read.segments, designer.atlas) if read.segments else 1.0
        fits: dict[str, object] = {"match": score, "verdict": verdict(score), "warnings": list(read.warnings)}
        if fits["verdict"] != "add" and not anyway:
            return {"added": [], "known": [], **fits}
        result = await asyncio.to_thread(taken_in, before, read.segments, designer.new_id)
        if not await self._saved(thread, before, result.document, "import"):
            raise SessionError("the itinerary is being changed elsewhere: try again", "busy")
        odd = [*read.warnings, *result.odd]
        return {"added": list(result.added), "known": list(result.known), **fits, "warnings": odd}

    async def check(self, thread: str) -> tuple[Finding, ...]:
        """Return what is wrong with the plan, the severe first."""
        shown, atlas = await self.shown(thread), self._ports.designer.atlas
        return with_free_times(shown, check(shown, atlas), atlas)

    async def _saved(self, thread: str, before: ItineraryDocument, after: ItineraryDocument, label: str) -> bool:
        written = committed(before, after, label, self._ports.clock.now().isoformat())
        if written is before:
            return True
        try:
            await self._store(thread, written)
        except VersionConflict:
            return False
        return True

    async def _store(self, thread: str, document: ItineraryDocument) -> None:
        if not document.trip_id:
            told = "the first message of this conversation was cut off before its trip began: send it once more, then do this again"
            raise SessionError(told, "no_document")
        await self._ports.documents.save(self._session.principal(thread), document, document.version - 1)
