"""Real processes, forked from a warm parent that never opened a database or a thread."""

import os
import pickle
import signal
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

LIMIT_SECONDS = 60
_writing: list[int] = []


@dataclass
class Child:
    """A forked process and the pipe with its answer."""

    pid: int
    answer: int
    ended: bool = False

    def wait(self) -> Any:
        """Return what the process computed; None when it was killed before it could say. Raises what it raised."""
        said = _read_all(self.answer)
        if not self.ended:
            os.waitpid(self.pid, 0)
        if not said:
            return None
        ok, value = pickle.loads(said)  # noqa: S301 - our own child wrote it
        if not ok:
            raise ChildFailedError(value)
        return value

    def wait_for_stop(self) -> bool:
        """Wait until the process stops itself (True) or ends (False)."""
        _, status = os.waitpid(self.pid, os.WUNTRACED)
        self.ended = not os.WIFSTOPPED(status)
        return not self.ended

    def go_on(self) -> None:
        """Let a stopped process run again."""
        os.kill(self.pid, signal.SIGCONT)

    def kill(self) -> None:
        """End the process and forget what it would have said."""
        os.close(self.answer)
        if not self.ended:
            os.kill(self.pid, signal.SIGKILL)
            os.waitpid(self.pid, 0)


class ChildFailedError(Exception):
    """A process ended with an error of its own, which is never expected."""


def fork(work: Callable[[], Any], limit: int = LIMIT_SECONDS) -> Child:
    """Run ``work`` in a forked process."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid:
        os.close(writing)
        return Child(pid, reading)
    os.close(reading)
    for inherited in _writing:  # or a parent's reader would wait for this process too
        os.close(inherited)
    _writing[:] = [writing]
    signal.alarm(limit)  # a process that hangs is killed, and its run is a violation
    try:
        answer = (True, work())
    except BaseException:  # noqa: BLE001 - told to the parent
        answer = (False, traceback.format_exc())
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(pickle.dumps(answer))
    os._exit(0)


def _read_all(descriptor: int) -> bytes:
    with os.fdopen(descriptor, "rb") as pipe:
        return pipe.read()
