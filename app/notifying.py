"""Telling people of approvals, bookings and watched prices by the channels of the settings, as long as a session is open."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager, closing, suppress
from typing import TYPE_CHECKING
from urllib.parse import quote
from zoneinfo import ZoneInfo

from markupsafe import Markup
from sqlalchemy import Connection

from tripintent.app.directory import directory_of
from tripintent.app.http.localized import Localized
from tripintent.app.http.web_settings import WebSettings
from tripintent.app.settings import Settings
from tripintent.app.words import catalogue
from tripintent.nodes.booking.facts.news import receipt_facts
from tripintent.state.booking import Approval, Booking
from tripintent.state.money import Money
from tripintent.state.trip import TripIntent
from tripintent.tools.cards.card import Card
from tripintent.tools.cards.items import in_all
from tripintent.tools.cards.words import CardWords
from tripintent.tools.clock import SystemClock
from tripintent.tools.desk.status import result
from tripintent.tools.errors import ToolError
from tripintent.tools.ledger import approvals, bookings, purchases
from tripintent.tools.ledger.stores import intents_of
from tripintent.tools.notifying.delivery import Delivery, WebhookChannel
from tripintent.tools.notifying.mail import MailChannel, MailServer
from tripintent.tools.ports.messages import Channel, Notice
from tripintent.tools.ports.outcomes import Bought, PurchaseOutcome
from tripintent.tools.toolbox.screen_facts import ReceiptFacts

if TYPE_CHECKING:
    from tripintent.app.compose import Composition

_LOG = logging.getLogger(__name__)
Asked = Callable[[Notice, str], Awaitable[tuple[Approval | Card, str]]]
"""Finds the approval or the card that a notice is of, and the address under which its reader sees or decides it."""
Rows = Sequence[tuple[str, str]]
_MAIL = Markup("""<!doctype html><html><body style="font:16px/1.5 system-ui,sans-serif;max-width:40rem">
<p style="font-size:20px;font-weight:600">{}</p><p>{}</p><table cellpadding="6">{}</table>{}</body></html>
""")


def channel_names(settings: Settings) -> tuple[str, ...]:
    """Return the names of the channels that are told."""
    named = ((WebhookChannel.name, settings.notify_webhook), (MailChannel.name, settings.notify_smtp))
    return tuple(name for name, value in named if value)


def delivery_of(settings: Settings, parts: "Composition", web: WebSettings | None = None) -> Delivery:
    """Return what delivers from the outbox of a ledger. Raises SessionError for a setting that cannot be used.

    ``web`` are the settings of the server that answers the links in a mail; without them, those of the environment.
    """
    channels: list[Channel] = []
    if settings.notify_webhook:
        if not (secret := settings.notify_webhook_secret):
            _LOG.warning("TRIPINTENT_NOTIFY_WEBHOOK has no TRIPINTENT_NOTIFY_WEBHOOK_SECRET: its posts are not signed")
        channels.append(WebhookChannel(settings.notify_webhook, secret, SystemClock()))
    if settings.notify_smtp and settings.notify_from:
        words = MailWords(settings.locale, settings.timezone, _linked(settings, parts, web))
        server = MailServer.at(settings.notify_smtp)
        channels.append(MailChannel(server, settings.notify_from, directory_of(settings), words))
    return Delivery(parts.ledger, parts.played, {one.name: one for one in channels})


@asynccontextmanager
async def telling(settings: Settings, parts: "Composition", web: WebSettings | None = None) -> AsyncIterator[None]:
    """Deliver time and again until the block ends, and once more then. Nothing is done where no one is to be told."""
    if not channel_names(settings):
        yield
        return
    delivery, stopped = delivery_of(settings, parts, web), asyncio.Event()
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


class MailWords:
    """Words a notice as a mail, in the language and the zone of the settings."""

    def __init__(self, locale: str, timezone: str, asked: Asked) -> None:
        self._words, self._shown, self._cards = catalogue(locale), Localized(locale), CardWords(locale, timezone)
        self._zone, self._asked = ZoneInfo(timezone or "UTC"), asked

    async def __call__(self, notice: Notice, reader: str) -> tuple[str, str, str]:
        """Return the subject, the plain text and the page."""
        found, link = await self._asked(notice, reader)
        return self._of_card(notice, found, link) if isinstance(found, Card) else self._of(notice, found, link)

    def _of_card(self, notice: Notice, found: Card, link: str) -> tuple[str, str, str]:
        rows = [(": ".join(filter(None, (one.label, one.text))), one.money) for one in found.lines]
        rows += [(one, "") for one in (found.until, found.note) if one]
        if notice.watch:
            return self._mail(found.title, "", rows, "open", link)
        subject = self._words.say("notice", "booked_subject", total=self._money(notice.total))
        return self._mail(subject, found.title, rows, "open_trip", link)

    def _of(self, notice: Notice, found: Approval, link: str) -> tuple[str, str, str]:
        say, title = self._words.say, self._shown.title
        who, ends = notice.decided_by if notice.decision else notice.asked_by, notice.expires_at
        facts = {
            "total": self._money(in_all(found.total, found.due_there)),
            "who": who or say("page", "traveller"),
            "until": self._shown.moment(ends.astimezone(self._zone).isoformat()) if ends else "",
        }
        name = _NAMES[notice.decision] if notice.decision else notice.event.removeprefix("approval.")
        rows = self._lines(found) if link else [(title(one), "") for one in notice.titles]
        if notice.reason and notice.decision:
            rows.append((say("notice", "reason", reason=notice.reason), ""))
        lost = {"total": say("page", "cancel", amount=facts["total"])} if notice.kind == "cancel" else {}
        lead = say("notice", f"{name}_cancel" if lost and name != "withdrawn" else name, **facts)
        return self._mail(say("notice", f"{name}_subject", **facts | lost), lead, rows, "look", link)

    def _lines(self, found: Approval) -> list[tuple[str, str]]:
        say, title, money = self._words.say, self._shown.title, self._money
        rows = [(title(one.title), money(one.total)) for one in found.lines]
        replaces = f"{say('page', 'replaces')}: " if found.lines else ""
        rows += [(replaces + title(one.title), money(one.paid)) for one in found.cancels]
        rows += [(self._cards.say("tax", amount=money(one)), "") for one in found.due_there]
        if found.people:
            rows.append((say("approver", "fact_travellers"), ", ".join(one.name for one in found.people)))
        parts = [(one.title, one.simulated) for one in found.lines]
        note = self._cards.simulated_of([*parts, *((one.title, one.simulated) for one in found.cancels)])
        return [*rows, (note, "")] if note else rows

    def _money(self, amount: Money) -> str:
        return self._shown.money(amount.model_dump(mode="json"))

    def _mail(self, subject: str, lead: str, rows: Rows, look: str, link: str) -> tuple[str, str, str]:
        said, button = (self._words.say("notice", look, link=one) if link else "" for one in (link, ""))
        plain = [lead or subject, *(f"- {': '.join(filter(None, row))}" for row in rows), *filter(None, (said,))]
        cells = Markup().join(Markup("<tr><td>{}</td><td><b>{}</b></td></tr>").format(*row) for row in rows)
        end = Markup('<p><a href="{}">{}</a></p>').format(link, button.rstrip(" \u00a0:")) if link else ""
        return subject, "\n".join(plain) + "\n", _MAIL.format(subject, lead, cells, end)


_NAMES = {"approve": "approved", "reject": "rejected"}


def _linked(settings: Settings, parts: "Composition", web: WebSettings | None) -> Asked:
    """Return what finds an approval with its approver's link: signed by the server that answers it, and for this one alone.

    Of a watched price, and of what is booked, it is the address of the conversation.
    """
    ledger, draw = parts.ledger, parts.ports.cards.draw

    def trip_at(thread: str) -> str:
        return f"{(web or WebSettings()).base_url}/#{quote(thread, safe='')}"

    async def found(notice: Notice, reader: str) -> tuple[Approval | Card, str]:
        if notice.watch:
            return draw(notice.watch, settings.locale, settings.timezone), trip_at(notice.thread_id)
        row = await ledger.read(lambda tx: approvals.get(tx, notice.approval_id))
        assert row is not None, "a notice is of an approval that there is"  # noqa: S101
        if notice.event == "purchase.booked":
            receipt = await _receipt(parts, row)
            return draw(receipt, settings.locale, settings.timezone), trip_at(row.thread_id)
        if notice.event != "approval.waiting" or reader != notice.approver or row.asked is None:
            return row.as_card(), ""
        from tripintent.app.http.links import approver_link  # noqa: PLC0415 - needs the extra of the server
        from tripintent.app.http.owners import Owners  # noqa: PLC0415

        with closing(await asyncio.to_thread(Owners.open, settings)) as owners:
            return row.as_card(), await approver_link(row.as_approval(), owners, web or WebSettings(), row.asked)

    return found


async def _receipt(parts: "Composition", row: Approval) -> ReceiptFacts:
    """Return the receipt of what an approval bought, with the codes and tickets that the ledger has by now."""

    def read(tx: Connection) -> tuple[PurchaseOutcome | None, TripIntent, tuple[Booking, ...]]:
        bought = purchases.of_approval(tx, row.approval_id)
        outcome = result(tx, bought.purchase_id) if bought else None
        return outcome, intents_of(tx, [row.trip_id])[row.trip_id], bookings.of_trip(tx, row.trip_id)

    outcome, trip, booked = await parts.ledger.read(read)
    assert isinstance(outcome, Bought), "a notice of a booking is of a purchase that is done"  # noqa: S101
    return await receipt_facts(outcome, trip, booked, parts.ports)
