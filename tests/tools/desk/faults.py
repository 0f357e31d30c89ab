"""What may happen to a worker at a boundary of its work: it ends there, or something else happens meanwhile."""

import asyncio
import threading
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from tripintent.tools.desk.desk import BookingDesk


class EndsAt:
    """The work ends at one boundary, once; what comes after it works."""

    def __init__(self, counter: Any, at: str, error: type[BaseException] = RuntimeError) -> None:
        self.at, self.error = at, error
        counter.desk._ctx.__dict__["faults"] = self

    def reach(self, name: str) -> None:
        if name == self.at:
            self.at = ""
            raise self.error(name)


class Meanwhile:
    """At one boundary of the first worker something else happens, in a thread of its own."""

    def __init__(self, counter: Any, at: str, work: Callable[[], Any]) -> None:
        self.at, self.work, self.result = at, work, None
        counter.desk._ctx.__dict__["faults"] = self

    def reach(self, name: str) -> None:
        if name == self.at:
            self.at = ""
            thread = threading.Thread(target=self._run)
            thread.start()
            thread.join()

    def _run(self) -> None:
        self.result = asyncio.run(self.work())


def a_later_worker(counter: Any) -> Callable[[], Any]:
    """Another worker that recovers two minutes later."""
    second = BookingDesk(counter.ledger, counter.desk._ctx.suppliers, counter.clock)

    async def recover() -> None:
        counter.clock.advance(timedelta(minutes=2))
        await second.reconcile()

    return recover
