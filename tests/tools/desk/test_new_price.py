"""A supplier that refuses a payment because its price moved: what that stops, and what the next card says."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from tripintent.state.money import Money
from tripintent.tools.errors import CommitRejected
from tripintent.tools.ledger import operations
from tripintent.tools.ports.outcomes import ReapprovalNeeded

Make = Callable[..., Any]
HOUR = timedelta(hours=1)


@pytest.fixture
def moving(make_counter: Make) -> Any:
    """A supplier whose first price becomes another one while it is paid, and which says so."""

    def make(leg: int, to: str, code: str = "price_changed") -> Any:
        counter = make_counter(pay="guarded")
        real = counter.orders._pay
        paid: list[str] = []

        def pay(order_id: str) -> Any:
            paid.append(order_id)
            if len(paid) - 1 == leg:
                counter.orders._set(order_id, total=Money(amount=to))
                raise CommitRejected(f"{to} is due", code=code)
            return real(order_id)

        counter.orders._pay = pay
        return counter

    return make


@pytest.mark.parametrize("code", ["price_changed", "payment_amount_does_not_match_order_amount"])
@pytest.mark.parametrize(("to", "told"), [("130", "130.00 USD instead of 100.00 USD"), ("70", "70 is due")])
async def test_a_payment_refused_for_its_price_asks_anew(
    moving: Any, offer: Make, to: str, told: str, code: str
) -> None:
    """Nothing is bought yet: the new price is read, said, and on the next card; no other leg is paid meanwhile."""
    counter = moving(0, to, code)
    await counter.hold(offer("one"), offer("two"))
    outcome = await counter.buy()
    assert isinstance(outcome, ReapprovalNeeded)
    assert outcome.dearer_by == (Money(amount="30") if to == "130" else None)
    (said,) = outcome.differences
    assert said.endswith(f": {told}")
    await counter.later(HOUR)
    assert counter.orders.count("pay") == 1
    assert counter.ledger.read_now(operations.all_open) == []
    asked = (await counter.ask()).approval
    assert asked.total == Money(amount=to) + Money(amount="100")
    assert asked.confirmations[-1].startswith("new_terms:")


async def test_a_price_that_moves_when_half_is_bought_undoes_the_half(moving: Any, offer: Make) -> None:
    """What was paid is cancelled where that is free: half a trip is not left behind a question; what stays held has its new price."""
    counter = moving(1, "130")
    await counter.hold(offer("one"), offer("two"))
    outcome = await counter.buy()
    assert not isinstance(outcome, ReapprovalNeeded)
    assert outcome.state == "COMPENSATED"
    status = await counter.desk.ledger_status("t")
    assert [one.status for one in status.bookings] == ["cancelled"]
    assert [one.total for one in status.live_holds] == [Money(amount="130")]


async def test_a_lower_price_is_bought_and_told_as_cheaper(make_counter: Make) -> None:
    """The order costs less than was approved by the time it is paid: no question, and the receipt says by how much."""
    counter = make_counter()
    await counter.hold()
    answer = await counter.answer()
    counter.orders._set("ord0", total=Money(amount="80"))
    outcome = await counter.desk.purchase("t", answer)
    assert (outcome.total, outcome.cheaper_by, outcome.dearer_by) == (Money(amount="80"), Money(amount="20"), None)
