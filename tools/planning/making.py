"""The document maker: checklist and budget by rules, offline.

The checklist by rules: each item is there because a fact of this trip asks for it, and says so.
"""

from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Category, Checklist
from tripintent.state.planning.facts import TripFacts
from tripintent.tools.planning.budget_making import BudgetMaker
from tripintent.tools.planning.list_bag import children, clothes, things
from tripintent.tools.planning.list_papers import health, money, papers
from tripintent.tools.planning.list_way import arrange, journey
from tripintent.tools.planning.looked_up import LookedUp
from tripintent.tools.planning.wording import phrases
from tripintent.tools.ports.planning import Purchased, T, TripKnowledge
from tripintent.tools.ports.rates import Rates


class RuleMaker:
    """Makes documents from facts. The same facts give the same document."""

    def __init__(self, knowledge: TripKnowledge, rates: Rates) -> None:
        self._checklists, self._budgets = ChecklistMaker(knowledge), BudgetMaker(knowledge, rates)

    def checklist(self, facts: TripFacts, bought: Purchased, language: str) -> Checklist:
        """Return the checklist that fits this trip."""
        return self._checklists.make(facts, bought, language)

    def budget(self, facts: TripFacts, bought: Purchased, language: str) -> Budget:
        """Return where the money goes."""
        return self._budgets.make(facts, bought, language)


class RuleWording:
    """The words of the rules, unchanged: the wording without a model."""

    async def worded(self, document: T) -> T:
        """Return the document as it is."""
        return document


_SECTIONS = (papers, money, health, clothes, things, children, journey, arrange)
_ORDER = ("papers", "money", "health", "clothes", "things", "children", "journey", "todo")


class ChecklistMaker:
    """Makes checklists from facts and knowledge."""

    def __init__(self, knowledge: TripKnowledge) -> None:
        self._knowledge = knowledge

    def make(self, facts: TripFacts, bought: Purchased, language: str) -> Checklist:
        """Return the checklist of a trip, its items keyed."""
        words = phrases(language)
        trip = LookedUp(facts, bought, self._knowledge, words)
        wanted = list({one.key + one.suffix: one for section in _SECTIONS for one in section(trip)}.values())
        categories = tuple(
            Category(id="", key=name, category=words.text("checklist", name), items=items)
            for name in _ORDER
            if (items := tuple(trip.item(one) for one in wanted if one.category == name))
        )
        place = words.towns([town.name for town in facts.destinations])
        title = words.text("checklist", "title", place=place)
        unknown = [town.name for town, country in trip.towns if country is None]
        notes = (words.text("checklist", "unknown_place", place=words.listed(unknown)),) if unknown else ()
        return Checklist(title=title, categories=categories, notes=notes, language=words.code)
