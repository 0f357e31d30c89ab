"""Imports are parsed apart from the server: in processes of their own, with a limit of time, and one at a time for a person.

What a stranger sends may cost any time and memory. Here it costs a process, which is ended and replaced; the server's event loop
and its threads do nothing but wait.
"""

import asyncio
import json
import logging
import math
import os
import subprocess
import sys
import threading
import time
from collections.abc import Hashable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import date
from functools import lru_cache
from typing import Any

from tripintent.state.context import Principal
from tripintent.state.designer.editing import read_segment
from tripintent.state.designer.outcomes import EditRefusal
from tripintent.tools.errors import ImportRefused
from tripintent.tools.imports.jobs import ReadText, job_of, received

log = logging.getLogger(__name__)

PROCESSES, GUESTS = 2, 1
"""Processes for those who are known, and for guests without an account, who have a lane of their own."""
SECONDS = 10.0
"""Of the clock for one import."""
START_SECONDS = 60.0
MOST_WAITING, GUESTS_WAITING = 8, 2
"""Imports of other people that may wait for a process."""
PAUSE_SECONDS = 60.0
"""Before the next import of somebody whose last one was cut off by the clock."""
_KEPT = ("PATH", "SYSTEMROOT", "LANG", "LC_ALL", "TZ", "TMPDIR", "TEMP", "TMP")
"""Of the environment: the process needs no setting and no key."""


class ImportsApart:
    """Implements the ``ItineraryImports`` port in processes that all sessions of this process share."""

    def __init__(self, pool: "Pool | None" = None, guests: "Pool | None" = None) -> None:
        self._pool, self._guests = pool, guests

    async def read(self, content: str | bytes, today: date, who: Principal) -> ReadText:
        """Return what a text or file holds. Raises ImportRefused. Guests wait for guests alone, and are counted by address."""
        lane = (self._guests or guests_pool()) if who.address else (self._pool or shared_pool())
        return await asyncio.wrap_future(lane.submit(content, today, who.address or who.person))


class Pool:
    """One or two processes, begun when they are first needed. Threads and event loops may share it."""

    def __init__(
        self,
        processes: int = PROCESSES,
        seconds: float = SECONDS,
        waiting: int = MOST_WAITING,
        pause: float = PAUSE_SECONDS,
    ) -> None:
        self._threads = ThreadPoolExecutor(processes, thread_name_prefix="import")
        self._most = processes + waiting
        self.seconds, self._pause = seconds, pause
        self._paused: dict[Hashable, float] = {}
        self._idle: list[_Process] = []
        self._under_way: set[Hashable] = set()
        self._lock = threading.Lock()

    def submit(self, content: str | bytes, today: date, who: Hashable) -> "Future[ReadText]":
        """Begin an import. Raises ImportRefused while the person's last one is under way or cost too much, and when too many wait."""
        with self._lock:
            now = time.monotonic()
            self._paused = {one: until for one, until in self._paused.items() if until > now}
            if who in self._paused:
                wait = math.ceil(self._paused[who] - now)
                raise ImportRefused(f"the last import took too long: try again in {wait} s, with less of it", "busy")
            if who in self._under_way:
                raise ImportRefused("one import at a time: wait until the last one is read", "busy")
            if len(self._under_way) >= self._most:
                raise ImportRefused("too many imports are waiting: try again in a minute", "busy")
            self._under_way.add(who)
        future = self._threads.submit(self._work, content, today)
        future.add_done_callback(lambda done: self._done(who, done))
        return future

    @property
    def processes(self) -> list[int]:
        """The numbers of the processes that wait for work."""
        with self._lock:
            return [process.number for process in self._idle if process.lives]

    def close(self) -> None:
        """End the processes."""
        self._threads.shutdown(cancel_futures=True)
        while self._idle:
            self._idle.pop().end()

    def _done(self, who: Hashable, future: "Future[ReadText]") -> None:
        error = None if future.cancelled() else future.exception()
        with self._lock:
            self._under_way.discard(who)
            if isinstance(error, ImportRefused) and error.code == "too_slow":
                self._paused[who] = time.monotonic() + self._pause

    def _work(self, content: str | bytes, today: date) -> ReadText:
        with self._lock:
            process = self._idle.pop() if self._idle else None
        fresh = process is None or not process.lives
        process = _Process() if process is None or fresh else process
        try:
            if fresh:
                process.begin()
            answer = process.ask(job_of(content, today), self.seconds)
        except BaseException:
            process.end()
            raise
        with self._lock:
            self._idle.append(process)
        return read_answer(answer)


class _Process:
    """One process that parses. It is not used again after it was ended."""

    def __init__(self) -> None:
        environment = {name: os.environ[name] for name in _KEPT if name in os.environ}
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "tripintent.tools.imports.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**environment, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)},
        )
        self._ended_by_time = False

    @property
    def lives(self) -> bool:
        """Check whether it can be asked."""
        return self._process.poll() is None

    @property
    def number(self) -> int:
        """Its number in the system."""
        return self._process.pid

    def begin(self) -> None:
        """Wait until it can be asked."""
        self._answered(START_SECONDS)

    def ask(self, job: bytes, seconds: float) -> bytes:
        """Return the answer to a job. Raises ImportRefused when it takes too long, or when the process dies of it."""
        return self._answered(seconds, job)

    def end(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.communicate()

    def _answered(self, seconds: float, job: bytes = b"") -> bytes:
        jobs, answers = self._process.stdin, self._process.stdout
        timer = threading.Timer(seconds, self._end_for_time)
        timer.daemon = True
        timer.start()
        try:
            if jobs and job:
                jobs.write(job)
                jobs.flush()
            answer = received(answers) if answers else None
        except OSError:  # it died of the job before it had read all of it
            answer = None
        finally:
            timer.cancel()
            timer.join()
        if self._ended_by_time:
            raise ImportRefused(
                f"reading this took more than {seconds:g} seconds: send only the part that is about the trip",
                "too_slow",
            )
        if answer is None:
            raise ImportRefused("this cannot be read: paste the part that is about the trip as text")
        return answer

    def _end_for_time(self) -> None:
        self._ended_by_time = True
        self._process.kill()


def read_answer(answer: bytes) -> ReadText:
    """Return what a process answered. Raises ImportRefused."""
    told: dict[str, Any] = json.loads(answer)
    if "fault" in told:
        log.error("an import could not be read: %s", told["fault"])
        raise ImportRefused("this cannot be read: paste the part that is about the trip as text")
    if "refused" in told:
        raise ImportRefused(told["refused"], told["code"])
    read = [read_segment(one) for one in told["segments"]]
    segments = tuple(s for s in read if not isinstance(s, EditRefusal))
    sent = date.fromisoformat(told["sent"]) if told["sent"] else None
    return ReadText(segments, tuple(told["warnings"]), told["free"], sent)


@lru_cache(1)
def shared_pool() -> Pool:
    """Return the pool of this process. A process that is forked off makes its own."""
    return Pool()


@lru_cache(1)
def guests_pool() -> Pool:
    """Return this process's pool for guests without an account: whoever they keep waiting are guests, too."""
    return Pool(GUESTS, waiting=GUESTS_WAITING)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=shared_pool.cache_clear)
    os.register_at_fork(after_in_child=guests_pool.cache_clear)
