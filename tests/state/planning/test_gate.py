"""The gate: enabled if and only if asked for, triggered and ready; a default satisfies, an empty value does not."""

from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tripintent.state.money import Money
from tripintent.state.planning.command import Command
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.state.planning.gate import ACTIONS, Action, branches, requirements, to_ask
from tripintent.state.planning.notes import PlanningNotes, resolved

TOWN = Town(name="Rome", code="ROM", country="IT")


@st.composite
def facts(draw) -> TripFacts:
    maybe = draw(st.booleans())
    amount = Money(amount=Decimal(draw(st.integers(1, 9000))), currency="EUR")
    return TripFacts(
        destinations=(TOWN,) if draw(st.booleans()) else (),
        origin=Town(name="Paris") if draw(st.booleans()) else None,
        first_day=date(2027, 5, 3) if maybe else None,
        days=draw(st.sampled_from([None, 0, 1, 14])),
        travellers=draw(st.sampled_from([None, 0, 2])),
        budget=amount if draw(st.booleans()) else None,
        interests=tuple(draw(st.sets(st.sampled_from(["food", "art", "beach"])))),
    )


@settings(max_examples=1000, deadline=None)
@given(facts(), st.sets(st.sampled_from(ACTIONS)), st.booleans())
def test_enabled_is_asked_and_triggered_and_ready(known: TripFacts, wanted: set[Action], trigger: bool):
    """No document is enabled without all three, and none is held back with them; none enabled means words alone."""
    asked = tuple(action for action in ACTIONS if action in wanted)
    status = requirements(known)
    found = {one.branch: one.enabled for one in branches(asked, status, trigger=trigger)}
    for action in ACTIONS:
        expected = action in asked and trigger and not status[action].missing
        assert found.get(action.upper(), False) == expected
    assert found["TEXT"] == (not any(enabled for branch, enabled in found.items() if branch != "TEXT"))


@settings(max_examples=1000, deadline=None)
@given(facts())
def test_a_field_is_known_assumed_or_missing(known: TripFacts):
    """Each field stands in exactly one of the three; at most three are asked for, each once."""
    for action, one in requirements(known).items():
        assert not set(one.has) & set(one.missing)
        assert not set(one.assumed) & (set(one.has) | set(one.missing))
        assert one.ready == (one.follow_up is None)
        assert len(to_ask((action,), requirements(known))) <= 3


def test_defaults_satisfy_and_are_shown_and_zero_does_not():
    """One traveller is assumed; no days at all are missing."""
    status = requirements(TripFacts(destinations=(TOWN,), origin=TOWN, days=0))
    assert status["checklist"].assumed == {"num_travelers": 1}
    assert status["checklist"].missing == ("trip_duration",)
    assert status["itinerary"].assumed == {"max_radius_km": 10}


@pytest.mark.parametrize(
    ("pending", "have", "made"),
    [
        ((), ("checklist",), ("itinerary", "budget")),
        (("budget",), ("checklist",), ("itinerary", "budget")),
        (("checklist", "budget"), (), ("checklist", "budget")),
        ((), (), ()),
    ],
)
def test_both_are_those_asked_for_or_the_two_that_are_left(pending, have, made):
    """The word for two documents makes two, or asks which."""
    actions, which = resolved(PlanningNotes(command=Command(trigger=True, both=True), pending=pending), have)
    assert (set(actions), which) == (set(made), not made)
