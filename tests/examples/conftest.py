"""A session on real parts."""

import importlib.util
import sys
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from types import ModuleType

import pytest

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
WISH = "Boston to Lisbon June 14 to June 21, two adults"
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
