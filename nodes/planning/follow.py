"""follow: documents that were made follow a booking or hold that has changed; what people did to them stays."""

from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.planning.make import purchased
from tripintent.nodes.planning.publish import save
from tripintent.nodes.planning.replying import document_names, money, reply
from tripintent.nodes.planning.state import PlanningState, budget_of, checklist_of
from tripintent.nodes.runtime import Run
from tripintent.state.designer.documents import TripDocuments
from tripintent.state.document import Document
from tripintent.state.money import Money
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.facts import facts_of
from tripintent.state.planning.gate import Action
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.ports.ports import Ports


class FollowUpdate(TypedDict, total=False):
    """What follow writes."""

    documents: TripDocuments
    messages: list[AnyMessage]


async def follow(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> FollowUpdate:
    """Make checklist and budget again where their bookings are others than those they were made for, and say so."""
    trip, checklist, budget = state["trip_intent"], checklist_of(state), budget_of(state)
    if checklist is None and budget is None:
        return {}
    bought = await purchased(trip, ports)
    facts, language = facts_of(trip, state["planning"].heard), trip.request.language
    update = {"trip_id": trip.trip_id, "made_for": bought.mark}
    renewed: dict[str, Document] = {}
    actions: list[Action] = []
    if checklist is not None and checklist.made_for != bought.mark:
        new = own.maker.checklist(facts, bought, language).model_copy(update=update)
        renewed["checklist"] = await save(own.editor.carried(checklist, new), ports, own, run)
        actions.append("checklist")
    if budget is not None and budget.made_for != bought.mark and facts.budget is not None:
        made = own.maker.budget(facts, bought, language).model_copy(update=update)
        renewed["budget"] = await save(own.editor.carried(budget, made), ports, own, run)
        actions.append("budget")
    if not renewed:
        return {}
    said = own.words.phrase("followed", {"documents": document_names(tuple(actions), own, language)}, language)
    told = renewed.get("budget")
    lines = [said[:1].upper() + said[1:], *([_figures(told, own, language)] if isinstance(told, Budget) else [])]
    return {"documents": renewed, "messages": [reply(" ".join(lines), "planning")]}


def _figures(budget: Budget, own: PlanningPorts, language: str) -> str:
    facts = {
        name: money(Money(amount=amount, currency=budget.currency))
        for name, amount in (("paid", budget.paid), ("due", budget.due), ("free", budget.free))
    }
    return own.words.phrase("followed_figures", facts, language)
