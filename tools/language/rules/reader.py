"""The rules as one reader: who each part of a message is for, then each part by the reader of its system."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from tripintent.state.designer.operations import WRITES
from tripintent.state.operations import Ask, Search
from tripintent.state.planning.operations import Traveller, operations_of
from tripintent.state.questions import asked_for_details
from tripintent.state.reading import SYSTEM_OF, Operation, Part, Reading
from tripintent.tools.language.rules.days import DaysReader
from tripintent.tools.language.rules.documents import DocumentsReader, without_amounts
from tripintent.tools.language.rules.journey import JourneyReader, JourneySaid
from tripintent.tools.language.rules.systems import Chooser, Share
from tripintent.tools.ports.attractions import Attraction, Attractions
from tripintent.tools.ports.language import Language
from tripintent.tools.ports.planning import PlanningReader, TripKnowledge
from tripintent.tools.ports.reader import View
from tripintent.tools.sights import sights_of

GO_ON = frozenset(
    {
        "USER_REQUEST_HOLD",
        "USER_WANTS_PURCHASE",
        "USER_REJECTS",
        "USER_RETRIES",
        "USER_RELEASES_HOLD",
        "USER_CANCELS_BOOKING",
    }
)
"""What words can mean for a booking; at a desk nothing else of it is heard in them."""
LONGEST = 4000
"""Characters of a message that are read for the journey; what is longer was pasted."""


class _Read(NamedTuple):
    part: Part
    said: JourneySaid = JourneySaid()
    unread: str = ""


@dataclass(frozen=True)
class RulesReader:
    """Reads by rules; the journey by its ``language``, which may be a host's own."""

    language: Language
    journey: JourneyReader
    days: DaysReader
    documents: PlanningReader
    knowledge: TripKnowledge
    attractions: Attractions | None

    def speaking(self, language: Language) -> "RulesReader":
        """Return the reader over another language engine: a host's own."""
        return replace(self, language=language, journey=self.journey.speaking(language))

    async def read(self, text: str, view: View) -> Reading:
        """Read one message. What takes time runs in a thread: a stranger's words may be long, and others' turns go on."""
        language = await self.language.detect(text, view.language or None)
        view = replace(view, language=language)
        documents = DocumentsReader(self.documents, self.knowledge, view, language)
        once = replace(self, days=self.days.once())
        return await once.parts_of(text, view, documents)

    async def parts_of(self, text: str, view: View, documents: DocumentsReader) -> Reading:
        """Return what each system's part of a message says; ``view`` has the language of the words."""
        shares = await self._shares(text, view, documents)
        parts: list[_Read] = []
        for system, words in shares:
            parts.append(
                await self._of_days(words, view)
                if system == "DESIGNER"
                else await self._of_documents(words, view, documents)
                if system == "PLANNING"
                else await self._of_journey(words, view)
            )
        heard = [] if view.desk else operations_of(await asyncio.to_thread(documents.command, text), text)
        return _reading(text, view.language, parts, [one for one in heard if isinstance(one, Traveller)])

    async def _shares(self, text: str, view: View, documents: DocumentsReader) -> Sequence[Share]:
        if view.alone is not None:
            return [(view.alone, text)]
        if view.desk:
            return [("BOOKING", text)] if await asyncio.to_thread(self.goes_on, text, view) else []
        loop = asyncio.get_running_loop()

        def sights() -> Sequence[Attraction]:
            return asyncio.run_coroutine_threadsafe(sights_of(view.plan, self.attractions), loop).result()

        def acts(words: str) -> bool:
            return bool(self.journey.acts_in(words, view))

        return await asyncio.to_thread(Chooser(text, view, self.days, documents, sights, acts).shares)

    def goes_on(self, text: str, view: View) -> bool:
        """Tell whether words at a desk go on with a booking that began there: the people it asked for, a no, a wish to buy or cancel."""
        wm = view.trip.working_memory
        if wm.selected.bundle_id is None and not wm.bookings:
            return False
        if any(one.type in GO_ON for one in self.journey.desk_acts_in(text, view)):
            return True
        return asked_for_details(view.trip) and "?" not in text and self.journey.names_people(text, view)

    async def _of_journey(self, text: str, view: View) -> _Read:
        if len(text) > LONGEST:
            return _Read(Part(system="BOOKING", text=text, operations=(Search(),)))
        said = await self.journey.read(text, view)
        if said.left and (days := await self._for_the_days(text, view)):
            return days
        more = any(SYSTEM_OF.get(type(one)) == "BOOKING" for one in said.operations)
        if said.left and not said.operations:
            return _Read(Part(system="BOOKING", text=text), said)
        search = () if more else (Search(text=text),)
        return _Read(Part(system="BOOKING", text=text, operations=(*said.operations, *search)), said)

    async def _for_the_days(self, text: str, view: View) -> _Read | None:
        """Return the words as the plan of days has them, where they add or change something there."""
        if view.alone is not None or view.trip.working_memory.approval is not None:
            return None
        reading = await asyncio.to_thread(self.days.read, self.days.hearing(text, view))
        writes = [one for one in reading.operations if isinstance(one, WRITES)]
        return _Read(Part(system="DESIGNER", text=text, operations=reading.operations)) if writes else None

    async def _of_documents(self, text: str, view: View, documents: DocumentsReader) -> _Read:
        command = await asyncio.to_thread(documents.command, text)
        said, words = JourneySaid(), without_amounts(text, command) if command.amounts else text
        if words and len(text) <= LONGEST and not await asyncio.to_thread(documents.leaves_the_trip, text):
            said = await self.journey.read(words, view)
        facts = tuple(one for one in said.operations if not (isinstance(one, Ask) and one.request.kind == "note"))
        operations: tuple[Operation, ...] = (*operations_of(command, text), *facts)
        return _Read(Part(system="PLANNING", text=text, operations=operations), said)

    async def _of_days(self, text: str, view: View) -> _Read:
        hearing = self.days.hearing(text, view)
        reading = await asyncio.to_thread(self.days.read, hearing)
        operations = self.days.operations(hearing, reading, view.talk)
        words, frame = self.days.journey_words(operations, view, text)
        said = JourneySaid()
        if words and len(words) <= LONGEST:
            said = await self.journey.facts(words, replace(view, frame=frame))
        whole: tuple[Operation, ...] = (*operations, *said.operations)
        part = Part(system="DESIGNER", text=text, operations=whole)
        return _Read(part, said._replace(left=()), reading.unread)  # a day that is none of the journey is the plan's


def _reading(text: str, language: str, read: Sequence[_Read], heard: Sequence[Operation]) -> Reading:
    whole = JourneySaid()
    for one in read:
        whole = whole.then(one.said)
    parts = [one.part for one in read]
    if heard and parts and not any(type(one) in map(type, heard) for part in parts for one in part.operations):
        first = parts[0]
        parts[0] = first.model_copy(update={"operations": (*first.operations, *heard)})
    return Reading(
        text=text,
        language=whole.language or language,
        parts=tuple(one for one in parts if one.operations or not (whole.left and one.system == "BOOKING")),
        unread=" ".join(one.unread for one in read if one.unread),
        left=whole.left,
        clarifying=whole.clarifying,
        engine=whole.engine,
        fallback=whole.fallback,
        use=whole.use,
    )
