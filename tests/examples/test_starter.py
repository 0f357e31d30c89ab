"""The starter: its own users, database, supplier, policy and approver mail, as its README says."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
import yaml
from tests.servers.post_office import Post, opened

from tripintent import Settings
from tripintent.app.http.web_settings import WebSettings

FOLDER = Path(__file__).parents[2] / "examples/starter"


@pytest.fixture
def post() -> Iterator[Any]:
    with opened(Post()) as office:
        yield office


def _as(url: str, name: str) -> httpx.Client:
    return httpx.Client(base_url=url, timeout=120, headers={"authorization": f"Bearer token-of-{name}"})


@pytest.mark.release
def test_the_starter_books_its_own_fare_after_the_boss_says_yes(started: Any, database: str, post: Any) -> None:
    """Anna plans on the stub's flights and cannot approve; the boss gets mail with a link; everything is in Postgres."""
    mail = {"TRIPINTENT_NOTIFY_SMTP": f"smtp://127.0.0.1:{post.port}", "TRIPINTENT_NOTIFY_FROM": "trips@acme.example"}
    kept = {"TRIPINTENT_DATABASE_URL": database, "TRIPINTENT_USERS": "people:users"}
    ruled = {**os.environ, **kept, "PYTHONPATH": os.pathsep.join((str(FOLDER), *sys.path))}
    command = [sys.executable, "-c", "from tripintent.app.cli import main; main()", "policy", "set"]
    subprocess.run([*command, FOLDER / "acme.yaml", "--org", "acme"], env=ruled, check=True)
    program = started("starter/app.py", **kept, **mail)
    assert "trips are kept in Postgres" in program.said()
    anna, boss = _as(program.url, "anna"), _as(program.url, "boss")
    thread = anna.post("/api/threads").json()["thread_id"]
    for text in (
        "Boston to Lisbon June 14-21, two adults",
        "1",
        "hold",
        "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org",
    ):
        view = anna.post(f"/api/threads/{thread}/messages", json={"text": text}).json()
    args = view["pending"]["card"]["action_requests"][0]["args"]
    assert args["approver"] == "boss"
    assert any("Acme Air" in line["title"] for line in args["cart"])
    yes = {"decision": "approve", "confirmations": [one["id"] for one in args["confirmations"]]}
    assert anna.post(f"/api/approvals/{args['approval_id']}/decision", json=yes).status_code == 403
    assert boss.post(f"/api/approvals/{args['approval_id']}/decision", json=yes).status_code == 200
    assert anna.get(f"/api/threads/{thread}").json()["trip"]["bookings"]
    program.process.terminate()  # what is still to be told is told before it ends
    program.process.wait(60)
    told = [(one["To"].partition("@")[0], one["Subject"].split(":")[0]) for one in post.letters]
    assert told == [("boss", "Please approve"), ("anna", "Approved"), ("anna", "Booked")]
    assert re.search(rf"{program.url}/approve/\S+", post.letters[0].get_body(("plain",)).get_content())
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM tripintent.bookings").fetchone() == (3,)


def test_the_compose_file_names_what_there_is() -> None:
    """Each setting in it is one of ours, and each file that it and the README name is in the folder."""
    services = yaml.safe_load((FOLDER / "compose.yaml").read_text())["services"]
    named = {name for name in services["app"]["environment"] if name.startswith("TRIPINTENT_")}
    ours = {f"TRIPINTENT_{name}".upper() for name in Settings.model_fields}
    web = {f"TRIPINTENT_HTTP_{name}".upper() for name in WebSettings.model_fields}
    assert named <= ours | web
    readme = (FOLDER / "README.md").read_text()
    for name in re.findall(r"`(\w+\.(?:py|yaml))`", readme):
        assert (FOLDER / name).exists()
    lines = [len((FOLDER / name).read_text().splitlines()) for name in ("app.py", "people.py")]
    assert sum(lines) <= 65
