"""The traveller's budget, and what cannot be refunded."""

from datetime import timedelta

import pytest
from tests.tools.risk.conftest import NOW, assert_worded, flight, hop, hotel, usd

from tripintent.state.booking import CancelLine
from tripintent.state.money import Money
from tripintent.state.offers import Terms
from tripintent.state.wishes import Constraints

OUT = ("JFK-SFO", "11 08:00", "11 11:30")


@pytest.mark.parametrize(
    ("budget", "currency", "over"),
    [("200", "USD", None), ("180", "USD", "20.00 USD"), ("100", "EUR", None), ("90", "EUR", "20.00 USD")],
)
async def test_over_the_travellers_budget(budget, currency, over, check):
    """A trip above the traveller's own budget does not block: it says by how much, and is to be confirmed."""
    limit = Constraints(budget_total=Money(amount=budget, currency=currency))
    issues = [i for i in await check(hotel(11, 13, price=200), constraints=limit) if i.code == "over_budget"]
    assert [(i.severity, i.confirm, i.facts["over"]) for i in issues] == ([("warn", True, over)] if over else [])


async def test_a_converted_budget_is_taken_as_given(check):
    """The budget that the caller converted counts, whatever the constraint says in its own currency."""
    limit = Constraints(budget_total=Money(amount=1, currency="EUR"))
    issues = await check(hotel(11, 13, price=200), constraints=limit, budget_in_total_currency=usd(150))
    told = next(i.text for i in issues if i.code == "over_budget")
    assert told.startswith("The trip’s bookings cost $200.00, $50.00 more than the budget of $150.00;")


async def test_what_is_not_refundable_is_confirmed_once_a_kind(check):
    """All flights without refund make one confirmation, all such hotels another; refundable ones make none."""
    lost, kept = flight(hop(*OUT), refundable=False), flight(hop("SFO-JFK", "16 13:00", "16 21:30"))
    issues = [i for i in await check(lost, kept, hotel(11, 16, refundable=False)) if i.code == "non_refundable"]
    assert [(i.confirmation_id, i.confirm, i.facts["paths"]) for i in issues] == [
        ("non_refundable:flights", True, "flights[0]"),
        ("non_refundable:hotels", True, "hotels[0]"),
    ]
    assert issues[0].text == "Not refundable: the flight JFK–SFO ($100.00)."


@pytest.mark.parametrize(("hours", "penalty", "lost"), [(1, None, False), (0, None, True), (0, "10", False)])
async def test_free_cancellation_ends(hours, penalty, lost, codes):
    """A refund that was free until a moment now past is none, unless a penalty says what it costs from then on."""
    terms = Terms(
        refundable=True, free_until=NOW + timedelta(hours=hours), refund_penalty=usd(penalty) if penalty else None
    )
    found = await codes(hotel(11, 13, terms=terms))
    assert (("non_refundable", "warn", "hotels", True) in found) is lost


@pytest.mark.parametrize("fee", ["0.00", "10.00"])
def test_what_is_given_up_is_said_in_each_language_whether_or_not_something_is_lost(fee):
    """A booking that is cancelled for nothing has a tick of its own as well."""
    fields = {"booking_id": "b1", "item_type": "hotel", "title": "Inn", "paid": usd("50"), "refund": usd("40")}
    issue = CancelLine(**fields, fee=usd(fee)).given_up(str)
    assert ("lost" in issue.facts) == (fee != "0.00")
    assert_worded(issue)
