"""Fixtures that every test may use."""

import runpy
from collections.abc import Iterator
from pathlib import Path

import pytest

_SERVER = runpy.run_path(str(Path(__file__).parent / "postgres_server.py"))


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a real Postgres server, started when first asked for and thrown away at the end."""
    if _SERVER["binaries"]() is None:
        pytest.skip("no Postgres binaries here: apt-get install postgresql")
    with _SERVER["running"]() as url:
        yield url
