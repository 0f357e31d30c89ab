"""The interrupt of an approval: what has to be confirmed stands in its facts and in its words."""

from datetime import UTC, datetime

from tripintent.nodes.booking.facts.card import card, card_confirmations
from tripintent.state.booking import Approval, CartLine
from tripintent.state.bundles import new_terms
from tripintent.state.money import Money
from tripintent.state.trip import TripIntent
from tripintent.tools.cards.approval import approval_card
from tripintent.tools.cards.words import CardWords
from tripintent.tools.toolbox.facts import AskedFacts
from tripintent.tools.toolbox.stand import card_facts

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
PRICE = Money(amount="100.00")


def test_new_terms_are_asked_for_in_words() -> None:
    """What got worse since the last approval is a sentence with the new total, unconfirmed, in the facts and in the text."""
    line = CartLine(hold_id="h", item_type="hotel", title="Inn", total=PRICE)
    asked = new_terms("0" * 64, PRICE).confirmation_id
    times = {"expires_at": NOON, "created_at": NOON}
    approval = Approval(
        approval_id="apr", trip_id="t", cart_hash="0" * 64, lines=(line,), total=PRICE, confirmations=(asked,), **times
    )
    points = tuple(AskedFacts.model_validate(one) for one in card_confirmations(approval))
    facts = card_facts(approval, "UTC").model_copy(update={"asked": points})
    (action,) = card(TripIntent(), approval, approval_card(facts, CardWords("en", "UTC")), ())["action_requests"]
    words = "The price or a condition changed since it was approved: the total is now $100.00."
    (one,) = action["args"]["confirmations"]
    assert (one["id"], one["text"], one["confirmed"]) == ("new_terms:000000000000", words, False)
    assert one["risk"]["code"] == "new_terms"
    assert words in action["description"]
