"""The data that ships beside its readers: tables of words, codes and figures, each file read once."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

_SAFE = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The safe loader, in C where that is built."""


@cache
def table(path: str) -> dict[Any, Any]:
    """Return a YAML, JSON or TOML file of the package, e.g. ``table("tools/desk/words.yaml")``."""
    text = (files("tripintent") / path).read_text("utf-8")
    found: dict[Any, Any] = tomllib.loads(text) if path.endswith(".toml") else yaml.load(text, _SAFE)  # noqa: S506 - see above
    return found
