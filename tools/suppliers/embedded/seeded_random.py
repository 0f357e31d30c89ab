"""Deterministic chance (the same seed and words give the same draw everywhere), and moments in local time with a plain offset."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta, timezone
from functools import lru_cache
from hashlib import blake2b
from typing import TypeVar
from zoneinfo import ZoneInfo

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


def local_moment(day: date, minute: int, zone: str) -> datetime:
    """Return a local day and minute after midnight in an IANA zone; a minute that the clocks skip moves forward."""
    local = datetime(day.year, day.month, day.day, minute // 60 % 24, minute % 60, tzinfo=ZoneInfo(zone))
    return with_plain_offset(local.astimezone(UTC).astimezone(ZoneInfo(zone)))


def with_plain_offset(moment: datetime) -> datetime:
    """Return the moment with a plain offset: two times in one ZoneInfo would be subtracted by their clock faces."""
    return moment.replace(tzinfo=_zone(moment.utcoffset() or timedelta(0)))


@lru_cache(maxsize=128)
def _zone(offset: timedelta) -> timezone:
    return timezone(offset) if offset else UTC
