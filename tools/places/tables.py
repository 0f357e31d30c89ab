"""Shipped tables whose scalars are all text, and the gazetteer's own (``data/*.yaml`` and ``*.txt``), read once."""

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import yaml

_LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def text_table(path: Traversable) -> dict[str, Any]:
    """Return a shipped YAML file whose scalars all stay text ("no", "1", "null")."""
    loaded: dict[str, Any] = yaml.load(path.read_text(encoding="utf-8"), Loader=_LOADER)  # noqa: S506 - builds text only
    return loaded


@cache
def table(name: str) -> dict[str, Any]:
    """Return one data file, e.g. ``table("regions")``."""
    return text_table(files("tripintent.tools.places").joinpath("data", f"{name}.yaml"))


def lines(name: str) -> list[str]:
    """Return the lines of one data file of text."""
    return files("tripintent.tools.places").joinpath("data", f"{name}.txt").read_text(encoding="utf-8").splitlines()


def optional(value: str) -> str | None:
    """Return None for the scalars that mean "nothing"."""
    return None if value in {"", "null"} else value
