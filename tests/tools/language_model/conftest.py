"""The model's reader over the real client, against a local server of the OpenAI wire format."""

import importlib.util
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any, ClassVar, cast

import pytest

from tripintent.state.applying import applied, changed_fields
from tripintent.state.bundles import Bundle, Ranking
from tripintent.state.derived import ranking_key
from tripintent.state.frame import Frame, Place
from tripintent.state.money import Money
from tripintent.state.operations import Answer, Question, Search, SetSlot, Unclear
from tripintent.state.operations import Operation as JourneyOperation
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.reading import JOURNEY, Operation, Part, Reading
from tripintent.state.trip import TripIntent
from tripintent.tools.language.model.reader import ModelReader
from tripintent.tools.language.people import FreeFormPeople
from tripintent.tools.model.client import ChatModel
from tripintent.tools.model.services import OpenAISettings, forget_services
from tripintent.tools.ports.language import Language
from tripintent.tools.ports.places import Airport, Places
from tripintent.tools.ports.reader import Reader, View
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


class PhraseBook(Reader):
    """An offline reader that knows one phrase, and takes note of being asked."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, View]] = []

    def speaking(self, language: Language) -> Reader:
        return self

    def goes_on(self, text: str, view: View) -> bool:
        return False

    async def read(self, text: str, view: View) -> Reading:
        self.asked.append((text, view))
        rooms = (SetSlot(text=text, slot="rooms", value=3),) if text.startswith("offline:") else ()
        return Reading(text=text, parts=(Part(system="BOOKING", text=text, operations=rooms),))


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


@dataclass(frozen=True)
class Read:
    """A reading, and what it makes of the frame that was known."""

    reading: Reading
    before: Frame
    earlier: tuple[Frame, ...] = ()

    @property
    def operations(self) -> tuple[Operation, ...]:
        """What was read; the search that goes with facts of the trip is no words."""
        return tuple(one for one in self.reading.operations if not isinstance(one, Search))

    @property
    def frame(self) -> Frame:
        said = [cast("JourneyOperation", one) for one in self.operations if isinstance(one, JOURNEY)]
        return applied(self.before, said, self.earlier)

    @property
    def changed(self) -> tuple[str, ...]:
        return changed_fields(self.before, self.frame)

    @property
    def doubts(self) -> tuple[Unclear, ...]:
        return tuple(one for one in self.operations if isinstance(one, Unclear))

    @property
    def stance(self) -> str | None:
        return next((one.stance for one in self.operations if isinstance(one, Answer)), None)

    @property
    def question(self) -> str | None:
        return next((one.text for one in self.operations if isinstance(one, Question)), None)


@pytest.fixture
def shown() -> TripIntent:
    """A round trip with three options on the screen: a, b and c."""
    boston, lisbon = ({"code": code, "said": code} for code in ("BOS", "LIS"))
    merge = {
        "request": {"now_date": TODAY.isoformat()},
        "party": {"travelers": {"adults": 1}},
        "itinerary": {
            "trip_type": "round_trip",
            "segments": [
                {"origin": boston, "destination": lisbon, "depart_date": "2026-06-14"},
                {"origin": lisbon, "destination": boston, "depart_date": "2026-06-21"},
            ],
            "lodging": {"check_in": "2026-06-14", "check_out": "2026-06-21"},
        },
    }
    trip = apply_patch(TripIntent(), Patch(by="test", merge=merge))
    bundles = tuple(Bundle(bundle_id=name, estimated_total=Money(amount="900")) for name in "abc")
    ranking = Ranking(key=ranking_key(trip), bundles=bundles)
    return apply_patch(trip, Patch(by="test", merge={"working_memory": {"ranking": ranking}}))


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
    """Make a function that reads a text with the model's reader; its settings, gazetteer and offline reader may be others."""

    def _make(
        model: ChatModel | None = None,
        places: Places | None = None,
        stand_in: Reader | None = None,
        personal: bool = True,
        **changes: Any,
    ) -> Any:
        chat = model or ChatModel(settings.model_copy(update=changes))
        people = FreeFormPeople()
        reader = ModelReader(chat, stand_in or offline, places or Atlas(), registry, people, personal=personal)
        return partial(_read, reader)

    return _make


async def _read(
    reader: ModelReader, text: str, frame: Frame | None = None, earlier: tuple[Frame, ...] = (), **more: Any
) -> Read:
    known = frame or Frame()
    view = replace(View(trip=TripIntent(), today=TODAY, alone="BOOKING", frame=known), **more)
    return Read(await reader.read(text, view), known, earlier)


@pytest.fixture
def says(server, wire):
    """Set what the model says of the messages to come: a list of operations each."""

    def _says(*answers: Sequence[Any], language: str = "en") -> None:
        server.answers(
            *(wire.completion(json.dumps({"language": language, "operations": list(one)})) for one in answers)
        )

    return _says


@pytest.fixture
def reads(make, says):
    """Let the model answer a message with the given operations; return what was read."""

    async def _reads(text: str, *operations: Any, language: str = "en", **more: Any) -> Read:
        says(operations, language=language)
        return await make()(text, **more)

    return _reads
