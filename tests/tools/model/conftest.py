"""The client of a desk's model, against a local server of the OpenAI wire format."""

from collections.abc import Iterator
from typing import Any

import pytest
from tests.servers import openai_wire as wire

from tripintent.tools.model.services import _KNOWN, OpenAISettings


@pytest.fixture(autouse=True)
def _nothing_known_of_services():
    """What one test's service refuses is not known in the next."""
    _KNOWN.clear()


@pytest.fixture(scope="session")
def _server():
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
