"""The planning's words: what is said of documents, money spent and facts, as one command and as operations."""

import re

from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.command import Command
from tripintent.state.planning.expenses import sharers_of
from tripintent.state.planning.facts import Heard, facts_of
from tripintent.tools.ports.planning import Beside, PlanningReader, TripKnowledge
from tripintent.tools.ports.reader import View

_SENTENCE = re.compile(r"(?<=[.!?;\n])\s+")
_LINK = re.compile(r",\s+|\s+(?:and|und|y|et|e|&)\s+")


class DocumentsReader:
    """Reads what is said of the documents; the same words are read once a message."""

    def __init__(self, reader: PlanningReader, knowledge: TripKnowledge, view: View, language: str) -> None:
        self._reader = reader
        self._knowledge = knowledge
        self._view = view
        self._language = language
        self._read: dict[str, Command] = {}
        budget = view.documents.get(Budget.kind)
        self._beside = Beside(
            today=view.today,
            has_checklist=isinstance(view.documents.get(Checklist.kind), Checklist),
            has_budget=isinstance(budget, Budget),
            has_expenses=isinstance(budget, Budget) and bool(budget.expenses),
            spent_on=tuple(one.what for one in budget.expenses if not one.settles)
            if isinstance(budget, Budget)
            else (),
            people=tuple(filter(None, sharers_of(budget))) if isinstance(budget, Budget) else (),
        )

    def command(self, text: str) -> Command:
        """Return what words say."""
        if text not in self._read:
            self._read[text] = self._reader.read(text, self._language, self._beside)
        return self._read[text]

    def places_in(self, text: str) -> bool:
        """Tell whether words name a place."""
        return bool(self._knowledge.places_in(text))

    def names_a_route(self, text: str) -> bool:
        """Tell whether words name more than one place."""
        return len(self._knowledge.places_in(text)) > 1

    def parts(self, text: str) -> list[Command]:
        """Return what each part of a message says; parts of a question are questions. Edits and money are whole sentences."""
        whole = self.command(text)
        parts = [part for part in _SENTENCE.split(text) if part.strip()]
        if not (whole.edits or whole.expenses or whole.strikes or whole.split or whole.repaid):
            parts = [part for sentence in parts for part in _LINK.split(sentence) if part.strip()]
        asks = "?" in text or bool(whole.topics)
        return [self.command(f"{part}?" if asks else part) for part in parts]

    def leaves_the_trip(self, text: str) -> bool:
        """Tell whether words for the planning say nothing of the trip: money spent, the list, a fact asked for elsewhere."""
        said = self.command(text)
        if (
            said.passport_until
            or said.expenses
            or said.strikes
            or said.split
            or said.repaid
            or said.edits
            or said.format == "json"
        ):
            return True
        if self._view.trip.working_memory.approval is not None:
            return True
        return bool(said.topics) and (self._elsewhere(text) or self._asks_alone(text))

    def _elsewhere(self, text: str) -> bool:
        """Tell whether a question is about a place that is none of the trip's: it is answered, and the trip stays as it is."""
        trip = facts_of(self._view.trip, Heard())
        mine = [*trip.destinations, *((trip.origin,) if trip.origin else ())]
        known = {self._knowledge.country_of(town) for town in mine}
        names = {town.name for town in mine}
        return bool(trip.destinations) and any(
            town.country not in known or (town.code and town.name not in names)
            for town in self._knowledge.places_in(text)
        )

    def _asks_alone(self, text: str) -> bool:
        """Tell whether a message about a known trip asks facts and nothing else: a question changes no trip."""
        known = bool(facts_of(self._view.trip, Heard()).destinations)
        return known and all(said.topics and not said.trigger for said in self.parts(text))

    def says_nothing_else(self, text: str) -> bool:
        """Tell whether every part of a message asks a fact, makes a document by its name or works on one.

        Beside an approval that waits nothing is read into the trip: what is more than that, a yes above all, is the booking's.
        """
        if self.command(text).format == "json":
            return True
        parts = self.parts(text)
        return bool(parts) and all(map(_planning_alone, parts))


def without_amounts(text: str, said: Command) -> str:
    """Return the words without those for own amounts: what is set aside for food is no limit of the trip."""
    for one in said.amounts:
        text = text.replace(one.words, "")
    text = text.strip(" ,;.!")
    return text if _MEANING.search(text) else ""


_MEANING = re.compile(r"[^\W_]{4,}|\d")
"""Less than a longer word or a number says nothing about a trip: "and", "ok", "pls"."""


def _planning_alone(said: Command) -> bool:
    """Tell whether one part of a message is the planning's: a bare word to go ahead never is, and the days are the designer's to show."""
    return bool(
        set(said.mentioned) - {"itinerary"}
        or said.edits
        or said.expenses
        or said.strikes
        or said.split
        or said.repaid
        or said.budget_question
        or set(said.topics) - {"booked", "missing"}
    )
