"""Opening a session from settings: ports, checkpointer, graph."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from datetime import timedelta

from tripintent.app.checkpoints import open_checkpointer
from tripintent.app.compose import compose
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.graph.booking.wiring import build_booking_graph
from tripintent.state.context import TripContext


@asynccontextmanager
async def open_session(settings: Settings | None = None) -> AsyncIterator[Session]:
    """Open everything that a conversation needs, and close it again. Raises StoreError."""
    chosen = settings or Settings()
    storage = storage_of(chosen)
    patience = timedelta(seconds=chosen.lock_patience)
    async with open_checkpointer(storage.threads, patience) as saver:
        with closing(await asyncio.to_thread(compose, chosen, storage)) as parts:
            graph = build_booking_graph(parts.ports, checkpointer=saver)
            yield Session(
                graph,
                parts.ports,
                parts.locks,
                context=context_of(chosen),
                step_limit=chosen.step_limit,
                database=storage.threads,
            )


def context_of(settings: Settings) -> TripContext:
    """Return the runtime context that the settings describe."""
    return TripContext(
        organisation=settings.organisation,
        portfolio=settings.portfolio,
        traveller=settings.traveller,
        locale=settings.locale,
        timezone=settings.timezone,
        currency=settings.currency,
        model=settings.model if settings.uses_model else "",
    )
