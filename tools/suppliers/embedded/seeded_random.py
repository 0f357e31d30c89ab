"""Deterministic chance: the same seed and the same words give the same draw, in every process and on every machine."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")
_SPAN = float(2**64)


class SeededRandom:
    """Draws that depend only on the seed and on the words given: ``SeededRandom(7).unit("price", "JFK", "SFO")``."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._key = str(seed).encode()[:64]

    def number(self, *words: object) -> int:
        """Return a whole number from 0 to 2**64 - 1."""
        text = "\x1f".join(map(str, words)).encode()
        return int.from_bytes(blake2b(text, digest_size=8, key=self._key).digest(), "big")

    def unit(self, *words: object) -> float:
        """Return a number in [0, 1)."""
        return self.number(*words) / _SPAN

    def between(self, low: float, high: float, *words: object) -> float:
        """Return a number in [low, high)."""
        return low + (high - low) * self.unit(*words)

    def whole(self, low: int, high: int, *words: object) -> int:
        """Return a whole number from low to high, both included."""
        return low + self.number(*words) % (high - low + 1)

    def pick(self, options: Sequence[T], *words: object) -> T:
        """Return one of the options."""
        return options[self.number(*words) % len(options)]

    def shuffled(self, options: Sequence[T], *words: object) -> list[T]:
        """Return the options in an order of chance."""
        order = sorted(range(len(options)), key=lambda place: self.number(*words, place))
        return [options[place] for place in order]
