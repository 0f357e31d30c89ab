"""A document that fails loses no other, and two who change one list lose nothing."""

from tests.acts import do, documents, plan

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.state.planning.checklist import Checklist, numbered, ticked, with_own, without
from tripintent.state.planning.checklist import merged as merged_lists

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
        assert {i.text: i.checked for i in both.items} == {
            "a": True,
            "b": False,
            "c": False,
            "hat": False,
            "map": False,
        }
