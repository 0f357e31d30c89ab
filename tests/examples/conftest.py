"""A session on real parts."""

import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import httpx
import pytest
from tests.postgres_server import free_port

from tripintent.app.opening import open_session
from tripintent.app.session import Session
from tripintent.app.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(data_dir=tmp_path, language="offline", now=datetime(2027, 3, 1, 9, tzinfo=UTC))


@pytest.fixture
async def session(settings: Settings) -> AsyncIterator[Session]:
    async with open_session(settings) as session:
        yield session


EXAMPLES = Path(__file__).parents[2] / "examples"
WISH = "Boston to Lisbon June 14-21, two adults"
PEOPLE = "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org"


def load(name: str) -> ModuleType:
    """Load one of the example programs as it stands."""
    spec = importlib.util.spec_from_file_location(f"examples_{name}", EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def chat_product() -> ModuleType:
    return load("chat_product")


@pytest.fixture
def mounted() -> ModuleType:
    return load("mounted")


@pytest.fixture
def host_tools() -> ModuleType:
    return load("host_tools")


@pytest.fixture
def wish() -> str:
    return WISH


@pytest.fixture
def people() -> str:
    return PEOPLE


class Program:
    """An example as its own process on a free port, in a folder where it may write."""

    def __init__(self, path: Path, folder: Path, settings: dict[str, str]) -> None:
        port = free_port()
        self.url, self.folder, self._log = f"http://127.0.0.1:{port}", folder, folder / "program.log"
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("TRIPINTENT_", "OPENAI_"))}
        here = {"TRIPINTENT_DATA_DIR": str(folder), "TRIPINTENT_LANGUAGE": "offline", "PORT": str(port)}
        paths = os.pathsep.join((str(path.parent), *(one for one in sys.path if one)))
        played = {"TRIPINTENT_NOW": "2027-03-01T09:00:00+00:00", "PYTHONPATH": paths, "PYTHONUNBUFFERED": "1"}
        with self._log.open("ab") as log:
            command = [sys.executable, str(path)]
            environment = {**clean, **here, **played, **settings}
            self.process = subprocess.Popen(command, cwd=folder, env=environment, stdout=log, stderr=log)
        self._wait()

    def said(self) -> str:
        """Return what it printed."""
        return self._log.read_text()

    def _wait(self) -> None:
        while True:
            assert self.process.poll() is None, f"it ended:\n{self.said()}"
            try:
                httpx.get(self.url, timeout=5)
            except httpx.TransportError:
                time.sleep(0.1)
            else:
                return


@pytest.fixture
def started(tmp_path: Path) -> Iterator[Callable[..., Program]]:
    """Return how to start an example; settings are environment variables."""
    running: list[Program] = []

    def start(name: str, **settings: str) -> Program:
        folder = tmp_path / f"program{len(running)}"
        folder.mkdir()
        running.append(Program(EXAMPLES / name, folder, settings))
        return running[-1]

    yield start
    for one in running:
        one.process.terminate()
        one.process.wait(60)
