"""A branch that stands still: tried three times with the patience of a branch, said in the reply, and no other one lost."""

import asyncio
from dataclasses import replace

from tripintent.app.composing_planning import planning_ports
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.graph.planning.wiring import build_planning_graph
from tripintent.tools.toolbox import making


class Standing:
    """Sights that never come, or come at the third time of asking."""

    def __init__(self, inner, answers_at: int) -> None:
        self._inner, self._answers_at = inner, answers_at
        self.asked = 0

    async def search(self, *given, **more):
        self.asked += 1
        if self.asked < self._answers_at:
            await asyncio.Event().wait()
        return await self._inner.search(*given, **more)


async def talked(folder, monkeypatch, answers_at):
    monkeypatch.setattr(making, "PATIENCE", 0.2)
    settings = Settings(data_dir=folder, now="2026-11-22T09:00:00+00:00", graph="planning", language="offline")
    async with open_session(settings) as session:
        ports = planning_ports(settings, session.ports)
        sights = Standing(ports.attractions, answers_at)
        own = replace(ports, attractions=sights)
        session.graph = build_planning_graph(session.ports, own, checkpointer=session.graph.checkpointer)
        await session.say("t", "Two of us from Hamburg to Naples, 9 to 14 May, food and history")
        return await session.say("t", "create the checklist and the itinerary"), sights


async def test_three_tries_and_then_it_is_said(tmp_path, monkeypatch):
    """The day plan never comes: it is asked for three times; the checklist is there, and the reply names what failed."""
    result, sights = await talked(tmp_path, monkeypatch, answers_at=99)
    assert sights.asked == 3
    assert set(result.documents) == {"checklist"}
    assert "the itinerary could not be made" in "\n".join(result.messages)


async def test_the_third_try_counts(tmp_path, monkeypatch):
    """Two tries that ran out of time cost the traveller nothing."""
    result, sights = await talked(tmp_path, monkeypatch, answers_at=3)
    assert sights.asked >= 3
    assert set(result.documents) == {"checklist", "itinerary"}


def test_a_branch_has_half_a_minute_and_two_retries():
    """What the description promises."""
    assert (making.PATIENCE, making.TRIES) == (30.0, 3)
