"""The shape of a function detection's reply, and the decisions that are made of it: what is wrong in it is lost alone."""

import hashlib
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any, Generic, TypeVar

from langchain_core.messages import AIMessage

from tripintent.state.concierge.front import FALLBACK, FOR_STAFF, PERSON, REASONS, Decision, Params
from tripintent.state.concierge.parameters import LONGEST, SEARCH, ParameterKind, checked_value, kind_of, schema_of
from tripintent.state.concierge.service import Service
from tripintent.tools.errors import LanguageUnavailable
from tripintent.tools.front_desk.around import kinds as kinds_of_place
from tripintent.tools.knowledge.passages import Passage
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
    properties: dict[str, Any] = {
        "func": {"type": "string", "enum": [*(one.name for one in service.enabled), *OWN]},
        "params": _object(params),
        "confidence": {"type": "number"},
        "said": {"type": "string"},
        "query": {"type": "string"},
        "kind": {"type": ["string", "null"], "enum": [*REASONS, None]},
    }
    return _object({"functions": {"type": "array", "items": _object(properties)}})


def _object(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}


def decisions_in(reply: AIMessage, text: str, service: Service) -> list[Decision]:
    """Return the decisions of a reply, in their order. Raises LanguageUnavailable ``malformed`` where it has no list of them.

    A function that the desk does not have is answered from the knowledge; one that is named twice with the same parameters is one.
    """
    found = dict[tuple[str, str], Decision]()
    entries = _entries(reply)[:MOST]
    for entry in entries:
        one = _decision(entry, service)
        span = find_quote(text, str(entry.get("said") or ""))
        one = one.model_copy(update={"text": span.text if span and len(entries) > 1 else text})
        key = (one.function, repr({name: value for name, value in one.params.items() if value}))
        if same := found.get(key):
            both_said = same.text if one.text in same.text else f"{same.text}\n{one.text}"
            both = {"text": both_said, "query": f"{same.query}\n{one.query}".strip()}
            one = same.model_copy(update=both)
        found[key] = one
    return list(found.values())


def _entries(reply: AIMessage) -> list[dict[str, Any]]:
    value: dict[str, Any] = json_in(reply)
    found = value.get("functions", [value])
    entries = [one for one in found if isinstance(one, dict) and "func" in one] if isinstance(found, list) else []
    if not entries and found != []:
        raise LanguageUnavailable("malformed")
    return entries


def _decision(entry: dict[str, Any], service: Service) -> Decision:
    own, sure = str(entry["func"]) if entry["func"] in OWN else "", entry.get("confidence")
    calls = own in (PERSON, FOR_STAFF) and entry.get("kind") in REASONS  # without a reason no one is called
    own = PERSON if calls else "" if own == PERSON else own
    function = None if own else service.function(str(entry["func"])) or service.function(FALLBACK)
    given, params = entry.get("params"), Params()
    kinds = service.parameters(function) if function else {}
    known = given if isinstance(given, dict) and function and function.name == entry["func"] else {}
    for name, value in {**dict.fromkeys(kinds), **known}.items():
        try:
            params[name] = checked_value(kinds.get(name) or kind_of(name), value)
        except ValueError:
            params[name] = None
    params |= {"reason": str(entry["kind"])} if calls else {}
    return Decision(
        function=own or (function.name if function else FALLBACK),
        confidence=round(float(sure), 3) if isinstance(sure, int | float) and 0 <= sure <= 1 else 1.0,
        params=params,
        query=str(entry.get("query") or "")[:LONGEST],
    )


MOST_KEPT = 512
Value = TypeVar("Value")


class Cache(Generic[Value]):
    """The values that were used last, by a hash of what they were made from: no words of guests are kept as keys."""

    def __init__(self, most: int = MOST_KEPT) -> None:
        self._most = most
        self._kept: OrderedDict[str, Value] = OrderedDict()

    def get(self, key: str) -> Value | None:
        """Return what is kept, and count it as used."""
        if key in self._kept:
            self._kept.move_to_end(key)
        return self._kept.get(key)

    def put(self, key: str, value: Value) -> None:
        """Keep a value; the one that was used longest ago makes room."""
        self._kept[key] = value
        self._kept.move_to_end(key)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)


def hashed(*parts: object) -> str:
    """Return a key of all parts."""
    return hashlib.sha256("\x1f".join(map(repr, parts)).encode()).hexdigest()


def knowledge_version(service: Service, passages: Sequence[Passage]) -> str:
    """Return a hash of what is answered from: the service file and every passage of its files."""
    return hashed(service.model_dump_json(), *passages)


def question(text: str) -> str:
    """Return a question as equal ones are written: without case, blanks and the mark at its end."""
    return " ".join(text.casefold().split()).rstrip(" ?!.")
