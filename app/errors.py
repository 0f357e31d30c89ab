"""What a session refuses, with the code that a skin maps to its own kind of answer (exit code, HTTP status)."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Literal

from tripintent.tools.errors import ToolError

Code = Literal[
    "empty", "too_long", "too_much", "unreadable", "bad_thread_id", "unknown_thread", "unknown_option",
    "several_options", "unknown_method", "bad_event", "nothing_pending", "no_document", "nothing_to_undo",
    "nothing_to_redo", "stale_answer", "not_over", "busy", "stopped", "bad_setting", "bad_policy",
]  # fmt: skip


class SessionError(ToolError):
    """The request was not worked: the text says why and what to do. The thread is as it was before."""

    def __init__(self, message: str, code: Code) -> None:
        super().__init__(message)
        self.code = code


class Repeated(SessionError):
    """A message came before: it is worked once."""

    def __init__(self) -> None:
        super().__init__("this message came before: nothing was done again", "busy")


@contextmanager
def settings_in_words() -> Iterator[None]:
    """Turn what is wrong with a setting into a SessionError in plain words."""
    from pydantic import ValidationError  # noqa: PLC0415 - --help stays quick
    from pydantic_settings import SettingsError  # noqa: PLC0415

    from tripintent.app.errors import SessionError  # noqa: PLC0415

    try:
        yield
    except ValidationError as error:
        rows = (
            f"{'.'.join(map(str, e['loc']))}: {e['msg'].removeprefix('Value error, ')}"
            for e in error.errors(include_url=False)
        )
        raise SessionError(
            f"a setting is wrong: {'; '.join(row.removeprefix(': ') for row in rows)}", "bad_setting"
        ) from error
    except SettingsError as error:  # a list or a mapping that is no JSON
        raise SessionError(f"a setting is wrong: {error}: write it as JSON, see .env.example", "bad_setting") from error
