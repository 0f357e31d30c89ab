"""Whose threads are whose, on the server's own database."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tripintent.app.http.owners import Owners
from tripintent.app.http.users import User
from tripintent.app.settings import Settings


@pytest.fixture
def owners(tmp_path: Path) -> Iterator[Owners]:
    """The database of a server."""
    fields: dict[str, Any] = {"db": tmp_path / "t.db", "_env_file": None}
    opened = Owners.open(Settings(**fields))
    yield opened
    opened.close()


async def test_a_thread_stays_with_who_claimed_it_first(owners: Owners) -> None:
    """A later claim changes neither the owner nor the context that its turns run in; the own one again changes nothing."""
    anna, ben = User(user_id="anna"), User(user_id="ben")
    await owners.claim("t1", anna)
    first = await owners.owner("t1")
    for who in (ben, anna):
        await owners.claim("t1", who)
        assert await owners.owner("t1") == first
    assert (await owners.threads(anna), await owners.threads(ben)) == (["t1"], [])


async def test_the_key_of_links_is_made_once(owners: Owners) -> None:
    """A link that was sent yesterday is signed with the key of today."""
    key = await owners.key()
    assert (await owners.key(), len(key)) == (key, 32)
