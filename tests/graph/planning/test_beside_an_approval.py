"""While an approval waits: documents are made, facts and money are answered, and the approval stays as it is."""

from typing import Any

import pytest
from tests.acts import Event, called, change, cheapest, documents, hold, people, person, plan

from tripintent.app.settings import Settings
from tripintent.app.sync import SyncSession

NOW = "2026-11-22T09:00:00+00:00"
BUDGET = {"trip": {"amount": "4000", "currency": "EUR"}}
TRIP = plan("Berlin", "London", "2027-05-04", "2027-05-07", adults=2, budget=BUDGET)
ADA = person("Ada Lovelace", "1990-12-10", email="ada@example.com", nationality="GB")
CHARLES = person("Charles Babbage", "1988-12-26", nationality="GB")


def do(session: SyncSession, *acts: Any) -> Any:
    for act in acts:
        result = session.event("t", act(session.trip("t")) if callable(act) else act)
    return result


@pytest.fixture(scope="module")
def waiting(tmp_path_factory):
    folder = tmp_path_factory.mktemp("waiting")
    with SyncSession(Settings(data_dir=folder, now=NOW, language="offline")) as session:
        held = do(session, TRIP, documents("checklist", "budget"), cheapest, hold(), people(ADA, CHARLES))
        assert held.interrupt
        yield session, held


@pytest.mark.parametrize(
    "act",
    [
        called("record_expense", amount={"amount": 45, "currency": "EUR"}, what="dinner"),
        called("settle_up", me="Ada", people=["Ada", "Charles"]),
        called("edit_checklist", edits=[{"op": "add", "text": "opera glasses"}]),
        documents("checklist"),
        documents("itinerary"),
    ],
    ids=["expense", "settling", "tick", "made again", "not ready"],
)
def test_money_and_documents_leave_the_card(waiting, act: Event):
    """The approval that waits is the same before and after."""
    session, held = waiting
    result = do(session, act)
    assert result.interrupt.args["approval_id"] == held.interrupt.args["approval_id"]


def test_a_change_before_a_document_is_not_lost(tmp_path):
    """What was held for the old trip, and was let go, is not left to be bought."""
    with SyncSession(Settings(data_dir=tmp_path, now=NOW, language="offline")) as session:
        do(session, TRIP, cheapest, hold(), people(ADA, CHARLES))
        result = do(session, change(lodging={"stars_min": 3}, let_hold_go=True), documents("checklist"))
        assert not result.interrupt
        assert set(result.documents) >= {"checklist"}
        assert result.trip.frame.stars == 3
