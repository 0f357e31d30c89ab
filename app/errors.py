"""What a session refuses, with the code that a skin maps to its own kind of answer (exit code, HTTP status)."""

import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING, Literal

from tripintent.tools.errors import ToolError

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

_LOG = logging.getLogger(__name__)

Code = Literal[
    "empty", "too_long", "too_much", "unreadable", "bad_thread_id", "unknown_thread", "unknown_option",
    "several_options", "unknown_method", "bad_event", "nothing_pending", "no_document", "nothing_to_undo",
    "nothing_to_redo", "stale_answer", "not_over", "busy", "repeated", "stopped", "bad_setting", "bad_policy",
]  # fmt: skip


class SessionError(ToolError):
    """The request was not worked: the text says why and what to do. The thread is as it was before."""

    def __init__(self, message: str, code: Code) -> None:
        super().__init__(message)
        self.code = code


class Repeated(SessionError):
    """A message came before: it is worked once."""

    def __init__(self) -> None:
        super().__init__("this message came before: nothing was done again", "repeated")


@contextmanager
def settings_in_words() -> Iterator[None]:
    """Turn what is wrong with a setting into a SessionError in plain words, with its name in the environment."""
    from pydantic import ValidationError  # noqa: PLC0415 - --help stays quick
    from pydantic_settings import SettingsError  # noqa: PLC0415

    try:
        yield
    except ValidationError as error:
        rows = [_row(error.title, e["loc"], e["msg"].removeprefix("Value error, ")) for e in error.errors()]
        raise SessionError(f"a setting is wrong: {'; '.join(rows)}", "bad_setting") from error
    except SettingsError as error:  # a list or a mapping that is no JSON
        field = str(error).partition('field "')[2].partition('"')[0].upper()
        name = next(one for one in variables() if one in (f"TRIPINTENT_{field}", f"TRIPINTENT_HTTP_{field}"))
        wanted = what if "JSON" in (what := described(name)) else 'write it as ["…", "…"]'
        raise SessionError(f"a setting is wrong: {name} is no JSON: {wanted}", "bad_setting") from error


def _row(group: str, loc: tuple[int | str, ...], said: str) -> str:
    head, *rest = map(str, loc or ("",))
    name = f"TRIPINTENT_{'HTTP_' if group == 'WebSettings' else ''}{head}".upper()
    path = ".".join((name if name in variables() else head, *rest))
    return said if not path or path in said else f"{path}: {said}"


@cache
def variables() -> "Mapping[str, FieldInfo]":
    """Return every setting by its name in the environment."""
    from tripintent.app.front_door import DeskSettings  # noqa: PLC0415 - --help stays quick
    from tripintent.app.http.web_settings import WebSettings  # noqa: PLC0415 - --help stays quick
    from tripintent.app.settings import Settings  # noqa: PLC0415 - --help stays quick
    from tripintent.app.traces import TraceSettings  # noqa: PLC0415 - --help stays quick

    fields = {**Settings.model_fields, **DeskSettings.model_fields, **TraceSettings.model_fields}
    of_server = {f"http_{name}": field for name, field in WebSettings.model_fields.items()}
    return {f"tripintent_{name}".upper(): field for name, field in {**fields, **of_server}.items()}


def described(variable: str) -> str:
    """Return what a setting is."""
    from tripintent.tools.shipped import words  # noqa: PLC0415 - --help stays quick

    said: str = words("app/settings.yaml")[variable.removeprefix("TRIPINTENT_").lower()]
    return said


@cache
def warn_of_misspelt() -> None:
    """Log, once, each variable that is no setting and is spelled nearly as one: it would be passed over in silence."""
    from dotenv import dotenv_values  # noqa: PLC0415 - --help stays quick

    for name in sorted({*os.environ, *dotenv_values(".env")} - set(variables())):
        if name.startswith("TRIPINTENT_") and (near := get_close_matches(name, variables(), 1, 0.9)):
            _LOG.warning("%s is no setting and has no effect: write %s", name, near[0])
