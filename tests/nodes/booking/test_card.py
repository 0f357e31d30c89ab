"""The approval card's Markdown: whatever a title says, it is a title."""

from datetime import UTC, datetime

import pytest

from tripintent.nodes.booking.facts.card import card
from tripintent.state.booking import Approval, CartLine
from tripintent.state.bundles import new_terms
from tripintent.state.money import Money
from tripintent.state.trip import TripIntent

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
PRICE = Money(amount="100.00")


def approval_of(title: str, *confirmations: str) -> Approval:
    line = CartLine(hold_id="h", item_type="hotel", title=title, total=PRICE)
    return Approval(
        approval_id="apr",
        trip_id="t",
        cart_hash="0" * 64,
        lines=(line,),
        total=PRICE,
        confirmations=confirmations,
        expires_at=NOON,
        created_at=NOON,
    )


def described(title: str) -> list[str]:
    (action,) = card(TripIntent(), approval_of(title), ())["action_requests"]
    return action["description"].splitlines()


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        ("Inn & Co", r"Inn \& Co"),
        ("~~~ Inn", r"\~\~\~ Inn"),
        ("- [x] paid", r"\- \[x\] paid"),
        ("+ one", r"\+ one"),
        ("1. Inn", r"1\. Inn"),
        ("# Approved\n**free**", r"\# Approved \*\*free\*\*"),
        ("[a](https://b) ![c](d) <i>`e`</i> |f|", r"\[a\](https://b) \!\[c\](d) \<i\>\`e\`\</i\> \|f\|"),
    ],
)
def test_a_title_draws_nothing(title: str, shown: str) -> None:
    """No heading, list, fence, link, image or HTML comes out of a title; its price stands beside it, on one line."""
    before, line, *after = described(title)
    assert (before, line) == ("**Buy for $100.00?**", f"- {shown}: **$100.00**")
    assert after == described("Inn")[2:]


def test_new_terms_are_asked_for_in_words() -> None:
    """What got worse since the last approval is a sentence with the new total, unconfirmed, in the facts and in the text."""
    asked = new_terms("0" * 64, PRICE).confirmation_id
    (action,) = card(TripIntent(), approval_of("Inn", asked), ())["action_requests"]
    words = "The price or a condition changed since it was approved: the total is now $100.00."
    (one,) = action["args"]["confirmations"]
    assert (one["id"], one["text"], one["confirmed"]) == ("new_terms:000000000000", words, False)
    assert one["risk"]["code"] == "new_terms"
    assert words in action["description"]
