"""Somebody else's conversation is as if it were not there, at each door of a user's session: nothing is told, used up or moved."""

from collections.abc import Awaitable, Callable
from functools import partial
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

STRANGERS = {"colleague": ("acme", "bob"), "namesake elsewhere": ("other", "anna")}
PLAIN = (
    "hold", "go_on", "approve", "reject", "cancel", "end", "values", "trip", "profile", "requirements", "document",
    "waiting", "history", "messages", "begin", "explained", "is_busy",
)  # fmt: skip
"""Doors that are given a thread and nothing else."""
DOORS: dict[str, Callable[[UserSession, str], Awaitable[object]]] = {
    **{name: partial(lambda name, of, at: getattr(of, name)(at), name) for name in PLAIN},
    "say": lambda of, at: of.say(at, "New York to San Francisco"),
    "event": lambda of, at: of.event(at, hold()),
    "choose": lambda of, at: of.choose(at, 1),
    "respond": lambda of, at: of.respond(at, "yes"),
    "stream": lambda of, at: anext(of.stream(at, "hello")),
    "tool": lambda of, at: tools_for(of, thread=at, toolsets=["options"])[0].coroutine({}),  # type: ignore[attr-defined]
    "staff": lambda of, at: answer_guest(of, at, "yes"),
}


def of(session: Session, organisation: str, name: str) -> UserSession:
    return UserSession.of(session, TripContext(organisation=organisation, traveller=f"{organisation}-{name}"), name)


@pytest.fixture
async def anna(session: Session, to_approval: Any) -> UserSession:
    """Anna's card waits on her thread."""
    mine = of(session, "acme", "anna")
    await mine.begin("r")
    await to_approval(mine, "r")
    return mine


@pytest.mark.parametrize("who", STRANGERS.values(), ids=STRANGERS)
async def test_a_stranger_finds_nothing_and_moves_nothing(session: Session, anna: UserSession, who: Any) -> None:
    """All doors in one world: Anna's card waits on as it was, on the same trip, and her yes buys."""
    stranger, card, trip = of(session, *who), await anna.waiting("r"), await anna.trip("r")
    for name, door in DOORS.items():
        async with anna.alone("r") if name == "say" else anna.in_order("other"):  # a busy thread tells no more
            with pytest.raises(
                (SessionError, ToolException), match=r"no conversation 'r'|nothing like that"
            ) as refused:
                await door(stranger, "r")
        assert getattr(refused.value, "code", "unknown_thread") in ("unknown_thread", "nothing_pending"), name
    await stranger.say("mine", "Boston to Lisbon")
    with pytest.raises(SessionError, match=r"no conversation 'r'"):
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
        assert [one.thread_id for one in await anna.threads()] == ["b", "a"]
        assert [one.thread_id for one in await anna.threads(1)] == ["b"]
