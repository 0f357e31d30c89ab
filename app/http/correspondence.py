"""Guests on messaging channels: what they write is worked in their conversation, and its replies are sent to them.

A reply is whatever the conversation says after the last one that was sent: of a turn, of staff, of a decision on another page.
"""

import asyncio
import logging
import unicodedata
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta

from tripintent.app.errors import SessionError
from tripintent.app.http.inbox import Inbox, WaitingGuest, guest_of
from tripintent.app.http.links import approver_link
from tripintent.app.http.problems import Problem
from tripintent.app.http.reading import is_settled, snapshot_of
from tripintent.app.http.users import User
from tripintent.app.http.web import Web
from tripintent.app.incoming import safe_text
from tripintent.app.running import closed_card, pending_of, said_in
from tripintent.app.words import catalogue
from tripintent.nodes.booking.intake import MAX_CHARACTERS
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import ToolError
from tripintent.tools.ports.messages import Incoming, Messages, NotSent

_LOG = logging.getLogger(__name__)
LEASE, PAUSE, ROUND = timedelta(minutes=5), timedelta(seconds=30), timedelta(seconds=30)


class Correspondence:
    """The channels of a server, and the guests who write there. ``key`` makes a guest's name from their number."""

    def __init__(self, web: Web, channels: Mapping[str, Messages], key: bytes) -> None:
        self._web, self.channels, self._key = web, channels, key
        assert web.session.vault is not None, "a session that settings opened has one"  # noqa: S101
        self._vault = web.session.vault
        self._inbox = Inbox(web.owners, self._vault)
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    async def take(self, channel: str, message: Incoming) -> bool:
        """Store a message before anything is done with it; return whether it is new. It is worked afterwards."""
        thread = guest_of(self._key, channel, message.sender)
        user = User(user_id=thread, context=self._web.session.context.model_copy(update={"traveller": thread}))
        await self._web.owners.claim(thread, user)
        with suppress(SessionError):  # what is no text at all is refused in words when it is worked
            message = message.model_copy(update={"text": safe_text(message.text)[0]})
        new = await self._inbox.keep(
            WaitingGuest(thread, channel, message.sender, ("", "")), message, datetime.now(UTC)
        )
        self.wake(thread)
        return new

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Look for what waits until the block ends: words that a crash left, replies that did not arrive, staff's answers."""
        if not self.channels:
            yield
            return
        await self._vault.ready()
        await self._inbox.create()
        self._web.turns.on_end = self.wake
        task = asyncio.create_task(self._rounds())
        try:
            yield
        finally:
            task.cancel()
            await asyncio.gather(task, *self._tasks.values(), return_exceptions=True)

    async def _rounds(self) -> None:
        while True:
            try:
                for thread in await self._inbox.recent(datetime.now(UTC)):
                    self.wake(thread)
            except ToolError as error:
                _LOG.warning("guests on channels have to wait: %s", error)
            await asyncio.sleep(ROUND.total_seconds())

    def wake(self, thread: str) -> None:
        """Look after a conversation, if it is a channel's: something was said there."""
        if thread.partition("-")[0] not in self.channels:
            return
        if thread in self._tasks:
            self._again.add(thread)
            return
        self._tasks[thread] = asyncio.create_task(self._work(thread))

    async def _work(self, thread: str) -> None:
        try:
            guest = await self._inbox.take(thread, datetime.now(UTC), LEASE)
            if guest is None:
                return
            later: datetime | None = datetime.now(UTC) + PAUSE
            try:
                await self._answer(guest)
                later = None
            finally:
                await self._inbox.leave(thread, later)
        except (ToolError, Problem) as error:
            _LOG.warning("a guest on a channel has to wait: %s", error)
        except Exception:  # noqa: BLE001 - it is stored: a later round tries again, and other guests are answered
            _LOG.exception("a guest on a channel has to wait")
        finally:
            del self._tasks[thread]
            if thread in self._again:
                self._again.discard(thread)
                self.wake(thread)

    async def _answer(self, guest: WaitingGuest) -> None:
        """Work what the guest wrote, in its order, and tell them what is new after each."""
        guest = await self._tell(guest)
        while (message := await self._inbox.first(guest.thread_id)) is not None:
            await self._say(guest, message)
            await self._inbox.done(guest, message)
            guest = await self._tell(guest)

    async def _say(self, guest: WaitingGuest, message: Incoming) -> None:
        if message.media is None and only_emoji(message.text):
            return  # a thumb up wants no answer
        session, thread = await self._web.as_owner(guest.thread_id), guest.thread_id
        message_id = f"{guest.channel}:{message.message_id}"
        snapshot = await snapshot_of(session, thread)
        known = message_id in {one.id for one in snapshot.values.get("messages", ())}
        if known and (not snapshot.next or snapshot.interrupts):
            return  # a crash after the turn
        received = {"channel": guest.channel, **message.model_dump(mode="json", exclude={"text", "sender"})}
        try:
            await self._web.turns.result(
                thread,
                lambda told: (
                    session.go_on(thread, on_progress=told)
                    if known
                    else session.say(thread, message.text, on_progress=told, message_id=message_id, received=received)
                ),
                guest=True,
            )
        except SessionError as error:
            if error.code not in ("empty", "too_long", "unreadable"):
                raise
            words = catalogue(_language(snapshot.values)).say("page", "channel_unread", most=MAX_CHARACTERS)
            await self._send(guest, words)

    async def _tell(self, guest: WaitingGuest) -> WaitingGuest:
        """Send what the conversation said since, each part once unless a crash comes between; then the link to decide."""
        session = await self._web.as_owner(guest.thread_id)
        snapshot = await snapshot_of(session, guest.thread_id)
        closed = await closed_card(snapshot, session.ports.desk)
        if closed is not None and await is_settled(session, closed):  # the turn that decided it was cut off
            await self._web.turns.result(guest.thread_id, lambda told: session.go_on(guest.thread_id, on_progress=told))
            snapshot = await snapshot_of(session, guest.thread_id)
        messages, language = snapshot.values.get("messages", ()), _language(snapshot.values)
        last, card = guest.told
        known = next((at for at, one in enumerate(messages) if one.id == last), -1)
        for one in messages[known + 1 :]:
            for said in said_in([one], "assistant", language):
                await self._send(guest, said.text)
            guest = await self._told(guest, (str(one.id), card))
        pending = pending_of(snapshot)
        if pending is not None and pending.is_approval and pending.id != card and closed is None:
            approval = await session.ports.desk.approval(str(pending.args["approval_id"]))
            person = session.principal(guest.thread_id).identity
            if approval is not None and approval.asked in (None, person):
                link = await approver_link(approval, self._web.owners, self._web.settings, person)
                await self._send(guest, catalogue(language).say("page", "channel_decide", link=link))
            guest = await self._told(guest, (guest.told[0], pending.id))
        return guest

    async def _told(self, guest: WaitingGuest, told: tuple[str, str]) -> WaitingGuest:
        await self._inbox.told(guest.thread_id, told)
        return guest._replace(told=told)

    async def _send(self, guest: WaitingGuest, text: str) -> None:
        channel = self.channels[guest.channel]
        try:
            for part in channel.parts(text):
                await channel.send(guest.sender, part)
        except NotSent as error:
            if error.again:
                raise
            _LOG.error("%s takes no reply, it is given up: %s", guest.channel, error)


def only_emoji(text: str) -> bool:
    """Check whether a text is made of pictures alone: no letter, no digit, no sign of a sentence."""
    kinds = {unicodedata.category(one) for one in text if not one.isspace()}
    return "So" in kinds and kinds <= {"So", "Sk", "Mn", "Me", "Cf"}


def _language(values: Mapping[str, object]) -> str:
    trip = values.get("trip_intent")
    return trip.request.language if isinstance(trip, TripIntent) else "en"
