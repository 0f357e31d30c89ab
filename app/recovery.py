"""Recovery of what was left open in the ledger: on start, and as long as a server runs."""

import asyncio
import logging
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress
from datetime import timedelta

from tripintent.tools.errors import SupplierError, ToolError
from tripintent.tools.ledger.anchoring import anchors_at
from tripintent.tools.ports.ports import Ports

_LOG = logging.getLogger(__name__)


async def finish_what_is_open(ports: Ports, told: Collection[str] = ()) -> tuple[str, ...]:
    """Reconcile, log what was not ``told`` before, and return all notes; what cannot be asked now is asked the next time."""
    try:
        report = await ports.desk.reconcile()
    except SupplierError as error:
        _LOG.warning("what was left open could not be finished: %s", error)
        return tuple(told)
    for note in report.notes:
        if note not in told:
            _LOG.warning("recovered: %s", note)
    return report.notes


@asynccontextmanager
async def upkeep(ports: Ports, every: timedelta, anchors: str | None = None) -> AsyncIterator[None]:
    """Reconcile time and again until the block ends: holds lapse, late orders and lost replies turn up while no one writes.

    Each time the audit's signed head is added to ``anchors`` (a file or a database's address), and to the log. Several processes
    may do so at once. Nothing is done when ``every`` is zero.
    """
    if not every:
        yield
        return
    stopped = asyncio.Event()
    task = asyncio.create_task(_keep(ports, every, stopped, anchors))
    try:
        yield
    finally:
        stopped.set()  # not cancelled: what a supplier was asked is heard to its end
        await task


async def _anchor(ports: Ports, where: str) -> None:
    anchor = await ports.desk.anchor_audit()
    await asyncio.to_thread(anchors_at(where).add, anchor)
    _LOG.info("audit anchored: %s", anchor.model_dump_json())


async def _keep(ports: Ports, every: timedelta, stopped: asyncio.Event, anchors: str | None) -> None:
    told: tuple[str, ...] = ()
    while not stopped.is_set():
        with suppress(TimeoutError):
            await asyncio.wait_for(stopped.wait(), every.total_seconds())
            return
        try:
            told = await finish_what_is_open(ports, told)
            if anchors:
                await _anchor(ports, anchors)
        except ToolError as error:
            _LOG.warning("upkeep has to wait for %s: %s", every, error)
        except Exception:  # noqa: BLE001 - the next round may do better, and a server must not stop looking after money
            _LOG.exception("upkeep failed; it is tried again in %s", every)
