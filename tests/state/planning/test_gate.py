"""The gate: enabled if and only if asked for, triggered and ready; a default satisfies, an empty value does not."""

from tripintent.state.planning.facts import Town, TripFacts, facts_of
from tripintent.state.planning.gate import requirements
from tripintent.state.travellers import Party, Travelers
from tripintent.state.trip import TripIntent

TOWN = Town(name="Rome", code="ROM", country="IT")


def test_defaults_satisfy_and_are_shown_and_zero_does_not():
    """One traveller is assumed; no days at all are missing."""
    status = requirements(TripFacts(destinations=(TOWN,), origin=TOWN, days=0))
    assert status["checklist"].assumed == {"num_travelers": 1}
    assert status["checklist"].missing == ("trip_duration",)
    assert status["itinerary"].assumed == {"max_radius_km": 10}
    alone = requirements(TripFacts(destinations=(TOWN,), flies=False, days=3))
    assert alone["checklist"].ready, "a stay alone starts nowhere"


def test_children_alone_are_not_all_who_travel():
    """How many go is not known before somebody says how many adults."""
    assert facts_of(TripIntent(party=Party(travelers=Travelers(children=2)))).travellers is None
    assert facts_of(TripIntent(party=Party(travelers=Travelers(children=2, adults=1)))).travellers == 3
