"""What changing or cancelling a booking would cost: asked of sellers, tried on a copy, and nothing done."""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from typing import Annotated

from pydantic import Field, WithJsonSchema

from tripintent.state.acts import Outcome, Rejected
from tripintent.state.booking import Booking, CancelLine
from tripintent.state.changes import Hours
from tripintent.state.derived import as_planned, current_ranking
from tripintent.state.events import ToolCall, UserChangesBooking
from tripintent.state.framing.changed_wishes import window
from tripintent.state.money import Money
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions.invalid import invalid
from tripintent.state.questions.plan import currency_of
from tripintent.state.rebooking import changed_by, replaced
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.desk import Refused
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.base import Act, Arguments, Facts, Scene, tool
from tripintent.tools.toolbox.describe import describer
from tripintent.tools.toolbox.facts import LineFacts, OptionFacts, Part
from tripintent.tools.toolbox.stand import line_facts, missing

BEST = 5
Ids = Annotated[tuple[str, ...], Field(min_length=1, max_length=20)]


class OtherWise(Arguments):
    """A booked leg or stay, and what of it shall be otherwise."""

    booking_ids: Ids
    date: dt.date | None = Field(default=None, description="new day of the flight, or check-in")
    until: dt.date | None = Field(default=None, description="new check-out; later: nights in addition")
    leaves: Hours | None = None
    lands: Hours | None = None


_MORE = {"type": "array", "items": {"type": "object"}}


class Change(OtherWise):
    """A change of what is booked."""

    also: Annotated[tuple[OtherWise, ...], Field(max_length=8), WithJsonSchema(_MORE)] = Field(
        default=(), description="other parts on the same card: {booking_ids, date, until, leaves, lands}"
    )


class Named(Arguments):
    """Bookings by their ids."""

    booking_ids: Ids


class ChangeOption(Part):
    """An option of what is new, and what the change comes to: its total without what comes back of what it replaces."""

    option: OptionFacts
    comes_back: Money
    in_all: Money = Field(description="below zero: money comes back")


class ChangeQuote(Facts):
    """What a change would cost."""

    options: tuple[ChangeOption, ...] = ()
    replaces: tuple[LineFacts, ...] = Field(
        default=(), description="with fee and refund; why_kept: it is not cancelled"
    )
    keeps: tuple[LineFacts, ...] = ()
    no_longer_fits: tuple[str, ...] = Field(default=(), description="what stays booked, and does not match then")
    missing: tuple[str, ...] = ()


class CancellationQuote(Facts):
    """What a cancellation would cost, by booking and in all."""

    lines: tuple[LineFacts, ...]
    lost: Money
    comes_back: Money
    keeps: tuple[LineFacts, ...] = ()


@tool("booking", "READ")
async def quote_change(scene: Scene, change: Change) -> Act | ChangeQuote:
    """Look what moving a booked leg or stay would cost, with all that would be replaced. Nothing is touched.

    Call it before request_change, and for "what would it cost to fly home a day later".
    Args: booking_ids of one leg or stay, its new days or hours; also for other parts at the same time.
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
    lines = await _cancelled(scene, gone)
    ranking = current_ranking(trip)
    bundles = ranking.bundles[:BEST] if ranking else ()
    describe = await describer(trip, ports, bundles)
    options = [describe.option(one) for one in bundles]
    odd = [one for one in as_planned(trip, trip.working_memory.bookings) if one.stale and one not in gone]
    return ChangeQuote(
        options=tuple(_in_all(one, lines, ports) for one in options),
        replaces=tuple(map(line_facts, lines)),
        keeps=_kept(scene.trip, [one.booking_id for one in gone]),
        no_longer_fits=tuple(
            f"{one.title}: {one.stale_reason}" for one in odd if one.booking_id not in {b.booking_id for b in gone}
        ),
        missing=missing(trip),
    )


def _in_all(option: OptionFacts, lines: Sequence[CancelLine], ports: Ports) -> ChangeOption:
    """Return what a change comes to; what an airline changes itself is in the price already."""
    changed = {leg.changes_booking for leg in option.flights}
    back = [one.refund for one in lines if one.refund is not None and one.booking_id not in changed]
    currency = option.total.currency
    amount = sum((ports.rates.convert(one, currency).amount for one in back), Decimal(0))
    return ChangeOption(
        option=option,
        comes_back=Money(amount=amount, currency=currency),
        in_all=Money(amount=option.total.amount - amount, currency=currency),
    )


async def _cancelled(scene: Scene, bookings: Sequence[Booking]) -> tuple[CancelLine, ...]:
    """Return what giving bookings up costs; one about which its seller says nothing has no refund, and the reason."""
    if not bookings:
        return ()
    ids = [one.booking_id for one in bookings]
    plan = await scene.ports.desk.quote_cancellation(scene.trip.ledger_id, *ids, currency=currency_of(scene.trip))
    if not isinstance(plan, Refused):
        return plan.items
    nothing = Money(amount=Decimal(0), currency=currency_of(scene.trip))
    return tuple(
        CancelLine(
            booking_id=one.booking_id, item_type=one.item_type, title=one.title, paid=one.total or nothing,
            problem=plan.code, message=plan.message,
        )
        for one in bookings
    )  # fmt: skip


@tool("booking", "READ")
async def quote_cancellation(scene: Scene, named: Named) -> Act | CancellationQuote:
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
        return Act(Outcome.refused(plan.message, "booking_ids"))
    lines = tuple(map(line_facts, plan.items))
    return CancellationQuote(lines=lines, lost=plan.fee, comes_back=plan.refund, keeps=_kept(scene.trip, ids))


def in_force(trip: TripIntent) -> list[Booking]:
    """Return what is booked for certain."""
    return [one for one in trip.working_memory.bookings if one.status == "confirmed"]


def _kept(trip: TripIntent, but: Sequence[str]) -> tuple[LineFacts, ...]:
    rest = (one for one in in_force(trip) if one.booking_id not in but)
    return tuple(LineFacts(title=one.title, booking_id=one.booking_id, total=one.total) for one in rest)


def unknown(trip: TripIntent, ids: Sequence[str], path: str = "booking_ids") -> Act | None:
    """Return the refusal of ids that are no bookings in force."""
    known = {one.booking_id: one.title for one in in_force(trip)}
    wrong = [i for i, one in enumerate(ids) if one not in known]
    there = tuple(f"{one}: {title}" for one, title in known.items())
    why = "there is no such booking in force" if known else "nothing is booked"
    refused = tuple(Rejected(path=f"{path}[{i}]", why=why, candidates=there) for i in wrong)
    return Act(Outcome(ok=False, rejected=refused)) if refused else None


def changes_of(trip: TripIntent, change: Change) -> tuple[UserChangesBooking, ...] | Act:
    """Return the events of a change whose every part can be asked for, tried one after the other; else why not."""
    events: list[UserChangesBooking] = []
    for path, part in (("", change), *((f"also[{i}].", one) for i, one in enumerate(change.also))):
        if (refused := unknown(trip, part.booking_ids, f"{path}booking_ids")) is not None:
            return refused
        event = UserChangesBooking(
            booking_ids=part.booking_ids,
            date=part.date,
            until=part.until,
            leaves=window(part.leaves),
            lands=window(part.lands),
        )
        found = _tried(trip, event)
        if isinstance(found, Rejected):
            return Act(Outcome(ok=False, rejected=(found.model_copy(update={"path": f"{path}{found.path}"}),)))
        trip = found
        events.append(event)
    return tuple(events)


def _tried(trip: TripIntent, event: UserChangesBooking) -> TripIntent | Rejected:
    """Return the trip with a change, or why it cannot be asked for."""
    named = [one for one in in_force(trip) if one.booking_id in event.booking_ids]
    kinds = {one.item_type for one in named}
    if kinds == {"flight"} and event.until:
        return Rejected(path="until", why="a flight has no check-out: say its day as date")
    if kinds == {"hotel"} and (event.leaves or event.lands):
        return Rejected(path="leaves", why="a stay has no hours: say its days as date and until")
    if not (event.date or event.until or event.leaves or event.lands):
        return Rejected(path="date", why="say what shall be otherwise: date, until, leaves or lands")
    days = {(one.part.day, one.part.until) for one in named if one.part}
    same = all(
        (not event.date or str(event.date) == day) and (not event.until or str(event.until) == until)
        for day, until in days
    )
    if days and same and not (event.leaves or event.lands):
        return Rejected(path="date", why="it is booked for that already")
    merge = changed_by(trip, event)
    if merge is None:
        why = "these are not the bookings of one leg or one stay: name one here, and the others in `also`"
        return Rejected(path="booking_ids", why=why)
    after = apply_patch(trip, Patch(merge=merge))
    wrong = [one for one in invalid(after) if one not in invalid(trip)]
    if wrong:
        path = "until" if wrong[0].path.endswith("check_out") and event.until else "date"
        return Rejected(path=path, why=f"{wrong[0].value} cannot be: {wrong[0].code.replace('_', ' ')}")
    return after
