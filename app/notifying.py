"""Telling people of approvals and watched prices: the channels that the settings name, and delivery as long as a session is open."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from urllib.parse import quote
from zoneinfo import ZoneInfo

from markupsafe import Markup

from tripintent.app.directory import directory_of
from tripintent.app.http.localized import Localized
from tripintent.app.http.web_settings import WebSettings
from tripintent.app.settings import Settings
from tripintent.app.words import catalogue
from tripintent.state.booking import Approval
from tripintent.state.money import Money
from tripintent.state.offers import HotelOffer
from tripintent.tools.cards.card import text
from tripintent.tools.cards.held import watch_card
from tripintent.tools.cards.items import in_all
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
from tripintent.tools.toolbox.screen_facts import WatchFacts

_LOG = logging.getLogger(__name__)
Asked = Callable[[Notice, str], Awaitable[tuple[Approval | WatchFacts, str]]]
"""Finds what a notice is of, as its card shows it, and the address under which its reader sees or decides it."""
Rows = Sequence[tuple[str, str]]
_MAIL = Markup("""<!doctype html><html><body style="font:16px/1.5 system-ui,sans-serif;max-width:40rem">
<p style="font-size:20px;font-weight:600">{}</p><p>{}</p><table cellpadding="6">{}</table>{}</body></html>
""")


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


def worded(locale: str, timezone: str, asked: Asked) -> Word:
    """Return what words a notice as a mail, in the language and the zone of the settings."""
    words, shown = catalogue(locale), Localized(catalogue(locale).language)

    def mail(subject: str, lead: str, rows: Rows, look: str, link: str) -> tuple[str, str, str]:
        plain = [lead or subject, *(f"- {': '.join(filter(None, row))}" for row in rows), *filter(None, (look,))]
        cells = Markup().join(Markup("<tr><td>{}</td><td><b>{}</b></td></tr>").format(*row) for row in rows)
        button = Markup('<p><a href="{}">{}</a></p>').format(link, words.say("page", "look")) if link else ""
        return subject, "\n".join(plain) + "\n", _MAIL.format(subject, lead, cells, button)

    async def word(notice: Notice, reader: str) -> tuple[str, str, str]:
        approval, link = await asked(notice, reader)
        if isinstance(approval, WatchFacts):
            card = watch_card(approval, CardWords(locale, timezone))
            rows = [(one.strip(), "") for one in text(card).splitlines()[1:]]
            return mail(card.title, "", rows, words.say("notice", "open", link=link), link)
        who, ends = notice.decided_by if notice.decision else notice.asked_by, notice.expires_at
        facts = {
            "total": shown.money(in_all(approval.total, _due(approval)).model_dump(mode="json")),
            "who": who or words.say("page", "traveller"),
            "until": shown.moment(ends.astimezone(ZoneInfo(timezone or "UTC")).isoformat()) if ends else "",
        }
        name = _NAMES[notice.decision] if notice.decision else notice.event.removeprefix("approval.")
        rows = [(shown.title(one), "") for one in notice.titles]
        if link:
            priced = [(one.title, one.total) for one in approval.lines] or [
                (one.title, one.paid) for one in approval.cancels
            ]
            rows = [(shown.title(title), shown.money(paid.model_dump(mode="json"))) for title, paid in priced]
            if approval.people:
                rows.append((words.say("page", "fact_travellers"), ", ".join(one.name for one in approval.people)))
        if notice.reason and notice.decision:
            rows.append((words.say("notice", "reason", reason=notice.reason), ""))
        subject, lead = words.say("notice", f"{name}_subject", **facts), words.say("notice", name, **facts)
        look = words.say("notice", "look", link=link) if link else ""
        return mail(subject, lead, rows, look, link)

    return word


_NAMES = {"approve": "approved", "reject": "rejected"}


def _linked(settings: Settings, ledger: Database, web: WebSettings | None) -> Asked:
    """Return what finds an approval with its approver's link: signed by the server that answers it, and for this one alone.

    Of a watched price it is the address of the conversation that watches it.
    """

    async def found(notice: Notice, reader: str) -> tuple[Approval | WatchFacts, str]:
        if notice.watch:
            return notice.watch, f"{(web or WebSettings()).base_url}/#{quote(notice.thread_id, safe='')}"
        row = await ledger.read(lambda tx: approvals.get(tx, notice.approval_id))
        assert row is not None, "a notice is of an approval that there is"  # noqa: S101
        if notice.event != "approval.waiting" or reader != notice.approver or row.asked is None:
            return row.as_card(), ""
        from tripintent.app.http.links import approver_link  # noqa: PLC0415 - needs the extra of the server
        from tripintent.app.http.owners import Owners  # noqa: PLC0415

        with closing(await asyncio.to_thread(Owners.open, settings)) as owners:
            return row.as_card(), await approver_link(row.as_approval(), owners, web or WebSettings(), row.asked)

    return found


def _due(approval: Approval) -> list[Money | None]:
    """Return what is paid at the hotels that are bought."""
    return [one.offer.due_at_property for one in approval.lines if isinstance(one.offer, HotelOffer)]
