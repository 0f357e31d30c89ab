"""Reports that suppliers send on their own: deduplicated, then taken as a reason to look, never as the truth itself."""

import json
from collections.abc import Awaitable, Callable, Mapping
from functools import partial

from pydantic import Field, JsonValue, field_validator
from sqlalchemy import Connection

from tripintent.state.foreign import Line, Ref
from tripintent.state.frozen import Frozen
from tripintent.tools.desk.consequences import turned_up
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.holding import send_back
from tripintent.tools.desk.masking import mask_cards
from tripintent.tools.desk.outcomes import Landed
from tripintent.tools.desk.recovering import recover
from tripintent.tools.desk.sending import probe
from tripintent.tools.ledger import operations, post
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ports.profiles import masked_within

LONGEST_BODY = 50_000


class SupplierEvent(Frozen):
    """One webhook, checked for its signature by the supplier's adapter. ``client_ref`` or ``order_id`` say what it is about.

    ``body`` is kept for people to read, up to ``LONGEST_BODY`` characters of JSON; nothing in it is ever acted on. Card numbers
    in it and in ``type`` are masked; the ids are a supplier's own and have to stay as they came.
    """

    supplier: Ref
    event_id: Ref = Field(min_length=1)
    type: Line
    client_ref: Ref | None = None
    order_id: Ref | None = None
    body: dict[str, JsonValue] = Field(default_factory=dict)

    @field_validator("type", "body", mode="after")
    @classmethod
    def _masked(cls, value: JsonValue) -> object:
        return masked_within(value, mask_cards)

    @field_validator("body", mode="after")
    @classmethod
    def _short(cls, body: dict[str, JsonValue]) -> dict[str, JsonValue]:
        length = len(json.dumps(body))
        return body if length <= LONGEST_BODY else {"left_out": f"{length} characters"}


async def opened(ctx: DeskContext, supplier: str, headers: Mapping[str, str], body: bytes) -> SupplierEvent:
    """Return what a supplier sent, its signature checked by the supplier's adapter. KeyError for one without webhooks.

    Raises UnsignedReport, and InvalidRequest for what is not an event.
    """
    reader = ctx.suppliers[supplier].webhooks
    if reader is None:
        raise KeyError(supplier)
    await ctx.look_at_the_clock()
    plain = {name.lower(): value for name, value in headers.items()}
    return SupplierEvent(supplier=supplier, **reader.opened(plain, body, ctx.now()).model_dump())


async def keep(ctx: DeskContext, event: SupplierEvent) -> bool:
    """Keep an event, durably. Return False for one that had come before. Whoever keeps it looks into it; a recovery does else."""
    plain = event.model_dump(mode="json")
    return await ctx.ledger.write(partial(post.take_in, event=plain, now=ctx.now()))


async def unread(ctx: DeskContext) -> list[Callable[[], Awaitable[None]]]:
    """Return the work left with events that were kept before a crash and not looked into, one piece each."""
    return [partial(_read, ctx, body) for body in await ctx.ledger.read(post.unhandled)]


async def _read(ctx: DeskContext, body: dict[str, JsonValue]) -> None:
    await look_into(ctx, SupplierEvent.model_validate(body))


async def look_into(ctx: DeskContext, event: SupplierEvent) -> None:
    """Look at the supplier's books because of an event that was kept."""
    found = await ctx.ledger.read(lambda tx: operations.about(tx, event.supplier, event.client_ref, event.order_id))
    for op in found:
        await _look_into(ctx, op)
        await send_back(ctx, op.trip_id)
    await ctx.ledger.write(lambda tx: _tick_off(ctx, tx, event, found))


async def _look_into(ctx: DeskContext, op: OperationRow) -> None:
    if op.supplier not in ctx.suppliers:
        return  # the reconciler asks once it is there again
    if not op.settled:
        await recover(ctx, op)
    elif op.state == "REJECTED" and op.watch_until is not None:
        seen = await probe(ctx, op)
        if isinstance(seen, Landed):
            await ctx.write(op.trip_id, partial(turned_up, ctx, op=op, outcome=seen))


def _tick_off(ctx: DeskContext, tx: Connection, event: SupplierEvent, found: list[OperationRow]) -> None:
    post.handled(tx, event.supplier, event.event_id, ctx.now())
    kind = "webhook.handled" if found else "alert.webhook_unmatched"
    trip_id = found[0].trip_id if found else ""
    ctx.audit(
        tx,
        trip_id,
        kind,
        supplier=event.supplier,
        event_id=event.event_id,
        event_type=event.type,
        order_id=event.order_id,
    )
