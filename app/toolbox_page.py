"""The page of the toolbox, made from the tools themselves."""

from collections.abc import Iterator, Mapping
from typing import Any

from tripintent.tools import shipped
from tripintent.tools.toolbox.base import Tool
from tripintent.tools.toolbox.toolbox import tools


def toolbox_page() -> str:
    """Return the page as Markdown."""
    parts, toolset = [shipped.text("app/words/toolbox.md")], ""
    for one in sorted(tools(), key=lambda tool: (tool.toolset, tool.name)):
        if one.toolset != toolset:
            toolset = one.toolset
            parts.append(f"\n## {toolset}\n")
        parts.append(_entry(one))
    return "".join(parts)


def _entry(one: Tool) -> str:
    schema = one.schema()
    rows = "".join(_rows("", schema, schema.get("$defs", {}), ()))
    table = f"\n| argument | type | meaning |\n|---|---|---|\n{rows}" if rows else ""
    return f"\n### {one.name}\n\n{one.effect}\n\n{_paragraphs(one.description)}\n{table}"


def _paragraphs(description: str) -> str:
    """Return a docstring with each of its parts in a line of its own."""
    return "\n".join(f"- {line}" if ": " in line[:12] else line for line in description.splitlines())


def _rows(prefix: str, schema: Mapping[str, Any], defs: Mapping[str, Any], above: tuple[str, ...]) -> Iterator[str]:
    """Yield a line for each argument, those of the models inside after the name of theirs."""
    needed = schema.get("required", ())
    for name, one in schema.get("properties", {}).items():
        star = " (needed)" if name in needed else ""
        yield f"| `{prefix}{name}`{star} | {_cell(_kind(one))} | {_cell(one.get('description', ''))} |\n"
        for key, inner in dict(_models(one, defs)).items():
            if key not in above:
                yield from _rows(f"{prefix}{name}.", inner, defs, (*above, key))


def _models(one: Mapping[str, Any], defs: Mapping[str, Any], key: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the models that a value may be, or its items, each with its name or its fields."""
    if "$ref" in one:
        name = str(one["$ref"]).rpartition("/")[2]
        yield from _models(defs.get(name, {}), defs, name)
    if "properties" in one:
        yield key or ",".join(one["properties"]), one
    for choice in (*one.get("anyOf", ()), *one.get("oneOf", ()), *filter(None, [one.get("items")])):
        yield from _models(choice, defs)


def _kind(one: Mapping[str, Any]) -> str:
    if "enum" in one or "const" in one:
        return ", ".join(f"`{value}`" for value in one.get("enum", [one.get("const")]))
    if "$ref" in one:
        return str(one["$ref"]).rpartition("/")[2]
    if choices := one.get("anyOf") or one.get("oneOf"):
        return " or ".join(dict.fromkeys(_kind(choice) for choice in choices if choice.get("type") != "null"))
    if one.get("type") == "array":
        return f"list of {_kind(one.get('items') or {'type': 'any'})}"
    return str(one.get("format") or one.get("type", "any"))


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
