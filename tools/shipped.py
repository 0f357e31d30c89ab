"""The data that ships beside its readers: tables of words, codes and figures, each file read once."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

_SAFE = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The safe loader, in C where that is built."""


@cache
def table(path: str) -> dict[Any, Any]:
    """Return a YAML, JSON or TOML file of the package, e.g. ``table("tools/ranking/words.yaml")``."""
    text = (files("tripintent") / path).read_text("utf-8")
    found: dict[Any, Any] = tomllib.loads(text) if path.endswith(".toml") else yaml.load(text, _SAFE)  # noqa: S506 - see above
    return found


@cache
def patterns(path: str, name: str) -> Mapping[str, re.Pattern[str]]:
    """Return the patterns under a name of such a file, compiled; each says its own flags."""
    return {key: re.compile(said) for key, said in table(path)[name].items()}
