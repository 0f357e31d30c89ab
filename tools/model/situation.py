"""The situation: where everything stands, rendered anew for each call of a model, never stored; and the tools that make sense in it."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.document import TripDocuments
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.state.trip import TripIntent
from tripintent.tools.model.shortened import as_json, shortened
from tripintent.tools.toolbox.base import Tool
from tripintent.tools.toolbox.facts import TripStand
from tripintent.tools.toolbox.toolbox import tools

CARD = 600
"""Characters of a card on the screen that the situation repeats, in whole lines."""
MOST, WIDEST, FIRST = 22, 24_000, 6
"""Tools that are offered at once, characters of their schemas, and how many are offered however wide they are."""


def situation(
    stand: TripStand,
    trip: TripIntent,
    documents: TripDocuments,
    shown: Sequence[str] = (),
    more: Mapping[str, Any] | None = None,
    *,
    longest: int = 14_000,
    each_once: bool = False,
) -> str:
    """Return where a trip stands, as JSON between marks.

    ``shown`` are the cards that this turn put on the screen, ``more`` what else is known of the conversation: the ``menu`` of
    numbered answers that the last words offered, the language that the traveller writes. With ``each_once`` a flight or hotel that
    several options have is told once.
    """
    facts: dict[str, Any] = {
        "language": trip.request.language,
        "plan": _plan(trip),
        **(_each_once if each_once else dict)(stand.model_dump(mode="json")),
        **_documents(documents),
    }
    if shown:
        facts["on_the_screen"] = [_lines(text) for text in shown[-3:]]
    facts |= {name: value for name, value in (more or {}).items() if value}
    if len(as_json(facts)) > longest and "options" in facts:  # the list is a look away
        facts["options"] = [
            {name: one.get(name) for name in ("option", "number", "total", "best_at")} for one in facts["options"]
        ]
    return f"<situation>\n{shortened(facts, longest)}\n</situation>"


def _lines(text: str) -> str:
    """Return the first lines of a card, and how many more it has."""
    lines, room = text.splitlines(), CARD
    kept = [line for line in lines if (room := room - len(line) - 1) >= 0 or line is lines[0]]
    return "\n".join((*kept, *([f"(and {len(lines) - len(kept)} more lines)"] if len(kept) < len(lines) else [])))


def _each_once(facts: dict[str, Any]) -> dict[str, Any]:
    """Return the facts with each flight and hotel of the options in full once; where it is again, the option that has it."""
    had: dict[str, str] = {}
    for option in filter(None, (facts.get("chosen"), *facts.get("options", ()))):
        for kind in ("flights", "hotels"):
            parts = option.get(kind, ())
            known = {one["code"]: had[one["code"]] for one in parts if one["code"] in had}
            had |= {one["code"]: option["option"] for one in parts if one["code"] not in had}
            if known:
                again = [{"code": one["code"], "as_in_option": known.get(one["code"])} for one in parts]
                option[kind] = [one if one["as_in_option"] else part for one, part in zip(again, parts, strict=True)]
    return facts


def _plan(trip: TripIntent) -> dict[str, Any]:
    """Return what the traveller asked for so far: what the trip says, without what nobody said."""
    names = ("itinerary", "party", "preferences", "constraints", "requests", "wishes")
    known = trip.model_dump(mode="json", include=set(names), exclude_defaults=True)
    known.get("party", {}).pop("guests", None)  # the travellers stand beside the plan
    return known


def _documents(documents: TripDocuments) -> dict[str, Any]:
    found: dict[str, Any] = {}
    days, checklist, budget = (documents.get(one.kind) for one in (ItineraryDocument, Checklist, Budget))
    if isinstance(days, ItineraryDocument) and days.segments:
        found["days"] = f"{len(days.segments)} entries from {days.start_date} to {days.end_date}"
    if isinstance(checklist, Checklist):
        found["checklist"] = f"{len(checklist.items)} items, {sum(one.checked for one in checklist.items)} ticked"
    if isinstance(budget, Budget):
        found["budget"] = f"{budget.total_budget} {budget.currency}, {len(budget.expenses)} expenses"
    return found


Ready = Callable[[TripStand, TripDocuments], bool]


def _always(stand: TripStand, documents: TripDocuments) -> bool:
    del stand, documents
    return True


def _there(name: str) -> Ready:
    return lambda stand, _: name in stand.can


def _planned(_: TripStand, documents: TripDocuments) -> bool:
    days = documents.get(ItineraryDocument.kind)
    return isinstance(days, ItineraryDocument) and bool(days.segments)


def _plannable(stand: TripStand, documents: TripDocuments) -> bool:
    return not stand.missing or bool(stand.bookings) or _planned(stand, documents)


def _has(kind: str) -> Ready:
    return lambda _, documents: kind in documents


OFFERED: Mapping[str, Ready] = {
    "update_trip": _always,
    "list_options": _there("list_options"),
    "option_details": _there("option_details"),
    "choose": _there("choose"),
    "set_travellers": _always,
    "what_if": lambda stand, _: stand.options_in_all > 0 or bool(stand.bookings),
    "hold": _there("hold"),
    "request_purchase": _there("request_purchase"),
    "release_hold": _there("release_hold"),
    "quote_change": _there("quote_change"),
    "request_change": _there("request_change"),
    "quote_cancellation": _there("quote_cancellation"),
    "request_cancellation": _there("request_cancellation"),
    "add_traveller_to_booking": _there("add_traveller_to_booking"),
    "accept_airline_change": _there("accept_airline_change"),
    "plan_days": _plannable,
    "edit_itinerary": _always,
    "create_documents": _always,
    "show_documents": lambda _, documents: bool(documents),
    "edit_checklist": _has(Checklist.kind),
    "record_expense": _always,
    "correct_expense": _has(Budget.kind),
    "settle_up": _has(Budget.kind),
    "set_budget_part": _has(Budget.kind),
    "lookup": _always,
    "where_to": lambda stand, _: bool(stand.missing),
    "undo": _always,
    "convert_money": _always,
    "check_itinerary": _planned,
    "requirements_status": _always,
    "remove_traveller": lambda stand, _: bool(stand.travellers),
    "start_over": _always,
    "import_reservation": _always,
}
"""Our own model's tools, the most needed first, each with when it can do something. The designer's 23 are for hosts and MCP."""


def offered(stand: TripStand, documents: TripDocuments) -> list[Tool]:
    """Return the tools that can do something now, the most needed first."""
    known = {one.name: one for one in tools()}
    ready = [known[name] for name, when in OFFERED.items() if name in known and when(stand, documents)]
    room, chosen = WIDEST, list[Tool]()
    for one in ready[:MOST]:
        room -= len(json.dumps(as_function(one)))
        if room >= 0 or len(chosen) < FIRST:
            chosen.append(one)
    return chosen


def as_function(tool: Tool) -> dict[str, Any]:
    """Return a tool as chat models are told of it: why it may reject something, a rejection says itself."""
    told = re.split(r"\s+Raises: ", tool.description, maxsplit=1)[0]
    function = {"name": tool.name, "description": told, "parameters": tool.schema()}
    return {"type": "function", "function": function}
