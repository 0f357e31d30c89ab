"""The gate: enabled if and only if asked for, triggered and ready; a default satisfies, an empty value does not."""

from datetime import date
from decimal import Decimal

from hypothesis import strategies as st

from tripintent.state.money import Money
from tripintent.state.planning.facts import Town, TripFacts
from tripintent.state.planning.gate import requirements

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


def test_defaults_satisfy_and_are_shown_and_zero_does_not():
    """One traveller is assumed; no days at all are missing."""
    status = requirements(TripFacts(destinations=(TOWN,), origin=TOWN, days=0))
    assert status["checklist"].assumed == {"num_travelers": 1}
    assert status["checklist"].missing == ("trip_duration",)
    assert status["itinerary"].assumed == {"max_radius_km": 10}
