"""schema.org data in a text: JSON-LD, also inside HTML, and microdata. Nodes come as they are written, without guessing."""

import html
import json
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any

Node = dict[str, Any]

_SCRIPT = re.compile(r"<script[^>]*application/ld\+json[^>]*>(.*?)</script>", re.DOTALL | re.IGNORECASE)
_VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param", "source", "track", "wbr"]
)
_IGNORED = frozenset({"WebPage", "WebSite", "BreadcrumbList", "SearchAction", "ImageObject"})
DEEPEST = 40


def nodes_in(text: str) -> list[Node]:
    """Return the schema.org nodes of a text: JSON, HTML with JSON-LD scripts, HTML with microdata; broken JSON has none."""
    stripped = text.strip()
    if stripped[:1] in "[{":
        return list(_expanded(_json(stripped)))
    found = [node for script in _SCRIPT.findall(text) for node in _expanded(_json(html.unescape(script.strip())))]
    return found or _microdata(text)


def _json(text: str) -> object:
    for candidate in (text, re.sub(r",\s*([\]}])", r"\1", text)):
        try:
            return json.loads(candidate, strict=False)
        except (ValueError, RecursionError):
            continue
    return None


def _expanded(value: object, depth: int = 0) -> Iterator[Node]:
    """Yield the nodes of a value: lists and graphs are opened, and a node of several types is one node a type."""
    if depth > DEEPEST:
        return
    if isinstance(value, list):
        for one in value:
            yield from _expanded(one, depth + 1)
    elif isinstance(value, dict):
        if isinstance(value.get("@graph"), list):
            yield from _expanded(value["@graph"], depth + 1)
            return
        kinds = value.get("@type")
        for kind in kinds if isinstance(kinds, list) else [kinds]:
            if isinstance(kind, str):
                yield {**value, "@type": kind.rsplit("/", 1)[-1]}


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
        if name and item is None and value is not None:
            self._set(name, value)
            name = ""
        if tag not in _VOID and not (tag == "time" and given.get("datetime")):
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
    reader.feed(text)
    reader.close()
    return reader.items
