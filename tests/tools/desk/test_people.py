"""Who is named on the card is who is named at the supplier: paying for a hold changes no name."""

import asyncio
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select
from tests.tools.desk.faults import EndsAt

from tripintent.state.travellers import Traveller
from tripintent.tools.desk.planning import body_hash, with_people
from tripintent.tools.errors import OfferGone, Unknown
from tripintent.tools.ledger.approvals import CartPeople
from tripintent.tools.ledger.schema import metadata, operations
from tripintent.tools.ports.desk import ApprovalRequest, IssuedApproval
from tripintent.tools.ports.outcomes import Bought, InReview, Refused

Make = Callable[..., Any]


def held_for(counter: Any) -> list[str]:
    """The names on the orders that the supplier keeps or sold."""
    alive = [order.order_id for order in counter.orders.book.values() if order.status in ("held", "confirmed")]
    return [counter.orders.names[order_id] for order_id in alive]


@pytest.mark.parametrize("ask_before", [False, True])
async def test_a_name_corrected_after_the_hold_is_on_the_ticket(
    make_counter: Make, offer: Make, ask_before: bool
) -> None:
    """Both legs are given back and held anew for the right person; the older card is void, the new one buys the new orders."""
    counter = make_counter()
    await counter.hold(offer("a"), offer("b"), name="Ann")
    old = await counter.answer("Ann") if ask_before else None
    answer = await counter.answer("Anne")
    assert held_for(counter) == ["Anne", "Anne"]
    if old is not None:
        assert (await counter.desk.purchase("t", old)).code == "void"
    assert isinstance(await counter.desk.purchase("t", answer), Bought)
    assert held_for(counter) == ["Anne", "Anne"]
    assert counter.orders.count("pay") == 2


async def test_holding_again_for_others_holds_anew(make_counter: Make) -> None:
    """The same offer for somebody else is another order; for the same people it is the one there is."""
    counter = make_counter()
    await counter.hold(name="Ann")
    await counter.hold(name="Ann")
    assert counter.orders.count("hold") == 1
    ledger_status = await counter.hold(name="Bob")
    assert held_for(counter) == ["Bob"]
    assert [h.status for h in ledger_status.holds] == ["released", "held"]


async def test_the_last_seat_is_given_back_before_it_is_held_anew(make_counter: Make, monkeypatch: Any) -> None:
    """However slow the supplier gives it back: a new hold sent meanwhile would find the seat taken by our own order."""
    counter = make_counter()
    await counter.hold(name="Ann")
    hold, release = counter.orders.hold, counter.orders.release

    async def of_the_last_seat(request: Any) -> Any:
        if any(order.status == "held" for order in counter.orders.book.values()):
            raise OfferGone("sold out", code="sold_out")
        return await hold(request)

    async def slowly(*args: Any) -> Any:
        await asyncio.sleep(0.05)
        return await release(*args)

    monkeypatch.setattr(counter.orders, "hold", of_the_last_seat)
    monkeypatch.setattr(counter.orders, "release", slowly)
    await counter.hold(name="Bob")
    assert held_for(counter) == ["Bob"]


async def test_what_cannot_be_held_for_the_right_people_is_not_asked_about(make_counter: Make, offer: Make) -> None:
    """One leg sold out meanwhile: no card for half a trip, nothing is bought."""
    counter = make_counter()
    await counter.hold(offer("a"), offer("b"), name="Ann")
    counter.orders.before["hold"] = [None, OfferGone("sold out", code="sold_out")]
    refused = await counter.ask("Anne")
    assert isinstance(refused, Refused)
    assert refused.code == "other_people"
    assert (await counter.desk.ledger_status("t")).approval is None
    assert counter.orders.count("pay") == 0


async def test_what_is_being_bought_is_not_held_anew(make_counter: Make) -> None:
    """While a payment is being found out its order stays as it is, whatever is said of people meanwhile."""
    counter = make_counter(pay="unkeyed")
    await counter.hold(name="Ann")
    answer = await counter.answer("Ann")
    counter.orders.before["pay"] = [Unknown("no reply", code="timeout")]
    assert isinstance(await counter.desk.purchase("t", answer), InReview)
    assert (await counter.ask("Anne")).code == "busy"
    await counter.hold(name="Anne")
    assert (held_for(counter), counter.orders.count("hold")) == (["Ann"], 1)


async def test_a_request_that_names_nobody_changes_nothing(make_counter: Make) -> None:
    """Whoever is held for stays held for."""
    counter = make_counter()
    await counter.hold(name="Ann")
    assert isinstance(await counter.desk.request_approval(ApprovalRequest(trip_id="t")), IssuedApproval)
    assert (held_for(counter), counter.orders.count("hold")) == (["Ann"], 1)


async def test_what_is_kept_here_alone_is_for_whoever_is_on_the_card(make_counter: Make) -> None:
    """Where nothing is held at the supplier the names go out with the booking, as they are on the card."""
    counter = make_counter(hold="none")
    await counter.hold(name="Ann")
    assert isinstance(await counter.desk.purchase("t", await counter.answer("Anne")), Bought)
    assert held_for(counter) == ["Anne"]


async def test_a_crash_between_giving_back_and_holding_anew_is_made_good(make_counter: Make) -> None:
    """Both are planned in one transaction: the reconciler carries out what was left of it."""
    counter = make_counter()
    await counter.hold(name="Ann")
    EndsAt(counter, "hold.planned")
    with pytest.raises(RuntimeError):
        await counter.ask("Anne")
    await counter.later(timedelta(seconds=1))
    assert held_for(counter) == ["Anne"]


async def test_after_a_purchase_no_row_names_or_betrays_who_travelled(make_counter: Make) -> None:
    """Names are gone, and what they were hashed with is a key: nobody can try names on what stays."""
    counter = make_counter()
    await counter.hold()
    (planned,) = counter.ledger.read_now(lambda tx: list(tx.execute(select(operations))))
    await counter.buy()

    def everything(tx: Any) -> str:
        return str([tuple(row) for table in metadata.sorted_tables for row in tx.execute(select(table))])

    text = counter.ledger.read_now(everything)
    assert ("Ann" in text, "Smith" in text) == (False, False)
    people = CartPeople(travellers=(Traveller(given_name="Ann", family_name="Smith"),))
    body = with_people(planned.body, people, "")
    assert body_hash(body) not in text
