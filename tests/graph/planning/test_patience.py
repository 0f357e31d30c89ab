"""A branch of the planning that takes too long or fails: tried again, then said, and no other document is lost."""

import asyncio

from tests.acts import called, do, documents, plan

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.state.planning.checklist import Checklist, numbered, ticked, with_own, without
from tripintent.state.planning.checklist import merged as merged_lists
from tripintent.tools.toolbox import documents as making
from tripintent.tools.toolbox import fares


class Standing:
    """A day plan that never comes, or comes at the third time of asking."""

    def __init__(self, answers_at: int) -> None:
        self._make, self._answers_at = making._make, answers_at
        self.asked = 0

    async def __call__(self, scene, kind, own):
        if kind == "itinerary":
            self.asked += 1
            if self.asked < self._answers_at:
                await asyncio.Event().wait()
        return await self._make(scene, kind, own)


async def talked(folder, monkeypatch, answers_at):
    monkeypatch.setattr(fares, "PATIENCE", 1.0)
    settings = Settings(data_dir=folder, now="2026-11-22T09:00:00+00:00", language="offline")
    async with open_session(settings) as session:
        standing = Standing(answers_at)
        monkeypatch.setattr(making, "_make", standing)
        tastes = called("update_preferences", interests=["food", "history"])
        wish = plan("Hamburg", "Naples", "2027-05-09", "2027-05-14", adults=2)
        return await do(session, "t", wish, tastes, documents("checklist", "itinerary")), standing


async def test_three_tries_and_then_it_is_said(tmp_path, monkeypatch):
    """The day plan never comes: it is asked for three times; the checklist is there, and the reply names what failed."""
    result, standing = await talked(tmp_path, monkeypatch, answers_at=99)
    assert standing.asked == 3
    assert result.called[-1].outcome.changed == ("checklist",)
    assert "the itinerary could not be made" in result.called[-1].outcome.rejected[0].why


async def test_the_third_try_counts(tmp_path, monkeypatch):
    """Two tries that ran out of time cost the traveller nothing."""
    result, standing = await talked(tmp_path, monkeypatch, answers_at=3)
    assert standing.asked == 3
    assert set(result.called[-1].outcome.changed) == {"checklist", "itinerary"}


def test_a_branch_has_half_a_minute_and_two_retries():
    """What the description promises."""
    assert (fares.PATIENCE, fares.TRIES) == (30.0, 3)


BUDGET = {"trip": {"amount": "3000", "currency": "EUR"}}
READY = plan("Hamburg", "Naples", "2027-05-09", "2027-05-14", adults=2, budget=BUDGET)


async def test_a_failing_document_loses_no_other(tmp_path, monkeypatch):
    """The budget fails three times and is said to have; the checklist is there."""
    calls = []

    def failing(*given):
        calls.append(given)
        raise ValueError("no figures today")

    async with open_session(
        Settings(data_dir=tmp_path, now="2026-11-22T09:00:00+00:00", language="offline")
    ) as session:
        monkeypatch.setattr(session.planning.maker, "budget", failing)
        result = await do(session, "t", READY, documents("checklist", "budget"))
    (call,) = result.called
    assert call.outcome.changed == ("checklist",)
    assert "the budget could not be made" in call.outcome.rejected[0].why
    assert "checklist" in result.documents
    assert len(calls) == 3


def test_two_change_one_list():
    """Ticks, own items and removals of both are there, whoever saved last; of one item the newer tick counts."""
    whole = numbered(
        Checklist.model_validate(
            {
                "categories": [
                    {"id": "", "key": "k", "category": "K", "items": [{"id": "", "key": n, "text": n} for n in "abcd"]}
                ]
            }
        )
    )
    ours = with_own(ticked(whole, ["item-a", "item-b"], checked=True), "hat", "own1", "Own")
    theirs = without(
        with_own(ticked(ticked(whole, ["item-b"], checked=True), ["item-b"], checked=False), "map", "own2", "Own"),
        ["item-d"],
    )
    for one, other in ((ours, theirs), (theirs, ours)):
        both = merged_lists(one, other)
        assert {i.text for i in both.items} == {"a", "b", "c", "hat", "map"}
        assert [i.text for i in both.items if i.checked] == ["a"]
