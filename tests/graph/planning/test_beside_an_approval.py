"""While an approval waits: documents follow what is held, facts and money are answered, and the approval stays as it is."""

import pytest

from tripintent.app.settings import Settings
from tripintent.app.sync import SyncSession

NOW = "2026-11-22T09:00:00+00:00"
TRIP = "From Berlin to London, 4 days from 4 May 2027, 2 adults, British passports, budget 2000 euros"
HOLD = "hold the cheapest for Ada Lovelace born 10 Dec 1990, ada@example.com, and Charles Babbage born 26 Dec 1988"


@pytest.fixture(scope="module")
def waiting(tmp_path_factory):
    folder = tmp_path_factory.mktemp("waiting")
    with SyncSession(Settings(data_dir=folder, now=NOW, language="offline")) as session:
        session.say("t", TRIP)
        session.say("t", "create the checklist and the budget")
        held = session.say("t", HOLD)
        assert held.interrupt
        yield session, held


def said(result):
    return "\n".join(one.text for one in result.said)


def test_the_budget_follows_what_is_held_at_once(waiting):
    """A hold is due before its approval is answered, in the document and in the reply."""
    _, held = waiting
    budget = held.documents["budget"]
    assert sum(float(one["amount"]) for one in budget["categories"] if one["basis"] == "held") > 0
    assert "held" in said(held).splitlines()[-1]


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("how much have we spent", "€0 are spent"),
        ("what is still due?", "held"),
        ("what plugs do they use there?", "type G"),
        ("do we need a visa?", "that passport is from"),
        ("what is the time difference?", "1 h behind Berlin"),
        ("which currency do they use, and are there any holidays while we are there?", "Pound"),
        ("paid 45 € for dinner", "€45 spent"),
        ("show me the budget", "Held, to be paid"),
    ],
)
def test_facts_and_money_are_answered(waiting, words, answer):
    """The approval that waits is the same before and after."""
    session, held = waiting
    result = session.say("t", words)
    assert answer in said(result)
    assert result.interrupt.args["approval_id"] == held.interrupt.args["approval_id"]


@pytest.mark.parametrize("words", ["yes", "no, wait", "go ahead"])
def test_an_answer_is_the_bookings(waiting, words):
    """A yes beside the card is never a word to make a document."""
    session, _ = waiting
    result = session.say("t", words)
    assert not any(one.kind.startswith("planning") for one in result.said)


def test_a_change_beside_a_document_is_not_lost(tmp_path):
    """Words that also change the trip go to the booking: what was held for the old trip is not left to be bought."""
    with SyncSession(Settings(data_dir=tmp_path, now=NOW, language="offline")) as session:
        session.say("t", TRIP)
        session.say("t", HOLD)
        result = session.say("t", "make it a 3 star hotel and create the checklist")
        assert not result.interrupt
        assert result.trip.frame.stars == 3
