"""The tools that a model is offered: those that can do something now, by the stage of the trip, in one small request.

The rest is a call of ``more_tools`` away; whatever was called in the last turns stays at hand.
"""

import json
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.document import TripDocuments
from tripintent.state.planning.budget import Budget
from tripintent.state.planning.checklist import Checklist
from tripintent.tools.toolbox.base import Tool
from tripintent.tools.toolbox.facts import TripStand
from tripintent.tools.toolbox.more import DRAWERS, MORE
from tripintent.tools.toolbox.toolbox import by_name

MOST, WIDEST = 15, 12_000
"""Tools that are offered at once, and characters of what a model is told of them all."""

STAGES: Sequence[tuple[str, Callable[[TripStand], bool], tuple[str, ...]]] = (
    ("held", lambda now: bool(now.held or now.card), (
        "request_purchase", "decline_card", "release_hold", "set_travellers", "what_if", "option_details", "choose", "undo")),
    ("chosen", lambda now: now.chosen is not None, (
        "set_travellers", "hold", "request_purchase", "what_if", "option_details", "choose", "undo")),
    ("options", lambda now: now.options_in_all > 0, (
        "list_options", "option_details", "choose", "set_travellers", "what_if", *DRAWERS["booked"], "undo")),
    ("booked", lambda now: "request_change" in now.can, (
        "what_if", *DRAWERS["booked"], "lookup", "plan_days", "create_documents", "undo")),
    ("before", lambda _: True, (
        "set_travellers", "what_if", "where_to", "lookup", "convert_money", "import_reservation", "undo")),
)  # fmt: skip
"""The stages of a trip, the first that holds, each with what is most needed in it."""

Ready = Callable[[TripStand, TripDocuments], bool]


def _can(name: str) -> Ready:
    return lambda now, _: name in now.can


def _planned(_: TripStand, documents: TripDocuments) -> bool:
    days = documents.get(ItineraryDocument.kind)
    return isinstance(days, ItineraryDocument) and days.planned


def _kept(kind: str) -> Ready:
    return lambda _, documents: kind in documents


READY: Mapping[str, Ready] = {
    **{name: _can(name) for name in (*DRAWERS["options"], *DRAWERS["booked"])},
    "what_if": lambda now, _: not now.missing or now.options_in_all > 0 or bool(now.bookings),
    "remove_traveller": lambda now, _: bool(now.travellers),
    "where_to": lambda now, _: bool(now.missing),
    "plan_days": lambda now, documents: not now.missing or bool(now.bookings) or _planned(now, documents),
    "check_itinerary": _planned,
    "show_documents": lambda _, documents: bool(documents),
    "edit_checklist": _kept(Checklist.kind),
    "correct_expense": _kept(Budget.kind),
    "settle_up": _kept(Budget.kind),
    "set_budget_part": _kept(Budget.kind),
}  # fmt: skip
"""Tools that can do something only at times, and when; every other one always can."""


def offered(
    now: TripStand, documents: TripDocuments, lately: Sequence[Mapping[str, Any]] = (), toolsets: Collection[str] = ()
) -> list[Tool]:
    """Return the tools that are offered: the trip's, what was asked for or called ``lately``, the stage's, then what has room."""
    tools, chosen, room = by_name(), list[Tool](), WIDEST - len("[]")
    first = ("update_trip", MORE, *_opened(lately))
    stage = next(names for _, holds, names in STAGES if holds(now))
    rest = (name for names in DRAWERS.values() for name in names)
    for name in dict.fromkeys((*first, *stage, *rest)):
        able = name not in READY or READY[name](now, documents)
        if not able or (toolsets and tools[name].toolset not in toolsets) or len(chosen) == MOST:
            continue
        size = len(_written(tools[name])) + len(",")
        if size <= room:
            chosen.append(tools[name])
            room -= size
    return chosen


def _opened(lately: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    """Yield the drawers that were asked for, and the tools that were called, the newest first."""
    for call in lately:
        asked = [str(one) for one in (call.get("args") or {}).values()] if call["name"] == MORE else ()
        yield from (name for drawer, names in DRAWERS.items() if drawer in asked for name in names)
        if call["name"] in by_name():
            yield call["name"]


def as_function(tool: Tool) -> dict[str, Any]:
    """Return a tool as chat models are told of it: what comes back and what is rejected, a result says itself."""
    function: dict[str, Any] = json.loads(_written(tool))
    return function


@cache
def _written(tool: Tool) -> str:
    told = re.split(r"\s+(?:Returns|Raises): ", tool.description, maxsplit=1)[0]
    function = {"name": tool.name, "description": told, "parameters": _as_one(tool.schema())}
    return json.dumps({"type": "function", "function": function}, ensure_ascii=False, separators=(",", ":"))


def _as_one(schema: Any) -> Any:
    """Return a schema with kinds of one thing, told apart by a word, as one object: each argument once, the words in a list."""
    if isinstance(schema, list):
        return [_as_one(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    if "oneOf" not in schema:
        return {key: _as_one(value) for key, value in schema.items()}
    properties: dict[str, Any] = {}
    for kind in schema["oneOf"]:
        for name, value in kind["properties"].items():
            had = properties.get(name, {"enum": []} if "const" in value else value)
            words = {"enum": [*had["enum"], value["const"]]} if "const" in value else {}
            properties[name] = {**{key: one for key, one in value.items() if key != "const"}, **had, **words}
    needed = [name for name in properties if all(name in kind.get("required", ()) for kind in schema["oneOf"])]
    return {"type": "object", "properties": properties, "required": needed}
