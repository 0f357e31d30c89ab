"""The vault on the ledger's database: words sealed by Fernet (AES-128-CBC with HMAC-SHA256) under a key that is not in it."""

import asyncio
import os
import secrets
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from sqlalchemy import select

from tripintent.state.concierge.memory import SEALED, reference_to
from tripintent.tools.errors import StoreError
from tripintent.tools.ids import new_id
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.schema import sealed_words
from tripintent.tools.ports.clock import Clock

if TYPE_CHECKING:
    from cryptography.fernet import MultiFernet

SETTING = "TRIPINTENT_SEAL_KEY"
_BOUND = "\0"
"""It separates a conversation's id from its words, and is in neither of them."""


class SqlVault:
    """Sealed words of conversations. ``keys`` are those of the setting, the first one seals; else a file holds the key."""

    def __init__(self, database: Database, clock: Clock, keys: Sequence[str], file: Path | None) -> None:
        self._database, self._clock, self._keys, self._file = database, clock, keys, file
        self._cipher: MultiFernet | None = None
        self._making = Lock()

    async def ready(self) -> None:
        """Make sure that there is a key, and that it opens what was sealed before. Raises StoreError."""
        await asyncio.to_thread(self._ready)

    async def keep(self, thread_id: str, words: str, kind: str = "sealed") -> str:
        """Seal and store words, and return the reference to them; ``kind``: sealed or told."""
        name, sealed, now = new_id(), await self.seal(f"{thread_id}{_BOUND}{words}"), self._clock.now()
        row = {"name": name, "thread_id": thread_id, "sealed": sealed, "stored_at": now}
        await self._database.write(lambda tx: tx.execute(sealed_words.insert().values(row)))
        return reference_to(name, kind)

    async def opened(self, thread_id: str, text: str) -> str:
        """Return a text with the words of this conversation in it; what was erased, or is another's, stays a reference."""
        words = await self.words(thread_id, text)
        return SEALED.sub(lambda match: words.get(match[0], match[0]), text)

    async def words(self, thread_id: str, text: str) -> dict[str, str]:
        """Return the words behind each reference in a text, without what was erased or is another's."""
        names = {match[1]: match[0] for match in SEALED.finditer(text)}
        if not names:
            return {}
        mine = (sealed_words.c.thread_id == thread_id, sealed_words.c.name.in_(names))
        query = select(sealed_words.c.name, sealed_words.c.sealed).where(*mine)
        rows = await self._database.read(lambda tx: tx.execute(query).all())
        found = [(names[row.name], await self._words(thread_id, row.sealed)) for row in rows]
        return {reference: said for reference, said in found if said}

    async def _words(self, thread_id: str, sealed: str) -> str | None:
        """Return what was sealed for a conversation; None for another's in its row. Rows of before the binding name none."""
        whose, bound, words = (await self.unseal(sealed)).rpartition(_BOUND)
        return words if not bound or whose == thread_id else None

    async def seal(self, words: str) -> str:
        """Return words sealed."""
        cipher = await asyncio.to_thread(self._ready)
        return cipher.encrypt(words.encode()).decode()

    async def unseal(self, sealed: str) -> str:
        """Return sealed words. Raises StoreError for what this key does not open."""
        return _opened(await asyncio.to_thread(self._ready), sealed)

    def _ready(self) -> "MultiFernet":
        with self._making:
            if self._cipher is not None:
                return self._cipher
            query = select(sealed_words.c.sealed).order_by(sealed_words.c.stored_at.desc()).limit(1)
            newest = self._database.read_now(lambda tx: tx.execute(query).scalar())
            cipher = _cipher(self._keys or [self._key_of_file(may_make=newest is None)])
            if newest is not None:
                _opened(cipher, newest)
            self._cipher = cipher
            return cipher

    def _key_of_file(self, *, may_make: bool) -> str:
        if self._file is None:
            raise StoreError(
                f"guests' data is kept sealed: on Postgres name the key, {SETTING}=… (docs/personal-data.md)"
            )
        try:
            if may_make and not self._file.exists():
                _make_key(self._file)
            if self._file.stat().st_mode & 0o077:
                raise StoreError(f"{self._file} may be read by others: chmod 600 {self._file}")
            return self._file.read_text("ascii").strip()
        except OSError as error:
            raise StoreError(f"the key of sealed data cannot be used: {self._file}: {error.strerror}") from error


def _make_key(file: Path) -> None:
    """Make a key file unless another process was faster: it is whole and private from its first moment."""
    from cryptography.fernet import Fernet  # noqa: PLC0415 - loaded by a desk alone

    draft = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(Fernet.generate_key() + b"\n")
        out.flush()
        os.fsync(out.fileno())
    try:
        with suppress(FileExistsError):
            os.link(draft, file)
    finally:
        draft.unlink()


def _cipher(keys: Sequence[str]) -> "MultiFernet":
    from cryptography.fernet import Fernet, MultiFernet  # noqa: PLC0415 - loaded by a desk alone

    try:
        return MultiFernet([Fernet(key) for key in keys])
    except ValueError as error:
        raise StoreError(
            f"the key of sealed data cannot be used: {SETTING} takes 32 bytes in URL-safe base64 (Fernet)"
        ) from error


def _opened(cipher: "MultiFernet", sealed: str) -> str:
    from cryptography.fernet import InvalidToken  # noqa: PLC0415 - loaded by a desk alone

    try:
        return cipher.decrypt(sealed).decode()
    except InvalidToken as error:
        raise StoreError(
            f"the key does not open what was sealed before: put the old one behind it in {SETTING}"
        ) from error
