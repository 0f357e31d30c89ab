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
)
"""What each phrase of the dialogues means: a model that is told no rules of ours."""


def answer(request: dict[str, Any]) -> Any:
    """Return the completion of a request: operations for a message, other words for a document's lines."""
    asked = request["messages"][-1]["content"]
    if newest := _NEWEST.search(asked):
        found = [one for phrase, operations in READINGS if phrase in newest[1] for one in operations]
        return _WIRE.completion(json.dumps({"operations": found}))
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
