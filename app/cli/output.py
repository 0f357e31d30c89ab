"""What commands write to stdout."""

import json
from collections.abc import Mapping
from typing import Any

import click

from tripintent.app.replies import ReplyFields, fields_of
from tripintent.app.results import Pending, TurnResult


def write_json(value: Any) -> None:
    """Write one line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, default=str))


def turn_line(result: TurnResult, document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the line of one turn."""
    return {
        "thread_id": result.thread_id,
        "turn": result.turn,
        "user": result.user,
        "messages": result.messages,
        "trip_intent": document,
        **ReplyFields.model_validate(fields_of(result)).model_dump(mode="json", by_alias=True),
        "changes": result.changes.model_dump(mode="json"),
        **({"documents": dict(result.documents)} if result.documents else {}),
        **({"functions": list(result.functions)} if result.functions else {}),
        **({"handoff": dict(result.handoff)} if result.handoff else {}),
        "interrupt": interrupt_of(result.interrupt),
    }


def interrupt_of(pending: Pending | None) -> dict[str, object] | None:
    """Return the waiting question as JSON."""
    return {"id": pending.id, "value": pending.value} if pending else None
