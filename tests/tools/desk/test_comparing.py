"""What counts as worse than approved."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from tripintent.state.money import Money
from tripintent.state.offers import Terms
from tripintent.tools.desk.repricing import differences
from tripintent.tools.ledger.holds import HoldRow

FREE_UNTIL = datetime(2027, 3, 1, tzinfo=UTC)
APPROVED = Terms(refundable=True, refund_penalty=Money(amount="50"), changeable=True, free_until=FREE_UNTIL)


def hold(offer: Any) -> HoldRow:
    texts = dict.fromkeys(("org", "thread_id", "key", "requirement_key", "bundle_id", "error"), "")
    facts = {
        "hold_id": "h",
        "trip_id": "t",
        "item_type": "flight",
        "option_id": "o",
        "supplier": "s",
        "order_id": None,
        "kind": "hard",
    }
    more = {
        "status": "held",
        "total": Money(amount="100"),
        "terms": APPROVED,
        "simulated": False,
        "title": "Leg",
        "expires_at": None,
    }
    return HoldRow.model_validate(texts | facts | more | {"offer": offer})


WORSE = {
    "no longer refundable": {"refundable": False},
    "a refund now costs": {"refund_penalty": Money(amount="60")},
    "a refund now costs €50.00": {"refund_penalty": Money(amount="50", currency="EUR")},
    "no longer be changed": {"changeable": False},
    "a change now costs": {"change_penalty": Money(amount="1")},
    "free of charge not at all": {"free_until": None},
    "free of charge only until": {"free_until": datetime(2027, 2, 28, tzinfo=UTC)},
}
BETTER = [
    {},
    {"refund_penalty": None},
    {"refund_penalty": Money(amount="10")},
    {"free_until": datetime(2027, 3, 2, tzinfo=UTC)},
]


@pytest.mark.parametrize("words", WORSE)
def test_a_worse_condition_is_a_difference(offer: Callable[..., Any], words: str) -> None:
    """Each condition that got worse is said with the leg's title."""
    (said,) = differences(hold(offer()), Money(amount="100"), APPROVED.model_copy(update=WORSE[words]))
    assert said.startswith("Leg: ")
    assert words in said


@pytest.mark.parametrize("change", BETTER)
def test_equal_or_better_conditions_are_none(offer: Callable[..., Any], change: dict[str, Any]) -> None:
    """Nothing is asked again because something got better."""
    assert differences(hold(offer()), Money(amount="90"), APPROVED.model_copy(update=change)) == ()


def test_a_cent_more_and_another_currency_are_differences(offer: Callable[..., Any]) -> None:
    """Any increase counts, and a change of currency always does."""
    assert differences(hold(offer()), Money(amount="100.01"), APPROVED) == ("Leg: 100.01 USD instead of 100.00 USD",)
    (said,) = differences(hold(offer()), Money(amount="1", currency="EUR"), APPROVED)
    assert "EUR" in said
