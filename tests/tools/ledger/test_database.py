"""Opening a database: made, migrated, durable, and refused in plain words."""

import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, Engine, create_engine, inspect, make_url, text

from tripintent.tools.errors import StoreError
from tripintent.tools.ledger import migrations
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import REVISION, VERSION_TABLE, metadata
from tripintent.tools.ledger.upgrade import migrate


@pytest.fixture(params=["sqlite", "postgres"])
def ledgers(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Database, Database]]:
    """Two new ledgers."""
    where = [str(tmp_path / f"{name}.db") for name in ("new", "migrated")]
    if request.param == "postgres":
        server = make_url(request.getfixturevalue("postgres_url")).set(drivername="postgresql+psycopg")
        names = [f"schema_{uuid4().hex}" for _ in where]
        with create_engine(server, isolation_level="AUTOCOMMIT").connect() as tx:
            for name in names:
                tx.exec_driver_sql(f"CREATE DATABASE {name}")
        urls = [server.set(database=name).render_as_string(hide_password=False) for name in names]
        where = [url.replace("+psycopg", "") for url in urls]
    new, migrated = map(Database.open, where)
    yield new, migrated
    new.close()
    migrated.close()


def test_an_older_ledger_ends_with_exactly_the_tables_of_a_new_one(ledgers: tuple[Database, Database]) -> None:
    """Column by column and row by row, from the first schema on; a new ledger is not migrated, and counts as current."""
    new, migrated = (ledger.engine for ledger in ledgers)
    with migrated.begin() as tx:
        tx.exec_driver_sql("ALTER TABLE holds DROP COLUMN part")
        tx.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '0011'")  # noqa: S608 - our own constant
        migrate(tx, "migrated")
    for engine in (new, migrated):
        with engine.connect() as tx:
            context = MigrationContext.configure(tx, opts={"version_table": VERSION_TABLE})
            assert compare_metadata(context, metadata) == []
            assert context.get_current_revision() == REVISION
    assert _made(new) == _made(migrated)


def _made(engine: Engine) -> dict[str, tuple[object, ...]]:
    """Return the columns, keys, indexes and rows of each table; the ledger's clock is written when it is opened."""
    with engine.connect() as tx:
        tables = inspect(tx)
        return {
            name: (
                [(c["name"], str(c["type"]), c["nullable"], c["default"]) for c in tables.get_columns(name)],
                tables.get_pk_constraint(name)["constrained_columns"],
                sorted((i["name"] or "", i["column_names"], bool(i["unique"])) for i in tables.get_indexes(name)),
                tx.exec_driver_sql(f"SELECT * FROM {name}").all() if name != "ledger_clock" else (),  # noqa: S608 - ours
            )
            for name in (*metadata.tables, VERSION_TABLE)
        }


def test_the_newest_migration_is_the_revision_of_the_code() -> None:
    """Whoever adds a migration moves the code's revision with it."""
    config = Config()
    config.set_main_option("script_location", str(Path(next(iter(migrations.__path__)))))
    assert ScriptDirectory.from_config(config).get_current_head() == REVISION


def test_sqlite_is_durable_and_lets_readers_read(tmp_path: Path) -> None:
    """WAL, and synchronous=FULL on every connection."""
    database = Database.open(str(tmp_path / "l.db"))
    assert database.read_now(lambda tx: tx.execute(text("PRAGMA journal_mode")).scalar()) == "wal"
    assert database.read_now(lambda tx: tx.execute(text("PRAGMA synchronous")).scalar()) == 2


def test_opening_twice_changes_nothing(tmp_path: Path) -> None:
    """A ledger that is up to date is opened without a migration."""
    path = str(tmp_path / "l.db")
    Database.open(path).write_now(lambda tx: tx.exec_driver_sql("INSERT INTO locks VALUES ('n', 'o', '2026')"))
    assert Database.open(path).read_now(lambda tx: tx.execute(text("SELECT name FROM locks")).scalar()) == "n"


def test_a_failed_transaction_leaves_nothing(tmp_path: Path) -> None:
    """All of a transaction is stored, or none of it."""
    database = Database.open(str(tmp_path / "l.db"))

    def half(tx: object) -> None:
        tx.exec_driver_sql("INSERT INTO locks VALUES ('n', 'o', '2026')")  # type: ignore[attr-defined]
        raise KeyError("half way")

    with pytest.raises(KeyError):
        database.write_now(half)
    assert database.read_now(lambda tx: tx.execute(text("SELECT count(*) FROM locks")).scalar()) == 0


def test_another_programs_database_is_left_untouched(tmp_path: Path) -> None:
    """A file with foreign tables is refused, and is byte for byte what it was."""
    path = tmp_path / "theirs.db"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE theirs (x)")
    connection.commit()
    connection.close()
    before = path.read_bytes()
    with pytest.raises(StoreError, match="belongs to another program"):
        Database.open(str(path))
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_left_untouched(tmp_path: Path) -> None:
    """A text file is not overwritten."""
    path = tmp_path / "letter.txt"
    path.write_text("Dear Sir or Madam, this is no database at all. " * 100)
    before = path.read_bytes()
    with pytest.raises(StoreError, match="not a database of ours"):
        Database.open(str(path))
    assert path.read_bytes() == before


MARKED = f"UPDATE {VERSION_TABLE} SET version_num = :revision"  # noqa: S608 - our own constant


@pytest.mark.parametrize(("revision", "said"), [("9999", "newer version"), ("0001", "before the first release")])
def test_another_versions_ledger_is_refused(tmp_path: Path, revision: str, said: str) -> None:
    """Yesterday's program does not write into tomorrow's ledger, nor today's into one that was never released."""
    path = str(tmp_path / "l.db")
    Database.open(path).write_now(lambda tx: tx.execute(text(MARKED), {"revision": revision}))
    with pytest.raises(StoreError, match=said):
        Database.open(path)


def test_a_locked_file_says_so(tmp_path: Path) -> None:
    """Another program in the middle of a write is named as the reason."""
    path = str(tmp_path / "l.db")
    database = Database.open(path, patience=timedelta(milliseconds=50))
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with pytest.raises(StoreError, match="locked by another program"):
        database.write_now(lambda tx: tx.exec_driver_sql("DELETE FROM locks"))
    other.execute("ROLLBACK")
    database.write_now(lambda tx: tx.exec_driver_sql("DELETE FROM locks"))


def test_a_folder_that_is_not_there_says_so(tmp_path: Path) -> None:
    """The path is in the message."""
    with pytest.raises(StoreError, match=r"nowhere.*cannot be opened"):
        Database.open(str(tmp_path / "nowhere" / "l.db"))


def test_a_file_that_may_not_be_written_says_so(tmp_path: Path) -> None:
    """Read-only media and permissions end in a sentence, not in a traceback."""
    database = Database.open(str(tmp_path / "l.db"))

    def write_anyway(tx: Connection) -> None:
        tx.exec_driver_sql("PRAGMA query_only=ON")
        tx.exec_driver_sql("DELETE FROM locks")

    with pytest.raises(StoreError, match="may not be written"):
        database.write_now(write_anyway)


def test_a_server_that_is_not_there_says_so() -> None:
    """No Postgres at the address is said with the address and without the password."""
    pytest.importorskip("psycopg")
    with pytest.raises(StoreError, match="does not answer") as refused:
        Database.open("postgresql://me:secret@127.0.0.1:9/ledger")
    assert "secret" not in str(refused.value)


def test_alembic_is_not_loaded_for_a_current_ledger(tmp_path: Path) -> None:
    """The everyday start does not pay for the migration tool."""
    path = str(tmp_path / "l.db")
    Database.open(path).close()
    code = f"import sys; from tripintent.tools.ledger.database import Database; Database.open({path!r}); print('alembic' in sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said.strip() == "False"
