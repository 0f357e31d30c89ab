"""Files that cannot be used: each is named in a sentence, left untouched, and nothing is lost."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest
from tests.acts import cheapest, do

from tripintent.app.opening import open_session
from tripintent.tools.errors import StoreError


async def test_another_programs_database_is_left_untouched(settings):
    """A SQLite file with tables that are not ours is refused byte for byte unchanged."""
    with closing(sqlite3.connect(settings.db)) as other:
        other.execute("CREATE TABLE invoices (id)")
        other.commit()
    before = settings.db.read_bytes()
    with pytest.raises(StoreError, match="belongs to another program"):
        async with open_session(settings):
            pass
    assert settings.db.read_bytes() == before
    assert list(settings.db.parent.glob("trips.*.db")) == [], "nothing was made beside it"


async def test_a_file_that_is_no_database(settings):
    """A letter is not a database, and stays a letter."""
    settings.db.write_text("Dear Ann, " * 100)
    with pytest.raises(StoreError, match="not a database"):
        async with open_session(settings):
            pass
    assert settings.db.read_text().startswith("Dear Ann")


async def test_a_folder_and_a_place_that_cannot_be_made(settings, tmp_path):
    """A folder instead of a file, and a folder below a file."""
    with pytest.raises(StoreError, match="is a folder"):
        async with open_session(settings.model_copy(update={"db": tmp_path})):
            pass
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be made"):
        async with open_session(settings.model_copy(update={"db": tmp_path / "file" / "x.db"})):
            pass


async def test_a_locked_file_while_opening(settings):
    """Another program holds the file: that is said, and it works when it lets go."""
    settings = settings.model_copy(update={"lock_patience": 0.05})
    async with open_session(settings):
        pass
    with closing(sqlite3.connect(settings.db, isolation_level=None)) as other:
        other.execute("PRAGMA locking_mode=EXCLUSIVE")
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="locked by another program"):
            async with open_session(settings):
                pass
    async with open_session(settings) as session:
        assert await session.threads() == []


async def test_a_locked_file_in_the_middle_of_a_conversation(settings, wish):
    """A turn that cannot be stored is said; what was stored before stands, and the next turn works."""
    settings = settings.model_copy(update={"lock_patience": 0.05})
    async with open_session(settings) as session:
        before = await do(session, "t", wish)
        with closing(sqlite3.connect(settings.db, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            with pytest.raises(StoreError, match="locked by another program"):
                await do(session, "t", cheapest)
            other.execute("ROLLBACK")
        assert await session.trip("t") == before.trip
        assert (await do(session, "t", cheapest)).trip.working_memory.selected.bundle_id


async def test_a_damaged_file(settings, wish):
    """Garbage in the middle of the file is called damage, not a traceback."""
    async with open_session(settings) as session:
        await do(session, "t", wish)
    size = settings.db.stat().st_size
    with settings.db.open("r+b") as file:
        file.seek(4096)
        file.write(os.urandom(size - 4096))
    with pytest.raises(StoreError, match=r"damaged|cannot be used"):
        async with open_session(settings) as session:
            await do(session, "t", cheapest)


async def test_a_full_disk_in_the_middle_of_a_conversation(settings, wish):
    """SQLite's own refusal to grow: said, nothing half stored, and the turn works when there is room."""
    async with open_session(settings) as session:
        before = await do(session, "t", wish)
        connection = session.graph.checkpointer.conn
        await connection.execute("PRAGMA max_page_count=1")
        with pytest.raises(StoreError, match="is full"):
            await session.say("t", "hello " * 600)
        await connection.execute("PRAGMA max_page_count=1000000")
        assert (await session.trip("t")).itinerary == before.trip.itinerary
        assert (await do(session, "t", cheapest)).trip.working_memory.selected.bundle_id


FULL = """
import resource, signal, sys
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[1]), resource.RLIM_INFINITY))
from tripintent.app.cli import main
main(sys.argv[2:])
"""


@pytest.mark.release
@pytest.mark.parametrize("room", [20_000, 250_000])
def test_a_full_disk(settings, sentence, room):
    """Without room the program says so with exit code 2; with room again the conversation goes on."""
    chat = ["chat", "--db", str(settings.db), "--now", "2026-02-01T09:00", "--thread", "t"]

    def say(text, limit):
        command = [sys.executable, "-c", FULL, str(limit), *chat, "--say", text]
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=400)

    full = say(sentence, room)
    assert full.returncode == 2, full.stderr
    assert "the disk with" in full.stderr
    assert len(full.stderr.strip().splitlines()) == 1
    roomy = say(sentence, 10**9)
    assert roomy.returncode == 0, roomy.stderr
    assert roomy.stdout
