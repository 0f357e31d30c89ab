"""schema.org data in a text: JSON-LD, also inside HTML, and microdata. Nodes come as they are written, without guessing."""

import html
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping
from html.parser import HTMLParser
from typing import Any, NamedTuple

from tripintent.tools.imports.mails import plain_html, scripts, uncommented
from tripintent.tools.shipped import words

Node = dict[str, Any]
NAMES = words("tools/imports/names.yaml")


class StructuredFound(NamedTuple):
    """Reservations and events, and codes of what could not be taken as written."""

    nodes: list[Node]
    warnings: tuple[str, ...] = ()


_PREFIX = re.compile(r"^(?:https?://(?:www\.)?schema\.org/|schema(?:org)?:|sdo?:)")
_HALVES = re.compile(r"[\x00\ud800-\udfff]")
_VOID = frozenset(NAMES["void"])
_MACHINES = re.compile(r"\s*(?:[+-]?\d|https?:|[A-Z\d]+\s*$)")
"""How a value for machines begins: a day, a number, an address, a code. Other words of an element are the ones that it shows."""
_IGNORED = frozenset({"WebPage", "WebSite", "BreadcrumbList", "SearchAction", "ImageObject"})
DEEPEST = 40
"""Values of a JSON text in one another."""
DEEPEST_ELEMENT = 200
"""Elements of a page in one another that are followed; what is open is compared with every end."""
_MOST_DIGITS = 18
MOST_WRAPPED = 3
"""Lists and objects around a text."""
MOST_KINDS = 5
"""Types of one node that are read."""


def part(node: Mapping[str, object], name: str) -> Node:
    """Return the object at a name, the first of a list; of a text it is one of that name, and an empty one of anything else."""
    value = node.get(name)
    if isinstance(value, list):
        value = next((one for one in value if isinstance(one, Mapping)), value[0] if value else None)
    if isinstance(value, str) and value.strip():
        return {"name": value.strip()}
    return dict(value) if isinstance(value, Mapping) else {}


def word(value: object) -> str | None:
    """Return a text or a number as text, also as the first of a list or as the value, name or id of an object; None otherwise."""
    for _ in range(MOST_WRAPPED):
        if isinstance(value, list):
            value = value[0] if value else None
        elif isinstance(value, Mapping):
            value = next((value[key] for key in ("@value", "name", "@id") if value.get(key)), None)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return str(value).strip() or None


def readable(text: str) -> str:
    """Return a text without what no database keeps: halves of characters and zeros."""
    return _HALVES.sub("\ufffd", text)


def read_json(text: str) -> object:
    """Return the value of a JSON text. Raises ValueError for a broken one, too deep a one, and numbers without end."""
    try:
        found = json.loads(text, strict=False, parse_int=_whole, parse_float=_finite, parse_constant=_no_number)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    level = [found]
    for _ in range(DEEPEST):
        level = [one for value in level for one in _inside(value)]
    if level:
        raise ValueError("nested too deeply")
    return _readable_within(found)


def _inside(value: object) -> Iterable[object]:
    return value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()


def _readable_within(value: object) -> object:
    if isinstance(value, str):
        return readable(value)
    if isinstance(value, list):
        return [_readable_within(one) for one in value]
    if isinstance(value, dict):
        return {readable(key): _readable_within(one) for key, one in value.items()}
    return value


def _whole(text: str) -> int | str:
    """Return a whole number; one that no database keeps stays the text that it was."""
    return int(text) if len(text) <= _MOST_DIGITS else text


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text[:20]} is too large")
    return number


def _no_number(text: str) -> float:
    raise ValueError(f"{text} is no number")


def nodes_in(text: str) -> list[Node]:
    """Return the schema.org nodes of a text: JSON, HTML with JSON-LD scripts, HTML with microdata; broken JSON has none."""
    stripped = text.strip()
    if stripped[:1] in "[{":
        return list(_expanded(_json(stripped)))
    found = [node for script in scripts(text) for node in _expanded(_json(html.unescape(script)))]
    return found or _microdata(text)


def _json(text: str) -> object:
    plain = re.sub(r",\s*([\]}])", r"\1", text)
    for candidate in (text, plain, re.sub(r",\s*([\]}])", r"\1", uncommented(text))):
        try:
            return read_json(candidate)
        except ValueError:
            continue
    return None


def _expanded(value: object) -> Iterator[Node]:
    """Yield the nodes of a value: lists and graphs are opened, and a node of several types is one node a type."""
    if isinstance(value, list):
        for one in value:
            yield from _expanded(one)
    elif isinstance(value, dict):
        if isinstance(value.get("@graph"), list):
            yield from _expanded(value["@graph"])
            return
        kinds = value.get("@type")
        for kind in kinds[:MOST_KINDS] if isinstance(kinds, list) else [kinds]:
            if isinstance(kind, str):
                yield {**_local(value), "@type": _PREFIX.sub("", kind).rsplit("/", 1)[-1]}


def _local(value: Any) -> Any:
    """Return a value whose names have no prefix of schema.org."""
    if isinstance(value, list):
        return [_local(one) for one in value]
    if not isinstance(value, dict):
        return value
    found = {_PREFIX.sub("", key): _local(one) for key, one in value.items()}
    kind = found.get("@type")
    return {**found, "@type": _PREFIX.sub("", kind)} if isinstance(kind, str) else found


class _Reader(HTMLParser):
    """Collects microdata items; an item inside a property is its value."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.items: list[Node] = []
        self._stack: list[tuple[str, Node | None, str, list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Open an item or a property."""
        given = dict(attrs)
        item: Node | None = None
        name = given.get("itemprop") or ""
        if "itemscope" in given:
            context, _, kind = (given.get("itemtype") or "").rpartition("/")
            item = {"@type": kind}
            if name:
                self._set(name, item)
            elif kind not in _IGNORED:
                self.items.append(
                    {"@context": context, **item} if "Reservation" in kind or kind == "BlogPosting" else item
                )
                item = self.items[-1]
        value = given.get("content") or given.get("datetime") or given.get("href") or given.get("src")
        value = given.get("content") if value is None else value
        if name and item is None and value is not None:
            self._set(name, value)
            shown = tag not in _VOID and value == given.get("content") and not _MACHINES.match(value)
            name = name if shown else ""
        if tag not in _VOID and not (tag == "time" and given.get("datetime")) and len(self._stack) < DEEPEST_ELEMENT:
            self._stack.append((tag, item, name, []))

    def handle_data(self, data: str) -> None:
        """Keep the text of open properties."""
        for _, _, name, texts in self._stack:
            if name:
                texts.append(data)

    def handle_endtag(self, tag: str) -> None:
        """Close an element; what was left open inside it is closed as well."""
        if tag not in (open_tag for open_tag, *_ in self._stack):
            return
        while self._stack:
            open_tag, item, name, texts = self._stack.pop()
            if name and item is None:
                self._set(name, " ".join("".join(texts).split()))
            if open_tag == tag:
                return

    def _set(self, names: str, value: object) -> None:
        holder = next((item for _, item, _, _ in reversed(self._stack) if item is not None), None)
        for name in names.split():
            if holder is not None and (value != "" or name not in holder):
                holder[name] = value


def _microdata(text: str) -> list[Node]:
    if "itemscope" not in text:
        return []
    reader = _Reader()
    reader.feed(plain_html(text))
    reader.close()
    return reader.items
