"""What suppliers report on their own: deduplicated, then taken as a reason to look, never as the truth itself."""

import json
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, JsonValue, field_validator
from sqlalchemy import Connection

from tripintent.state.foreign import Line, Ref
from tripintent.tools.desk.context import DeskContext
from tripintent.tools.desk.holding import send_back
from tripintent.tools.desk.masking import mask_cards
from tripintent.tools.desk.outcomes import Landed
from tripintent.tools.desk.recovering import recover
from tripintent.tools.desk.sending import probe, turned_up
from tripintent.tools.ledger import inbox, operations
from tripintent.tools.ledger.operations import OperationRow
from tripintent.tools.ports.masking import masked_within

LONGEST_BODY = 50_000


class SupplierEvent(BaseModel):
    """One webhook, checked for its signature by the supplier's adapter. ``client_ref`` or ``order_id`` say what it is about.

    ``body`` is kept for people to read, up to ``LONGEST_BODY`` characters of JSON; nothing in it is ever acted on. Card numbers
    in it and in ``type`` are masked; the ids are a supplier's own and have to stay as they came.
    """

    model_config = ConfigDict(frozen=True)

    supplier: Ref
    event_id: Ref = Field(min_length=1)
    type: Line
    client_ref: Ref | None = None
    order_id: Ref | None = None
    body: dict[str, JsonValue] = Field(default_factory=dict)

    @field_validator("type", "body", mode="after")
    @classmethod
    def _masked(cls, value: JsonValue) -> Any:
        return masked_within(value, mask_cards)

    @field_validator("body", mode="after")
    @classmethod
    def _short(cls, body: dict[str, JsonValue]) -> dict[str, JsonValue]:
        length = len(json.dumps(body))
        return body if length <= LONGEST_BODY else {"left_out": f"{length} characters"}


async def receive(ctx: DeskContext, event: SupplierEvent) -> bool:
    """Keep an event and look into what it is about. Return False for one that had come before."""
    plain = event.model_dump(mode="json")
    if not await ctx.ledger.write(partial(inbox.put, event=plain, now=ctx.now())):
        return False
    await _handle(ctx, event)
    return True


async def unread(ctx: DeskContext) -> list[Callable[[], Awaitable[None]]]:
    """Return the work left with events that were kept before a crash and not looked into, one piece each."""
    return [partial(_read, ctx, body) for body in await ctx.ledger.read(inbox.unhandled)]


async def _read(ctx: DeskContext, body: dict[str, JsonValue]) -> None:
    await _handle(ctx, SupplierEvent.model_validate(body))


async def _handle(ctx: DeskContext, event: SupplierEvent) -> None:
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
    inbox.handled(tx, event.supplier, event.event_id, ctx.now())
    kind = "webhook.handled" if found else "alert.webhook_unmatched"
    trip_id = found[0].trip_id if found else ""
    ctx.say(
        tx,
        trip_id,
        kind,
        supplier=event.supplier,
        event_id=event.event_id,
        event_type=event.type,
        order_id=event.order_id,
    )
