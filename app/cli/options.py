"""Options that several commands share, the settings made from them, and the adapters for a command without a conversation."""

import logging
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from stamina.instrumentation import LoggingOnRetryHook, set_on_retry_hooks

from tripintent.app.cli.failing import in_words
from tripintent.app.errors import settings_in_words

if TYPE_CHECKING:
    from tripintent.app.compose import Composition
    from tripintent.app.settings import Settings
    from tripintent.app.sync import SyncSession


F = TypeVar("F", bound=Callable[..., Any])

_STORED = (
    click.option("--db", type=click.Path(path_type=Path, dir_okay=True), help="File of the conversations."),
    click.option("--now", metavar="DATETIME", help="Stop the clock at this moment (ISO 8601)."),
    click.option("--organisation", "--org", metavar="ID", help="Whose policy rules apply."),
    click.option("--traveller", metavar="ID", help="Profile of the person who writes."),
)


def stored(command: F) -> F:
    """Add the options that say whose conversations, where, and when."""
    for option in reversed(_STORED):
        command = option(command)
    return command


FILE = click.Path(path_type=Path, exists=True, dir_okay=False)
OUT = click.Path(path_type=Path, dir_okay=False)
json_option = click.option("--json", "as_json", is_flag=True, help="Write JSON.")
thread_option = click.option("--thread", metavar="ID", required=True, help="The conversation.")


def settings_of(**flags: Any) -> "Settings":
    """Return the settings with the flags that were given. Raises CliFailure in plain words."""
    from tripintent.app.settings import Settings

    with in_words(), settings_in_words():
        settings = Settings(**{name: value for name, value in flags.items() if value is not None})
    logging.basicConfig(level=settings.log_level, stream=sys.stderr, format="%(levelname)s %(name)s: %(message)s")
    # Where structlog is installed, stamina tells of retries on stdout: that is the place of --json.
    set_on_retry_hooks([LoggingOnRetryHook])
    return settings


@contextmanager
def opened(flags: Mapping[str, object], *, recover: bool = False) -> Iterator["SyncSession"]:
    """Yield the session that a command's flags name; what is refused in it is said in plain words."""
    from tripintent.app.sync import SyncSession

    with in_words(), SyncSession(settings_of(**flags), recover=recover) as session:
        yield session


@contextmanager
def composed(settings: "Settings") -> Iterator["Composition"]:
    """Yield the adapters that the settings name. Raises StoreError or SessionError in plain words."""
    from tripintent.app.compose import compose
    from tripintent.app.storage import storage_of

    with closing(compose(settings, storage_of(settings))) as parts:
        yield parts
