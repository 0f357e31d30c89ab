"""Fixtures that every test may use."""

import gc
import os
import runpy
import ssl
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from langgraph.pregel import _utils as graphs
from pydantic_settings import EnvSettingsSource

# Workers share the cores: the threads of a small fit would wait for each other.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
settings.register_profile(  # the same examples in each run; EXPLORE=1 looks for new ones
    "patient", max_examples=50, deadline=None, suppress_health_check=[HealthCheck.too_slow],
    derandomize="EXPLORE" not in os.environ,
)  # fmt: skip
settings.load_profile("patient")  # no test asserts a time, whatever else the machine does
# Each client of a model would read all certificate authorities anew, 50 ms of it.
ssl.create_default_context = lru_cache(ssl.create_default_context)
# Each session looks at the byte code of all nodes and at the types of all settings, the same thousands of times.
graphs.dis.get_instructions = lru_cache(lambda code, look=graphs.dis.get_instructions, **how: tuple(look(code, **how)))
_LOOK, _KNOWN = EnvSettingsSource._field_is_complex, {}
EnvSettingsSource._field_is_complex = lambda one, field: (
    _KNOWN.get(id(field)) or _KNOWN.setdefault(id(field), (_LOOK(one, field), field))
)[0]
gc.disable()  # what is imported and collected stays: every look for garbage would walk over all of it


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """For ``-m release`` import the files alone in which that mark stands, or in a conftest beside them."""
    if config.option.markexpr != "release" or collection_path.suffix != ".py":
        return None
    beside = collection_path.with_name("conftest.py"), collection_path.parents[1] / "conftest.py"
    others = {one for one in beside if one.exists()} - {Path(__file__)}
    return True if not any("release" in one.read_text("utf-8") for one in (collection_path, *others)) else None


def pytest_collection_finish() -> None:
    """Look for garbage among what the tests make, not among the tests and the loaded modules, and less often."""
    gc.freeze()
    gc.enable()
    gc.set_threshold(20_000, 10, 10)


_SERVER = runpy.run_path(str(Path(__file__).parent / "postgres_server.py"))


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The URL of a real Postgres server, started when first asked for and thrown away at the end."""
    if _SERVER["binaries"]() is None:
        pytest.skip("no Postgres binaries here: apt-get install postgresql")
    with _SERVER["running"]() as url:
        yield url


@pytest.fixture
def database(postgres_url: str) -> Iterator[str]:
    """The URL of an empty Postgres database."""
    with _SERVER["database"](postgres_url) as url:
        yield url
