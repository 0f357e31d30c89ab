"""``forget`` finds every name of a person, and what lies under it; reading again does not go by what was erased."""

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tripintent.app.forgetting import forget_traveller
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.tools.ledger import forgetting
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import conversations, payment_methods, policies, profiles

NOW = datetime(2026, 3, 1, 9, tzinfo=UTC)
THEIRS = ("ann-7", "ann-7/zebediah-quillfeather", "anna", "anna/zoe-quillfeather")
OTHERS = ("ann-77", "ann", "bob", "bob/zebediah-quillfeather", "family")


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(_env_file=None, db=tmp_path / "t.db", organisation="acme")


@pytest.fixture
def ledger(settings: Settings) -> Iterator[Database]:
    """A ledger in which "anna" signs in as the traveller "ann-7", and both she and Bob write as "family"."""
    with closing(Database.open(storage_of(settings).ledger, timedelta(seconds=5))) as database:
        for number, (subject, traveller) in enumerate(
            [("anna", "ann-7"), ("anna", "family"), ("bob", "family"), ("bob", "bob")]
        ):
            row = {"thread_id": f"t{number}", "org": "acme", "subject": subject, "traveller": traveller}
            database.write_now(lambda tx, row=row: tx.execute(conversations.insert().values(**row, begun_at=NOW)))
        for name in (*THEIRS, *OTHERS):
            row = {"profile_id": name, "org": "acme", "name": "Z Q", "document": "{}", "updated_at": NOW}
            database.write_now(lambda tx, row=row: tx.execute(profiles.insert().values(**row)))
        yield database


def _profiles(ledger: Database) -> list[str]:
    return sorted(ledger.read_now(lambda tx: tx.execute(profiles.select()).scalars().all()))


async def test_every_name_and_every_companion_goes(settings: Settings, ledger: Database) -> None:
    """The sign-in was named, the profile has another id; a name that begins alike, and one that is shared, stay."""
    done = await forget_traveller(settings, "anna")
    assert _profiles(ledger) == sorted(OTHERS)
    assert (done.left, done.erased["profiles"]) == ({}, len(THEIRS))


async def test_what_the_erasing_does_not_know_is_found_by_reading_again(
    settings: Settings, ledger: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that is left out when things are erased is not left out when they are looked for."""
    kept = {table: column for table, column in forgetting.OF_PERSON.items() if table is not profiles}
    monkeypatch.setattr(forgetting, "OF_PERSON", kept)
    done = await forget_traveller(settings, "anna")
    assert done.left == {"profiles": len(THEIRS)}
    assert {policies, payment_methods} <= {*kept}
