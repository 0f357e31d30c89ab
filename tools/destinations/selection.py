"""Our own selection of towns, offline: a line ``name|country|airport|what people go there for``."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files

from tripintent.tools.ports.attractions import Destination

_FOLDER = "tripintent.tools.destinations.data"


@cache
def _towns() -> tuple[Destination, ...]:
    lines = (files(_FOLDER) / "towns.txt").read_text("utf-8").splitlines()
    return tuple(_town(line) for line in lines if line.count("|") == 3)


def _town(line: str) -> Destination:
    name, country, code, likes = line.split("|")
    return Destination(name=name, country=country, code=code, likes=tuple(likes.split(",")))


class OfflineDestinations:
    """Implements the ``Destinations`` port from the file that ships."""

    def all(self) -> Sequence[Destination]:
        """Return the towns of the selection."""
        return _towns()
