"""The gazetteer's own data files (``data/*.yaml`` and ``*.txt``), read once, every scalar as text."""

from functools import cache
from importlib.resources import files
from typing import Any

import yaml

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


@cache
def table(name: str) -> dict[str, Any]:
    """Return one data file, e.g. ``table("regions")``. "null" and "" stay text: no scalar is interpreted (ON, NO)."""
    text = files("tripintent.tools.places").joinpath("data", f"{name}.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.load(text, Loader=_LOADER)  # noqa: S506 - the base loader builds text only
    return loaded


def lines(name: str) -> list[str]:
    """Return the lines of one data file of text."""
    return files("tripintent.tools.places").joinpath("data", f"{name}.txt").read_text(encoding="utf-8").splitlines()


def optional(value: str) -> str | None:
    """Return None for the scalars that mean "nothing"."""
    return None if value in {"", "null"} else value
