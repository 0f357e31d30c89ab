"""A host's tools and registry by settings: what they change, and what is said of wrong ones."""

import json
import textwrap
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from pydantic import ValidationError
from tests.acts import Event, do

from tripintent.app.compose import compose
from tripintent.app.errors import SessionError
from tripintent.app.http.web_settings import as_environment
from tripintent.app.opening import open_session
from tripintent.app.runner import Runner
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.tools.host.orders import host_capabilities
from tripintent.tools.registry.builtin import SEVEN

HOST = '''
CALLS = []

def handler_call(portfolio, org, tool, handler, arguments):
    """A plain function, as hosts of the earlier contract have one."""
    CALLS.append((portfolio, org, tool, handler))
    day, ends = arguments["departure_date"], {"from": arguments["origin"], "to": arguments["destination"]}
    hop = {**ends, "depart_at": f"{day}T09:00:00", "arrive_at": f"{day}T20:00:00", "airline": "Acme Air"}
    price = {"amount": "300.00", "currency": "USD"}
    return {"success": True, "output": {"options": [{"option_id": "f1", "total_price": price, "segments": [hop]}]}}

class Tools:
    async def handler_call(self, portfolio, org, tool, handler, arguments):
        return handler_call(portfolio, org, tool, handler, arguments)

class Demanding:
    def __init__(self, key):
        self.key = key

def short(tool, arguments):
    return {}

nothing = 3
'''
SEARCH = ("flight_quote_search", "reservation_hold_create", "booking_confirm_and_purchase")


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Put a host's module on the path, under a name of this test's own."""
    name = f"acme_{uuid4().hex}"
    (tmp_path / f"{name}.py").write_text(textwrap.dedent(HOST))
    (tmp_path / f"{name}_broken.py").write_text("raise RuntimeError('no licence')")
    monkeypatch.syspath_prepend(str(tmp_path))
    return name


@pytest.fixture
def composed(settings: Settings) -> Callable[..., None]:
    def made(**changes: Any) -> None:
        with closing(compose(settings.model_copy(update=changes), storage_of(settings))):
            pass

    return made


@pytest.mark.parametrize("attribute", ["handler_call", "Tools"])
async def test_the_named_host_answers_for_its_tenant(
    settings: Settings, module: str, wish: Event, monkeypatch: pytest.MonkeyPatch, attribute: str
) -> None:
    """A function, or a class of objects that have it; it is asked for the settings' portfolio and organisation."""
    monkeypatch.setenv("TRIPINTENT_HOST_TOOLS", f"{module}:{attribute}")
    monkeypatch.setenv("TRIPINTENT_HOST_TOOL_NAMES", ", ".join(SEARCH))
    monkeypatch.setenv("TRIPINTENT_ORGANISATION", "acme")
    monkeypatch.setenv("TRIPINTENT_PORTFOLIO", "p1")
    async with open_session(Settings(db=settings.db, now=settings.now)) as session:
        trip = (await do(session, "t1", wish)).trip
        assert [s.airline for o in await _offers(session, trip) for s in o.segments] == ["Acme Air"]
    assert set(import_module(module).CALLS) == {("p1", "acme", "flight_quote_search", "flight_quote_search")}


async def _offers(session: Any, trip: Any) -> list[Any]:
    return [o for key in trip.working_memory.quotes for o in await session.ports.offers.get(trip.ledger_id, key)]


WRONG = [
    ("acme_trips", "write module:function"),
    (
        "no_such_house:handler_call",
        "cannot be imported: No module named 'no_such_house'; install it, or put its folder",
    ),
    ("{module}_broken:handler_call", "cannot be imported: RuntimeError: no licence"),
    ("{module}:missing", "names nothing: .* has no missing"),
    ("{module}:nothing", "is no function and has no handler_call"),
    ("{module}:short", r"cannot be called as handler_call\(portfolio, org, tool, handler, arguments\)"),
    ("{module}:Tools.handler_call", "cannot be called as handler_call"),
    ("{module}:Demanding", "is a class that cannot be made without arguments"),
]


@pytest.mark.parametrize(("name", "said"), WRONG)
def test_a_wrong_host_is_said_at_the_start(composed: Any, module: str, name: str, said: str) -> None:
    """The setting is named, and what is wrong with it; nothing waits for the first search to fail."""
    with pytest.raises(SessionError, match=f"^TRIPINTENT_HOST_TOOLS: .*{said}"):
        composed(host_tools=name.format(module=module))


@pytest.mark.parametrize("name", ["flight_quote_search", "teleport"])
def test_tools_that_cannot_be_the_hosts_are_said(composed: Any, module: str, name: str) -> None:
    """A search whose offers nobody could buy, and a tool that there is not."""
    with pytest.raises(SessionError, match=r"^TRIPINTENT_HOST_TOOL_NAMES: a host"):
        composed(host_tools=f"{module}:Tools", host_tool_names=(name,))


def test_a_list_that_is_none_is_said() -> None:
    """JSON that ends too early."""
    with pytest.raises(ValidationError, match="host_tool_names"):
        Settings(host_tool_names='["flight_quote_search"')  # type: ignore[arg-type]


def test_names_are_read_with_commas_or_as_json_and_default_to_all_seven(monkeypatch: pytest.MonkeyPatch) -> None:
    """People write commas, worker processes are handed JSON; an empty setting is none."""
    assert Settings().host_tool_names == SEVEN
    for text in (", ".join(SEARCH), json.dumps(SEARCH)):
        monkeypatch.setenv("TRIPINTENT_HOST_TOOL_NAMES", text)
        assert Settings().host_tool_names == SEARCH
    handed = as_environment(Settings(host_tool_names=SEARCH[:2], host_tools="acme:x"))
    monkeypatch.setenv("TRIPINTENT_HOST_TOOL_NAMES", handed["TRIPINTENT_HOST_TOOL_NAMES"])
    assert Settings().host_tool_names == SEARCH[:2]
    monkeypatch.setenv("TRIPINTENT_HOST_TOOL_NAMES", "")
    assert Settings().host_tool_names == SEVEN


async def test_a_run_for_another_tenant_asks_nobody(settings: Settings, sentence: str) -> None:
    """A session over a host is one tenant's: another organisation's turn reaches no tool, and is told why in its trip."""
    calls = []

    async def host(portfolio: str, org: str, tool: str, handler: str, arguments: Mapping[str, Any]) -> Any:
        calls.append(tool)
        return {"success": True, "output": {"options": []}}

    tenant = settings.model_copy(update={"portfolio": "p1", "organisation": "acme", "host_tool_names": SEARCH})
    payload = {"portfolio": "p1", "entity_type": "org-trip", "entity_id": "77", "thread": "m", "user_text": sentence}
    async with open_session(tenant, host=host) as session:
        refused = await Runner(session).run({**payload, "org": "other"})
        assert calls == []
        assert "this session asks the host for p1/acme, not for p1/other" in json.dumps(refused["output"])
        await Runner(session).run({**payload, "org": "acme"})
        assert set(calls) == {"flight_quote_search"}  # an empty search asks again without one wish at a time


async def test_a_hosts_search_is_asked_again(settings: Settings, wish: Event) -> None:
    """A host that is away for a moment is asked again, as often as any supplier; a commit never is by this."""
    calls = []

    def host(portfolio: str, org: str, tool: str, handler: str, arguments: Mapping[str, Any]) -> Any:
        calls.append(tool)
        return {"success": False, "error": {"code": "unavailable", "message": "one moment"}}

    chosen = settings.model_copy(update={"host_tool_names": SEARCH, "supplier_attempts": 2})
    async with open_session(chosen, host=host) as session:
        trip = (await do(session, "t1", wish)).trip
    assert calls == ["flight_quote_search"] * 2
    assert trip.status.state == "retryable"


@pytest.mark.parametrize(("account", "pays"), [("", []), ("Acme", ["pm_account"])])
async def test_a_host_is_paid_by_its_account_or_a_card_on_file(
    settings: Settings, account: str, pays: list[str]
) -> None:
    """The simulated card is never sent to a real seller."""
    host = SimpleNamespace(handler_call=lambda *_: {}, capabilities=host_capabilities(1.0, account=account))
    chosen = settings.model_copy(update={"host_tool_names": SEARCH})
    async with open_session(chosen, host=host) as session:
        assert [one.payment_method_id for one in await session.ports.payment_methods.list()] == pays


def test_the_registry_file_replaces_names_and_prompts(settings: Settings, tmp_path: Path) -> None:
    """A handler, a description and a prompt from a YAML file reach whoever asks the registry."""
    file = tmp_path / "registry.yaml"
    file.write_text("tools:\n  flight_quote_search: {handler: acme/fares}\nprompts:\n  rules: You speak for Acme.\n")
    with closing(compose(settings.model_copy(update={"registry": file}), storage_of(settings))) as parts:
        assert parts.ports.registry.get("flight_quote_search").handler == "acme/fares"
        assert parts.ports.registry.prompt("rules") == "You speak for Acme."


BAD_FILES = [
    (None, "cannot be read as YAML"),
    ("tools: [", "cannot be read as YAML"),
    ("- a list", "Input should be a valid dictionary"),
    ("tools:\n  flight_quote_search: {color: red}\n", r"tools\.flight_quote_search: there is no name 'color'"),
    ("tools:\n  booking_confirm_and_purchase: {effect: READ}\n", "a name cannot change what a tool does"),
    ("prompts:\n  rule: hello\n", r"there is no prompt 'rule': did you mean rules"),
]


@pytest.mark.parametrize(("text", "said"), BAD_FILES)
def test_a_wrong_registry_is_said(composed: Any, tmp_path: Path, text: str | None, said: str) -> None:
    """A file that is not there, is no YAML, has an unknown key, or wants another effect."""
    file = tmp_path / "registry.yaml"
    if text is not None:
        file.write_text(text)
    with pytest.raises(SessionError, match=f"^TRIPINTENT_REGISTRY: (.|\n)*{said}"):
        composed(registry=file)
