"""Somebody else's conversation is as if it were not there, at each door of a user's session: nothing is told, used up or moved."""

from typing import Any

import pytest
from langchain_core.tools import ToolException
from tests.acts import agree, hold

from tripintent.app.agent_tools import tools_for
from tripintent.app.errors import SessionError
from tripintent.app.opening import open_session
from tripintent.app.session import Session
from tripintent.app.settings import Settings
from tripintent.app.staffing import answer_guest
from tripintent.app.user_session import UserSession
from tripintent.state.context import TripContext

GIVEN_A_THREAD = (
    "hold", "go_on", "approve", "reject", "cancel", "end", "values", "trip", "profile", "requirements", "document",
    "waiting", "history", "messages", "begin", "explained", "is_busy",
)  # fmt: skip


def of(session: Session, organisation: str, name: str) -> UserSession:
    return UserSession.of(session, TripContext(organisation=organisation, traveller=f"{organisation}-{name}"), name)


def doors(of: UserSession) -> list[Any]:
    """Return what a host can ask of a session about Anna's thread."""
    told = [of.say("r", "New York to San Francisco"), of.event("r", hold()), of.choose("r", 1), of.respond("r", "yes")]
    more = [anext(of.stream("r", "hello")), answer_guest(of, "r", "yes"), of.begin_on("r", "trip")]
    tool: Any = tools_for(of, thread="r", toolsets=["options"])[0]
    return [*(getattr(of, name)("r") for name in GIVEN_A_THREAD), *told, *more, tool.coroutine({})]


@pytest.mark.parametrize("who", [("acme", "bob"), ("other", "anna")])
async def test_a_stranger_finds_nothing_and_moves_nothing(session: Session, to_approval: Any, who: Any) -> None:
    """A colleague, and who has her name elsewhere, also while she is at work: her card waits on as it was, and her yes buys."""
    anna, stranger = of(session, "acme", "anna"), of(session, *who)
    await anna.begin("r")
    card, trip = (await to_approval(anna, "r")).interrupt, await anna.trip("r")
    async with anna.alone("r"):
        for door in doors(stranger):
            with pytest.raises((SessionError, ToolException), match=r"no conversation 'r'|no trip|nothing like that"):
                await door
    await stranger.say("mine", "Boston to Lisbon")
    with pytest.raises(SessionError, match="no conversation 'r'"):
        await stranger.begin_on("r", (await stranger.trip("mine")).trip_id)
    assert [one.thread_id for one in await stranger.threads()] == ["mine"]
    assert list(await stranger.pending()) == []
    assert (await anna.waiting("r"), await anna.trip("r")) == (card, trip)
    assert [one.thread_id for one in await anna.pending()] == ["r"]
    assert (await agree(anna, "r")).trip.status.phase == "completed"


async def test_one_lists_the_own_conversations_the_newest_first(settings: Settings) -> None:
    """A limit counts what is shown, and an erased conversation is none."""
    async with open_session(settings.model_copy(update={"now": None})) as session:
        anna = of(session, "acme", "anna")
        for thread in ("a", "b", "c"):
            await anna.begin(thread)
        await anna.end("c")
        assert [[one.thread_id for one in await anna.threads(n)] for n in (50, 1)] == [["b", "a"], ["b"]]
