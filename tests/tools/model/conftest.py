"""The client of a desk's model, against a local server of the OpenAI wire format."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tripintent.tools.model.services import OpenAISettings, forget_services

SERVER = Path(__file__).parents[2] / "servers" / "openai_wire.py"


def _module() -> ModuleType:
    spec = importlib.util.spec_from_file_location("openai_wire", SERVER)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["openai_wire"] = module  # dataclasses look their module up
    spec.loader.exec_module(module)
    return module


@pytest.fixture(autouse=True)
def _nothing_known_of_services():
    """What one test's service refuses is not known in the next."""
    forget_services()


@pytest.fixture(scope="session")
def wire() -> ModuleType:
    """The server's module: completion(), failure(), WireReply."""
    return _module()


@pytest.fixture(scope="session")
def _server(wire):
    with wire.running() as server:
        yield server


@pytest.fixture
def server(_server) -> Iterator[Any]:
    _server.replies, _server.requests = [], []
    return _server


@pytest.fixture
def settings(server) -> OpenAISettings:
    return OpenAISettings(
        model="scripted-1", base_url=server.base_url, api_key="test-key", timeout=20, max_retries=1, patience=20, rest=0
    )
