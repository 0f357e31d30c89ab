"""``tripintent supplier check``: every step with an emulator, and traffic that is kept without people and keys and answers again."""

import json
import runpy
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest
from click.testing import CliRunner

from tripintent.app.cli.supplying import supplier_command
from tripintent.tools.suppliers.checklist import checklist

FOLDER = Path(__file__).parents[1] / "emulators"
NOW = datetime(2027, 1, 10, 9, tzinfo=UTC)
SECRETS = {"duffel": "duffel_test_9f8secret", "liteapi": "sand_9f8secret", "embedded": "none"}


def checked(name, tmp_path, monkeypatch, url, **more):
    """Run the command with the settings of a test key."""
    others = {"duffel": "duffel,embedded", "liteapi": "embedded,liteapi", "embedded": "embedded"}
    values = {"SUPPLIERS": others[name], "DUFFEL_TOKEN": SECRETS["duffel"], "LITEAPI_KEY": SECRETS["liteapi"],
              "DUFFEL_URL": url, "LITEAPI_URL": url, "DATA_DIR": str(tmp_path), "LOG_LEVEL": "DEBUG", **more}  # fmt: skip
    for key, value in values.items():
        monkeypatch.setenv(f"TRIPINTENT_{key}", value)
    method = "pm_x" if name == "embedded" else "balance"
    where = ["--now", NOW.isoformat(), "--db", str(tmp_path / "t.db")]
    return CliRunner().invoke(supplier_command, ["check", name, *where, "--pay-with", method, "--json"])


def steps(done):
    return [json.loads(line) for line in done.stdout.splitlines()]


@pytest.mark.parametrize("name", ["duffel", "liteapi"])
def test_every_step_is_tried_and_the_traffic_answers_again(name, tmp_path, monkeypatch, caplog):
    """All steps are right; no key and no person is in the recording, the output or the log; from the recording the search is the same."""
    module = runpy.run_path(str(FOLDER / f"{name}.py"))
    caplog.set_level("DEBUG")
    with module["running"](module["Emulator"](lambda: NOW).app) as url:
        done = checked(name, tmp_path, monkeypatch, url, SUPPLIER_RECORD=str(tmp_path / "kept"))
    assert done.exit_code == 0, done.output
    told = steps(done)
    assert {"search", "order", "it is found by our reference", "it is cancelled"} <= {one["name"] for one in told}
    kept = (tmp_path / "kept" / f"{name}.jsonl").read_text()
    for secret in (SECRETS[name], "Tester", "ann.tester", "+442071838750"):
        assert secret not in kept + done.output + caplog.text
    monkeypatch.delenv("TRIPINTENT_SUPPLIER_RECORD")
    again = checked(name, tmp_path, monkeypatch, "http://127.0.0.1:9", SUPPLIER_REPLAY=str(tmp_path / "kept"))
    found = [one["said"].split(" in ")[0] for one in (told[0], steps(again)[0])]
    assert found[0] == found[1]


def test_the_simulated_supplier_passes_too(tmp_path, monkeypatch):
    """The checklist is the same for each adapter."""
    done = checked("embedded", tmp_path, monkeypatch, "http://127.0.0.1:9")
    assert done.exit_code == 0, done.output
    assert all(one["ok"] is not False for one in steps(done))


def test_a_step_that_fails_ends_it_with_its_reason(tmp_path, monkeypatch):
    """Where nobody answers the command says so, and fails."""
    done = checked("duffel", tmp_path, monkeypatch, "http://127.0.0.1:9", SUPPLIER_ATTEMPTS="1")
    assert done.exit_code == 1
    assert steps(done)[-1]["ok"] is False
    assert "cannot be reached" in done.stdout


async def test_a_real_sellers_orders_are_not_tried_and_a_search_names_what_was_asked():
    """A live key is no failure; what nothing was found for is named."""

    async def found(*offers):
        return offers

    async def told(*offers):
        return [
            one async for one in checklist(found(*offers), price=None, orders=None, payment_method="", asked="JFK–SFO")
        ]

    (nothing,) = await told()
    assert (nothing.ok, nothing.said.split(" in ")[0]) == (False, "0 offers of JFK–SFO")
    search, order = await told(SimpleNamespace(simulated=False))
    assert (search.ok, order.ok) == (True, None)
    assert order.said.startswith("1 of 1 are real")
