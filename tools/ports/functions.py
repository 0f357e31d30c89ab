"""The port that chooses the functions of an organisation for a message."""

from collections.abc import Sequence
from typing import NamedTuple, Protocol


class Routing(NamedTuple):
    """The choice. ``functions`` is empty where none serves the message; ``best`` is what would be chosen if one had to.

    ``confidence`` is the probability, 0 to 1, that ``best`` is right.
    """

    functions: tuple[str, ...]
    confidence: float
    best: tuple[str, ...]
    others: tuple[str, ...] = ()
    """The functions that come next after the best one, the most probable first."""


class Spoken(NamedTuple):
    """An earlier message."""

    by_guest: bool
    text: str


class FunctionRouter(Protocol):
    """Chooses functions. Deterministic; the same for a whole conversation."""

    def route(self, text: str, history: Sequence[Spoken] = (), last: tuple[str, ...] = ()) -> Routing:
        """Return the functions for a message; ``last`` are those that answered the message before."""
        ...
