"""Which system each part of a message is for: by what the readers of the rules made of its words."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from tripintent.state.concierge.front import System
from tripintent.state.derived import selected_bundle, shown_ranking
from tripintent.state.designer.durations import usual_duration
from tripintent.state.designer.itinerary import DAY_PLAN, ItineraryDocument
from tripintent.state.designer.operations import (
    AddThing,
    Ask,
    Operation,
    TakePlace,
    WhereTo,
    changes_days,
    names_a_town,
)
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.command import Command
from tripintent.tools.language.rules.days import DaysReader
from tripintent.tools.language.rules.documents import DocumentsReader
from tripintent.tools.ports.attractions import Attraction
from tripintent.tools.ports.itinerary_reader import DesignReading
from tripintent.tools.ports.reader import View
from tripintent.tools.routing.systems import system_of
from tripintent.tools.sights import sight_named

MAKES = (
    "create", "make", "generate", "build", "erstell", "mach", "crea", "cree", "haz", "fais", "faz", "cria", "fai", "fall"
)  # fmt: skip
"""Beginnings of the words that make something: a bare yes belongs to whoever asked last."""
_AMOUNT = re.compile(r"\d")
_SENTENCE = re.compile(r"[^.!?;\n]+[.!?;\n]*\s*")
_AND = r"(?:and|but|also|und|aber|y|pero|et|mais|e|ma|mas)"
_LINK = re.compile(rf"(?:,|\s[-–—])\s+(?:{_AND}\s+)?|\s+{_AND}\s+")
_WORDS = 2
"""Fewer words ("ok", "hi there") are no part of their own."""
Share = tuple[System, str]
Acts = Callable[[str], bool]


class Chooser(NamedTuple):
    """Chooses the systems for one message."""

    text: str
    view: View
    days: DaysReader
    documents: DocumentsReader
    sights: Callable[[], Sequence[Attraction]]
    acts: Acts

    def shares(self) -> list[Share]:
        """Return the systems that answer with the words that each of them answers, in their order."""
        text = self.text
        chosen = self._about_where_to()
        if chosen == "DESIGNER" and self._chooses_and_books():
            return [("DESIGNER", text), ("BOOKING", text)]
        system: System = chosen or system_of(text, self.view.system)
        if system == "BOOKING" and self._about_the_plan():
            system = "DESIGNER"
        elif system == "DESIGNER" and self.view.trip.itinerary.segments and self._heard().journey:
            system = "BOOKING"
        if self.view.trip.working_memory.approval is not None:
            return [("PLANNING" if self.documents.says_nothing_else(text) else system, text)]
        if not self._for_the_planning():
            return [(system, text)]
        return [("PLANNING", text)] if self.view.system == "DESIGNER" else self._parted()

    def _heard(self) -> DesignReading:
        return self.days.read(self.days.hearing(self.text, self.view))

    def _about_where_to(self) -> System | None:
        """Return who answers somebody who does not know where to go; None for words that are about something else.

        The designer proposes towns and takes the choice; with a town of the traveller's own the booking goes on.
        """
        trip, talk = self.view.trip, self.view.talk
        wm = trip.working_memory
        if wm.approval is not None or wm.quotes or (trip.frame.visits and talk.taken is None):
            return None
        hearing = self.days.hearing(self.text, self.view)
        reading = self.days.read(hearing)
        if any(isinstance(operation, WhereTo | TakePlace) for operation in reading.operations):
            return "DESIGNER"
        if hearing.where is None:
            return None
        if hearing.bound:  # what no plan of days knows is the booking's: rooms, people, bags
            return None if reading.operations else "BOOKING"
        if any(names_a_town(operation) for operation in reading.operations):
            return "BOOKING"
        return system_of(self.text, "DESIGNER")

    def _chooses_and_books(self) -> bool:
        """Tell whether words take one of the towns that were proposed and ask to search: "the first, and book a flight"."""
        return bool(self.view.talk.places and "?" not in self.text) and system_of(self.text, "DESIGNER") == "BOOKING"

    def _about_the_plan(self) -> bool:
        """Tell whether words change entries of the days that are planned: a show on Thursday moves no departure.

        Only what the words themselves name counts, and never what was bought. While an approval waits they are the booking's.
        """
        trip, document = self.view.trip, self.view.plan
        own = frozenset(s.id for s in document.live if s.source != "booking")
        if trip.working_memory.approval is not None or system_of(self.text, "DESIGNER") == "BOOKING":
            return False
        if not own and not (document.destinations and document.start_date):
            return False
        named = replace(self.view, talk=self.view.talk.model_copy(update={"spoken_of": ()}))
        read = self.days.read(self.days.hearing(self.text, named))
        alone = len(read.operations) == 1
        asks = any(isinstance(operation, Ask) and operation.about == "segment" for operation in read.operations)
        flights = any(s.type == "FLIGHT" for s in document.live if s.id in own)
        if asks and flights and not read.journey and not trip.working_memory.quotes:
            return True  # "when is my flight?" means the plan's own while no other was found
        for operation in read.operations:
            if self._fits_a_day(operation, document, alone=alone) or (own and changes_days(operation, own)):
                return True
        return False

    def _fits_a_day(self, operation: Operation, document: ItineraryDocument, *, alone: bool) -> bool:
        """Tell whether something to add is a sight of the trip's towns, or of a kind that days are made of, on a day of the trip.

        Said without a word of adding it counts ``alone`` and with its time: a meeting at nine may be why a flight is to be early.
        """
        if not isinstance(operation, AddThing) or operation.meeting or not document.start_date:
            return False
        day, last = operation.when.day or "", document.end_date or document.start_date
        if not document.start_date <= day <= last or not (operation.asked or (alone and operation.when.start)):
            return False
        if usual_duration(operation.name).confidence != "low":
            return True
        return sight_named(operation.name, self.sights()) is not None

    def _for_the_planning(self) -> bool:
        """Tell whether words are for the planning: they name a document, work on one, or answer its offer."""
        notes, command, text = self.view.notes, self.documents.command(self.text), self.text
        named = {*(command.actions or ()), *command.mentioned}
        has = self.view.documents
        if "missing" in command.topics and not (notes.pending or isinstance(has.get(Checklist.kind), Checklist)):
            # what the search lacks is the booking's
            command = command.model_copy(update={"topics": tuple(one for one in command.topics if one != "missing")})
        asks = self._asks_fact(command) or bool(notes.spoken and command.topics)
        last = self.view.system
        if last == "DESIGNER" and (self.view.plan.destinations or self.view.plan.segments):
            # "make it now" is said to the plan that is being talked into shape
            ready = notes.status.get("itinerary")
            bare = command.trigger and ready is not None and ready.ready and self._ours_to_plan()
            return (
                bool(named - {"itinerary"})
                or (bool(named) and bare)
                or (asks and "?" in text and not {"distance", "missing"} & set(command.topics))
            )
        if named == {"itinerary"}:
            ready = notes.status.get("itinerary")
            return last == "PLANNING" or (command.trigger and ready is not None and ready.ready)
        if named == {"budget"} and not command.actions and _AMOUNT.search(text) and last == "BOOKING":
            named = set()  # "budget 2500 dollars" limits what is searched for; it asks for no document
        if named or self._works_on_documents(command) or self._answers_for_a_document():
            return True
        if command.trigger or command.loose:
            waits = bool(notes.offered or notes.pending or command.both)
            return waits and (command.both or last == "PLANNING" or any(word in text.casefold() for word in MAKES))
        return asks or (bool(command.interests) and (last == "PLANNING" or command.likes))

    def _answers_for_a_document(self) -> bool:
        """Tell whether words answer what the planning asked for a document, where no flights were looked for yet."""
        trip, waits = self.view.trip, bool(self.view.notes.pending) and self.view.system == "PLANNING"
        looked = shown_ranking(trip) is not None or bool(trip.working_memory.quotes or trip.working_memory.bookings)
        return waits and not looked and "?" not in self.text and not self.acts(self.text)

    def _works_on_documents(self, command: Command) -> bool:
        beside = self.view.system == "PLANNING"
        return bool(
            command.edits
            or ((command.expenses or command.strikes) and (beside or self.view.documents))
            or command.split
            or command.repaid
            or command.passport_until
            or (command.amounts and (beside or isinstance(self.view.documents.get(Budget.kind), Budget)))
            or command.budget_question
            or command.unknown_actions
        )

    def _asks_fact(self, said: Command) -> bool:
        """Tell whether a fact is asked for that is the planning's to tell: the booking tells what is booked, and what its options hold."""
        asked, trip, last = set(said.topics), self.view.trip, self.view.system
        places = self.documents.places_in(self.text)
        if last != "PLANNING":
            shows = last == "BOOKING" and (shown_ranking(trip) or trip.working_memory.selected.flight_option_ids)
            asked -= {"booked", "baggage", *(() if places else ("distance",))} if shows else {"booked"}
        return asked in ({"baggage"}, {"missing"}) or bool(asked and (trip.frame.visits or places))

    def _ours_to_plan(self) -> bool:
        """Tell whether the days hold nothing yet, or what a day plan wrote before."""
        return not self.view.plan.segments or DAY_PLAN in self.view.plan.metadata

    def _parted(self) -> list[Share]:
        """Return who answers which part of words that ask a fact or work on a document, in the order of the words.

        An order goes last, and with it the question that it leads to ("shall I hold it?"): nothing it does changes a fact.
        """
        if self.documents.command(self.text).passport_until and not self.acts(self.text):
            return [("PLANNING", self.text)]  # "is that OK?" is asked of the passport
        parts: list[Share] = [(owner, said) for said, owner in self._owned() if said.strip()]
        by_owner: dict[System, str] = {}
        for owner, said in parts:
            by_owner[owner] = f"{by_owner[owner]} {said.strip(' ,')}" if owner in by_owner else said.strip(" ,")
        if "BOOKING" not in by_owner or "PLANNING" not in by_owner:
            return [("PLANNING", self.text)]
        order = sorted(by_owner, key=lambda owner: owner == "BOOKING") if self.acts(by_owner["BOOKING"]) else by_owner
        return [(owner, by_owner[owner]) for owner in order]

    def _owned(self) -> Iterator[tuple[str, System]]:
        """Yield the parts of a message with whom they belong to; what only leads to a part goes with it."""
        lead, asked, last = "", bool(self.documents.command(self.text).topics), ""
        for sentence in _SENTENCE.findall(self.text):
            asks = "?" in sentence
            said = self.documents.command(sentence)
            one_matter = bool(said.edits or said.expenses or said.strikes or said.split or said.repaid or said.amounts)
            pieces = [sentence] if one_matter else list(_pieces(sentence))
            owners: list[System] = []
            for piece in pieces:
                read = self.documents.command(f"{piece}?" if asked else piece)
                # what follows a question of fact belongs to it
                ours = _is_ours(read) or ("PLANNING" in owners and not self.acts(piece))
                goes_on = last == "BOOKING" and not asks
                owners.append("PLANNING" if ours else "BOOKING" if goes_on else self._theirs(piece, asks=asks))
                last = owners[-1]
            for run in (list(one) for _, one in groupby(range(len(pieces)), key=owners.__getitem__)):
                whole = lead + "".join(pieces[n] for n in run)
                if len(whole.split()) < _WORDS and not self.acts(whole):
                    lead = whole
                    continue
                yield whole, owners[run[0]]
                lead = ""

    def _theirs(self, piece: str, *, asks: bool) -> System:
        """Return the booking for what acts, names a route, asks about what it shows, or says something of a trip that it knows."""
        if self.acts(piece) or (not asks and self.documents.names_a_route(piece)):
            return "BOOKING"
        trip = self.view.trip
        sees = (
            shown_ranking(trip) is not None or selected_bundle(trip) is not None or bool(trip.working_memory.bookings)
        )
        return "BOOKING" if (sees if asks else bool(trip.frame.visits)) else "PLANNING"


def _pieces(sentence: str) -> Iterator[str]:
    """Yield the parts of a sentence with the marks and joining words before them."""
    start = 0
    for link in _LINK.finditer(sentence):
        yield sentence[start : link.start()]
        start = link.start()
    yield sentence[start:]


def _is_ours(said: Command) -> bool:
    return bool(
        said.topics or said.mentioned or said.actions or said.edits or said.expenses or said.strikes or said.split
        or said.repaid or said.amounts or said.budget_question or said.passports or said.diet or said.interests or said.unknown_actions
    )  # fmt: skip
