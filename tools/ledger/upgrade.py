"""Bring a database to the newest schema, once, whoever comes first.

An empty database gets the tables as they are now; Alembic is loaded only where an older one is migrated. Both ways end in the
same tables (a test compares them).
"""

from functools import lru_cache
from importlib.resources import files

from sqlalchemy import (
    ClauseElement,
    Column,
    Connection,
    Engine,
    MetaData,
    String,
    Table,
    create_mock_engine,
    inspect,
    text,
)
from sqlalchemy.engine.mock import MockConnection

from tripintent.tools.errors import StoreError
from tripintent.tools.ledger import auditing
from tripintent.tools.ledger.schema import REVISION, VERSION_TABLE, metadata

APPLICATION_ID = 0x54524950  # "TRIP", in the header of the SQLite file
_UPGRADE_LOCK = 0x54524950
_DRIVERS = {"sqlite": "sqlite://", "postgresql": "postgresql+psycopg://"}


def prepare(engine: Engine, name: str) -> None:
    """Make or migrate the tables. Raises StoreError for a foreign file or one made by a newer version."""
    if engine.dialect.name == "sqlite":
        _prepare_sqlite(engine, name)
    else:
        _prepare_postgres(engine, name)


def _prepare_sqlite(engine: Engine, name: str) -> None:
    with engine.connect().execution_options(read_only=True) as tx:
        if _is_current(tx):
            return
        _refuse_foreign(tx, name)
    _switch_to_wal(engine)
    with engine.begin() as tx:
        if not _is_current(tx):
            tx.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
            _make_or_migrate(tx, name)


def _switch_to_wal(engine: Engine) -> None:
    """The journal mode is kept in the file and cannot change inside a transaction."""
    raw = engine.raw_connection()
    try:
        raw.cursor().execute("PRAGMA journal_mode=WAL")
    finally:
        raw.close()


def _prepare_postgres(engine: Engine, name: str) -> None:
    with engine.begin() as tx:
        if _is_current(tx):
            return
        tx.execute(text("SELECT pg_advisory_xact_lock(:id)"), {"id": _UPGRADE_LOCK})
        tx.exec_driver_sql("CREATE SCHEMA IF NOT EXISTS tripintent")
        if not _is_current(tx):
            _make_or_migrate(tx, name)


def _is_current(tx: Connection) -> bool:
    return _revision(tx) == REVISION


def _revision(tx: Connection) -> str | None:
    if not inspect(tx).has_table(VERSION_TABLE):
        return None
    return tx.execute(text(f"SELECT version_num FROM {VERSION_TABLE}")).scalar()  # noqa: S608 - our own constant


def _refuse_foreign(tx: Connection, name: str) -> None:
    mark = tx.exec_driver_sql("PRAGMA application_id").scalar()
    if mark != APPLICATION_ID and inspect(tx).get_table_names():
        msg = f"{name} belongs to another program: it was left untouched; choose another file"
        raise StoreError(msg)


def _make_or_migrate(tx: Connection, name: str) -> None:
    if _revision(tx) is not None:
        migrate(tx, name)
        return
    version = Table(VERSION_TABLE, MetaData(), Column("version_num", String(32), primary_key=True))
    for statement in _statements(tx.dialect.name):
        tx.exec_driver_sql(statement)
    auditing.begin(tx)
    version.create(tx)
    tx.execute(version.insert().values(version_num=REVISION))


@lru_cache(maxsize=2)
def _statements(dialect: str) -> tuple[str, ...]:
    """Return what makes the tables; writing it takes longer than running it."""
    written: list[str] = []

    def write(ddl: ClauseElement, *_: object, **__: object) -> None:
        written.append(str(ddl.compile(dialect=engine.dialect)))

    engine: MockConnection = create_mock_engine(_DRIVERS[dialect], write)
    metadata.create_all(engine, checkfirst=False)
    return tuple(written)


def migrate(tx: Connection, name: str) -> None:
    """Run the migrations that a database lacks. Raises StoreError for one made by a newer version, or before the first release."""
    from alembic import command  # noqa: PLC0415 - a tenth of a second that a current database never pays
    from alembic.config import Config  # noqa: PLC0415
    from alembic.util import CommandError  # noqa: PLC0415

    config = Config()
    folder = str(files("tripintent.tools.ledger") / "migrations")
    config.set_main_option("script_location", folder.replace("%", "%%"))  # the option is a template
    config.attributes["connection"] = tx
    try:
        command.upgrade(config, "head")
    except CommandError as error:
        if (_revision(tx) or REVISION) < REVISION:
            raise StoreError(f"{name} was made before the first release: begin a new ledger in another file") from error
        raise StoreError(f"{name} was made by a newer version of tripintent: upgrade the program") from error
