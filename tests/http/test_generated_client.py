"""A client that openapi-python-client makes of our document books a trip."""

import json
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import httpx
import pytest

WISH = "Flights from Munich to Lisbon on 4 March 2027, back on 8 March 2027, one adult, hotel in the centre"
PEOPLE = "Anna Muster, born 12 April 1990, anna@example.org, +49 151 23456789"


async def test_no_two_models_share_a_name_and_tags_are_required(client):
    """Every model has one short name; what tells the members of a union apart must be there."""
    document = (await client.http.get("/openapi.json")).json()
    schemas = document["components"]["schemas"]
    assert [name for name in schemas if "__" in name] == []
    titles = [schema.get("title", name) for name, schema in schemas.items()]
    assert sorted(titles) == sorted(set(titles))
    assert "type" in schemas["EventUserMessage"]["required"]
    assert "op" in schemas["Tick"]["required"]


@pytest.fixture
def generated(client_document, tmp_path, monkeypatch):
    """The package that the generator makes, without a warning."""
    path = tmp_path / "openapi.json"
    path.write_text(json.dumps(client_document))
    folder = Path(sys.executable).parent
    command = [folder / "openapi-python-client", "generate", "--path", path, "--meta", "none"]
    command += ["--output-path", tmp_path / "trips_client"]
    monkeypatch.setenv("PATH", str(folder), prepend=":")
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    assert made.returncode == 0, made.stderr
    assert "Unable" not in made.stdout + made.stderr, made.stdout
    monkeypatch.syspath_prepend(str(tmp_path))
    return lambda name: import_module(f"trips_client.{name}")


@pytest.fixture
def url(serving):
    return serving().url


@pytest.fixture
def client_document(url):
    return httpx.get(f"{url}/openapi.json", timeout=120).json()


@pytest.mark.release
def test_a_generated_client_books_a_trip(generated, url):
    """Words, a typed choice, a typed hold, names, and the decision: with the client's own models alone."""
    models, talk = generated("models"), generated("client").Client(base_url=url, timeout=httpx.Timeout(120))
    thread = generated("api.threads.new_thread").sync(client=talk).thread_id
    say, send = generated("api.turns.send_message").sync, generated("api.turns.send_event").sync
    say(thread, client=talk, body=models.NewMessage(text=WISH))
    [option, *_] = generated("api.threads.read_options").sync(thread, client=talk)
    chosen = models.UserSelectedBundle(type_="USER_SELECTED_BUNDLE", bundle_id=option.bundle_id)
    send(thread, client=talk, body=chosen)
    send(thread, client=talk, body=models.UserRequestHold(type_="USER_REQUEST_HOLD"))
    pending = say(thread, client=talk, body=models.NewMessage(text=PEOPLE)).pending
    args = pending.card.to_dict()["action_requests"][0]["args"]
    yes = models.Decision(
        decision=models.DecisionDecision.APPROVE, confirmations=[one["id"] for one in args["confirmations"]]
    )
    done = generated("api.approvals.decide_approval").sync(pending.approval_id, client=talk, body=yes)
    assert [one.status for one in done.trip.bookings] == ["confirmed"] * 3
