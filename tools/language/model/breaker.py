"""A circuit breaker: a model that did not answer in time is left alone for a while, so that not every turn waits for it."""

from collections.abc import Callable
from time import monotonic

TRIPPING = frozenset({"timeout", "unreachable"})
"""Failures after which waiting again would most likely be in vain."""


class Breaker:
    """Closed until such a failure; then open for ``rest`` seconds, after which one call tries again."""

    def __init__(self, rest: float, now: Callable[[], float] = monotonic) -> None:
        self._rest = rest
        self._now = now
        self._until: float | None = None

    def lets_pass(self) -> bool:
        """Say whether a call may be made; the one that tries again keeps the others out meanwhile."""
        if self._until is None:
            return True
        if self._now() < self._until:
            return False
        self._until = self._now() + self._rest
        return True

    def worked(self) -> None:
        """Close: the model answers."""
        self._until = None

    def failed(self, reason: str) -> None:
        """Open for a while, if the failure is of that kind."""
        if reason in TRIPPING:
            self._until = self._now() + self._rest
