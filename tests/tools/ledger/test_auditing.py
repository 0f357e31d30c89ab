"""The hash chain of the audit."""

from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest
import rfc8785
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import JsonValue

from tripintent.tools.ledger import auditing
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.seals import canonical
from tripintent.tools.ports.desk import AuditEvent

NOW = datetime(2026, 11, 20, 12, tzinfo=UTC)
EVENTS = [AuditEvent(trip_id="t", type=f"e{n}", data={"n": n, "text": "café"}) for n in range(5)]


@pytest.fixture
def database(tmp_path: Path) -> Database:
    database = Database.open(str(tmp_path / "l.db"))
    database.write_now(lambda tx: auditing.append(tx, EVENTS, NOW))
    return database


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ("UPDATE audit SET data='{}' WHERE seq=3", "row 3"),
        ("UPDATE audit SET type='x' WHERE seq=1", "row 1"),
        ("UPDATE audit SET trip_id='x' WHERE seq=5", "row 5"),
        ("UPDATE audit SET at='2020-01-01T00:00:00.000000Z' WHERE seq=2", "row 2"),
        ("DELETE FROM audit WHERE seq=2", "row 2 is missing"),
        ("DELETE FROM audit WHERE seq=5", "cut off"),
        ("DELETE FROM audit", "cut off"),
        ("UPDATE audit SET seq=9 WHERE seq=5", "row 5 is missing"),
    ],
)
def test_the_first_broken_row_is_named(database: Database, change: str, words: str) -> None:
    """Whatever is changed, removed or moved afterwards is found."""
    assert database.read_now(auditing.verify) is None
    database.write_now(lambda tx: tx.exec_driver_sql(change))
    said = database.read_now(auditing.verify)
    assert said is not None
    assert words in said


def test_moments_of_any_zone_verify(database: Database) -> None:
    """An event's own time in another zone is kept as the same moment."""
    zone = timezone(timedelta(hours=-5))
    event = AuditEvent(trip_id="t", type="late", at=datetime(2026, 11, 20, 7, tzinfo=zone))
    database.write_now(lambda tx: auditing.append(tx, [event], NOW))
    assert database.read_now(auditing.verify) is None
    assert database.read_now(lambda tx: auditing.read(tx, "t"))[-1].at == NOW


json = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(alphabet=st.characters(exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(alphabet="abcé_", max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)


@settings(max_examples=50, deadline=None)
@given(data=st.dictionaries(st.text(alphabet="abc", min_size=1, max_size=5), json, max_size=4))
def test_any_data_comes_back_and_verifies(tmp_path_factory: pytest.TempPathFactory, data: dict[str, object]) -> None:
    """Whatever a node records is read back equal, and the chain holds."""
    database = Database.open(str(tmp_path_factory.mktemp("audit") / "l.db"))
    event = AuditEvent.model_validate({"trip_id": "t", "type": "decision", "data": data})
    database.write_now(lambda tx: auditing.append(tx, [event], NOW))
    assert [found.data for found in database.read_now(lambda tx: auditing.read(tx, None))] == [data]
    assert database.read_now(auditing.verify) is None
    database.close()


LEAVES = st.none() | st.booleans() | st.text() | st.integers(1 - 2**53, 2**53 - 1) | st.floats(-1e20, 1e20)
VALUES = st.recursive(LEAVES, lambda one: st.lists(one, max_size=4) | st.dictionaries(st.text(), one, max_size=4))


@given(VALUES)
@settings(max_examples=100, deadline=None)
def test_the_quick_way_writes_canonical_json(value: JsonValue) -> None:
    """Byte for byte what RFC 8785 says: odd letters, their order as keys, fractions and control characters too."""
    assert canonical(value).encode() == rfc8785.dumps(value)
    assert canonical({"10": value, "2": value}).encode() == rfc8785.dumps({"10": value, "2": value})


@pytest.mark.parametrize("odd", [2**53, float("nan"), {"a": [2**60]}])
def test_what_has_no_canonical_form_is_refused(odd: JsonValue) -> None:
    """The quick way lets nothing pass that the other one refuses."""
    with pytest.raises(rfc8785.CanonicalizationError):
        canonical(odd)
