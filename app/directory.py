"""Who there is: a file of user ids and mail addresses, or a function of the host's."""

import asyncio
import inspect
from collections.abc import Callable, Collection, Mapping
from pathlib import Path

import yaml
from pydantic import TypeAdapter, ValidationError

from tripintent.app.errors import SessionError
from tripintent.app.host import named_object
from tripintent.app.settings import Settings
from tripintent.tools.ports.profiles import Directory

_USERS = TypeAdapter(dict[str, str | None])
SETTING = "TRIPINTENT_USERS"


class NoDirectory:
    """The host named no users."""

    async def users(self, org: str) -> None:
        """Return that they cannot be listed."""


class ListedUsers:
    """The same users for every organisation."""

    def __init__(self, known: Mapping[str, str]) -> None:
        self._known = known

    async def users(self, org: str) -> Mapping[str, str]:
        """Return them."""
        return self._known


class HostUsers:
    """A host's function of an organisation; a plain one runs in a worker thread."""

    def __init__(self, call: Callable[[str], object], name: str) -> None:
        self._call = call
        self._name = name

    async def users(self, org: str) -> Mapping[str, str]:
        """Ask the host. Raises SessionError for an answer that is no list of users."""
        if inspect.iscoroutinefunction(self._call):
            answer = await self._call(org)
        else:
            answer = await asyncio.to_thread(self._call, org)
        return _read(answer, self._name)


def directory_of(settings: Settings, named: Collection[str] = ()) -> Directory:
    """Return the directory that the settings name, else those who are ``named`` by tokens. Raises SessionError in words."""
    if not settings.users:
        return ListedUsers(dict.fromkeys(named, "")) if named else NoDirectory()
    if ":" in settings.users and not Path(settings.users).exists():
        call = named_object(settings.users, SETTING)
        if not callable(call):
            raise SessionError(f"{SETTING}: {settings.users!r} is no function of an organisation", "bad_setting")
        return HostUsers(call, settings.users)
    path = Path(settings.users).expanduser()
    try:
        return ListedUsers(_read(yaml.safe_load(path.read_text("utf-8")), str(path)))
    except (OSError, UnicodeError, yaml.YAMLError) as error:
        raise SessionError(f"{SETTING}: {path} cannot be read: {error}", "bad_setting") from error


def _read(found: object, name: str) -> Mapping[str, str]:
    try:
        return {who: mail or "" for who, mail in _USERS.validate_python(found).items()}
    except ValidationError as error:
        raise SessionError(
            f"{SETTING}: {name} is no list of users: write one line for each, such as `boss: boss@example.org`",
            "bad_setting",
        ) from error
