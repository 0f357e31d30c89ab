"""Documents by acts: made when they are asked for and ready, kept with what people did to them, and following the trip."""

import pytest
from tests.acts import Event, called, change, documents, plan

from tripintent.app.settings import Settings
from tripintent.app.sync import SyncSession

NOW = "2026-11-22T09:00:00+00:00"
BUDGET = {"trip": {"amount": "3000", "currency": "EUR"}}
NAPLES = plan("Hamburg", "Naples", "2027-05-09", "2027-05-14", adults=2, budget=BUDGET)
TASTES = called("update_preferences", interests=["food", "history"])


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    with SyncSession(Settings(data_dir=tmp_path_factory.mktemp("planning"), now=NOW, language="offline")) as opened:
        yield opened


@pytest.fixture
def do(session, request):
    """Work acts on a thread of the test's own; return the last turn."""

    def work(*acts: Event):
        return [session.event(request.node.name.replace("/", "-"), act) for act in acts][-1]

    return work


def outcome(turn):
    return turn.called[-1].outcome


def items_of(turn):
    found = [item for one in turn.documents["checklist"]["categories"] for item in one["items"]]
    return {item["id"]: item for item in found}


@pytest.mark.parametrize(
    ("acts", "kinds", "made", "missing"),
    [
        ([], ["checklist"], set(), ("destination", "current_location", "trip_duration")),
        ([change(stops=[{"place": "Rome"}])], ["checklist"], set(), ("current_location", "trip_duration")),
        ([NAPLES], ["checklist"], {"checklist"}, ()),
        ([NAPLES], ["checklist", "itinerary"], {"checklist"}, ("interests",)),
        ([NAPLES, change(budget={"trip": None})], ["budget"], set(), ("total_budget",)),
        ([NAPLES, TASTES], ["itinerary"], {"itinerary"}, ()),
    ],
    ids=["nothing known", "a town", "ready", "one ready, one not", "no money", "days"],
)
def test_the_truth_table(do, acts, kinds, made, missing):
    """A document is made if and only if it is asked for and ready; else the call says what is missing."""
    if acts:
        assert not do(*acts).documents.keys() & {"checklist", "budget"}, "nothing is made unasked"
    turn = do(documents(*kinds))
    assert set(outcome(turn).changed) == made
    assert tuple(name for one in outcome(turn).rejected for name in one.candidates) == missing


def test_documents_follow_what_changes_later(do):
    """More travellers change the list, with its ticks; a new total changes the budget."""
    before = len(items_of(do(NAPLES, documents("checklist", "budget"))))
    do(called("edit_checklist", edits=[{"op": "tick", "item": "item-charger"}]))
    told = do(change(party={"adults": 2, "child_ages": [7]}, budget={"trip": {"amount": "5000", "currency": "EUR"}}))
    assert items_of(told)["item-charger"]["checked"]
    assert len(items_of(told)) > before
    assert told.documents["budget"]["totalBudget"] == "5000"


def test_days_are_planned_into_the_one_itinerary(do):
    """What is planned is not confirmed; the ids stay on re-creation."""
    first = do(NAPLES, TASTES, documents("itinerary")).documents["itinerary"]["segments"]
    assert {one["startDatetime"][:10] for one in first} >= {f"2027-05-{day}" for day in (10, 11, 12, 13)}
    assert {one["status"] for one in first} == {"TENTATIVE"}
    again = do(documents("itinerary")).documents["itinerary"]["segments"]
    assert [one["id"] for one in again] == [one["id"] for one in first]


def test_a_day_plan_without_a_date_asks_for_it(do):
    """Days need a date to be written at; that the sights are not known would be untrue."""
    do(change(origin="London", stops=[{"place": "Rome", "nights": 4}]), TASTES)
    (rejected,) = outcome(do(documents("itinerary"))).rejected
    assert rejected.candidates == ("dates",)


def test_what_is_set_aside_is_a_part_and_no_limit_of_the_trip(do):
    """For all travellers and days; the total stays."""
    do(NAPLES, documents("budget"))
    ten = {"amount": 10, "currency": "EUR"}
    turn = do(called("set_budget_part", part="activities", amount=ten, each=True, daily=True))
    parts = {one["key"]: one["amount"] for one in turn.documents["budget"]["categories"]}
    assert parts["activities"] == "120.00"
    assert turn.documents["budget"]["totalBudget"] == "3000"
    assert turn.trip.constraints.budget_total.amount == 3000
