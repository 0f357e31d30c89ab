"""A model on the loopback that reads planning talk as a careful person would, and words documents line by line."""

import importlib.util
import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any


def _wire() -> ModuleType:
    if found := sys.modules.get("openai_wire"):
        return found
    spec = importlib.util.spec_from_file_location(
        "openai_wire", Path(__file__).parents[2] / "servers" / "openai_wire.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["openai_wire"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


_WIRE = _wire()
_NEWEST = re.compile(r"The newest message:\n<<<\n(.*)\n>>>\Z", re.DOTALL)
_LINE = re.compile(r"^- ([\w-]+): (.+)$", re.MULTILINE)


def stops(*names: str) -> dict[str, Any]:
    return {"op": "stops", "said": names[0], "stops": [{"name": name, "said": name} for name in names]}


def number(slot: str, value: int, said: str) -> dict[str, Any]:
    return {"op": "number", "slot": slot, "value": value, "said": said}


def origin(name: str) -> dict[str, Any]:
    return {"op": "place", "slot": "origin", "said": name, "name": name}


def likes(*interests: str) -> dict[str, Any]:
    return {"op": "likes", "said": interests[0], "interests": list(interests)}


def document(do: str, said: str, *names: str, unknown: tuple[str, ...] = ()) -> dict[str, Any]:
    return {"op": "document", "do": do, "said": said, "names": list(names), "unknown": list(unknown)}


READINGS = (
    ("Japan", [stops("Japan")]),
    ("Rome", [stops("Rome")]),
    ("Paris", [stops("Paris")]),
    ("Lisbon", [stops("Lisbon")]),
    ("2 weeks", [number("duration_days", 14, "2 weeks")]),
    ("5 days", [number("duration_days", 5, "5 days")]),
    ("with my partner", [number("travelers", 2, "with my partner")]),
    ("solo", [number("travelers", 1, "solo")]),
    ("two of us", [number("travelers", 2, "two of us")]),
    ("New York", [origin("New York")]),
    ("NYC", [origin("NYC")]),
    ("London", [origin("London")]),
    ("Berlin", [origin("Berlin")]),
    ("2,000 euros", [{"op": "money", "slot": "budget", "amount": 2000, "currency": "EUR", "said": "2,000 euros"}]),
    ("food", [likes("food")]),
    ("history", [likes("history")]),
    ("plug", [{"op": "ask_fact", "topic": "plugs", "said": "plug"}]),
    ("sounds good", [{"op": "answer", "stance": "yes", "said": "sounds good"}]),
    ("that works", [{"op": "answer", "stance": "yes", "said": "that works"}]),
    ("perfect, let's do it", [{"op": "answer", "stance": "yes", "said": "perfect, let's do it"}]),
    ("plan my days", [{"op": "plan_days", "said": "plan my days"}]),
    ("plan our days", [{"op": "plan_days", "said": "plan our days"}]),
    ("hello", [{"op": "social", "what": "greet", "said": "hello"}]),
    ("hotels", [{"op": "question", "about": "trip", "said": "show me hotels"}]),
)
"""What each phrase of the dialogues means: a model that is told no rules of ours."""
_NAMES = ("checklist", "itinerary", "budget")
_ORDERS = re.compile(
    r"\A(yes, create it|create|generate|make|build|go ahead|proceed|ready for|show me the|break ?down|I need a checklist"
    r"|what do I need to pack|what should my itinerary look like)\b"
)


def _of_documents(text: str) -> list[dict[str, Any]]:
    """Return what a text says of documents."""
    if text.startswith("{"):
        pressed = json.loads(text)
        names = [one.lower() for one in pressed.get("app_actions", [pressed.get("app_action")])]
        unknown = tuple(one for one in names if one not in _NAMES)
        return [document("make", text, *(one for one in names if one in _NAMES), unknown=unknown)]
    named = ["checklist"] if "pack" in text else [one for one in _NAMES if one in text]
    if text == "create both":
        named = ["checklist", "budget"]
    if text.startswith("not the "):
        return [document("refuse", text, *named)]
    if text.startswith("don't create"):
        return [document("later", text)]
    return [document("make", found[0], *named)] if (found := _ORDERS.match(text)) else []


def answer(request: dict[str, Any]) -> Any:
    """Return the completion of a request: operations for a message, as its schema offers them; other words for a document's lines."""
    asked = request["messages"][-1]["content"]
    if newest := _NEWEST.search(asked):
        found = [one for phrase, operations in READINGS if phrase in newest[1] for one in operations]
        said = [*found, *_of_documents(newest[1])]
        offered = json.dumps(request["response_format"]["json_schema"]["schema"])
        if missing := [one["op"] for one in said if f'"{one["op"]}"' not in offered]:
            return _WIRE.failure(400, f"the schema does not offer {missing}")
        return _WIRE.completion(json.dumps({"language": "en", "operations": said}))
    lines = [
        {"id": name, "text": text.replace("Comfortable", "Good, comfortable")} for name, text in _LINE.findall(asked)
    ]
    return _WIRE.completion(json.dumps({"lines": lines}))


@contextmanager
def playing() -> Iterator[Any]:
    """Run the model; each request is answered by what it asks."""
    with _WIRE.running() as server:
        server.next_reply = lambda request: (server.requests.append(request), answer(request))[1]
        yield server
