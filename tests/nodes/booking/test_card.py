"""The interrupt of an approval: what has to be confirmed stands in its facts and in its words."""

from datetime import UTC, datetime
from types import SimpleNamespace

from tests.offers import flight_at

from tripintent.nodes.booking.facts.card import card, card_confirmations
from tripintent.state.booking import Approval, CancelLine, CartLine
from tripintent.state.bundles import new_terms
from tripintent.state.money import Money
from tripintent.state.trip import TripIntent
from tripintent.tools.cards.approval import approval_card
from tripintent.tools.cards.words import CardWords
from tripintent.tools.toolbox.facts import AskedFacts
from tripintent.tools.toolbox.quoted import lost
from tripintent.tools.toolbox.stand import card_facts

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
PRICE = Money(amount="100.00")
INN = {"hold_id": "h", "item_type": "hotel", "title": "Inn", "total": PRICE}


def _asked(line: CartLine, **more: object) -> Approval:
    times = {"expires_at": NOON, "created_at": NOON}
    return Approval(approval_id="apr", trip_id="t", cart_hash="0" * 64, lines=(line,), total=PRICE, **times, **more)


def test_a_change_counts_what_is_paid_at_the_hotels_of_both_sides() -> None:
    """The local tax of the new stay is more to pay, that of the old one less."""
    new, old, back = (Money(amount=amount) for amount in ("10", "4", "93"))
    sums = {"paid": PRICE, "refund": back, "fee": Money(amount="7"), "due_at_property": old}
    gone = CancelLine(booking_id="b", item_type="hotel", title="old", **sums)
    asked = _asked(CartLine(**INN, due_at_property=new), cancels=(gone,), refund=back)
    assert asked.difference == Money(amount="13")


def test_new_terms_are_asked_for_in_words() -> None:
    """What got worse since the last approval is a sentence with the new total, unconfirmed, in the facts and in the text."""
    asked = new_terms("0" * 64, PRICE).confirmation_id
    approval = _asked(CartLine(**INN), confirmations=(asked,))
    points = tuple(AskedFacts.model_validate(one) for one in card_confirmations(approval))
    facts = card_facts(approval, "UTC").model_copy(update={"asked": points})
    (action,) = card(TripIntent(), approval, approval_card(facts, CardWords("en", "UTC")), ())["action_requests"]
    words = "The price or a condition changed since it was approved: the total is now $100.00."
    (one,) = action["args"]["confirmations"]
    assert (one["id"], one["text"], one["confirmed"]) == ("new_terms:000000000000", words, False)
    assert one["risk"]["code"] == "new_terms"
    assert words in action["description"]


async def test_a_change_tells_what_the_old_ticket_had_and_the_new_one_has_not() -> None:
    """A bag that was in the fare and money back on a cancellation are lost; what both have is not."""
    had, new = (flight_at(NOON, name, carry_on=1, checked_bags=bags) for name, bags in (("old", 1), ("new", 0)))
    terms = {"refundable": True, "changeable": True}
    booked = {"booking_id": "b", "item_type": "flight", "option_id": "old", "terms": terms}
    trip = TripIntent.model_validate({"working_memory": {"bookings": [booked]}})

    async def options(_trip: str, ids: list[str]) -> dict[str, object]:
        return dict.fromkeys(ids, had)

    gone = CancelLine(booking_id="b", item_type="flight", title="old", paid=PRICE)
    line = CartLine(hold_id="h", item_type="flight", title="new", total=PRICE, terms={"changeable": True}, offer=new)
    ports = SimpleNamespace(offers=SimpleNamespace(options=options))
    assert await lost([gone], [line], trip, ports) == ("checked_bag", "refundability")
