"""How much of a turn is spent in tools: ports under a meter that runs while at least one call of any of them is under way."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields, replace
from functools import wraps
from inspect import iscoroutinefunction
from time import perf_counter, process_time
from typing import Any

from tripintent.tools.ports.ports import Ports


class Meter:
    """Milliseconds in tools, by the clock and of the processor. Calls side by side count once."""

    def __init__(self) -> None:
        self.wall = self.cpu = 0.0
        self._under_way = 0

    @contextmanager
    def running(self) -> Iterator[None]:
        """Run the meter for the length of one call."""
        self._count(1)
        try:
            yield
        finally:
            self._count(-1)

    def _count(self, change: int) -> None:
        wall, cpu = 1000 * perf_counter(), 1000 * process_time()
        before, self._under_way = self._under_way, self._under_way + change
        if before == 0:
            self.wall, self.cpu = self.wall - wall, self.cpu - cpu
        elif self._under_way == 0:
            self.wall, self.cpu = self.wall + wall, self.cpu + cpu


class Metered:
    """A port whose methods run the meter."""

    def __init__(self, port: Any, meter: Meter) -> None:
        self._port, self._meter = port, meter

    def __getattr__(self, name: str) -> Any:
        """Return the port's own attribute, methods with the meter around them."""
        found = getattr(self._port, name)
        return _timed(found, self._meter) if callable(found) else found


def metered(ports: Ports, meter: Meter) -> Ports:
    """Return the same ports under the meter."""
    under: dict[str, Any] = {}
    for field in fields(ports):
        port = getattr(ports, field.name)
        if port is None:
            continue  # an optional port that is not there
        plain = not hasattr(port, "__dict__") or hasattr(port, "__code__")
        under[field.name] = _timed(port, meter) if plain and callable(port) else Metered(port, meter)
    return replace(ports, **under)


def _timed(call: Any, meter: Meter) -> Any:
    if iscoroutinefunction(call):

        @wraps(call)
        async def later(*args: Any, **kwargs: Any) -> Any:
            with meter.running():
                return await call(*args, **kwargs)

        return later

    @wraps(call)
    def now(*args: Any, **kwargs: Any) -> Any:
        with meter.running():
            return call(*args, **kwargs)

    return now
