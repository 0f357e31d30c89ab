"""Replies that are well-formed and wrong: about another order, another sum, another thing, or paid and not confirmed."""

from collections.abc import Callable
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from tests.offers import hotel_until
from tests.tools.desk.conftest import LOST, flight
from tests.tools.desk.faults import EndsAt

from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer
from tripintent.tools.desk.outcomes import TWICE, Landed
from tripintent.tools.desk.repricing import another, less
from tripintent.tools.desk.sending import settle
from tripintent.tools.errors import CommitRejected
from tripintent.tools.ledger import operations
from tripintent.tools.ports.orders import SupplierOrder
from tripintent.tools.ports.outcomes import Bought, Failed, Refused

Make = Callable[..., Any]
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


async def alerts(counter: Any) -> list[str]:
    return [event.type for event in await counter.desk.audit() if event.type.startswith("alert.")]


@pytest.mark.parametrize("status", ["held", "failed", "cancelled", "expired"])
@pytest.mark.parametrize("pay", ["guarded", "unkeyed", "keyed"])
async def test_a_paid_order_that_is_not_confirmed_is_not_called_unbought(
    make_counter: Make, pay: str, status: str
) -> None:
    """Money was taken, whatever became of the order: it stays a case to be found out."""
    counter = make_counter(pay=pay)
    await counter.hold()
    real = counter.orders._pay
    counter.orders._pay = lambda order_id: counter.orders._set(real(order_id).order_id, status=status)
    await counter.buy()
    for wait in (2 * MINUTE, 2 * MINUTE, HOUR):
        await counter.later(wait)
    assert await counter.state() == "PAYMENT_REVIEW"


async def test_already_paid_is_never_taken_for_unpaid(make_counter: Make) -> None:
    """The books lag longer than was declared, and the supplier itself says that it is paid."""
    counter = make_counter(pay="guarded")
    await counter.hold()
    counter.orders.answers("read", counter.orders.book["ord0"])
    counter.orders.after["pay"] = [LOST]
    await counter.buy()
    for _ in range(3):
        await counter.later(2 * MINUTE)
    assert await counter.state() == "PAYMENT_REVIEW"


async def test_already_cancelled_is_never_taken_for_booked(make_counter: Make) -> None:
    """The same for a cancellation: it stays open until the books show it."""
    counter = make_counter()
    shown = await counter.bought()
    counter.orders.answers("read", counter.orders.book["ord0"])
    counter.orders.after["cancel"] = [LOST]
    counter.orders.before["cancel"] = [None, *[CommitRejected("done", code="already_cancelled")] * 9]
    await counter.cancel(shown)
    for _ in range(3):
        await counter.later(2 * MINUTE)
    assert [op.state for op in counter.ledger.read_now(operations.all_open)] == ["UNKNOWN"]


@pytest.mark.parametrize("hold", ["hard", "none"])
async def test_another_sum_than_approved_calls_somebody(make_counter: Make, hold: str) -> None:
    """What was charged is booked as it was charged, and a person is called."""
    counter = make_counter(hold=hold)
    await counter.hold()
    real, dear = counter.orders._pay, Money(amount="900", currency="EUR")
    counter.orders._pay = lambda order_id: counter.orders._set(real(order_id).order_id, total=dear)
    outcome = await counter.buy()
    assert (outcome.bookings[0].total, await alerts(counter)) == (dear, ["alert.other_total"])


@pytest.mark.parametrize("hold", ["hard", "none"])
@pytest.mark.parametrize("charged", [Money(amount="9999"), Money(amount="102"), Money(amount="100", currency="XXX")])
async def test_a_leg_charged_above_its_approval_stops_the_next(
    make_counter: Make, offer: Make, hold: str, charged: Money
) -> None:
    """No other leg is bought, nothing is undone, and it is told: a person decides. Looking again changes nothing."""
    counter = make_counter(hold=hold)
    await counter.hold(offer("a"), offer("b"))
    real = counter.orders._pay
    counter.orders._pay = lambda order_id: counter.orders._set(real(order_id).order_id, total=charged)
    outcome = await counter.buy()
    assert (outcome.kind, outcome.state) == ("in_review", "MANUAL_REVIEW")
    told = f": {charged} was charged instead of 100.00 USD; nothing else is bought or cancelled"
    assert outcome.message.endswith(told)
    assert outcome.loss == (Money(amount=charged.amount - 100) if charged.currency == "USD" else None)
    await counter.later(timedelta(days=2))
    assert [(b.status, b.total) for b in (await counter.desk.ledger_status("t")).bookings] == [("confirmed", charged)]
    assert counter.orders.count("pay") + counter.orders.count("book") == 1
    assert await alerts(counter) == ["alert.other_total"]
    assert await counter.desk.verify_audit() is None


async def test_a_leg_charged_above_its_approval_stops_the_next_after_a_crash(make_counter: Make, offer: Make) -> None:
    """Whoever carries the purchase on sees what was charged before."""
    counter = make_counter()
    await counter.hold(offer("a"), offer("b"))
    answer, real = await counter.answer(), counter.orders._pay
    counter.orders._pay = lambda order_id: counter.orders._set(real(order_id).order_id, total=Money(amount="9999"))
    EndsAt(counter, "pay.stored")
    with pytest.raises(RuntimeError):
        await counter.desk.purchase("t", answer)
    counter.orders._pay = real
    await counter.later(timedelta(minutes=1))
    assert (await counter.state(), counter.orders.count("pay")) == ("MANUAL_REVIEW", 1)


async def test_a_rounded_charge_stops_nothing(make_counter: Make, offer: Make) -> None:
    """A supplier that rounds up is within what was approved; the receipt says what was paid."""
    counter = make_counter()
    await counter.hold(offer("a"), offer("b"))
    real = counter.orders._pay
    counter.orders._pay = lambda order_id: counter.orders._set(real(order_id).order_id, total=Money(amount="101"))
    outcome = await counter.buy()
    assert (outcome.kind, outcome.dearer_by) == ("bought", Money(amount="2"))


async def test_a_reply_about_another_order_is_no_payment_of_ours(make_counter: Make) -> None:
    """A stranger's order, paid and confirmed, says nothing of ours."""
    counter = make_counter()
    await counter.hold()
    facts = {"order_id": "stranger", "status": "confirmed", "paid_at": counter.clock.now()}
    counter.orders.answers("pay", counter.orders.book["ord0"].model_copy(update=facts))
    assert not isinstance(await counter.buy(), Bought)
    assert (await counter.desk.ledger_status("t")).bookings == ()


async def test_a_price_of_another_order_is_no_price_of_ours(make_counter: Make) -> None:
    """A stranger's order, cheaper and still held, is read in place of ours: nothing is bought by it, and its price is not kept."""
    counter = make_counter()
    await counter.hold()
    answer = await counter.answer()
    counter.orders.changes("read", order_id="stranger", total=Money(amount="1.00"))
    outcome = await counter.desk.purchase("t", answer)
    assert isinstance(outcome, Failed)
    assert (outcome.state, "another order" in outcome.message) == ("REJECTED", True)
    (hold,) = (await counter.desk.ledger_status("t")).holds
    assert (counter.orders.count("pay"), hold.total) == (0, Money(amount="100.00"))


async def test_a_paid_order_is_not_given_back_again_and_again(make_counter: Make) -> None:
    """It can only be cancelled: its release is over, refused, and no recovery asks for it once more."""
    counter = make_counter()
    (hold,) = (await counter.hold()).holds
    paid = counter.orders._pay("ord0")

    async def release(_: str, client_ref: str) -> SupplierOrder:
        return counter.orders._do("release", client_ref, lambda: paid)

    counter.orders.release = release
    await counter.desk.release("t", [hold.hold_id], "another one was chosen")
    assert counter.ledger.read_now(operations.all_open) == []
    op = counter.ledger.read_now(partial(operations.of_hold, hold_id=hold.hold_id, action="release"))
    assert op is not None
    assert (op.state, op.code) == ("REJECTED", "already_paid")
    await counter.later(HOUR)
    assert counter.orders.count("release") == 1


@pytest.mark.parametrize("beside", [False, True])
async def test_a_found_order_of_another_reference_is_none_of_ours(make_counter: Make, beside: bool) -> None:
    """Alone it leaves the outcome open; beside our own it is passed over."""
    counter = make_counter(hold="none", create="unkeyed")
    await counter.hold()
    counter.orders.after["book"] = [LOST]
    real = counter.orders.find

    async def find(reference: str) -> list[SupplierOrder]:
        (own,) = await real(reference)
        return [own.model_copy(update={"order_id": "stranger", "client_ref": "op_x"}), *([own] if beside else [])]

    counter.orders.find = find
    await counter.buy()
    await counter.later(2 * MINUTE)
    assert [b.order_id for b in (await counter.desk.ledger_status("t")).bookings] == (["ord0"] if beside else [])


async def test_an_order_made_under_another_reference_is_none_of_ours(make_counter: Make) -> None:
    """The reply to our own request names somebody else's reference."""
    counter = make_counter(hold="none", create="unkeyed")
    await counter.hold()
    real = counter.orders._open
    counter.orders._open = lambda request, status: real(request.model_copy(update={"client_ref": "op_x"}), status)
    assert not isinstance(await counter.buy(), Bought)


async def test_a_hold_that_comes_back_paid_calls_somebody(make_counter: Make) -> None:
    """Nobody approved a payment."""
    counter = make_counter()
    real = counter.orders._open
    counter.orders._open = lambda request, status: counter.orders._pay(real(request, status).order_id)
    await counter.hold()
    assert await alerts(counter) == ["alert.paid_hold"]


async def test_the_second_of_two_holds_under_one_reference_is_given_back(make_counter: Make) -> None:
    """A supplier that ordered twice: one is bought, the other one is released, by one call."""
    counter = make_counter(create="unkeyed")
    counter.orders.after["hold"] = [LOST]
    real = counter.orders._open

    def twice(request: Any, status: str) -> SupplierOrder:
        real(request, status)
        return real(request, status)

    counter.orders._open = twice
    await counter.hold()
    await counter.buy()
    await counter.later(HOUR)
    assert sorted(order.status for order in counter.orders.book.values()) == ["cancelled", "confirmed"]
    assert counter.orders.count("release") == 1


async def test_a_second_order_of_a_settled_operation_calls_somebody(make_counter: Make) -> None:
    """Two workers' attempts each made an order: the later one is not passed over in silence."""
    counter = make_counter(hold="none", create="guarded")
    await counter.hold()
    await counter.buy()
    (op,) = counter.ledger.read_now(lambda tx: operations.about(tx, "scripted", None, "ord0"))
    other, ctx = counter.orders.book["ord0"].model_copy(update={"order_id": "ord1"}), counter.desk._ctx
    await ctx.write("t", lambda tx: settle(ctx, tx, op, Landed(other)))
    assert await alerts(counter) == ["alert.duplicate_orders"]


@pytest.mark.parametrize("bought", [True, False])
async def test_an_order_number_is_of_one_order_for_ever(make_counter: Make, bought: bool) -> None:
    """A hold under the number of what is booked, or held, already is refused: its payment could be no booking."""
    counter = make_counter()
    await counter.hold()
    if bought:
        await counter.buy()
    counter.orders.changes("hold", order_id="ord0")
    standing = await counter.hold(flight(), flight("other"))
    assert (standing.holds[-1].status, standing.holds[-1].error) == ("failed", TWICE.message)
    assert await alerts(counter) == ["alert.duplicate_orders"]


async def test_a_payment_under_the_number_of_another_order_is_for_a_person(make_counter: Make) -> None:
    """Money was taken: it is not in doubt for ever, no error of the store, and not bought again."""
    counter = make_counter(hold="none")
    await counter.hold(flight(), flight("other"))
    counter.orders.changes("book_now", order_id="ord0")
    outcome = await counter.buy()
    assert (outcome.state, TWICE.message in outcome.message) == ("MANUAL_REVIEW", True)
    assert (await counter.booked(), await alerts(counter)) == (["confirmed"], ["alert.duplicate_orders"])


async def test_a_second_hold_of_a_settled_operation_is_given_back(make_counter: Make) -> None:
    """Two workers' attempts each held: the later one is unpaid, and does not sit on a seat."""
    counter = make_counter(create="guarded")
    await counter.hold()
    first, ctx = counter.orders.book["ord0"], counter.desk._ctx
    second = counter.orders.book["ord1"] = first.model_copy(update={"order_id": "ord1"})
    (op,) = counter.ledger.read_now(lambda tx: operations.about(tx, "scripted", None, "ord0"))
    await ctx.write("t", lambda tx: settle(ctx, tx, op, Landed(second)))
    await counter.desk.reconcile()
    assert [order.status for order in counter.orders.book.values()] == ["held", "cancelled"]


async def test_an_order_that_was_paid_after_all_is_not_said_to_have_lapsed(make_counter: Make) -> None:
    """Given up as unpaid, then seen paid when a new approval is used: whoever heard "search again" would pay a second time."""
    counter = make_counter(pay="unkeyed")
    await counter.hold()
    books, counter.orders.after["pay"] = counter.orders.read, [LOST]
    counter.orders.answers("read", counter.orders.book["ord0"])
    await counter.buy()
    await counter.later(2 * MINUTE)
    counter.orders.read = books
    outcome = await counter.buy()
    assert (outcome.state, "is paid already" in outcome.message) == ("REJECTED", True)
    assert (counter.orders.count("pay"), await alerts(counter)) == (1, ["alert.paid_hold"])
    assert [hold.status for hold in (await counter.desk.ledger_status("t")).holds] == ["held"]


async def test_what_was_bought_later_is_no_late_order(make_counter: Make) -> None:
    """The first payment never landed; the order was paid under a new approval: nobody is called for our own booking."""
    counter = make_counter(pay="unkeyed")
    await counter.hold()
    counter.orders.before["pay"] = [LOST]
    await counter.buy()
    await counter.later(2 * MINUTE)
    assert isinstance(await counter.buy(), Bought)
    await counter.later(MINUTE)
    assert await alerts(counter) == []


async def test_another_flight_under_the_same_price_is_not_bought(make_counter: Make) -> None:
    """Priced again, the offer flies elsewhere: that is another thing, and no approval with the old title buys it."""
    counter = make_counter(hold="none")

    async def price(offer: FlightOffer) -> FlightOffer:
        hop = offer.segments[0].model_copy(update={"destination": "OAK"})
        return offer.model_copy(update={"segments": (hop,)})

    counter.desk._ctx.suppliers["scripted"].__dict__["price"] = price
    await counter.hold()
    outcome = await counter.buy()
    assert isinstance(outcome, Failed)
    assert (outcome.state, outcome.message) == ("EXPIRED", "leg 0: flies otherwise now")
    asked = await counter.ask()
    assert isinstance(asked, Refused)
    assert asked.code == "hold_expired"


HOTEL = hotel_until("2027-01-01T00:00Z", "h", hotel_id="1", board="room_only")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({}, ()),
        ({"option_id": "other"}, ()),
        ({"board": "half_board"}, ("board is half_board instead of room_only",)),
        ({"hotel_id": "2"}, ("hotel id is 2 instead of 1",)),
        ({"due_at_property": Money(amount=9)}, ()),
    ],
)
def test_what_makes_a_stay_another_one(change: dict[str, Any], said: tuple[str, ...]) -> None:
    """Another room or board; not another id of the same, nor a sum at the desk."""
    assert another(HOTEL, HOTEL.model_copy(update=change)) == said


def test_what_makes_a_flight_another_one(offer: Make) -> None:
    """Another cabin, another kind of thing; no number of bags."""
    assert another(offer(), offer().model_copy(update={"cabin": "first"})) == ("cabin is first instead of economy",)
    assert another(offer(), HOTEL) == ("is a hotel now",)
    assert another(offer(), offer().model_copy(update={"checked_bags": 1})) == ()


def test_what_is_less_of_the_same_is_worse(offer: Make) -> None:
    """Fewer bags, or a sum at the desk, are said; more bags are no harm."""
    bags, none = (offer().model_copy(update={"checked_bags": n}) for n in (1, 0))
    assert less("leg", bags, none) == ("leg: includes 0 instead of 1 checked bags",)
    assert less("leg", none, bags) == less("leg", bags, offer()) == ()
    due = HOTEL.model_copy(update={"due_at_property": Money(amount=9)})
    assert less("Inn", HOTEL, due) == ("Inn: 9.00 USD instead of nothing is to be paid at the hotel",)
    assert less("leg", offer(), HOTEL) == ()


async def test_an_adapters_fault_is_logged_with_its_place_and_not_its_words(make_counter: Make, caplog: Any) -> None:
    """Who embeds a supplier finds the line that broke and the operation; what the error quotes stays out."""
    counter = make_counter()
    counter.orders.before["hold"] = [KeyError("Ann Smith 4111 1111 1111 1111")]
    await counter.hold()
    op_id = counter.orders.calls[0][1]
    assert f"hold at scripted is in doubt (KeyError): operation {op_id}, trip t, attempt 1" in caplog.text
    assert "in _strike" in caplog.text
    assert "Ann Smith" not in caplog.text
