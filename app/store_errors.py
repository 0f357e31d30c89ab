"""What database drivers say about the conversations, in plain words."""

import sqlite3

from tripintent.tools.errors import StoreError

WORDS = {
    "file is not a database": "{name} is not a database of ours: it was left untouched; choose another file with --db",
    "malformed": "{name} is damaged: restore it from a backup, or choose another file with --db",
    "locked": "{name} is locked by another program: close it, or wait and try again",
    "unable to open": "{name} cannot be opened: check that its folder exists and may be written",
    "readonly": "{name} may not be written: check its permissions",
    "disk is full": "the disk with {name} is full: nothing of this turn was stored; free some space and try again",
    "disk i/o error": "the disk with {name} reports an error or is full: nothing of this turn was stored",
    "connection refused": "the database server of {name} does not answer: is it running?",
    "pool initialization incomplete": "the database server of {name} does not answer: is it running?",
    "couldn't get a connection": "the database server of {name} does not answer: is it running?",
    "password authentication failed": "the database server of {name} refuses user or password",
}


def store_error(error: Exception, name: str) -> StoreError:
    """Return a driver's error in plain words."""
    text = str(error)
    for needle, words in WORDS.items():
        if needle in text.lower():
            return StoreError(words.format(name=name))
    return StoreError(f"{name} cannot be used: {text.splitlines()[0] if text else type(error).__name__}")


def database_errors(where: str) -> tuple[type[Exception], ...]:
    """Return the drivers' errors for a path or URL."""
    if "://" not in where:
        return (sqlite3.Error,)
    import psycopg  # noqa: PLC0415 - an optional extra
    import psycopg_pool  # noqa: PLC0415

    return (psycopg.Error, psycopg_pool.PoolTimeout, psycopg_pool.PoolClosed)


def shown_name(where: str) -> str:
    """Return a path or URL as it may be shown: without a password."""
    if "://" not in where:
        return where
    from sqlalchemy.engine import make_url  # noqa: PLC0415 - a file's path needs no such thing

    return make_url(where).render_as_string(hide_password=True)
