"""The files that ship beside their readers: texts, and tables of words, codes, patterns and figures, each read once."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

_SAFE = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The safe loader, in C where that is built."""
_PLAIN = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
"""The same for files whose scalars all stay text ("no", "1", "null")."""


def text(path: str) -> str:
    """Return a text file of the package, e.g. ``text("tools/model/prompts/rules.md")``."""
    return (files("tripintent") / path).read_text("utf-8")


@cache
def table(path: str) -> dict[Any, Any]:
    """Return a YAML, JSON or TOML file of the package, e.g. ``table("tools/desk/words.yaml")``."""
    found: dict[Any, Any] = tomllib.loads(text(path)) if path.endswith(".toml") else yaml.load(text(path), _SAFE)  # noqa: S506 - see above
    return found


@cache
def words(path: str) -> dict[str, Any]:
    """Return a YAML file of the package whose scalars all stay text."""
    found: dict[str, Any] = yaml.load(text(path), _PLAIN)  # noqa: S506 - builds text only
    return found


@cache
def patterns(path: str, name: str) -> Mapping[str, re.Pattern[str]]:
    """Return the patterns under a name of such a file, compiled; each says its own flags."""
    return {key: re.compile(said) for key, said in words(path)[name].items()}
