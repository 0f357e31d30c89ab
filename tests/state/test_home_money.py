"""Amounts without a currency are in the money of where the trip starts."""

import pytest

from tripintent.state.frame import Frame, Place, Visit, When
from tripintent.state.framing import merge_of
from tripintent.state.framing.frame_to_trip import ELSEWHERE, constraints_of, home_money, money_of
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions.plan import currency_of, plan_of
from tripintent.state.trip import TripIntent


@pytest.mark.parametrize(
    ("country", "code"),
    [("ES", "EUR"), ("GB", "GBP"), ("CH", "CHF"), ("US", "USD"), ("CA", "CAD"), ("ZZ", ELSEWHERE), (None, ELSEWHERE)],
)
def test_the_origin_decides(country: str | None, code: str) -> None:
    """Madrid means euros, Manchester pounds, Zürich francs; what is not rated stays in dollars."""
    frame = Frame(origin=Place(said="there", kind="city", country=country), budget=300)
    assert home_money(frame) == code
    assert constraints_of(frame)["budget_total"] == {"amount": 300, "currency": code}


def test_what_was_said_outweighs_the_origin() -> None:
    """A currency that was said is meant."""
    frame = Frame(origin=Place(said="Madrid", kind="city", country="ES"), currency="GBP")
    assert money_of(frame) == "GBP"
    assert money_of(Frame()) == ELSEWHERE


def test_suppliers_are_asked_in_the_money_of_home() -> None:
    """Parts and totals are in one currency, and a trip with newcomers asks in the same one."""
    frame = Frame(
        origin=Place(said="Madrid", kind="city", code="MAD", country="ES"),
        visits=(Visit(place=Place(said="Rome", kind="city", code="ROM", country="IT")),),
        depart=When(said="14 feb", day="2027-02-14"),
        adults=1,
    )
    trip = TripIntent()
    trip = apply_patch(trip, Patch(merge=dict(merge_of(Frame(), frame, {}).merge)))
    assert [asked.query.currency for asked in plan_of(trip).flights] == ["EUR"]
    assert currency_of(trip) == "EUR"
