"""The choice of an organisation's functions for a message."""

from typing import NamedTuple


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
