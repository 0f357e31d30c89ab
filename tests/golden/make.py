"""Make the golden files of a released format: ``python tests/golden/make.py 0.1.0``.

A conversation with a waiting approval, and the ledger and supplier files beside it. Made once for a release and never again:
a later version must be able to go on with it.
"""

import asyncio
import gzip
import sqlite3
import sys
import tempfile
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from tripintent import Settings, open_session

NOW = datetime(2027, 3, 1, 9, tzinfo=UTC)
FILES = ("trips.db", "trips.ledger.db", "trips.supplier.db")


async def make(folder: Path) -> None:
    """Talk until an approval waits."""
    async with open_session(Settings(db=folder / "trips.db", now=NOW, language="offline")) as session:
        await session.say("golden", "Boston to Lisbon June 14 to June 21, two adults")
        await session.say("golden", "the cheapest, hold it")
        result = await session.say("golden", "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org")
        if result.interrupt is None:
            raise SystemExit(f"no approval waits: {result.messages}")


def pack(source: Path, target: Path) -> None:
    """Fold the write-ahead log into the file, then compress it."""
    with closing(sqlite3.connect(source)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA journal_mode=DELETE")
        connection.execute("VACUUM")
    target.write_bytes(gzip.compress(source.read_bytes(), mtime=0))


if __name__ == "__main__":
    here = Path(__file__).parent / sys.argv[1]
    here.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as temporary:
        asyncio.run(make(Path(temporary)))
        for name in FILES:
            pack(Path(temporary) / name, here / f"{name}.gz")
