"""Delivery from the outbox: at least once, by any number of workers, with patience for a channel that is away.

A notice is taken for a while, told, and only then dropped. A worker that dies in between leaves it to the next one; so one may
be told twice, with the same id, and none is lost.
"""

import logging
from collections.abc import Mapping
from datetime import datetime, timedelta

from tripintent.tools.ledger import post
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.post import PendingNotice
from tripintent.tools.ports.clock import Clock
from tripintent.tools.ports.messages import Channel, NotTold

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
