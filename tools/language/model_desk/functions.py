"""The shape of a function detection's reply, and the decisions that are made of it: what is wrong in it is lost alone."""

from typing import Any

from langchain_core.messages import AIMessage

from tripintent.state.concierge.front import FALLBACK, FOR_STAFF, PERSON, REASONS, Asked, Decision, Params, Wished
from tripintent.state.concierge.parameters import (
    LONGEST,
    ROOM,
    SEARCH,
    ParameterKind,
    checked_value,
    kind_of,
    schema_of,
)
from tripintent.state.concierge.service import Service
from tripintent.state.travellers import OF_HOTEL
from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.front_desk.around import kinds as kinds_of_place
from tripintent.tools.model.replies import find_quote, json_in

MOST = 8
"""Entries of one message."""
BOOKING = "BOOKING"
OWN = (FOR_STAFF, PERSON, BOOKING)
"""Functions that every desk has, whatever its service file says."""


def reply_schema(service: Service) -> dict[str, Any]:
    """Return the strict JSON schema of a reply: the functions and parameters of the service file, and what these need beside them."""
    kinds: dict[str, ParameterKind] = {
        name: kind for one in service.enabled for name, kind in service.parameters(one).items()
    }
    params = {name: schema_of(kind) for name, kind in kinds.items()}
    if service.has("DO_AROUND_AGENT"):
        said = "kind of place; null where none of these is it"
        params[SEARCH] = {"type": ["string", "null"], "description": said, "enum": [*kinds_of_place(), None]}
    if service.has("DAY_TRIP_PLANNER"):
        kinds_wished = {"type": "array", "items": {"type": "string", "enum": [*kinds_of_place()]}}
        params["interests"] = {"anyOf": [kinds_wished, {"type": "null"}], "description": "kinds of place for the day"}
    if "otherWishes" in params:
        params["otherWishes"] |= {"description": "the guest's words for what no kind says, copied, with commas"}
    if service.has("PRE_CHECKIN_AGENT"):  # what is private is a mark in the words
        params["reference"] |= {"description": "the mark (<number 1>) of the booking's number"}
        params["names"] |= {"description": "the marks (<person 1>) of guests who come, with commas; no other names"}
        params["gone"] = schema_of("text") | {"description": "the marks of guests who do not come after all"}
        params["arrival"] |= {"description": "hour of arrival, HH:MM"}
    wishes = [*sorted(OF_HOTEL), "other"] if service.sold else []
    properties: dict[str, Any] = {
        "func": {"type": "string", "enum": [*(one.name for one in service.enabled), *OWN]},
        "params": _object(params),
        "confidence": {"type": "number"},
        "said": {"type": "string"},
        "query": {"type": "string"},
        "kind": {"type": ["string", "null"], "enum": [*REASONS, *wishes, None]},
    }
    if service.has("AVAILABILITY_AGENT"):
        properties["takes"] = {"type": ["integer", "null"]}
    if service.sold:
        properties |= {"asks": {"type": "boolean"}, "later": schema_of("text"), "only_if": {"type": "boolean"}}
    return _object({"functions": {"type": "array", "items": _object(properties)}})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def decisions_in(reply: AIMessage, text: str, service: Service) -> list[Decision]:
    """Return the decisions of a reply, in their order. Raises LanguageUnavailable ``malformed`` where it has no list of them.

    A function that the desk does not have is answered from the knowledge; one named twice is answered once, or for each where
    its parameters differ (stays and tables where each has its day). A question about rooms is not a search for them. Wishes
    come first where a room is taken: they go along with it.
    """
    found = dict[tuple[str, bool, str, str], Decision]()
    entries = _entries(reply)[:MOST]
    for entry in entries:
        decision = _decision(entry, text if len(entries) == 1 else "", service)
        span = find_quote(text, str(entry.get("said") or ""))
        whole = span is None or (len(entries) == 1 and decision.function != FOR_STAFF)
        words = text if whole or span is None else span.text
        dated = decision.function != "AVAILABILITY_AGENT" or (
            decision.params.get("startDate") and decision.takes is None
        )
        each = decision.params if decision.function != FOR_STAFF and dated and not decision.asks else {}
        wanted = repr({name: value for name, value in each.items() if value})
        key = (decision.function, decision.asks, str(decision.params.get("reason")), wanted)
        found[key] = _joined(found.get(key), decision.model_copy(update={"text": words}), entry)
    decisions = list(found.values())
    if any(one.only_if for decision in decisions for one in decision.wishes):
        decisions = [one for one in decisions if one.takes is None]
    if any(one.takes is not None for one in decisions):
        decisions.sort(key=lambda one: one.function != FOR_STAFF)
    return decisions


def _joined(same: Decision | None, new: Decision, entry: dict[str, Any]) -> Decision:
    """Return one decision of two for the same function, with what each of them answers."""
    if new.function == FOR_STAFF:
        kind = str(entry.get("kind"))
        kind = kind if kind in OF_HOTEL else "other"
        wish = Wished(text=new.text, query=new.query, kind=kind, only_if=entry.get("only_if") is True)
        new = new.model_copy(update={"wishes": (wish,)})
    else:
        new = new.model_copy(update={"questions": (Asked(text=new.text, query=new.query),)})
    if same is None:
        return new
    both: dict[str, object] = {"wishes": (*same.wishes, *new.wishes), "questions": (*same.questions, *new.questions)}
    if new.text not in same.text:
        both |= {"text": f"{same.text}\n{new.text}", "query": f"{same.query}\n{new.query}".strip()}
    return same.model_copy(update=both)


def _entries(reply: AIMessage) -> list[dict[str, Any]]:
    value: dict[str, Any] = json_in(reply)
    found = value.get("functions", [value])
    entries = [one for one in found if isinstance(one, dict) and "func" in one] if isinstance(found, list) else []
    if not entries and found != []:
        raise LanguageUnavailable("malformed")
    return entries


def _decision(entry: dict[str, Any], text: str, service: Service) -> Decision:
    own, sure = str(entry["func"]) if entry["func"] in OWN else "", entry.get("confidence")
    calls = own in (PERSON, FOR_STAFF) and entry.get("kind") in REASONS  # without a reason no one is called
    own = PERSON if calls else "" if own == PERSON else own
    function = None if own else service.function(str(entry["func"])) or service.function(FALLBACK)
    given = entry.get("params")
    params, dropped = Params(), list[str]()
    kinds = service.parameters(function) if function else {}
    known = given if isinstance(given, dict) and function and function.name == entry["func"] else {}
    if own == FOR_STAFF and isinstance(given, dict) and given.get(ROOM):
        known = {ROOM: given[ROOM]}
    for name, value in {**dict.fromkeys(kinds), **known}.items():
        try:
            params[name] = checked_value(kinds.get(name) or kind_of(name), value)
        except ValueError:
            params[name] = None
            dropped.append(name)
    params |= {"reason": str(entry["kind"])} if calls else {}
    return Decision(
        function=own or (function.name if function else FALLBACK),
        confidence=round(float(sure), 3) if isinstance(sure, int | float) and 0 <= sure <= 1 else 1.0,
        params=params,
        text=text,
        query=str(entry.get("query") or "")[:LONGEST],
        dropped=tuple(dropped),
        takes=_count(entry.get("takes")),
        asks=entry.get("asks") is True,
        later=str(entry.get("later") or "")[:LONGEST],
    )


def _count(value: object) -> int | None:
    try:
        number = checked_value("number", value)
    except ValueError:
        return None
    return number if isinstance(number, int) else None
