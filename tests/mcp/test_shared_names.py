"""Two people who call their conversations by one name: the second one reads and writes nothing of the first."""

from collections.abc import AsyncIterator
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from tripintent.app.opening import open_session
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.app.user_session import UserSession
from tripintent.state.context import Principal, TripContext

HOUSE = Path(str(files("tripintent.tools.services.demonstration"))) / "accommodations-guest-journey.yaml"
WORDS = "I feel very ill and need a doctor, Quillfeather"


def _of(session: Session, name: str) -> UserSession:
    return UserSession.of(session, TripContext(traveller=name), name)


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[Session]:
    """A desk, whose conversations have no trip."""
    async with open_session(Settings(data_dir=tmp_path, language="offline", service=HOUSE)) as session:
        yield session


async def test_a_conversation_without_a_trip_is_whose_it_was_first(desk: Session, talking: Any) -> None:
    """Neither words nor a look reach it, and what was refused leaves no note of a second person."""
    async with talking(_of(desk, "ann")) as ann, talking(_of(desk, "ben")) as ben:
        await ann.call("say", thread="room-5", words=WORDS)
        before = len(await desk.messages("room-5"))
        for tool, more in (("say", {"words": "What did I say?"}), ("show_trip", {}), ("approve", {})):
            assert "there is no conversation" in await ben.refusal(tool, thread="room-5", **more)
        await ann.call("say", thread="room-5", words="Is there a pool?")
        assert len(await desk.messages("room-5")) > before
        assert "What did I say?" not in str(await desk.messages("room-5"))


async def test_whose_trip_one_may_approve_is_read_in_no_conversation(session: Session, talking: Any) -> None:
    """A grant is for the card; the owner's words are in a conversation of their own."""
    async with talking(_of(session, "ann")) as ann, talking(_of(session, "boss")) as boss:
        thread = (await ann.call("say", words="Boston to Lisbon June 14-21, two adults"))["thread"]
        trip = (await session.trip(thread)).ledger_id
        owner = Principal(subject="ann", traveller="ann", thread_id=thread)
        await session.ports.ownership.grant(owner, trip, Principal(subject="boss"), "approver")
        assert "there is no conversation" in await boss.refusal("say", thread=thread, words="hello")
