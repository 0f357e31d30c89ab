"""Anchors: the newest line of the audit, signed, to be kept where whoever can write to the ledger cannot.

A chain alone cannot show that it was written again as a whole, or cut and closed again. Against an anchor it can: the line that was
signed has to stand where it stood. Anchors are kept in a file that is only added to, or in a table of a second database.
"""

import hashlib
import hmac
import os
from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

from pydantic import ValidationError
from sqlalchemy import Column, Connection, MetaData, String, Table, Text, select
from sqlalchemy.exc import SQLAlchemyError

from tripintent.tools.errors import StoreError
from tripintent.tools.ledger import auditing
from tripintent.tools.ledger.database import engine_of
from tripintent.tools.ledger.seals import canonical
from tripintent.tools.ports.outcomes import Anchor

PURPOSE = "audit anchor"


def anchor_of(tx: Connection, key: bytes, now: datetime) -> Anchor:
    """Return the signed head of the chain."""
    seq, newest = auditing.head(tx)
    return _signed(Anchor(seq=seq, hash=newest, at=now), key)


def verify(tx: Connection, anchors: Sequence[Anchor], key: bytes) -> str | None:
    """Return None when the chain is whole, the rows are as it says and every anchor still holds, else one sentence."""
    return (
        auditing.verify(tx)
        or auditing.verify_rows(tx)
        or next(filter(None, (_broken(tx, a, key) for a in anchors)), None)
    )


def _broken(tx: Connection, anchor: Anchor, key: bytes) -> str | None:
    where = f"the anchor of {anchor.at:%Y-%m-%d %H:%M:%S} UTC (row {anchor.seq})"
    if not hmac.compare_digest(_signed(anchor, key).signature, anchor.signature):
        return f"{where} is not signed with this ledger's key: it was changed, or belongs to another ledger"
    there = auditing.hash_at(tx, anchor.seq)
    if there is None:
        return f"{where} names a line that is gone: the audit was cut off after it was anchored"
    return (
        None if there == anchor.hash else f"{where} does not match: the audit was written again after it was anchored"
    )


def _signed(anchor: Anchor, key: bytes) -> Anchor:
    text = canonical(anchor.model_copy(update={"signature": ""}))
    return anchor.model_copy(update={"signature": hmac.new(key, text.encode(), hashlib.sha256).hexdigest()})


PATIENCE = timedelta(seconds=15)

_metadata = MetaData()
_anchors = Table(
    "tripintent_anchors", _metadata, Column("at", String, primary_key=True), Column("anchor", Text, nullable=False)
)


class AnchorStore(Protocol):
    """Keeps anchors, in the order in which they came."""

    def add(self, anchor: Anchor) -> None:
        """Keep one. Raises StoreError."""
        ...

    def all(self) -> Sequence[Anchor]:
        """Return them, oldest first. Raises StoreError."""
        ...


def anchors_at(where: str) -> AnchorStore:
    """Return the store at a path, or at a ``postgresql://`` or ``sqlite:///`` address."""
    return DatabaseAnchors(where) if "://" in where else FileAnchors(Path(where).expanduser())


class FileAnchors:
    """One anchor a line, as JSON. On disk when ``add`` returns."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def add(self, anchor: Anchor) -> None:
        """Append a line."""
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(anchor.model_dump_json() + "\n")
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise StoreError(f"the anchor could not be written to {self._path}: {error.strerror}") from error

    def all(self) -> Sequence[Anchor]:
        """Read every line; one that is not an anchor is an error, not passed over."""
        try:
            lines = self._path.read_text(encoding="utf-8").splitlines()
            return [Anchor.model_validate_json(line) for line in lines if line.strip()]
        except OSError as error:
            raise StoreError(f"the anchors in {self._path} cannot be read: {error.strerror}") from error
        except ValidationError as error:
            raise StoreError(f"{self._path} has a line that is no anchor: {error.errors()[0]['msg']}") from error


class DatabaseAnchors:
    """A table of its own in another database, made when it is missing."""

    def __init__(self, url: str) -> None:
        self._engine, self._name = engine_of(url, PATIENCE), url.rpartition("@")[2]

    def add(self, anchor: Anchor) -> None:
        """Insert a row."""
        row = {"at": anchor.at.isoformat(), "anchor": anchor.model_dump_json()}
        try:
            _metadata.create_all(self._engine)
            with self._engine.begin() as tx:
                tx.execute(_anchors.insert(), row)
        except SQLAlchemyError as error:
            raise StoreError(f"the anchor could not be written to {self._name}") from error

    def all(self) -> Sequence[Anchor]:
        """Read every row."""
        try:
            with self._engine.connect() as tx:
                rows = tx.execute(select(_anchors.c.anchor).order_by(_anchors.c.at)).scalars().all()
        except SQLAlchemyError as error:
            raise StoreError(f"the anchors in {self._name} cannot be read") from error
        return [Anchor.model_validate_json(row) for row in rows]
