"""A post office that keeps every letter, as a real SMTP server on a free port."""

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from typing import Any

from aiosmtpd.controller import Controller
from tests.postgres_server import free_port


class Post:
    """A post office that keeps every letter."""

    def __init__(self) -> None:
        self.letters: list[Any] = []
        self.port = free_port()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802 - aiosmtpd's name for it
        self.letters.append(message_from_bytes(envelope.content, policy=policy.default))
        return "250 OK"


@contextmanager
def opened(office: Any) -> Iterator[Any]:
    """Take letters in for as long as it is open."""
    controller = Controller(office, hostname="127.0.0.1", port=office.port)
    controller.start()
    yield office
    controller.stop()
