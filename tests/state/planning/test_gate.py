"""The gate: enabled if and only if asked for, triggered and ready; a default satisfies, an empty value does not."""

from tripintent.state.planning.facts import Town, TripFacts
from tripintent.state.planning.gate import requirements

TOWN = Town(name="Rome", code="ROM", country="IT")


def test_defaults_satisfy_and_are_shown_and_zero_does_not():
    """One traveller is assumed; no days at all are missing."""
    status = requirements(TripFacts(destinations=(TOWN,), origin=TOWN, days=0))
    assert status["checklist"].assumed == {"num_travelers": 1}
    assert status["checklist"].missing == ("trip_duration",)
    assert status["itinerary"].assumed == {"max_radius_km": 10}
