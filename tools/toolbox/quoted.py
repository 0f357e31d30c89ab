"""What changing or cancelling a booking would cost: asked of sellers, tried on a copy, and nothing done."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal
from typing import get_args

from tripintent.state.acts import Outcome
from tripintent.state.booking import BookedFor, Booking, CancelLine, CartLine
from tripintent.state.derived import as_planned, current_ranking
from tripintent.state.events import ToolCall
from tripintent.state.frame import Board
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer, HotelOffer, Offer
from tripintent.state.questions.plan import currency_of
from tripintent.state.rebooking import in_time, replaced
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.outcomes import Refused
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.base import Act, Scene, tool
from tripintent.tools.toolbox.describe import describer
from tripintent.tools.toolbox.facts import LineFacts, OptionFacts
from tripintent.tools.toolbox.fares import summed
from tripintent.tools.toolbox.requested import BookingChange, NamedBookings, changes_of, in_force, unknown
from tripintent.tools.toolbox.screen_facts import CancellationQuote, ChangeOption, ChangeQuote
from tripintent.tools.toolbox.stand import line_facts, missing

BEST = 5


@tool("booking", "READ")
async def quote_change(scene: Scene, change: BookingChange) -> Act | ChangeQuote:
    """Look what moving a booked leg or stay would cost, with all that would be replaced. Nothing is touched.

    Call it before request_change, and for "what would it cost to fly home a day later".
    Args: booking_ids of one leg or stay, its new days or hours; also: other parts.
    Returns: options of what is new with price, what comes back, and the change in all; replaced with fee and refund; kept.
    Raises: rejected with the bookings that there are.
    """
    wanted = changes_of(scene.trip, change)
    if isinstance(wanted, Act):
        return wanted
    if scene.survey is None:
        return Act(Outcome.refused("nothing can be tried inside of a trial: call quote_change by itself"))
    given = change.model_dump(mode="json", exclude_unset=True)
    tried, ports = await scene.survey([ToolCall(name="request_change", arguments=given)])
    trip = tried.trip
    gone = replaced(trip)
    lines = await giving_up(scene.trip, gone, ports)
    ranking = current_ranking(trip)
    bundles = ranking.bundles[:BEST] if ranking else ()
    describe = await describer(trip, ports, bundles)
    options = [describe.option(one) for one in bundles]
    more = {*trip.working_memory.extending, *(one.booking_id for one in gone)}
    odd = [one for one in as_planned(trip, trip.working_memory.bookings) if one.stale and one.booking_id not in more]
    return ChangeQuote(
        options=tuple(change_option(one, lines, ports) for one in options),
        replaces=tuple(map(line_facts, lines)),
        keeps=kept(scene.trip, [one.booking_id for one in gone]),
        no_longer_fits=tuple(f"{one.title}: {one.stale_reason}" for one in in_time(odd)),
        missing=missing(trip),
    )


def change_option(option: OptionFacts, lines: Sequence[CancelLine], ports: Ports) -> ChangeOption:
    """Return what a change comes to; what an airline changes itself is in the price already."""
    changed = {leg.changes_booking for leg in option.flights}
    gone = [one for one in lines if one.booking_id not in changed]
    currency = option.total.currency
    back_in_all = summed(filter(None, (one.refund for one in gone)), currency, ports)
    taxes = (one.due_at_property for one in gone)
    own = summed((one for one in taxes if one and one.currency == currency), currency, ports)
    less = option.total_with_local_tax.amount - back_in_all.amount - own.amount
    return ChangeOption(option=option, comes_back=back_in_all, in_all=Money(amount=less, currency=currency))


async def giving_up(trip: TripIntent, bookings: Sequence[Booking], ports: Ports) -> tuple[CancelLine, ...]:
    """Return what giving bookings up costs; one about which its seller says nothing has no refund, and the reason."""
    if not bookings:
        return ()
    ids = [one.booking_id for one in bookings]
    plan = await ports.desk.quote_cancellation(trip.ledger_id, *ids, currency=currency_of(trip))
    if not isinstance(plan, Refused):
        return tuple(sorted(plan.items, key=lambda one: ids.index(one.booking_id)))
    nothing = Money(amount=Decimal(0), currency=currency_of(trip))
    return tuple(
        CancelLine(
            booking_id=one.booking_id, item_type=one.item_type, title=one.title, paid=one.total or nothing,
            problem=plan.code, message=plan.message,
        )
        for one in bookings
    )  # fmt: skip


@tool("booking", "READ")
async def quote_cancellation(scene: Scene, named: NamedBookings) -> Act | CancellationQuote:
    """Look what cancelling bookings costs now, and what comes back. Nothing is touched.

    Call it for "what if we cancel", and before request_cancellation. Args: booking_ids.
    Returns: fee and refund of each and in all; what stays booked.
    Raises: rejected with the bookings that there are, or with the reason of a seller that takes no cancellation.
    """
    if (refused := unknown(scene.trip, named.booking_ids)) is not None:
        return refused
    ids = named.booking_ids
    plan = await scene.ports.desk.quote_cancellation(scene.trip.ledger_id, *ids, currency=currency_of(scene.trip))
    if isinstance(plan, Refused):
        return Act(Outcome.refused(plan.message))
    lines = tuple(map(line_facts, plan.items))
    return CancellationQuote(lines=lines, lost=plan.fee, comes_back=plan.refund, keeps=kept(scene.trip, ids))


def kept(trip: TripIntent, but: Sequence[str]) -> tuple[LineFacts, ...]:
    """Return what is booked and travelled with, and not among these."""
    rest = (one for one in in_force(trip) if one.booking_id not in but and not one.has_successor)
    return tuple(
        LineFacts(title=one.title, booking_id=one.booking_id, total=one.total, guests=_guests(one)) for one in rest
    )


def _guests(one: Booking) -> int | None:
    """Return for how many a stay was ordered: its title tells one room."""
    return sum(one.part.heads) or None if one.part and one.item_type == "hotel" else None


async def lost(gone: Iterable[CancelLine], buys: Sequence[CartLine], trip: TripIntent, ports: Ports) -> tuple[str, ...]:
    """Return what the replaced bookings have, and what is bought in their place has not: bags, a board, good terms."""
    ids = {one.booking_id for one in gone}
    old = [one for one in trip.working_memory.bookings if one.booking_id in ids]
    pairs = [(one, new) for one in old for new in buys if _same(one, new)]
    known = await ports.offers.options(trip.ledger_id, [one.option_id for one, _ in pairs]) if pairs else {}
    return tuple(dict.fromkeys(name for old, new in pairs for name in _lost(old, known.get(old.option_id), new)))


def _same(old: Booking, new: CartLine) -> bool:
    """Tell whether one is bought in the place of the other: the same way, or a stay in the same town."""
    was, part = old.part or BookedFor(), new.part or BookedFor()
    return (was.origin, was.destination, was.place) == (part.origin, part.destination, part.place)


def _lost(old: Booking, was: Offer | None, new: CartLine) -> Iterator[str]:
    now, bags = new.offer, {one.kind for one in old.requests if one.state == "sent"}
    if isinstance(was, FlightOffer) and isinstance(now, FlightOffer):
        if now.carry_on is not None and (was.carry_on or 0) > now.carry_on:
            yield "cabin_bag"
        bought = "checked bag" in bags - {one.kind for one in new.requests}
        if bought or (now.checked_bags is not None and (was.checked_bags or 0) > now.checked_bags):
            yield "checked_bag"
    if isinstance(was, HotelOffer) and isinstance(now, HotelOffer) and was.board and now.board:
        yield from ["board"] if _BOARDS.index(was.board) > _BOARDS.index(now.board) else ()
    yield from ["refundability"] if old.terms.refundable and not new.terms.refundable else ()
    yield from ["changeability"] if old.terms.changeable and not new.terms.changeable else ()


_BOARDS = get_args(Board)
