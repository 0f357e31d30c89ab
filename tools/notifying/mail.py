"""Notices as mail over SMTP. The approver is asked; whoever asked hears what became of it."""

import asyncio
import smtplib
from collections.abc import Awaitable, Callable, Iterator
from email.message import EmailMessage
from email.utils import format_datetime
from ssl import create_default_context
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from tripintent.tools.ports.messages import Notice, NotTold
from tripintent.tools.ports.profiles import Directory

PATIENCE_SECONDS = 20.0
Word = Callable[[Notice, str], Awaitable[tuple[str, str, str]]]
"""Makes subject, text and HTML of a notice for one reader, by their user id."""


class MailServer(NamedTuple):
    """Where mail is handed in: ``smtp://`` (with STARTTLS where the server offers it) or ``smtps://``."""

    host: str
    port: int
    user: str
    password: str
    encrypted: bool

    @classmethod
    def at(cls, url: str) -> "MailServer":
        """Read an address. Raises ValueError in words."""
        parts = urlsplit(url)
        if parts.scheme not in ("smtp", "smtps") or not parts.hostname:
            raise ValueError("write smtp://user:password@host:587 or smtps://user:password@host")
        encrypted = parts.scheme == "smtps"
        port = parts.port or (465 if encrypted else 587)
        return cls(parts.hostname, port, unquote(parts.username or ""), unquote(parts.password or ""), encrypted)


class MailChannel:
    """Sends each notice to those whom it concerns and whose address is known."""

    name = "mail"

    def __init__(self, server: MailServer, sender: str, directory: Directory, word: Word) -> None:
        self._server = server
        self._sender = sender
        self._directory = directory
        self._word = word

    async def send(self, notice: Notice) -> None:
        """Send it. Every mail of a notice has one Message-ID, so that a mail program shows a repetition once."""
        known = await self._directory.users(notice.organisation) or {}
        letters = [await self._letter(notice, who, known[who]) for who in readers(notice) if known.get(who)]
        if letters:
            await asyncio.to_thread(self._hand_in, letters)

    async def _letter(self, notice: Notice, who: str, address: str) -> EmailMessage:
        letter = EmailMessage()
        letter["Subject"], text, html = await self._word(notice, who)
        letter["From"], letter["To"] = self._sender, address
        letter["Date"] = format_datetime(notice.at)
        letter["Message-ID"] = f"<{notice.notice_id}@{self._sender.rpartition('@')[2].rstrip('>')}>"
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(text)
        letter.add_alternative(html, subtype="html")
        return letter

    def _hand_in(self, letters: list[EmailMessage]) -> None:
        made = smtplib.SMTP_SSL if self._server.encrypted else smtplib.SMTP
        try:
            with made(self._server.host, self._server.port, timeout=PATIENCE_SECONDS) as server:
                self._sign_in(server)
                for letter in letters:
                    server.send_message(letter)
        except (OSError, smtplib.SMTPException) as error:
            raise NotTold(f"the mail server did not take it: {type(error).__name__}") from error

    def _sign_in(self, server: smtplib.SMTP) -> None:
        server.ehlo()
        if not self._server.encrypted and server.has_extn("starttls"):
            server.starttls(context=create_default_context())
            server.ehlo()
        if self._server.user:
            server.login(self._server.user, self._server.password)


def readers(notice: Notice) -> Iterator[str]:
    """Yield whom a notice concerns: the approver while they may be asked, whoever asked when it is over or booked, or watches a price.

    No one is told what they did themselves: whoever decides in their own chat sees the card there. What is booked has the codes that
    a journey needs, so its mail comes in any case. That a cancellation is done is told to the host alone.
    """
    if notice.event == "cancellation.done":
        return
    if (
        notice.event not in ("approval.decided", "purchase.booked")
        and notice.approver
        and notice.approver != notice.asked_by
    ):
        yield notice.approver
    over = notice.event not in ("approval.waiting", "approval.withdrawn")
    if over and notice.asked_by and notice.asked_by != notice.decided_by:
        yield notice.asked_by
