"""Our own selection of towns, offline: a line ``name|country|airport|what people go there for``."""

from functools import cache
from importlib.resources import files

from tripintent.tools.ports.attractions import Destination

_FOLDER = "tripintent.tools.destinations.data"


@cache
def destinations() -> tuple[Destination, ...]:
    """Return the towns of the selection; the order says nothing."""
    lines = (files(_FOLDER) / "towns.txt").read_text("utf-8").splitlines()
    return tuple(_town(line) for line in lines if line.count("|") == 3)


def _town(line: str) -> Destination:
    name, country, code, likes = line.split("|")
    return Destination(name=name, country=country, code=code, likes=tuple(likes.split(",")))
