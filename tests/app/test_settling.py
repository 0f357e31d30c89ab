"""From a payment that nobody can look up to the booking, as an operator and then the traveller live it."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from tripintent.app.cli import main
from tripintent.tools.errors import SupplierTimeout, Unknown
from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders

Run = Callable[..., Any]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command at some hour of the day; returns its result."""

    def call(*arguments: str, hour: int = 9) -> Any:
        where = ("--db", str(tmp_path / "cli.db"), "--now", f"2026-02-01T{hour:02}:00")
        result = CliRunner().invoke(main, [*arguments, *where])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return call


@pytest.fixture
def paid_unseen(monkeypatch: pytest.MonkeyPatch, session: Any, run: Run, wish: str, people: str) -> str:
    """A trip whose payment landed without a reply, at a supplier that tells nobody of its orders since. Returns the operation."""
    pay = EmbeddedOrders.pay

    async def lost(self: EmbeddedOrders, *asked: Any) -> Any:
        await pay(self, *asked)
        monkeypatch.setattr(EmbeddedOrders, "read", silent)
        raise Unknown("the line went dead", code="timeout")

    async def silent(*_: Any) -> Any:
        raise SupplierTimeout("no answer")

    monkeypatch.setattr(EmbeddedOrders, "pay", lost)
    del session
    for text in (wish, "the cheapest, and hold it", people):
        card = run("chat", "--thread", "t", "--say", text).stdout
    confirmed = [part for one in re.findall(r"^confirm (\S+):", card, re.MULTILINE) for part in ("--confirm", one)]
    run("approve", "--thread", "t", *confirmed)
    told = run("purchases", hour=12).stdout
    assert "PAYMENT_REVIEW" in told
    (op_id,) = re.findall(r"tripintent settle (\S+) --done, or --not-done", told)
    return str(op_id)


def test_an_operator_closes_what_nobody_can_look_up(run: Run, paid_unseen: str) -> None:
    """The list says what to type; afterwards the purchase is bought, and the traveller hears of it in the conversation."""
    word = ("--by", "Olga", "--reason", "read to me by their desk", "--locator", "PNR777")
    settled = run("settle", paid_unseen, "--done", *word, hour=12).stdout
    assert f"pay {paid_unseen} at embedded: OK, told by Olga" in settled
    assert "PURCHASED" in settled
    assert "PNR777" in run("chat", "--thread", "t", "--say", "what is my booking reference?", hour=12).stdout
    assert '"by": "Olga"' in run("audit", "show", "--json", hour=12).stdout
    assert run("audit", "verify", hour=12).stdout == "the audit is intact\n"
    again = run("settle", paid_unseen, "--not-done", *word, hour=12)
    assert (again.exit_code, "is settled: it is OK" in again.stderr) == (2, True)


def test_what_is_wrong_with_a_word_is_said(run: Run, paid_unseen: str) -> None:
    """Nothing said, nobody's name, a wrong operation: one sentence each, and nothing is changed."""
    who = ("--by", "Olga", "--reason", "phone")
    assert "--done or --not-done" in run("settle", paid_unseen, *who, hour=12).stderr
    nameless = run("settle", paid_unseen, "--done", "--by", " ", "--reason", "phone", hour=12)
    assert (nameless.exit_code, nameless.stderr.startswith("tripintent: --by: ")) == (2, True)
    assert "no operation 'op_x'" in run("settle", "op_x", "--done", *who, hour=12).stderr
    (purchase,) = map(json.loads, run("purchases", "--json", hour=12).stdout.splitlines())
    assert (purchase["state"], [step["state"] for step in purchase["steps"]]) == ("PAYMENT_REVIEW", ["UNKNOWN"])
    no = json.loads(run("settle", paid_unseen, "--not-done", *who, "--json", hour=12).stdout)
    assert (no["state"], no["purchase_state"], no["by_books"]) == ("REJECTED", "REJECTED", False)
