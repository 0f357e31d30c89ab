"""Telling people of approvals and watched prices: the channels that the settings name, and delivery as long as a session is open."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing, suppress
from urllib.parse import quote
from zoneinfo import ZoneInfo

from tripintent.app.directory import directory_of
from tripintent.app.http.localized import Localized
from tripintent.app.http.web_settings import WebSettings
from tripintent.app.settings import Settings
from tripintent.app.words import catalogue
from tripintent.tools.cards.card import text
from tripintent.tools.cards.held import watch_card
from tripintent.tools.cards.words import CardWords
from tripintent.tools.clock import SystemClock
from tripintent.tools.errors import ToolError
from tripintent.tools.ledger import approvals
from tripintent.tools.ledger.database import Database
from tripintent.tools.notifying.delivery import Delivery
from tripintent.tools.notifying.mail import MailChannel, MailServer, Word
from tripintent.tools.notifying.webhook import WebhookChannel
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.messages import Channel, Notice

_LOG = logging.getLogger(__name__)
Link = Callable[[Notice], Awaitable[str]]
"""Makes the address under which an approval is decided, or a watched trip is seen."""


def channel_names(settings: Settings) -> tuple[str, ...]:
    """Return the names of the channels that are told."""
    named = ((WebhookChannel.name, settings.notify_webhook), (MailChannel.name, settings.notify_smtp))
    return tuple(name for name, value in named if value)


def delivery_of(settings: Settings, ledger: Database, played: Clock | None, web: WebSettings | None = None) -> Delivery:
    """Return what delivers from a ledger's outbox. Raises SessionError for a setting that cannot be used.

    ``played`` is the one clock that the desk, too, dates its notices by where time is played: by another, none would come due.
    ``web`` are the settings of the server that answers the links in a mail; without them, those of the environment.
    """
    channels: list[Channel] = []
    if settings.notify_webhook:
        secret = settings.notify_webhook_secret
        channels.append(WebhookChannel(settings.notify_webhook, secret, SystemClock()))
    if settings.notify_smtp and settings.notify_from:
        words = worded(settings.locale, settings.timezone, _linked(settings, ledger, web))
        server = MailServer.at(settings.notify_smtp)
        channels.append(MailChannel(server, settings.notify_from, directory_of(settings), words))
    return Delivery(ledger, played, {one.name: one for one in channels})


@asynccontextmanager
async def telling(
    settings: Settings, ledger: Database, played: Clock | None, web: WebSettings | None = None
) -> AsyncIterator[None]:
    """Deliver time and again until the block ends, and once more then. Nothing is done where no one is to be told."""
    if not channel_names(settings):
        yield
        return
    delivery, stopped = delivery_of(settings, ledger, played, web), asyncio.Event()
    task = asyncio.create_task(_deliver(delivery, settings.notify_seconds, stopped))
    try:
        yield
    finally:
        stopped.set()  # not cancelled: what is being told is told to its end
        await task


async def _deliver(delivery: Delivery, seconds: float, stopped: asyncio.Event) -> None:
    while True:
        last = stopped.is_set()
        try:
            await delivery.round()
        except ToolError as error:
            _LOG.warning("the outbox has to wait: %s", error)
        except Exception:  # noqa: BLE001 - the next round may do better
            _LOG.exception("the outbox could not be worked; it is tried again")
        if last:
            return
        with suppress(TimeoutError):
            await asyncio.wait_for(stopped.wait(), seconds)


def worded(locale: str, timezone: str, link: Link) -> Word:
    """Return what words a notice as a mail, in the language and the zone of the settings."""
    words, shown = catalogue(locale), Localized(catalogue(locale).language)

    async def word(notice: Notice, reader: str) -> tuple[str, str]:
        if notice.watch:
            card = watch_card(notice.watch, CardWords(locale, timezone))
            return card.title, f"{text(card)}\n{words.say('notice', 'open', link=await link(notice))}\n"
        who, ends = notice.decided_by if notice.decision else notice.asked_by, notice.expires_at
        facts = {
            "total": shown.money(notice.total.model_dump(mode="json")),
            "who": who or words.say("page", "traveller"),
            "until": shown.moment(ends.astimezone(ZoneInfo(timezone or "UTC")).isoformat()) if ends else "",
        }
        name = _NAMES[notice.decision] if notice.decision else notice.event.removeprefix("approval.")
        lines = [words.say("notice", name, **facts), *(f"- {shown.title(one)}" for one in notice.titles)]
        if notice.reason and notice.decision:
            lines.append(words.say("notice", "reason", reason=notice.reason))
        if notice.event == "approval.waiting" and reader == notice.approver:
            lines.append(words.say("notice", "look", link=await link(notice)))
        return words.say("notice", f"{name}_subject", **facts), "\n".join(lines) + "\n"

    return word


_NAMES = {"approve": "approved", "reject": "rejected"}


def _linked(settings: Settings, ledger: Database, web: WebSettings | None) -> Link:
    """Return what makes links: an approver's is signed by the server that answers it, and for this one approval."""

    async def link(notice: Notice) -> str:
        if notice.thread_id:
            return f"{(web or WebSettings()).base_url}/#{quote(notice.thread_id, safe='')}"
        from tripintent.app.http.links import approver_link  # noqa: PLC0415 - needs the extra of the server
        from tripintent.app.http.owners import Owners  # noqa: PLC0415

        row = await ledger.read(lambda tx: approvals.get(tx, notice.approval_id))
        assert row is not None and row.asked is not None, "a notice with a link is for the named approver"  # noqa: S101, PT018
        with closing(await asyncio.to_thread(Owners.open, settings)) as owners:
            return await approver_link(row.as_approval(), owners, web or WebSettings(), row.asked)

    return link
