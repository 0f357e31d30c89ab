"""The truth table of the gate in conversation, branches that fail or stand still, the setting, and two who change one list."""

from dataclasses import replace

import pytest

from tripintent.app.composing_planning import planning_ports
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.app.sync import SyncSession
from tripintent.graph.planning.wiring import build_planning_graph
from tripintent.state.planning.checklist import Checklist, numbered, ticked, with_own, without
from tripintent.state.planning.checklist import merged as merged_lists

NOW = "2026-11-22T09:00:00+00:00"
READY = "Two of us from Hamburg to Naples, 9 to 14 May, total budget 3,000 euros"


def settings_in(folder, **more):
    return Settings(data_dir=folder, now=NOW, graph="planning", language="offline", **more)


@pytest.fixture(scope="module")
def session(tmp_path_factory):
    with SyncSession(settings_in(tmp_path_factory.mktemp("gate"))) as opened:
        yield opened


@pytest.mark.parametrize(
    ("name", "turns", "made", "said"),
    [
        ("no trigger, not ready", ["I'd like to see Rome"], set(), "Where do you start from?"),
        ("no trigger, ready", ["5 days in Rome from Paris, just me"], set(), "create the checklist"),
        ("trigger, not ready", ["create the checklist"], set(), "Where would you like to go?"),
        (
            "trigger, ready",
            ["5 days in Rome from Paris, just me", "create the checklist"],
            {"checklist"},
            "1 traveller, 5 days",
        ),
        (
            "trigger for another",
            ["5 days in Rome from Paris", "create the checklist"],
            {"checklist"},
            "checklist for Rome",
        ),
        (
            "one ready, one not",
            ["5 days in Rome from Paris", "create the checklist and the budget"],
            {"checklist"},
            "How much",
        ),
    ],
)
def test_the_truth_table(session, name, turns, made, said):
    """A document is made if and only if it is asked for, triggered and ready; else the reply says what to do."""
    result = [session.say(f"row-{name.replace(' ', '-').replace(',', '')}", text) for text in turns][-1]
    assert set(result.documents) == made
    assert said in " ".join(result.messages)
    facts = [one.facts for one in result.said if one.facts.get("requirements_status")]
    assert facts
    assert facts[-1]["branches_executed"] == ([one.upper() for one in sorted(made)] or ["TEXT"])
    assert len(facts[-1]["suggestions"]) <= 2


class Failing:
    """A maker whose budget never works."""

    def __init__(self, inner):
        self._inner = inner
        self.calls = 0

    def checklist(self, *given):
        return self._inner.checklist(*given)

    def budget(self, *given):
        self.calls += 1
        raise ValueError("no figures today")


async def test_a_failing_branch_loses_no_other(tmp_path):
    """The budget fails three times and is said to have; the checklist is there."""
    settings = settings_in(tmp_path)
    async with open_session(settings) as session:
        ports = planning_ports(settings, session.ports)
        maker = Failing(ports.maker)
        session.graph = build_planning_graph(
            session.ports, replace(ports, maker=maker), checkpointer=session.graph.checkpointer
        )
        await session.say("t", READY)
        result = await session.say("t", "create the checklist and the budget")
    assert set(result.documents) == {"checklist"}
    assert "the budget could not be made" in " ".join(result.messages)
    assert maker.calls == 3


def test_documents_as_soon_as_they_are_ready(tmp_path):
    """With the setting no word is needed; a refusal is one all the same."""
    with SyncSession(settings_in(tmp_path, documents_when_ready=True)) as session:
        assert set(session.say("t", READY).documents) == {"checklist", "budget"}
        assert not session.say("u", "5 days in Rome from Paris, but don't create the checklist").documents


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


def test_an_order_to_delete_ones_data_makes_no_checklist(tmp_path):
    """What no list holds is taken off none, and none is begun for it."""
    with SyncSession(Settings(data_dir=tmp_path, now=NOW, language="offline")) as opened:
        assert "hecklist" not in "\n".join(opened.say("u", "delete my data").messages)
