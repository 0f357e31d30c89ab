"""Failures at the command line: one sentence on stderr and exit code 2, never a traceback."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any

import click

from tripintent.tools.errors import ToolError

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
