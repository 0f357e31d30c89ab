"""Erasing a traveller everywhere: conversations and channels first, then the ledger's rows, whose they were last of all.

A crash half way leaves what names the rest, so the same command run again erases it. At the end everything is read again.
"""

import asyncio
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection

from tripintent.app.checkpoints import open_checkpointer
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.tools.errors import Busy, StoreError
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.forgetting import forget, in_the_way, left_of, names_of, shared, threads_of, trips_of
from tripintent.tools.ledger.locks import ThreadLocks
from tripintent.tools.ports.outcomes import Forgotten

if TYPE_CHECKING:
    from tripintent.app.http.owners import Owners


async def forget_traveller(settings: Settings, traveller: str, *, themselves: bool = False) -> Forgotten:
    """Erase a traveller of the settings' organisation. Raises StoreError; nothing is erased while something is under way.

    Where they ask for it ``themselves``, a profile that has their user id, but is another user's, is in the way.
    A guest on a channel is named by the channel and their number, ``whatsapp:+44 20 7946 0000``, or their user id there.
    """
    storage, patience = storage_of(settings), timedelta(seconds=settings.lock_patience)
    with closing(await asyncio.to_thread(Database.open, storage.ledger, patience)) as ledger:
        server = _Server(await asyncio.to_thread(_owners, settings))
        try:
            if themselves and await ledger.read(lambda tx: shared(tx, settings.organisation, traveller)):
                return Forgotten(pseudonym="", in_the_way=("a profile of this name that another user has",))
            return await _Erasing(settings, ledger, server).run(await server.name_of(traveller))
        finally:
            server.close()


def web_file(ledger: str) -> str:
    """Return where a server keeps whose threads are whose: beside the ledger's file, or in its database."""
    return ledger if "://" in ledger else f"{ledger.removesuffix('.ledger.db')}.web.db"


class _Erasing:
    """The order in which a person goes."""

    def __init__(self, settings: Settings, ledger: Database, server: "_Server") -> None:
        self._org, self._ledger, self._server = settings.organisation, ledger, server
        self._storage, self._patience = storage_of(settings), timedelta(seconds=settings.lock_patience)

    async def run(self, who: str) -> Forgotten:
        """Erase, and read again."""
        org, of_server = self._org, await self._server.threads_of(self._org, who)
        threads = await self._ledger.read(lambda tx: threads_of(tx, org, who, of_server))
        names = await self._ledger.read(lambda tx: names_of(tx, org, who))
        if under_way := [*await self._ledger.read(lambda tx: _under_way(tx, org, who)), *await self._busy(threads)]:
            return Forgotten(pseudonym="", in_the_way=tuple(under_way))
        await self._conversations(threads)
        channels = await self._server.forget_channels(threads)
        now = self._ledger.time.read
        done = await self._ledger.write(lambda tx: forget(tx, org, who, now(tx), threads))
        if done.in_the_way:
            return done
        owners = await self._server.forget_owners(threads)
        for where in {self._storage.ledger, self._storage.threads, web_file(self._storage.ledger)}:
            if _is_file(where):
                await asyncio.to_thread(_wipe, Path(where), self._patience)
        erased = {**done.erased, **channels, **owners}
        return done.model_copy(update={"erased": erased, "left": await self._left(who, names, threads)})

    async def _busy(self, threads: Sequence[str]) -> list[str]:
        found = []
        for thread in threads:
            try:
                async with ThreadLocks(self._ledger).hold(thread):
                    pass
            except Busy:
                found.append(f"a message that is being worked on (conversation {thread})")
        return found

    async def _conversations(self, threads: Sequence[str]) -> None:
        """Erase conversations, each under its lock: no turn writes one of them again behind our back. Raises StoreError."""
        locks = ThreadLocks(self._ledger)
        async with open_checkpointer(self._storage.threads, self._patience) as saver:
            for thread in threads:
                try:
                    async with locks.hold(thread):
                        await saver.adelete_thread(thread)
                except Busy as error:
                    raise StoreError(f"not all is erased, run it again: {error}") from error

    async def _left(self, who: str, names: Sequence[str], threads: Sequence[str]) -> dict[str, int]:
        """Return what is found of the person, as if nothing had been erased before."""
        org = self._org
        left = await self._ledger.read(lambda tx: left_of(tx, org, names, threads))
        async with open_checkpointer(self._storage.threads, self._patience) as saver:
            kept = [[one async for one in saver.alist({"configurable": {"thread_id": thread}})] for thread in threads]
        found = {**left, "checkpoints": sum(map(len, kept)), **await self._server.left(org, who, threads)}
        return {name: count for name, count in found.items() if count}


class _Server:
    """What a server keeps of people; nothing where none ran on these files."""

    def __init__(self, owners: "Owners | None") -> None:
        self._owners = owners
        if owners is not None:
            from tripintent.app.http.inbox import Inbox  # noqa: PLC0415 - an optional extra

            self._inbox = Inbox(owners)

    async def name_of(self, traveller: str) -> str:
        """Return the name under which a guest on a channel is known; any other name as it is."""
        channel, _, number = traveller.partition(":")
        user_id = number[:2].isalpha()
        sender = number.strip() if user_id else "".join(one for one in number if one.isdecimal())
        if self._owners is None or not sender or not channel.isalpha():
            return traveller
        from tripintent.app.http.inbox import guest_of  # noqa: PLC0415 - an optional extra

        return guest_of(await self._owners.key(), channel, sender)

    async def threads_of(self, organisation: str, who: str) -> list[str]:
        """Return the person's conversations."""
        return await self._owners.threads_of(organisation, who) if self._owners else []

    async def forget_channels(self, threads: Sequence[str]) -> Mapping[str, int]:
        """Erase numbers and messages on channels."""
        return await self._inbox.forget(threads) if self._owners else {}

    async def forget_owners(self, threads: Sequence[str]) -> Mapping[str, int]:
        """Erase whose the conversations were."""
        return {"web_threads": await self._owners.forget(threads)} if self._owners else {}

    async def left(self, organisation: str, who: str, threads: Sequence[str]) -> Mapping[str, int]:
        """Return what is left, by table."""
        if self._owners is None:
            return {}
        mine = await self.threads_of(organisation, who)
        return {"web_threads": len(mine), **await self._inbox.left(threads)}

    def close(self) -> None:
        """Give the connections back."""
        if self._owners is not None:
            self._owners.close()


def _under_way(tx: Connection, org: str, who: str) -> list[str]:
    return in_the_way(tx, [row.ledger_id for row in trips_of(tx, org, who)])


def _is_file(where: str) -> bool:
    return "://" not in where and Path(where).exists()


def _owners(settings: Settings) -> "Owners | None":
    """Open what a server keeps; None where none ran. Raises StoreError where one ran and its parts are not installed."""
    where = web_file(storage_of(settings).ledger)
    if "://" not in where and not _is_file(where):
        return None
    try:
        from tripintent.app.http.owners import Owners  # noqa: PLC0415 - an optional extra
    except ModuleNotFoundError:
        if "://" in where:
            return None
        raise StoreError(
            "a server ran on these files: pip install 'tripintent[server]' to erase what it keeps"
        ) from None
    return Owners.open(settings)


def _wipe(path: Path, patience: timedelta) -> None:
    """Write a SQLite file again: deleted rows are otherwise still in its free pages and its log."""
    try:
        with closing(sqlite3.connect(path, timeout=patience.total_seconds(), isolation_level=None)) as connection:
            connection.execute("VACUUM")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    except sqlite3.Error as error:
        raise StoreError.of(error, str(path)) from error
