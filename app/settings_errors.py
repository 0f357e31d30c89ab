"""What is wrong with a setting, in words."""

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def settings_in_words() -> Iterator[None]:
    """Turn what is wrong with a setting into a SessionError in plain words."""
    from pydantic import ValidationError  # noqa: PLC0415 - --help stays quick
    from pydantic_settings import SettingsError  # noqa: PLC0415

    from tripintent.app.errors import SessionError  # noqa: PLC0415

    try:
        yield
    except ValidationError as error:
        rows = (f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors(include_url=False))
        raise SessionError(
            f"a setting is wrong: {'; '.join(row.removeprefix(': ') for row in rows)}", "bad_setting"
        ) from error
    except SettingsError as error:  # a list or a mapping that is no JSON
        raise SessionError(f"a setting is wrong: {error}: write it as JSON, see .env.example", "bad_setting") from error
