"""Everything that files hold, byte by byte, and what is packed in the rows of databases unpacked."""

import sqlite3
import zlib
from collections.abc import Iterable, Iterator
from contextlib import closing, suppress
from pathlib import Path


def bytes_in(paths: Iterable[Path]) -> bytes:
    """Return what stands in files."""
    return b"".join(part for path in paths if path.is_file() for part in _parts(path))


def _parts(path: Path) -> Iterator[bytes]:
    raw = path.read_bytes()
    yield raw
    if not raw.startswith(b"SQLite format 3"):
        return
    with closing(sqlite3.connect(path)) as database:
        for (table,) in database.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall():
            for row in database.execute(f'SELECT * FROM "{table}"'):  # noqa: S608 - a table's own name
                for value in row:
                    if isinstance(value, bytes):
                        with suppress(zlib.error):
                            yield zlib.decompress(value)
