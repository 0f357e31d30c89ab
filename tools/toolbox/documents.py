"""The documents toolset: what each document still needs, and the making of what was ordered."""

import asyncio
import re
from collections.abc import Mapping

from pydantic import Field, JsonValue

from tripintent.state.acts import Outcome, Rejected
from tripintent.state.document import Document, of_kind
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.planning.gate import ACTIONS, Action, requirements
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.planning import PlanningPorts
from tripintent.tools.toolbox.base import Act, Arguments, NoArguments, Scene, tool
from tripintent.tools.toolbox.checklist import list_facts
from tripintent.tools.toolbox.days import planned_itinerary
from tripintent.tools.toolbox.facts import Facts
from tripintent.tools.toolbox.fares import fares_in_view, made_anew, patiently
from tripintent.tools.toolbox.itinerary import NO_PLANNER
from tripintent.tools.toolbox.own_bookings import trip_facts, with_passport
from tripintent.tools.toolbox.plan import itinerary_of, plan_facts, planned
from tripintent.tools.toolbox.purse import budget_facts


class DocumentStatus(Facts):
    """What one document has and misses. ``follow_up`` is the field to ask for first."""

    ready: bool
    made: bool = Field(description="it is there already")
    has: tuple[str, ...]
    missing: tuple[str, ...]
    assumed: Mapping[str, JsonValue]
    follow_up: str | None


class Requirements(Facts):
    """The status of all three documents."""

    checklist: DocumentStatus
    itinerary: DocumentStatus
    budget: DocumentStatus


@tool("documents", "READ")
async def requirements_status(scene: Scene, nothing: NoArguments) -> Facts:
    """Read what each document (checklist, itinerary, budget) has and still needs before it can be made.

    Call it when the traveller speaks of one of them, before create_documents.
    Returns: per document ready, has, missing, assumed, follow_up (the field to ask for first).
    """
    found, made = requirements(trip_facts(scene)), _made(scene)
    status = {
        one: DocumentStatus(
            ready=found[one].ready,
            made=made[one],
            has=found[one].has,
            missing=found[one].missing,
            assumed=found[one].assumed,
            follow_up=found[one].follow_up,
        )
        for one in ACTIONS
    }
    return Requirements(**status)


def _made(scene: Scene) -> dict[Action, bool]:
    budget = of_kind(scene.documents, Budget)
    return {
        "checklist": of_kind(scene.documents, Checklist) is not None,
        "itinerary": itinerary_of(scene).planned,
        "budget": budget is not None and budget.made,
    }


class Shown(Arguments):
    """The documents that are read; none: all that are made."""

    kinds: tuple[Action, ...] = ()


class Contents(Facts):
    """What the documents say, by kind."""

    documents: dict[str, JsonValue]
    not_made: tuple[Action, ...]


@tool("documents", "READ")
async def show_documents(scene: Scene, shown: Shown) -> Facts:
    """Read what the checklist, the itinerary and the budget say: items with ticks, days, parts, expenses.

    Call it before you speak of their content. Args: kinds; none: all. Returns: documents by kind; not_made.
    """
    made, kinds = _made(scene), shown.kinds or ACTIONS
    found: dict[str, JsonValue] = {}
    if (listed := of_kind(scene.documents, Checklist)) and "checklist" in kinds:
        found["checklist"] = list_facts(listed)
    if made["itinerary"] and "itinerary" in kinds:
        days = await plan_facts(scene, itinerary_of(scene))
        found["itinerary"] = days.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    if (budget := of_kind(scene.documents, Budget)) and "budget" in kinds:
        found["budget"] = budget_facts(budget)
    return Contents(documents=found, not_made=tuple(one for one in kinds if not made[one]))


class DocumentOrder(Arguments):
    """The documents that the traveller ordered."""

    kinds: tuple[Action, ...] = Field(min_length=1, max_length=3)
    ordered_by: str = Field(default="", max_length=400, description="the traveller's words that order it, exact")


@tool("documents", "WRITE")
async def create_documents(scene: Scene, order: DocumentOrder) -> Act:
    """Make checklist, itinerary (a plan of all days) or budget, when the traveller orders it in this message.

    Call it only on an order ('create the checklist', 'plan my days', 'yes' to your offer), never because all is known.
    Args: kinds; ordered_by: the words that order it, copied from the message.
    Returns: what was made. Ticks, own items, expenses and own entries of the one before stay.
    Raises: rejected for words that were not said, and for each kind that is not ready, with what is missing: ask for it.
    """
    if scene.planning is None:
        return Act(NO_PLANNER)
    if scene.said and not scene.planning.at_once and not _said(order.ordered_by, scene.said):
        why = "nothing is made unasked: copy the words of this message that order it; without such words offer it"
        return Act(Outcome.refused(why, "ordered_by"))
    status = requirements(trip_facts(scene))
    kinds: tuple[Action, ...] = tuple(dict.fromkeys(order.kinds))
    rejected = [
        Rejected(
            path=f"kinds[{order.kinds.index(one)}]",
            why=f"the {one} is not ready: ask for {', '.join(status[one].missing)}",
            candidates=status[one].missing,
        )
        for one in kinds
        if not status[one].ready
    ]
    ready: list[Action] = [one for one in kinds if status[one].ready]
    made = await asyncio.gather(*(_tried(scene, one, scene.planning) for one in ready))
    documents: dict[str, Document] = {}
    facts: dict[str, JsonValue] = {}
    for kind, act in zip(ready, made, strict=True):
        documents |= act.documents
        facts |= act.outcome.facts
        rejected += [
            one.model_copy(update={"path": f"kinds[{order.kinds.index(kind)}]"}) for one in act.outcome.rejected
        ]
    assumed = tuple(f"{field}: {value}" for one in ready for field, value in status[one].assumed.items())
    outcome = Outcome(
        ok=bool(documents), changed=tuple(documents), rejected=tuple(rejected), assumed=assumed, facts=facts
    )
    return Act(outcome, documents=documents)


def _said(quoted: str, said: str) -> bool:
    """Tell whether words were quoted as they were said; spaces, capitals and marks aside."""
    words, message = (" ".join(re.findall(r"\w+", text.casefold())) for text in (quoted, said))
    return bool(words) and f" {words} " in f" {message} "


async def _tried(scene: Scene, kind: Action, own: PlanningPorts) -> Act:
    """Make one document; one that fails never loses the others."""
    try:
        return await patiently(lambda: _make(scene, kind, own))
    except ToolError as refused:
        return Act(Outcome.refused(str(refused)))
    except Exception as error:  # noqa: BLE001 - whatever goes wrong with one document is said, and the others are made
        return Act(Outcome.refused(f"the {kind} could not be made ({type(error).__name__}): try again"))


async def _make(scene: Scene, kind: Action, own: PlanningPorts) -> Act:
    trip, facts = scene.trip, await with_passport(trip_facts(scene), scene.who, scene.ports.profiles)
    if kind == "checklist":
        listed = await made_anew(own.maker.checklist, scene, facts, of_kind(scene.documents, Checklist), own)
        return Act(Outcome(facts={"checklist": list_facts(listed)}), documents={kind: listed})
    if kind == "budget":
        budget = await made_anew(own.maker.budget, scene, facts, of_kind(scene.documents, Budget), own)
        return Act(Outcome(facts={"budget": budget_facts(budget)}), documents={kind: budget})
    if facts.first_day is None:
        return Act(Outcome.refused("days are written on dates: ask for the day of departure", "", ("dates",)))
    before = itinerary_of(scene)
    fares = await fares_in_view(trip, scene.ports, before)
    made, what = await planned_itinerary(trip, facts, before, own, fares)
    if not what.entries:
        return Act(Outcome.refused("no sights of these towns are known: edit_itinerary puts entries in by name"))
    after = made.model_copy(update={"version": before.version})
    told = (await plan_facts(scene, after)).model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    return planned(scene, after, Outcome(facts={"itinerary": told}), "itinerary")
