"""What the audit finds out: edited, removed and invented rows, and a chain that was cut or written anew and closed again."""

from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update

from tripintent.tools.errors import StoreError
from tripintent.tools.ledger import auditing, seals
from tripintent.tools.ledger.anchoring import anchors_at
from tripintent.tools.ledger.schema import audit, audit_head, bookings, purchases
from tripintent.tools.ports.outcomes import Bought

Make = Callable[..., Any]


@pytest.fixture
async def counter(make_counter: Make) -> Any:
    """A desk that sold one flight."""
    made = make_counter()
    await made.hold()
    assert isinstance(await made.buy(), Bought)
    assert await made.desk.verify_audit() is None
    return made


ROWS = [
    (update(bookings).values(status="cancelled"), "changed from outside"),
    (update(bookings).values(total={"amount": "1.00", "currency": "USD"}), "changed from outside"),
    (update(bookings).values(order_id="theirs"), "changed from outside"),
    (update(purchases).values(total={"amount": "1.00", "currency": "USD"}), "changed from outside"),
    (update(purchases).values(state="REJECTED", counts=False), "changed from outside"),
    (update(purchases).values(approved_by="somebody"), "changed from outside"),
    (delete(bookings), "was removed"),
    (delete(purchases), "was removed"),
]


@pytest.mark.parametrize(("attack", "said"), ROWS, ids=[str(n) for n in range(len(ROWS))])
async def test_what_was_bought_cannot_be_rewritten_unseen(counter: Any, attack: Any, said: str) -> None:
    """Only the rows are touched, the chain is left whole."""
    counter.ledger.write_now(lambda tx: tx.execute(attack))
    assert counter.ledger.read_now(auditing.verify) is None
    assert said in await counter.desk.verify_audit()


async def test_an_invented_booking_is_found(counter: Any) -> None:
    """A row that no transaction of the desk wrote has no line."""

    def invent(tx: Any) -> None:
        row = dict(zip(bookings.c.keys(), tx.execute(select(bookings)).one(), strict=True))
        tx.execute(insert(bookings), row | {"seq": 99, "booking_id": "bok_x", "order_id": "other"})

    counter.ledger.write_now(invent)
    assert "bok_x is not in the audit: it was added from outside" in await counter.desk.verify_audit()


async def test_leases_are_no_change_of_what_was_bought(counter: Any) -> None:
    """A worker that takes and gives back a purchase leaves nothing to find."""
    counter.ledger.write_now(lambda tx: tx.execute(update(purchases).values(lease_owner="x")))
    assert await counter.desk.verify_audit() is None


def cut(tx: Any) -> None:
    """Take the newest line away and move the head back: the chain is whole."""
    seq, _ = auditing.head(tx)
    tx.execute(delete(audit).where(audit.c.seq == seq))
    tx.execute(update(audit_head).values(seq=seq - 1, hash=auditing.hash_at(tx, seq - 1)))


def rewrite(tx: Any) -> None:
    """Write the whole chain anew without the approval."""
    events = [event for event in auditing.read(tx, None) if event.type != "approval.consumed"]
    tx.execute(delete(audit))
    tx.execute(update(audit_head).values(seq=0, hash=auditing.GENESIS))
    auditing.append(tx, events, events[0].at)
    for kind, row in auditing._all_rows(tx):
        auditing.seal_read(tx, kind, row, events[0].at)
    auditing.append(tx, events, events[0].at)


@pytest.mark.parametrize(("attack", "said"), [(cut, "cut off after it was anchored"), (rewrite, "written again")])
async def test_an_anchor_finds_what_the_chain_alone_cannot(counter: Any, attack: Any, said: str) -> None:
    """The line that was signed has to stand where it stood."""
    await counter.desk.record([auditing.AuditEvent(trip_id="t", type="node.last")])
    anchor = await counter.desk.anchor_audit()
    assert await counter.desk.verify_audit([anchor]) is None
    counter.ledger.write_now(attack)
    assert await counter.desk.verify_audit() is None
    assert said in await counter.desk.verify_audit([anchor])


async def test_older_anchors_hold_while_the_chain_grows(counter: Any) -> None:
    """Every anchor ever kept is checked."""
    anchors = [await counter.desk.anchor_audit()]
    await counter.desk.record([auditing.AuditEvent(trip_id="t", type="node.next")])
    anchors.append(await counter.desk.anchor_audit())
    assert anchors[0].seq < anchors[1].seq
    assert await counter.desk.verify_audit(anchors) is None


@pytest.mark.parametrize("change", [{"seq": 1}, {"hash": "0" * 64}, {"signature": "0" * 64}])
async def test_a_forged_anchor_is_none(counter: Any, change: dict[str, Any]) -> None:
    """Whoever can write to the file alone cannot make an anchor fit."""
    anchor = await counter.desk.anchor_audit()
    assert "not signed with this ledger's key" in await counter.desk.verify_audit([anchor.model_copy(update=change)])


async def test_with_a_key_of_its_own_the_ledgers_key_signs_nothing(counter: Any) -> None:
    """Who took the whole ledger, its key too, cannot sign."""
    before = await counter.desk.anchor_audit()
    counter.desk._anchor_key = b"kept elsewhere"
    assert "not signed" in await counter.desk.verify_audit([before])
    after = await counter.desk.anchor_audit()
    assert after.signature != before.signature
    assert await counter.desk.verify_audit([after]) is None


@pytest.mark.parametrize("kind", ["file", "database"])
async def test_anchors_are_kept_in_a_file_or_a_second_database(counter: Any, tmp_path: Path, kind: str) -> None:
    """They come back as they went, in their order."""
    store = anchors_at(str(tmp_path / "a.jsonl") if kind == "file" else f"sqlite:///{tmp_path / 'a.db'}")
    first = await counter.desk.anchor_audit()
    second = first.model_copy(update={"seq": 1, "at": first.at + timedelta(minutes=5)})
    store.add(first)
    store.add(second)
    assert list(store.all()) == [first, second]


@pytest.mark.parametrize("text", ["nonsense\n", '{"seq": 1}\n'])
async def test_a_line_that_is_no_anchor_is_not_passed_over(tmp_path: Path, text: str) -> None:
    """A damaged file is said to be one, and so is a missing one."""
    path = tmp_path / "a.jsonl"
    with pytest.raises(StoreError, match="cannot be read"):
        anchors_at(str(path)).all()
    path.write_text(text)
    with pytest.raises(StoreError, match="no anchor"):
        anchors_at(str(path)).all()


def test_keys_for_different_purposes_differ() -> None:
    """One of them tells nothing of the others."""
    assert seals.derive(b"k", "a") != seals.derive(b"k", "b")
