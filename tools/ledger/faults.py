"""What a database driver says, in plain words: one table, the rest verbatim."""

from sqlalchemy.exc import SQLAlchemyError

WORDS = (
    ("file is not a database", "{name} is not a database of ours: it was left untouched; choose another file"),
    ("database disk image is malformed", "{name} is damaged: restore it from a backup"),
    ("database is locked", "{name} is locked by another program: close it, or wait and try again"),
    ("unable to open database file", "{name} cannot be opened: check that its folder exists and may be written"),
    ("readonly database", "{name} may not be written: check its permissions"),
    ("database or disk is full", "the disk with {name} is full: nothing was stored; free some space and try again"),
    ("disk I/O error", "the disk with {name} reports an error: nothing was stored"),
    ("connection refused", "the database server of {name} does not answer: is it running?"),
    ("password authentication failed", "the database server of {name} refuses user or password"),
)


def said(error: SQLAlchemyError, name: str) -> str:
    """Return one sentence for a traveller or operator."""
    text = str(getattr(error, "orig", None) or error)
    for needle, words in WORDS:
        if needle in text.lower() or needle in text:
            return words.format(name=name)
    return f"{name} cannot be used: {text.splitlines()[0]}"
