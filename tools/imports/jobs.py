"""Messages to the process in which imports are parsed, and its answers.

A job is a length of four bytes, one byte for its kind, ten for the day, and the text or file; the answer is a length and JSON.
"""

from datetime import date
from typing import IO, NamedTuple

from tripintent.state.designer.segments import Segment

LENGTH = 4
TEXT, FILE = b"t", b"f"
TOO_MANY = "too_many"
"""The code of a text with more things than a plan may hold: none of them is read."""


class ReadText(NamedTuple):
    """Segments with ids of their own, and codes of what could not be taken as written."""

    segments: tuple[Segment, ...] = ()
    warnings: tuple[str, ...] = ()
    free: str = ""
    """The words of a mail or a text in which no format was found: a model may read them."""
    sent: date | None = None
    """When the mail was sent."""


def received(stream: IO[bytes]) -> bytes | None:
    """Return the next message of a stream; None when it has ended."""
    head = stream.read(LENGTH)
    if len(head) < LENGTH:
        return None
    size = int.from_bytes(head, "big")
    body = stream.read(size)
    return body if len(body) == size else None


def job_of(content: str | bytes, today: date) -> bytes:
    """Return a text or a file as a message to the process, with its length."""
    kind, body = (FILE, content) if isinstance(content, bytes) else (TEXT, content.encode(errors="replace"))
    return framed(kind + today.isoformat().encode() + body)


def framed(body: bytes) -> bytes:
    """Return a message with its length before it."""
    return len(body).to_bytes(LENGTH, "big") + body
