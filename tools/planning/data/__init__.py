"""What planning knows of the world: tables that ship with the product, each read once."""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


@cache
def data(name: str) -> Mapping[str, Any]:
    """Return one of the tables, e.g. ``data("power")``."""
    return tomllib.loads((files("tripintent.tools.planning.data") / f"{name}.toml").read_text("utf-8"))
