"""The document maker: checklist and budget by rules, offline."""

from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.facts import TripFacts
from tripintent.tools.planning.budget_making import BudgetMaker
from tripintent.tools.planning.checklist_making import ChecklistMaker
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
