"""Fixtures that every test may use."""

import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")  # no test asserts a time, whatever else the machine does

NOT_YET = frozenset(Path(__file__).with_name("not_yet.txt").read_text("utf-8").splitlines())
"""Conversations in words that the offline reader does not hold yet as they were held by its sentence rules; the list only falls."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is on the list."""
    for item in items:
        if item.nodeid in NOT_YET:
            item.add_marker(pytest.mark.xfail(strict=False, reason="not held yet"))


_SERVER = runpy.run_path(str(Path(__file__).parent / "postgres_server.py"))


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a real Postgres server, started when first asked for and thrown away at the end."""
    if _SERVER["binaries"]() is None:
        pytest.skip("no Postgres binaries here: apt-get install postgresql")
    with _SERVER["running"]() as url:
        yield url
