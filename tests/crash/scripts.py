"""What a traveller does, step by step, written so that it can be done again after any crash: the graph's nodes do the same."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import timedelta

from tests.crash import books
from tests.crash.world import ANN, CONTACT, Office, Shop

from tripintent.state.booking import Approval, ApprovalAnswer
from tripintent.state.offers import Offer
from tripintent.tools.ports.desk import ApprovalRequest, HoldItem, HoldRequest, IssuedApproval
from tripintent.tools.ports.outcomes import PurchaseOutcome, ReapprovalNeeded, Refused
from tripintent.tools.suppliers.embedded.faults import Fault

Steps = Callable[[Office, Shop], Awaitable[str]]


async def hold(office: Office, *offers: Offer, first: int = 0) -> None:
    items = tuple(
        HoldItem(offer=one, key=f"k{n}", requirement_key=f"f{n}", title=f"{one.kind} {n}")
        for n, one in enumerate(offers, first)
    )
    trip = office.world.trip_id
    await office.desk.hold(HoldRequest(trip_id=trip, bundle_id="b", items=items, travellers=(ANN,), contact=CONTACT))


async def ask(office: Office, replaces: tuple[str, ...] = ()) -> IssuedApproval | Refused:
    request = ApprovalRequest(
        trip_id=office.world.trip_id, travellers=(ANN,), contact=CONTACT, payment_method_id="pm_visa", replaces=replaces
    )
    return await office.desk.request_approval(request)


async def buy(office: Office, *offers: Offer) -> PurchaseOutcome:
    """Hold what is not held, ask, say yes, buy; what was bought before is not asked for again."""
    ledger_status = await office.desk.ledger_status(office.world.trip_id)
    if ledger_status.purchase_state is not None and ledger_status.purchase_state != "REAPPROVAL_NEEDED":
        return Refused(code="busy", message=f"the purchase is {ledger_status.purchase_state}")
    await hold(office, *offers)
    if office.world.lag:
        office.world.clock.advance(timedelta(seconds=office.world.lag + 20))
        await office.desk.reconcile()
    issued = await ask(office)
    if isinstance(issued, Refused):
        return issued
    return await _say_yes(office, issued.approval)


async def _agreed(office: Office, approval: Approval, **shown: str) -> ApprovalAnswer:
    asked = approval.model_dump(include={"approval_id", "trip_id", "thread_id", "confirmations"})
    return await office.desk.seal(ApprovalAnswer(decision="approve", **asked, **shown))


async def _say_yes(office: Office, approval: Approval) -> PurchaseOutcome:
    answer = await _agreed(office, approval, shown_cart_hash=approval.cart_hash)
    return await office.desk.purchase(office.world.trip_id, answer)


async def two_holds(office: Office, shop: Shop) -> str:
    """A flight and a hotel, both held and then paid."""
    return (await buy(office, shop.out, shop.dear_hotel)).kind


async def instant(office: Office, shop: Shop) -> str:
    """A flight that is held and a hotel that can only be bought at once."""
    return (await buy(office, shop.out, shop.dear_hotel)).kind


async def undone(office: Office, shop: Shop) -> str:
    """The hotel is bought, the flight is refused for good, the hotel is cancelled."""
    return (await buy(office, shop.out, shop.free_hotel)).kind


async def dearer(office: Office, shop: Shop) -> str:
    """The price rises after the approval: nothing is bought before there is a new one."""
    first = await buy(office, shop.out)
    return (await buy(office, shop.out)).kind if isinstance(first, ReapprovalNeeded) else first.kind


async def rejected(office: Office, shop: Shop) -> str:
    """Two holds, a question, a no: both go back."""
    trip = office.world.trip_id
    known = await office.desk.ledger_status(trip)
    if not known.holds:
        await hold(office, shop.out, shop.back)
    issued = await ask(office)
    if isinstance(issued, IssuedApproval):
        await office.desk.reject(trip, issued.approval.approval_id, "ann", "no")
    elif known.holds:
        await office.desk.release(trip, [h.hold_id for h in known.live_holds], "no")
    return "released"


async def rebundled(office: Office, shop: Shop) -> str:
    """One flight is held and let go for another bundle, which is held then."""
    trip = office.world.trip_id
    if not (await office.desk.ledger_status(trip)).holds:
        await hold(office, shop.out)
    placed = (await office.desk.ledger_status(trip)).holds
    await office.desk.release(trip, [h.hold_id for h in placed if h.option_id == shop.out.option_id], "let go")
    await hold(office, shop.back)
    return "held"


async def cancelled(office: Office, shop: Shop) -> str:
    """A non-refundable flight is bought and cancelled afterwards, under an approval of the loss."""
    outcome = await buy(office, shop.out)
    return await _cancel_all(office) or outcome.kind


async def cancelled_at_once(office: Office, shop: Shop) -> str:
    """A flight and a hotel are bought, then both are cancelled as one plan, under one approval."""
    outcome = await buy(office, shop.out, shop.dear_hotel)
    return await _cancel_all(office) or outcome.kind


async def _cancel_all(office: Office) -> str | None:
    trip = office.world.trip_id
    bookings = (await office.desk.ledger_status(trip)).bookings
    left = [one.booking_id for one in bookings if one.status == "confirmed"]
    if not left:
        return None
    if office.world.lag:
        office.world.clock.advance(timedelta(seconds=office.world.lag + 20))
    plan = await office.desk.quote_cancellation(trip, *left)
    if isinstance(plan, Refused):
        return plan.code
    issued = await office.desk.request_cancel_approval(trip, plan, "thread")
    if isinstance(issued, Refused):
        return issued.code
    return (await office.desk.cancel(trip, plan, await _agreed(office, issued.approval))).kind


async def changed(office: Office, shop: Shop) -> str:
    """A flight is bought; then another one is bought in its place, and the first is cancelled under the same approval."""
    trip = office.world.trip_id
    first = await buy(office, shop.out)
    known = await office.desk.ledger_status(trip)
    old = [one.booking_id for one in known.bookings if one.key == "k0" and one.status == "confirmed"]
    if known.purchase_state != "PURCHASED" or not old or len(known.bookings) > 1:
        return first.kind
    await hold(office, shop.back, first=1)
    if office.world.lag:
        office.world.clock.advance(timedelta(seconds=office.world.lag + 20))
        await office.desk.reconcile()
    issued = await ask(office, replaces=tuple(old))
    return issued.code if isinstance(issued, Refused) else (await _say_yes(office, issued.approval)).kind


@dataclass(frozen=True)
class Script:
    """A script, how its hotels hold, which commits it makes, and what always goes wrong in it."""

    steps: Steps
    commits: tuple[str, ...]
    hotel_hold: str = "hard"
    always: tuple[tuple[str, Fault, int | None, int], ...] = field(default=())
    at_rest: Callable[[Office], list[str]] = books.at_rest

    @property
    def name(self) -> str:
        return self.steps.__name__


SCRIPTS = (
    Script(two_holds, ("hold", "pay")),
    Script(instant, ("hold", "book", "pay"), hotel_hold="none"),
    Script(undone, ("hold", "book", "cancel"), hotel_hold="none", always=(("pay", Fault.SOLD_OUT, None, 0),)),
    Script(dearer, ("hold", "pay"), always=(("read", Fault.PRICE_CHANGE, 1, 0),)),
    Script(rejected, ("hold", "release")),
    Script(rebundled, ("hold", "release")),
    Script(cancelled, ("hold", "pay", "cancel")),
    Script(cancelled_at_once, ("hold", "pay", "cancel")),
    Script(changed, ("hold", "pay", "cancel"), at_rest=books.changed),
)
