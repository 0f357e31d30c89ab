"""Results and failures at the command line: JSON on stdout; one sentence on stderr and exit code 2, never a traceback."""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Any

import click

from tripintent.tools.errors import ToolError

if TYPE_CHECKING:
    from tripintent.app.results import Pending, TurnResult


EXIT = 2
_HERE = {"unknown_thread": " (`tripintent trips`)"}
"""What a refusal means at this door, by its code: its own words are for all doors."""


class CliFailure(click.ClickException):
    """One sentence for the user."""

    exit_code = EXIT

    def show(self, file: IO[Any] | None = None) -> None:
        """Write it to stderr."""
        click.echo(f"tripintent: {self.format_message()}", file=file, err=True)


@contextmanager
def in_words() -> Iterator[None]:
    """Turn what the tools raise on purpose into a Failure; a reader who went away is no failure."""
    try:
        yield
    except ToolError as error:
        raise CliFailure(f"{error}{_HERE.get(getattr(error, 'code', ''), '')}") from error
    except (OSError, UnicodeError) as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise CliFailure(str(error)) from error


def write_json(value: Any) -> None:
    """Write one line of JSON."""
    click.echo(json.dumps(value, ensure_ascii=False, default=str))


def write_row(facts: Any, line: str, *, as_json: bool) -> None:
    """Write one row of a list: its facts as JSON, or as the line that people read."""
    if as_json:
        write_json(facts)
    else:
        click.echo(line)


def turn_line(result: "TurnResult", document: Mapping[str, Any]) -> dict[str, Any]:
    """Return the line of one turn."""
    from tripintent.app.replies import ReplyFields, fields_of

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


def interrupt_of(pending: "Pending | None") -> dict[str, object] | None:
    """Return the waiting question as JSON."""
    return {"id": pending.id, "value": pending.value} if pending else None
