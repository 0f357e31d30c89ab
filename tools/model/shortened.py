"""Facts that are too long for a request, made shorter by whole parts: fewer entries of a list, and what is left out is told."""

import json
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

LEFT = "not_shown"
"""The key under which a shortened result tells what of it is left out: paths with counts, and the first of what is not shown."""
REST = "the_rest"
HOW = "call it again for a part: by days, kinds, page, or a narrower filter"
NAMES = ("number", "id", "option", "day", "code", "name")
"""Fields by which an entry of a list is known, the best first."""
LONG, KEPT = 200, 80
"""Characters of a text that is too long to be kept whole where nothing else can go, and how many of it stay."""


def as_json(facts: Mapping[str, Any]) -> str:
    """Return facts as JSON without spaces."""
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":"))


def shortened(facts: Mapping[str, object], longest: int) -> str:
    """Return facts as JSON of at most so many characters: lists lose their last entries, the longest first.

    Where no list has two entries, long texts are shortened, then whole facts go. What is left out is named under ``not_shown``.
    """
    text = as_json(facts)
    if len(text) <= longest:
        return text
    value, left = dict(deepcopy(facts)), dict[str, dict[str, object]]()
    while True:
        told = {**value, LEFT: [{"path": path, **how} for path, how in left.items()], REST: HOW}
        text = as_json(told)
        if len(text) <= longest or not _less(value, left, len(text) - longest):
            return text if len(text) <= longest else _least(value, left, longest)


def _less(value: dict[str, Any], left: dict[str, dict[str, Any]], over: int) -> bool:
    """Take something out of the facts and note it; False where nothing more can go."""
    lists = [(len(as_json({"": one})), path, one) for path, one in _lists("", value) if len(one) > 1]
    if lists:
        size, path, entries = max(lists, key=lambda one: one[0])
        gone = min(len(entries) - 1, max(1, len(entries) * over // size))
        before = left.get(path, {}).get("more", 0)
        left[path] = {"more": before + gone, "next": _name(entries[-gone])}
        for inner in [
            one
            for one in left
            if one.startswith(tuple(f"{path}[{n}]" for n in range(len(entries) - gone, len(entries))))
        ]:
            del left[inner]  # what a part lost that is gone itself
        del entries[-gone:]
        return True
    texts = [(len(text), path, holder, key) for path, holder, key, text in _texts("", value) if len(text) > LONG]
    if texts:
        size, path, holder, key = max(texts, key=lambda one: one[0])
        holder[key] = f"{holder[key][:KEPT].rsplit(' ', 1)[0]} …"
        left[path] = {"characters": size - len(holder[key])}
        return True
    holder, path = (value["facts"], "facts.") if value.get("facts") else (value, "")
    whole = [
        (len(as_json({"": one})), name) for name, one in holder.items() if name not in ("ok", "rejected", "changed")
    ]
    if not whole:
        return False
    name = max(whole)[1]
    for inner in [one for one in left if one.startswith(f"{path}{name}")]:
        del left[inner]
    left[f"{path}{name}"] = {"whole": True}
    del holder[name]
    return True


def _least(value: Mapping[str, Any], left: Mapping[str, Any], longest: int) -> str:
    """Return what fits at the least: whether it was done, and how many facts are not shown."""
    told = {**({"ok": value["ok"]} if "ok" in value else {}), LEFT: list(left)}
    while told[LEFT] and len(as_json(told)) > longest:
        told[LEFT] = told[LEFT][:-1]
    return as_json(told)


def _lists(path: str, value: object) -> Iterator[tuple[str, list[object]]]:
    if isinstance(value, list):
        yield path, value
    for name, inner in _inside(path, value):
        yield from _lists(name, inner)


def _texts(path: str, value: Any) -> Iterator[tuple[str, Any, Any, str]]:
    keys: list[Any] = (
        list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    )
    for (name, inner), key in zip(_inside(path, value), keys, strict=True):
        if isinstance(inner, str):
            yield name, value, key, inner
        yield from _texts(name, inner)


def _inside(path: str, value: object) -> list[tuple[str, object]]:
    if isinstance(value, dict):
        return [(f"{path}.{key}".lstrip("."), inner) for key, inner in value.items()]
    return [(f"{path}[{number}]", inner) for number, inner in enumerate(value)] if isinstance(value, list) else []


def _name(entry: object) -> object:
    """Return what an entry is known by, to ask for it."""
    if isinstance(entry, dict):
        return next((entry[name] for name in NAMES if entry.get(name)), None)
    return entry if isinstance(entry, int) or (isinstance(entry, str) and len(entry) <= KEPT) else None
