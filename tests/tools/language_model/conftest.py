"""The model adapter over the real client, against a local server of the OpenAI wire format."""

import importlib.util
import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar

import pytest
from pydantic import JsonValue

from tripintent.state.frame import Frame, Place, When
from tripintent.tools.language.model.adapter import OpenAILanguage
from tripintent.tools.language.model.client import ChatModel
from tripintent.tools.language.model.services import forget_services
from tripintent.tools.language.model.settings import OpenAISettings
from tripintent.tools.ports.language import Language, ParseResult, ReadRequest
from tripintent.tools.ports.places import Airport, Places
from tripintent.tools.registry.builtin import BuiltinRegistry

TODAY = date(2026, 3, 2)
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


class PhraseBook(Language):
    """An offline engine that knows a few phrases, and takes note of being asked."""

    def __init__(self) -> None:
        self.heard: list[ReadRequest] = []

    async def extract(self, hearing: ReadRequest) -> ParseResult:
        self.heard.append(hearing)
        slots: dict[str, Any] = {}
        for slot in hearing.asked:
            slots |= self._answers(slot, hearing.text)
        if hearing.text.startswith("offline:"):
            slots["rooms"] = 3
        frame = hearing.frame.model_copy(update=slots)
        return ParseResult(frame=frame, changed=tuple(slots))

    def _answers(self, slot: str, text: str) -> dict[str, Any]:
        days = {
            "May 5th": "2026-05-05",
            "May 5th give or take 2 days": "2026-05-05",
            "tomorrow": "2026-03-03",
            "the 12th": "2026-03-12",
        }
        if slot == "budget":
            return {"budget": Decimal(3000), "currency": "USD"} if "3k" in text else {}
        return {slot: When(said=text, day=days[text])} if text in days else {}

    async def ask(self, missing: Sequence[str], facts: Mapping[str, JsonValue], language: str) -> str:
        return " ".join(missing)

    async def phrase(self, kind: str, facts: Mapping[str, JsonValue], language: str) -> str:
        return f"{kind} {json.dumps(dict(facts))}"

    async def detect(self, text: str, thread: str | None = None) -> str:
        return "en"


class Atlas(Places):
    """A gazetteer of six places."""

    _KNOWN: ClassVar = {
        "new york": Place(said="", name="New York", kind="metro", code="NYC", country="US"),
        "lisbon": Place(said="", name="Lisbon", kind="city", code="LIS", country="PT"),
        "paris": Place(said="", name="Paris", kind="city", code="PAR", country="FR"),
        "lyon": Place(said="", name="Lyon", kind="city", code="LYS", country="FR"),
        "rome": Place(said="", name="Rome", kind="city", code="ROM", country="IT"),
        "texas": Place(said="", name="Texas", kind="region", country="US"),
        "birmingham": Place(
            said="",
            name="Birmingham",
            kind="city",
            candidates=(Place(said="", name="Birmingham, England"), Place(said="", name="Birmingham, Alabama")),
        ),
    }

    def resolve(self, said: str) -> Place:
        return self._KNOWN.get(said.casefold(), Place(said=said)).model_copy(update={"said": said})

    def airport(self, code: str) -> Airport | None:
        return None

    def airports_for(self, code: str) -> Sequence[Airport]:
        return ()

    def near(self, place: Place, within_km: float = 150.0, limit: int = 3) -> Sequence[tuple[Airport, float]]:
        return ()

    def distance_km(self, a: str, b: str) -> float | None:
        return None


@pytest.fixture
def offline() -> PhraseBook:
    return PhraseBook()


@pytest.fixture
def settings(server) -> OpenAISettings:
    return OpenAISettings(
        model="scripted-1", base_url=server.base_url, api_key="test-key", timeout=20, max_retries=1, patience=20, rest=0
    )


@pytest.fixture
def registry() -> BuiltinRegistry:
    return BuiltinRegistry()


@pytest.fixture
def make(offline, settings, registry):
    """Make the adapter, with settings changed."""

    def _make(model: ChatModel | None = None, **changes: Any) -> OpenAILanguage:
        return OpenAILanguage(offline, settings.model_copy(update=changes), Atlas(), registry, model)

    return _make


@pytest.fixture
def heard():
    """Make a hearing: text, and what was known before."""

    def _heard(text: str, frame: Frame | None = None, **more: Any) -> ReadRequest:
        return ReadRequest(text=text, frame=frame or Frame(), today=TODAY, **more)

    return _heard


@pytest.fixture
def reads(make, server, wire, heard):
    """Let the model answer a message with the given operations; return the reading."""

    async def _reads(text: str, *operations: dict[str, Any], frame: Frame | None = None, **more: Any) -> ParseResult:
        server.answers(wire.completion(json.dumps({"operations": operations})))
        return await make().extract(heard(text, frame, **more))

    return _reads
