"""Delivery from the outbox: at least once, by any number of workers, with patience for a channel that is away.

A notice is taken for a while, told, and only then dropped. A worker that dies in between leaves it to the next one; so one may
be told twice, with the same id, and none is lost.
"""

import base64
import hmac
import logging
from binascii import Error as NotBase64
from collections.abc import Mapping
from datetime import datetime, timedelta

import httpx
from pydantic import SecretStr

from tripintent.tools.ledger import post
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.post import PendingNotice
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.messages import Channel, Notice, NotTold

PATIENCE_SECONDS = 10.0


class WebhookChannel:
    """Posts each notice as JSON to one address. An answer of 200 to 299 means that it was taken."""

    name = "webhook"

    def __init__(self, url: str, secret: SecretStr | None, clock: Clock) -> None:
        self._url = url
        self._key = signing_key(secret) if secret else None
        self._clock = clock

    async def send(self, notice: Notice) -> None:
        """Post it."""
        body = notice.model_dump_json().encode()
        headers = {"content-type": "application/json", **self._signed(notice.notice_id, body)}
        try:
            async with httpx.AsyncClient(timeout=PATIENCE_SECONDS, follow_redirects=False) as client:
                answer = await client.post(self._url, content=body, headers=headers)
        except httpx.HTTPError as error:
            raise NotTold(f"the webhook did not answer: {type(error).__name__}") from error
        if not answer.is_success:
            raise NotTold(f"the webhook answered {answer.status_code}")

    def _signed(self, notice_id: str, body: bytes) -> dict[str, str]:
        at = str(int(self._clock.now().timestamp()))
        headers = {"webhook-id": notice_id, "webhook-timestamp": at}
        if self._key is not None:
            digest = hmac.digest(self._key, f"{notice_id}.{at}.".encode() + body, "sha256")
            headers["webhook-signature"] = f"v1,{base64.b64encode(digest).decode()}"
        return headers


def signing_key(secret: SecretStr) -> bytes:
    """Return the key of a secret, which is base64 after ``whsec_``. Raises ValueError in words."""
    try:
        return base64.b64decode(secret.get_secret_value().removeprefix("whsec_"), validate=True)
    except NotBase64 as error:
        raise ValueError("the webhook's secret is not base64: make one with `openssl rand -base64 32`") from error


_LOG = logging.getLogger(__name__)
AT_ONCE = 20
LEASE = timedelta(minutes=2)
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=15), timedelta(hours=1)
PATIENCE = timedelta(days=3)


class Delivery:
    """Tells what waits in the outbox. ``clock`` is in for the ledger's time where time is played."""

    def __init__(self, ledger: Database, clock: Clock | None, channels: Mapping[str, Channel]) -> None:
        self._ledger = ledger
        self._clock = clock
        self._channels = channels

    async def round(self) -> int:
        """Tell what is due. Return how much was told."""
        now = await self._now()
        taken = await self._ledger.write(lambda tx: post.take(tx, now, LEASE, AT_ONCE))
        return sum([await self._tell(one) for one in taken])

    async def waiting(self) -> list[PendingNotice]:
        """Return what was not told yet."""
        return await self._ledger.read(post.waiting)

    async def again(self) -> int:
        """Make everything due that waits. Return how much there is."""
        now = await self._now()
        return await self._ledger.write(lambda tx: post.again(tx, now))

    async def _tell(self, one: PendingNotice) -> bool:
        channel = self._channels.get(one.channel)
        if channel is None:
            await self._later(one, f"{one.channel} is not configured here")
            return False
        try:
            await channel.send(one.notice)
        except NotTold as error:
            await self._later(one, str(error))
            return False
        except Exception as error:  # noqa: BLE001 - whatever a channel does, the notice stays and the others are told
            _LOG.exception("notice %s could not be told by %s", one.notice.notice_id, one.channel)
            await self._later(one, type(error).__name__)
            return False
        await self._ledger.write(lambda tx: post.told(tx, one))
        return True

    async def _later(self, one: PendingNotice, why: str) -> None:
        now = await self._now()
        given_up = now - one.created_at > PATIENCE
        next_at = None if given_up else now + min(FIRST_PAUSE * 2 ** min(one.attempts, 16), LONGEST_PAUSE)
        outcome = "given up" if given_up else f"tried again at {next_at}"
        _LOG.warning("notice %s by %s: %s; %s", one.notice.notice_id, one.channel, why, outcome)
        await self._ledger.write(lambda tx: post.put_off(tx, one, why, next_at))

    async def _now(self) -> datetime:
        if self._clock is not None:
            return self._clock.now()
        return await self._ledger.read(self._ledger.time.read)
