"""The booking desk buying through a host's own tools: once, also when the host's reply is lost."""

from datetime import UTC, datetime, timedelta

import pytest
from tests.acts import agreed

from tripintent.state.queries import FlightQuery
from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.suppliers import DeskSupplier
from tripintent.tools.host.calling import HostCaller, Shelf
from tripintent.tools.host.orders import HostOrders, host_capabilities
from tripintent.tools.host.stand_in import HostFlightSupplier
from tripintent.tools.ledger.database import Database
from tripintent.tools.ports.desk import ApprovalRequest, HoldItem, HoldRequest, IssuedApproval
from tripintent.tools.ports.outcomes import Bought, InReview, Refused
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.registry.builtin import BuiltinRegistry


class Agency:
    """A host with books of its own: the same key never holds or buys twice.

    ``lose`` names the tool whose next ``times`` replies are swallowed, ``decline`` the purchase that is declined.
    """

    def __init__(self):
        self.holds, self.purchases, self.keys = {}, {}, []
        self.lose, self.times, self.decline = "", 1, 0

    async def handler_call(self, portfolio, org, tool, handler, arguments):
        if tool == "flight_quote_search":
            return {"success": True, "output": {"options": [self._option()]}, "stack": []}
        key = arguments["idempotency_key"]
        self.keys.append((tool, key))
        if tool == "booking_confirm_and_purchase" and self.decline == len(self.purchases) + 1:
            return {"success": False, "error": {"code": "payment_declined", "message": "declined"}}
        books = self.holds if tool == "reservation_hold_create" else self.purchases
        output = books.setdefault(key, self._held() if books is self.holds else self._bought())
        if self.lose == tool and self.times:
            self.times -= 1
            raise ConnectionError("connection reset")
        return {"success": True, "output": output, "stack": []}

    def _option(self):
        hop = {"from": "JFK", "to": "SFO", "airline": "Acme", "flight_number": "AC 1"}
        times = {"depart_at": "2026-03-11T08:00:00", "arrive_at": "2026-03-11T11:20:00"}
        return {"option_id": "f1", "total_price": {"amount": "300.00", "currency": "USD"}, "segments": [hop | times]}

    def _held(self):
        row = {"hold_id": f"H{len(self.holds)}", "item_type": "flight", "expires_at": "2026-03-02T18:00:00Z"}
        return {"holds": [row | {"status": "held"}]}

    def _bought(self):
        return {"confirmation": {"record_locator": "ABC123", "status": "confirmed", "tickets": ["t1"]}}


@pytest.fixture
def agency():
    return Agency()


@pytest.fixture
def bureau(agency, tmp_path, clock, places):
    """A desk on a fresh ledger, and the host's flights."""
    capabilities = host_capabilities(1.0)
    caller = HostCaller(agency, BuiltinRegistry(), timeout=1.0)
    flights = HostFlightSupplier(Shelf(caller, clock, capabilities), places)
    ledger = Database.open(str(tmp_path / "ledger.db"))
    supplier = DeskSupplier(HostOrders(caller, clock, capabilities), flights.price)
    yield BookingDesk(ledger, {"host": supplier}, clock, EcbRates()), flights
    ledger.close()


async def _held(bureau, *keys):
    desk, flights = bureau
    (offer,) = await flights.search(FlightQuery(origin="JFK", destination="SFO", depart_date="2026-03-11", adults=1))
    items = tuple(HoldItem(offer=offer, key=key, requirement_key="f", title="JFK to SFO") for key in keys or ("k",))
    return await desk.hold(HoldRequest(trip_id="t1", bundle_id="b1", items=items))


async def _approved(bureau):
    desk, _ = bureau
    issued = await desk.request_approval(ApprovalRequest(trip_id="t1", payment_method_id="pm_1"))
    assert isinstance(issued, IssuedApproval)
    return await desk.seal(agreed(issued.approval, shown_cart_hash=issued.approval.cart_hash))


async def test_a_purchase_through_the_host(bureau, agency):
    """Search, hold, approval and purchase: one hold and one purchase in the host's books, the locator in ours."""
    standing = await _held(bureau)
    assert standing.live_holds[0].expires_at == datetime(2026, 3, 2, 18, tzinfo=UTC)
    answer = await _approved(bureau)
    bought = await bureau[0].purchase("t1", answer)
    assert isinstance(bought, Bought)
    assert (bought.bookings[0].locator, str(bought.total)) == ("ABC123", "300.00 USD")
    assert isinstance(await bureau[0].purchase("t1", answer), Bought)
    assert (len(agency.holds), len(agency.purchases), len(agency.keys)) == (1, 1, 2)


@pytest.mark.parametrize("lost", ["reservation_hold_create", "booking_confirm_and_purchase"])
async def test_a_lost_reply_is_asked_for_again_under_its_key(bureau, agency, clock, lost):
    """Whatever reply is lost, the same key is sent again and the host's books show one of each."""
    desk = bureau[0]
    agency.lose = lost
    await _held(bureau)
    clock.advance(timedelta(minutes=10))
    await desk.reconcile()
    assert isinstance(await desk.purchase("t1", await _approved(bureau)), Bought | InReview)
    clock.advance(timedelta(minutes=10))
    await desk.reconcile()
    (booking,) = (await desk.ledger_status("t1")).bookings
    assert (booking.status, booking.locator) == ("confirmed", "ABC123")
    assert (len(agency.holds), len(agency.purchases)) == (1, 1)
    sent = [key for tool, key in agency.keys if tool == lost]
    assert len(sent) == 2
    assert len(set(sent)) == 1


async def test_a_hold_that_the_host_cannot_take_back_lapses_by_itself(bureau, agency):
    """Given up here, it is left to lapse and says until when; nothing is sent, nothing stays open."""
    standing = await _held(bureau)
    after = await bureau[0].release("t1", [standing.live_holds[0].hold_id], "changed")
    assert after.live_holds == ()
    assert "lapses by itself by Mon 2 Mar 2026 18:00 UTC" in after.holds[0].error
    assert len(agency.keys) == 1
    assert (await bureau[0].reconcile()).waiting == 0


async def test_a_booking_that_the_host_cannot_cancel(bureau):
    """The traveller hears whom to ask; nothing is sent."""
    await _held(bureau)
    bought = await bureau[0].purchase("t1", await _approved(bureau))
    refused = await bureau[0].quote_cancellation("t1", bought.bookings[0].booking_id)
    assert isinstance(refused, Refused)
    assert refused.code == "cancelled_by_seller"
    assert "please ask its seller" in refused.message


async def test_what_the_host_cannot_undo_is_a_persons_case(bureau, agency):
    """The second of two legs is declined: the first stays booked, and its price is quoted as the loss."""
    await _held(bureau, "k1", "k2")
    agency.decline = 2
    outcome = await bureau[0].purchase("t1", await _approved(bureau))
    assert isinstance(outcome, InReview)
    assert (outcome.state, str(outcome.loss)) == ("MANUAL_REVIEW", "300.00 USD")
    assert [b.status for b in outcome.bookings] == ["confirmed"]


async def test_a_payment_whose_reply_was_lost_is_never_called_failed(bureau, agency, clock):
    """After the approval's time it is neither repeated nor given up: hosts cannot be asked, so a person must."""
    await _held(bureau)
    answer = await _approved(bureau)
    agency.lose, agency.times = "booking_confirm_and_purchase", 9
    assert isinstance(await bureau[0].purchase("t1", answer), InReview)
    sent = len(agency.keys)
    clock.advance(timedelta(hours=7))
    report = await bureau[0].reconcile()
    assert (report.waiting, len(agency.keys)) == (1, sent)
    assert (await bureau[0].ledger_status("t1")).purchase_state == "PAYMENT_REVIEW"


async def test_a_hold_whose_reply_was_lost_is_given_up_once_nobody_waits_for_it(bureau, agency, clock):
    """It costs nothing and lapses by itself: it does not stay in doubt for ever."""
    agency.lose, agency.times = "reservation_hold_create", 9
    assert [h.status for h in (await _held(bureau)).holds] == ["in_doubt"]
    clock.advance(timedelta(minutes=11))
    await bureau[0].reconcile()
    (hold,) = (await bureau[0].ledger_status("t1")).holds
    assert (hold.status, "lapses by itself" in hold.error) == ("failed", True)
    assert (await bureau[0].reconcile()).waiting == 0
