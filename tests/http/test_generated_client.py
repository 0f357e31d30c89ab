"""A client that a generator made from the OpenAPI document books a trip: names, unions and answers fit what the server does."""

import json
import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tripintent.app.http.server import create_app
from tripintent.app.http.web_settings import WebSettings

PLACES = runpy.run_path(str(Path(__file__).parent / "conftest.py"))
settings_in, WISH, PEOPLE = PLACES["settings_in"], PLACES["WISH"], PLACES["PEOPLE"]


@pytest.fixture
def document(tmp_path: Path) -> dict[str, Any]:
    return create_app(settings_in(tmp_path), WebSettings()).openapi()


def test_every_schema_has_a_name_of_its_own(document: dict[str, Any]) -> None:
    """A generator makes a class of each name and leaves out whatever comes second; a title is that name."""
    schemas = document["components"]["schemas"]
    assert [name for name in schemas if not name.isidentifier()] == []
    assert {name: one["title"] for name, one in schemas.items() if one.get("title", name) != name} == {}


@pytest.mark.release
def test_a_generated_client_books_a_trip(
    serving: Any, document: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is left out when it is generated; an event without its type cannot be written, and a receipt comes at the end."""
    described = tmp_path / "openapi.json"
    described.write_text(json.dumps(document))
    generate = ["generate", "--path", str(described), "--meta", "none", "--output-path", str(tmp_path / "tripclient")]
    made = subprocess.run(
        [sys.executable, "-m", "openapi_python_client", *generate],
        check=True,
        capture_output=True,
        text=True,
        cwd=tmp_path,
    )
    assert "Unable to" not in made.stdout + made.stderr
    monkeypatch.syspath_prepend(tmp_path)
    models = import_module("tripclient.models")
    client = import_module("tripclient").Client(base_url=serving().url, timeout=60)

    def call(name: str, *args: Any, **fields: Any) -> Any:
        return import_module(f"tripclient.api.{name}").sync(*args, client=client, **fields)

    thread = call("threads.new_thread", body=models.Begin()).thread_id
    said = call("turns.send_message", thread, body=models.NewMessage(text=WISH))
    options = next(one for one in said.messages if one.kind == "options").facts["options"]
    with pytest.raises(TypeError, match="type_"):
        models.UserSelectedBundle(bundle_id=options[0]["bundle_id"])
    chosen = models.UserSelectedBundle(type_="USER_SELECTED_BUNDLE", bundle_id=options[0]["bundle_id"])
    call("turns.send_event", thread, body=chosen)
    call("turns.send_event", thread, body=models.UserRequestHold(type_="USER_REQUEST_HOLD"))
    pending = call("turns.send_message", thread, body=models.NewMessage(text=PEOPLE)).pending
    asked = pending.card["action_requests"][0]["args"]["confirmations"]
    yes = models.Decision(models.DecisionDecision.APPROVE, confirmations=[one["id"] for one in asked])
    assert call("approvals.decide_approval", pending.approval_id, body=yes).pending is None
    assert call("threads.read_thread", thread).trip.bookings[0].locator
