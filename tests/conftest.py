"""Fixtures that every test may use."""

import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile("patient", settings(), deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("patient")  # no test asserts a time, whatever else the machine does

_SERVER = runpy.run_path(str(Path(__file__).parent / "postgres_server.py"))


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a real Postgres server, started when first asked for and thrown away at the end."""
    if _SERVER["binaries"]() is None:
        pytest.skip("no Postgres binaries here: apt-get install postgresql")
    with _SERVER["running"]() as url:
        yield url
