"""Changes by request through the purchase: of two the second is refused, and a confirmation whose answer never came."""

from datetime import timedelta
from decimal import Decimal

import pytest
from tests.acts import agreed

from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.ledger.database import Database
from tripintent.tools.ports.desk import ApprovalRequest, HoldItem, HoldRequest
from tripintent.tools.ports.outcomes import Bought

ANN = Traveller(given_name="Ann", family_name="Smith", date_of_birth="1985-03-04", gender="f")
CONTACT = Contact(email="ann@example.org", phone="+442071838750")
CONFIRM = "/air/order_changes/oce_"


@pytest.fixture
def desk(duffel, clock, tmp_path):
    ledger = Database.open(str(tmp_path / "ledger.db"))
    sellers = {"duffel": duffel.orders, "duffel_change": duffel.changes}
    yield BookingDesk(ledger, {name: DeskSupplier(one, changes=duffel.changes) for name, one in sellers.items()}, clock)
    ledger.close()


async def asked(desk, *offers, replaces=()):
    """Hold, and ask for an approval."""
    items = tuple(
        HoldItem(offer=one, key=one.option_id, requirement_key=one.option_id, title=one.option_id) for one in offers
    )
    await desk.hold(HoldRequest(trip_id="t", bundle_id="b", items=items, travellers=(ANN,), contact=CONTACT))
    wish = ApprovalRequest(trip_id="t", payment_method_id="balance", replaces=replaces)
    card = (await desk.request_approval(wish)).approval
    assert len(card.lines) == len(offers)
    return card


async def bought(desk, *offers):
    """Hold, approve and buy."""
    return await approved(desk, await asked(desk, *offers))


async def approved(desk, card):
    """Say yes, and buy."""
    return await desk.purchase("t", await desk.seal(agreed(card)))


@pytest.fixture
def ways(ask):
    back = {"origin": "SFO", "destination": "JFK"}
    return [(ask(depart_date=f"2027-03-{11 + n}"), ask(**back, depart_date=f"2027-03-{14 + n}")) for n in (0, 1)]


@pytest.fixture
async def moves(desk, duffel, ways):
    """A way there and a way home are bought; what each costs a day later."""
    assert isinstance(await bought(desk, *[(await duffel.flights.search(way))[0] for way in ways[0]]), Bought)
    later = {way.origin: way for way in ways[1]}
    moves = []
    for booking in (await desk.ledger_status("t")).bookings:
        root = (await duffel.orders.wire(booking.order_id)).slices[0].segments[0].origin.iata_code
        moves.append((await desk.change_offers("t", booking.booking_id, later[root]))[0])
    return moves


async def states(desk):
    return sorted((one.supplier, one.status) for one in (await desk.ledger_status("t")).bookings)


async def test_the_second_of_two_changes_is_refused(desk, emulator, moves):
    """The first is done and cannot be had back: a person decides, knows what it is about, and nothing is cancelled."""
    real, seen = emulator.declined, []

    def declined(*asked):
        seen.append(asked)
        if len(seen) == 1:
            return real(*asked)
        return emulator.changes._refused(422, "airline_error", "payment_declined", "No")

    emulator.declined = declined
    outcome = await bought(desk, *moves)
    assert (outcome.state, len(seen)) == ("MANUAL_REVIEW", 2)
    assert await states(desk) == [("duffel", "changed"), ("duffel", "confirmed"), ("duffel_change", "confirmed")]
    assert not any(order["cancelled_at"] for order in emulator.orders.values())


@pytest.mark.parametrize(("fault", "end"), [("lost_before", "REJECTED"), ("lost_after", "PURCHASED")])
async def test_a_confirmation_without_an_answer_ends_with_the_window(desk, emulator, clock, moves, fault, end):
    """As long as one may turn up it is waited for; after that what the change itself says counts. It is sent once."""
    emulator.fault(CONFIRM, fault)
    await bought(desk, moves[0])
    for hours, state in ((5, "PAYMENT_REVIEW" if fault == "lost_before" else end), (2, end)):
        clock.advance(timedelta(hours=hours))
        await desk.reconcile()
        assert (await desk.ledger_status("t")).purchase_state == state
    assert len([path for _, path in emulator.faults.calls if path.endswith("confirm")]) == 1


@pytest.fixture
async def cheaper(desk, duffel, emulator, ways):
    """A way there is bought; the card of its change to cheaper flights, which brings 50.00 back."""
    emulator.changes.dearer = Decimal("-90.00")
    assert isinstance(await bought(desk, (await duffel.flights.search(ways[0][0]))[0]), Bought)
    (booking,) = (await desk.ledger_status("t")).bookings

    async def card(to):
        emulator.changes.refund_to = to
        (offer, *_) = await desk.change_offers("t", booking.booking_id, ways[1][0])
        return await asked(desk, offer, replaces=(booking.booking_id,))

    return card


@pytest.mark.parametrize(("to", "named", "back"), [("balance", "balance", "50.00"), ("voucher", "voucher", "0")])
async def test_money_that_comes_back_with_a_change_is_in_the_total_and_on_the_receipt(desk, cheaper, to, named, back):
    """It is typed from the card to the receipt; a voucher is told, and is no money in any sum."""
    card = await cheaper(to)
    (line,) = card.cancels
    assert (line.problem, str(line.refund), line.refund_to) == ("changed", "50.00 USD", named)
    assert card.difference.amount == -Decimal(back)
    done = await approved(desk, card)
    (item,) = done.replaced
    assert (item.state, str(item.refund), item.refund_to) == ("changed", "50.00 USD", named)
    former = next(one for one in (await desk.ledger_status("t")).bookings if one.status == "changed")
    assert (former.refund.amount if former.refund else 0) == Decimal(back)


@pytest.mark.parametrize("worse", [{"change_total_amount": "-30.00"}, {"refund_to": "voucher"}])
async def test_less_back_than_was_approved_is_not_confirmed(desk, emulator, cheaper, worse):
    """The change is read once more: less money, or none but a voucher, is asked about anew."""
    card = await cheaper("balance")
    for change in emulator.changes.begun.values():
        change.update(worse)
    outcome = await approved(desk, card)
    assert (outcome.kind, "brings back" in outcome.differences[0]) == ("reapproval_needed", True)
    assert not any(path.endswith("confirm") for _, path in emulator.faults.calls)
