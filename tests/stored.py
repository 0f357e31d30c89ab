"""Everything that files hold, byte by byte, and what is packed in the rows of databases unpacked."""

import atexit
import shutil
import sqlite3
import tempfile
import zlib
from collections.abc import Awaitable, Callable, Iterable, Iterator
from contextlib import closing, suppress
from copy import deepcopy
from pathlib import Path
from typing import Any, TypeVar

import pytest

T = TypeVar("T")


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


_KEPT: dict[Any, tuple[Path, Any]] = {}


class World:
    """The databases of a test in one folder. A way that many tests begin with is walked once a process, and its files are kept.

    What is kept is taken only where nothing was stored before; a test that patches anything walks itself.
    """

    def __init__(self, folder: Path, request: pytest.FixtureRequest, kind: object = None) -> None:
        self.folder, self.kind = folder, kind
        self.plain = "monkeypatch" not in request.fixturenames
        self.fresh = self._sizes()

    async def reach(self, key: Any, walk: Callable[[], Awaitable[T]]) -> T:
        """Return what a walk returns: made, or taken with all that it stored from the one that was made first."""
        if not self.plain or self._sizes() != self.fresh:
            return await walk()
        key = self.kind, key
        if key not in _KEPT:
            made = await walk()
            kept = Path(tempfile.mkdtemp(prefix="kept"))
            atexit.register(shutil.rmtree, kept, ignore_errors=True)
            for path in self.folder.glob("*.db"):
                _copy(path, kept / path.name)
            _KEPT[key] = kept, deepcopy(made)
            return made
        kept, made = _KEPT[key]
        for path in kept.iterdir():
            _copy(path, self.folder / path.name)
        self.fresh = {}
        return deepcopy(made)

    def _sizes(self) -> dict[str, int]:
        return {path.name: path.stat().st_size for path in self.folder.glob("*.db*") if not path.name.endswith("-shm")}


def _copy(source: Path, target: Path) -> None:
    """Copy a database as it stands, also into one that is open."""
    with closing(sqlite3.connect(source)) as one, closing(sqlite3.connect(target)) as other:
        one.backup(other)
