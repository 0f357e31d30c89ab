"""A scripted host: it answers each tool as told, and keeps what it was asked."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any

import pytest

from tripintent.state.frame import Place
from tripintent.tools.clock import FixedClock
from tripintent.tools.host.calling import HostCaller
from tripintent.tools.ports.designer import HostTools
from tripintent.tools.ports.places import Airport, Places
from tripintent.tools.registry.builtin import BuiltinRegistry

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
Answer = Mapping[str, Any] | Exception | Callable[[Mapping[str, Any]], Any]


class ScriptedHost(HostTools):
    """Answers by tool name; an exception is raised, a function is called with the arguments."""

    def __init__(self) -> None:
        self.answers: dict[str, Answer] = {}
        self.calls: list[tuple[str, str, str, str, Mapping[str, Any]]] = []

    async def handler_call(
        self, portfolio: str, org: str, tool: str, handler: str, arguments: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        self.calls.append((portfolio, org, tool, handler, arguments))
        answer = self.answers[tool]
        if isinstance(answer, Exception):
            raise answer
        return await answer(arguments) if callable(answer) else answer

    @property
    def sent(self) -> Mapping[str, Any]:
        """The arguments of the last call."""
        return self.calls[-1][4]


class Atlas(Places):
    """Three airports with zones."""

    _ZONES = (
        ("JFK", "New York", "America/New_York"),
        ("SFO", "San Francisco", "America/Los_Angeles"),
        ("LIS", "Lisbon", "Europe/Lisbon"),
    )

    def resolve(self, said: str) -> Place:
        for code, name, _ in self._ZONES:
            if said.casefold() in (code.casefold(), name.casefold()):
                return Place(said=said, name=name, kind="airport", code=code)
        return Place(said=said)

    def airport(self, code: str) -> Airport | None:
        for known, name, zone in self._ZONES:
            if known == code:
                return Airport(code=code, name=name, city=name, country="US", lat=0, lon=0, zone=zone)
        return None

    def airports_for(self, code: str) -> Sequence[Airport]:
        return ()

    def near(self, place: Place, within_km: float = 150.0, limit: int = 3) -> Sequence[tuple[Airport, float]]:
        return ()

    def distance_km(self, a: str, b: str) -> float | None:
        return None


@pytest.fixture
def host() -> ScriptedHost:
    return ScriptedHost()


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock(NOW)


@pytest.fixture
def places() -> Atlas:
    return Atlas()


@pytest.fixture
def caller(host) -> HostCaller:
    registry = BuiltinRegistry({"tools": {"flight_quote_search": {"handler": "acme/flights"}}})
    return HostCaller(host, registry, portfolio="p1", org="acme", timeout=0.2)


@pytest.fixture
def today() -> date:
    return NOW.date()
