"""From a payment that nobody can look up to the booking, as an operator and then the traveller live it."""

import json
import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from tests.acts import again, agree, change, do, release

from tripintent.app.cli import main
from tripintent.tools.errors import SupplierTimeout, Unknown
from tripintent.tools.ports.outcomes import Statement
from tripintent.tools.suppliers.embedded.orders import EmbeddedOrders

Run = Callable[..., Any]


@pytest.fixture
def run(tmp_path: Path) -> Run:
    """Run a command on the first day of February, or a later one; returns its result."""

    def call(*arguments: str, day: int = 1) -> Any:
        where = ("--db", str(tmp_path / "cli.db"), "--now", f"2026-02-{day:02}T09:00")
        result = CliRunner().invoke(main, [*arguments, *where])
        assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
        return result

    return call


async def silent(*_: Any) -> Any:
    raise SupplierTimeout("no answer")


@pytest.fixture
def paid_unseen(monkeypatch: pytest.MonkeyPatch, session: Any, run: Run, wish: Any) -> str:
    """A trip whose payment landed without a reply, at a supplier that tells nobody of its orders since. Returns the operation."""
    pay = EmbeddedOrders.pay

    async def lost(self: EmbeddedOrders, *asked: Any) -> Any:
        await pay(self, *asked)
        monkeypatch.setattr(EmbeddedOrders, "read", silent)
        raise Unknown("the line went dead", code="timeout")

    monkeypatch.setattr(EmbeddedOrders, "pay", lost)
    del session
    call = f"/call update_trip {json.dumps(wish['arguments'])}"
    for text in (call, "/choose 1", "/hold", "Ann Smith 4 March 1985, ann@example.org"):
        card = run("chat", "--thread", "t", "--say", text).stdout
    confirmed = [part for one in re.findall(r"^confirm (\S+):", card, re.MULTILINE) for part in ("--confirm", one)]
    run("approve", "--thread", "t", *confirmed)
    told = run("purchases", day=2).stdout
    assert "PAYMENT_REVIEW" in told
    (op_id,) = re.findall(r"tripintent settle (\S+) --done, or --not-done", told)
    return str(op_id)


def test_an_operator_closes_what_nobody_can_look_up(run: Run, paid_unseen: str) -> None:
    """The list says what to type; afterwards the purchase is bought, and the traveller hears of it in the conversation."""
    word = ("--by", "Olga", "--reason", "read to me by their desk", "--locator", "PNR777")
    settled = run("settle", paid_unseen, "--done", *word, day=2).stdout
    assert f"pay {paid_unseen} at embedded: OK, told by Olga" in settled
    assert "PURCHASED" in settled
    assert "PNR777" in run("chat", "--thread", "t", "--say", "hello", day=2).stdout
    assert '"by": "Olga"' in run("audit", "show", "--json", day=2).stdout
    assert run("audit", "verify", day=2).stdout == "the audit is intact\n"
    again = run("settle", paid_unseen, "--not-done", *word, day=2)
    assert (again.exit_code, "is settled: it is OK" in again.stderr) == (2, True)


def test_what_is_wrong_with_a_word_is_said(run: Run, paid_unseen: str) -> None:
    """Nothing said, nobody's name, a wrong operation: one sentence each, and nothing is changed."""
    who = ("--by", "Olga", "--reason", "phone")
    assert "--done or --not-done" in run("settle", paid_unseen, *who, day=2).stderr
    nameless = run("settle", paid_unseen, "--done", "--by", " ", "--reason", "phone", day=2)
    assert (nameless.exit_code, nameless.stderr.startswith("tripintent: --by: ")) == (2, True)
    assert "no operation 'op_x'" in run("settle", "op_x", "--done", *who, day=2).stderr
    (purchase,) = map(json.loads, run("purchases", "--json", day=2).stdout.splitlines())
    assert (purchase["state"], [step["state"] for step in purchase["steps"]]) == ("PAYMENT_REVIEW", ["UNKNOWN"])
    no = json.loads(run("settle", paid_unseen, "--not-done", *who, "--json", day=2).stdout)
    assert (no["state"], no["purchase_state"], no["by_books"]) == ("REJECTED", "REJECTED", False)


@pytest.fixture
def in_doubt(monkeypatch: pytest.MonkeyPatch, session: Any, to_approval: Any) -> Any:
    """Return how to bring a thread to a payment in doubt, which never reached the supplier; what it returns lets the books be read."""
    pay, read = EmbeddedOrders.pay, EmbeddedOrders.read

    async def lost(self: EmbeddedOrders, *asked: Any) -> Any:
        monkeypatch.setattr(EmbeddedOrders, "read", silent)
        raise Unknown("the line went dead", code="timeout")

    def back() -> None:
        monkeypatch.setattr(EmbeddedOrders, "pay", pay)
        monkeypatch.setattr(EmbeddedOrders, "read", read)

    async def work() -> Callable[[], None]:
        monkeypatch.setattr(EmbeddedOrders, "pay", lost)
        await to_approval(session, "t")
        await agree(session, "t")
        return back

    return work


async def _told_by_olga(session: Any, *, done: bool) -> None:
    session.ports.clock.advance(timedelta(days=1))
    (step,) = [s for p in await session.ports.desk.purchases() for s in p.steps if s.state == "UNKNOWN"]
    await session.ports.desk.settle_by_hand(step.op_id, Statement(done=done, by="Olga", reason="phone"))


async def test_try_again_that_finds_the_booking_shows_the_receipt(session: Any, in_doubt: Any) -> None:
    """The supplier can be asked again and the purchase goes through: that is said, not that nothing changed."""
    back = await in_doubt()
    waiting = await do(session, "t", again())
    assert ("no change so far" in waiting.messages[-1], len(waiting.messages)) == (True, 1)
    back()
    session.ports.clock.advance(timedelta(minutes=5))
    said = await do(session, "t", again())
    assert said.trip.working_memory.purchase_state == "PURCHASED"
    assert (said.messages[-1].startswith("Booked and paid"), len(said.messages)) == (True, 1)


@pytest.mark.parametrize("act", [again(), change(depart="2026-03-12")], ids=["again", "change"])
async def test_what_an_operator_closed_is_told_first_and_once(session: Any, in_doubt: Any, act: Any) -> None:
    """The next act, whatever it is, hears what became of the purchase; what comes after it does not hear it again."""
    await in_doubt()
    await _told_by_olga(session, done=True)
    assert (await do(session, "t", act)).messages[0].startswith("Booked and paid")
    assert not any("Booked and paid" in text for text in (await session.say("t", "hello")).messages)


@pytest.mark.parametrize(("done", "told"), [(True, "Booked and paid"), (False, "The purchase failed")])
async def test_words_hear_what_an_operator_closed(session: Any, in_doubt: Any, done: bool, told: str) -> None:
    """Also that it came to nothing."""
    await in_doubt()
    await _told_by_olga(session, done=done)
    assert (await session.say("t", "hello")).messages[0].startswith(told)


@pytest.mark.parametrize("act", [change(depart="2026-03-12", let_hold_go=True), release()], ids=["change", "release"])
async def test_what_is_being_bought_is_not_given_back(session: Any, in_doubt: Any, act: Any) -> None:
    """Nobody says that a hold is released while a payment for it is in doubt, and the act is answered once."""
    await in_doubt()
    said = await do(session, "t", act)
    assert [hold.status for hold in said.trip.working_memory.holds] == ["held"]
    assert len([one for one in said.said if one.kind != "heard"]) == 1
    assert not any(
        text.startswith(("I let the hold go", "The trip changed", "Nothing is held")) for text in said.messages
    )


async def test_another_option_is_not_asked_about_while_the_first_is_being_bought(session: Any, in_doubt: Any) -> None:
    """What is in doubt stays held beside the new choice: the ledger says that it is busy, once, and nobody walks in circles."""
    await in_doubt()
    trip = await session.trip("t")
    chosen = trip.working_memory.selected.bundle_id
    other = next(b.bundle_id for b in trip.working_memory.ranking.bundles if b.bundle_id != chosen)
    await session.choose("t", other)
    said = await session.hold("t")
    assert "being bought right now" in said.messages[-1]
    assert said.trip.status.phase != "error"
