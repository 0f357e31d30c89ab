"""follow: the plan of days, and documents that were made, follow a booking or hold that has changed; what people did to them stays."""

from collections.abc import Mapping
from typing import TypedDict

from langchain_core.messages import AnyMessage

from tripintent.nodes.planning.publish import document_names, money, reply, save, saved, saved_plan, unmade
from tripintent.nodes.planning.state import PlanningState
from tripintent.nodes.runtime import Run
from tripintent.nodes.view import newest_plan, plan_of_trip, segments_now
from tripintent.state.designer.itinerary import ItineraryDocument, itinerary_of
from tripintent.state.document import Document, TripDocuments, of_kind
from tripintent.state.money import Money
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.facts import TripFacts
from tripintent.state.planning.gate import Action, requirements
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.planning import ChangeRefused, PlanningPorts, Purchased, T
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.base import Scene
from tripintent.tools.toolbox.documents import DocumentOrder, create_documents
from tripintent.tools.toolbox.fares import made_for, purchased
from tripintent.tools.toolbox.own_bookings import known_facts, with_passport
from tripintent.tools.toolbox.purse import with_booked


class FollowUpdate(TypedDict, total=False):
    """Channels that ``follow`` updates."""

    documents: TripDocuments
    messages: list[AnyMessage]


async def follow(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> FollowUpdate:
    """Let the documents follow the trip; where the settings want no word for it, those that are ready now are made."""
    update = await _again(state, ports, own, run)
    have = {**(state.get("documents") or {}), **update.get("documents", {})}
    made = await _made_at_once(state["trip_intent"], have, ports, own, run) if own.at_once else {}
    return {**update, "documents": {**update.get("documents", {}), **made}} if made else update


async def _made_at_once(
    trip: TripIntent, have: TripDocuments, ports: Ports, own: PlanningPorts, run: Run
) -> TripDocuments:
    plan = itinerary_of({"documents": have})
    kinds = unmade(known_facts(trip, plan, ports.designer.atlas), have, plan)
    if not kinds:
        return {}
    scene = Scene(trip=trip, ports=ports, who=run.principal, documents=have, planning=own)
    act = await create_documents(scene, DocumentOrder(kinds=kinds))
    return {kind: await saved(plan, one, ports, own, run) for kind, one in act.documents.items()}


async def _again(state: PlanningState, ports: Ports, own: PlanningPorts, run: Run) -> FollowUpdate:
    """Put what is held and booked into the plan of days, and make checklist and budget again where they were made from other facts.

    Nothing is said where all stays as it was, and nothing of the plan: cards of the booking have told it.
    """
    trip, have = state["trip_intent"], state.get("documents")
    checklist, budget = of_kind(have, Checklist), of_kind(have, Budget)
    plan = await _followed(itinerary_of(state), trip, ports, run)
    renewed: dict[str, Document] = {} if plan is itinerary_of(state) else {plan.kind: plan}
    if checklist is None and budget is None:
        return {"documents": renewed} if renewed else {}
    bought = await purchased(trip, ports)
    facts = await with_passport(known_facts(trip, plan, ports.designer.atlas), run.principal, ports.profiles)
    language = trip.request.tag
    marks, status = made_for(trip, facts, bought), requirements(facts)
    said: dict[str, list[Action]] = {"followed": [], "followed_said": []}

    async def again(action: Action, document: T | None) -> None:
        if document is None or not status[action].ready or not _is_behind(document, facts, bought):
            return
        try:
            new = _renewed(document, facts, bought, own, language).model_copy(update=marks)
        except ChangeRefused:  # what was spent has no rate in the new money: the budget stays, and its currency says so
            return
        renewed[action] = await save(new, ports, own, run)
        if shown(new) != shown(document):
            said["followed" if document.made_for != bought.mark else "followed_said"].append(action)

    if budget is not None and not budget.made and (counts := with_booked(budget, trip, bought, ports.rates)) != budget:
        renewed["budget"] = await save(counts, ports, own, run)
    await again("checklist", checklist)
    await again("budget", budget)
    update: FollowUpdate = {"documents": renewed} if renewed else {}
    lines = _lines(said, renewed.get("budget"), own, language)
    return {**update, "messages": [reply(" ".join(lines), "planning")]} if lines else update


def _lines(said: Mapping[str, list[Action]], budget: Document | None, own: PlanningPorts, language: str) -> list[str]:
    """Return what is told: the documents that were made again, by the phrase that says why, and the new figures of the budget."""
    lines = [
        own.words.phrase(kind, {"documents": document_names(tuple(actions), own, language)}, language)
        for kind, actions in said.items()
        if actions
    ]
    if isinstance(budget, Budget) and "budget" in said["followed"]:
        lines.append(_figures(budget, own, language))
    return lines


async def _followed(plan: ItineraryDocument, trip: TripIntent, ports: Ports, run: Run) -> ItineraryDocument:
    """Return the plan of days with what is held and booked, saved; the same where it is so already."""
    if await segments_now(plan, trip, ports) == plan.segments:
        return plan
    newest = await newest_plan(plan, trip, ports, run)
    return (await saved_plan(newest, await plan_of_trip(newest, trip, ports), ports, run))[0]


def _is_behind(document: Checklist | Budget, facts: TripFacts, bought: Purchased) -> bool:
    """Tell whether a document was made of other facts, or before a booking. What was spent alone is no budget yet."""
    made = document.made if isinstance(document, Budget) else True
    return made and (document.made_for != bought.mark or document.made_from not in (None, facts.mark))


def _renewed(document: T, facts: TripFacts, bought: Purchased, own: PlanningPorts, language: str) -> T:
    """Return the document made again, with what people did to it."""
    if isinstance(document, Checklist):
        return own.editor.carried(document, own.maker.checklist(facts, bought, language))
    return own.editor.carried(document, own.maker.budget(facts, bought, language))


def shown(document: Checklist | Budget) -> object:
    """Return what people see of a document."""
    if isinstance(document, Checklist):
        return document.categories, document.notes
    return document.categories, document.total_budget, document.people, document.days, document.notes


def _figures(budget: Budget, own: PlanningPorts, language: str) -> str:
    facts = {
        name: money(Money(amount=amount, currency=budget.currency))
        for name, amount in (("paid", budget.paid), ("due", budget.due), ("free", budget.free))
    }
    return own.words.phrase("followed_figures", facts, language)
