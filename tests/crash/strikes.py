"""Fault points that strike: they note what is passed, kill the process, or stop it where it stands."""

import os
import signal
from collections import Counter
from dataclasses import dataclass


@dataclass(frozen=True)
class Point:
    """The n-th passing of one boundary, n counted from 1."""

    name: str
    nth: int


class Recorder:
    """Notes every boundary that a run passes."""

    def __init__(self) -> None:
        self.passed: list[Point] = []
        self._count: Counter[str] = Counter()

    def reach(self, name: str) -> None:
        self._count[name] += 1
        self.passed.append(Point(name, self._count[name]))


class Strike(Recorder):
    """Sends this process a signal at one point: SIGKILL ends it there, SIGSTOP leaves it half way until it is continued."""

    def __init__(self, point: Point, number: signal.Signals = signal.SIGKILL) -> None:
        super().__init__()
        self._point = point
        self._signal = number

    def reach(self, name: str) -> None:
        super().reach(name)
        if self.passed[-1] == self._point:
            os.kill(os.getpid(), self._signal)
