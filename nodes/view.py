"""The trip as others keep it: the ledger's facts as a patch, which the trip only mirrors, and the plan of days with what is booked."""

from collections.abc import AsyncIterator, Iterable
from datetime import timedelta
from typing import cast

from tripintent.nodes.runtime import Run
from tripintent.state.booking import Booking, Hold
from tripintent.state.derived import apply_bookings, as_planned, open_plan, selected_bundle
from tripintent.state.designer.gaps import FROM_THE_AIRPORT, booked_ends
from tripintent.state.designer.history import committed
from tripintent.state.designer.importing import segments_of_order
from tripintent.state.designer.itinerary import DAY_PLAN, ItineraryDocument
from tripintent.state.designer.moments import shifted
from tripintent.state.designer.operations import dated, with_destination
from tripintent.state.designer.segments import FlightSegment, HotelSegment, Segment
from tripintent.state.offers import Offer
from tripintent.state.rebooking import given_up_by
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.desk import LedgerStatus
from tripintent.tools.ports.ports import Ports


def mirrored(trip: TripIntent, ledger_status: LedgerStatus) -> dict[str, object]:
    """Return the merge that makes the trip show what the ledger holds; bookings stay, stale ones are marked.

    What a cancellation leaves open, as no purchase does, is given up.
    """
    now = trip.working_memory
    known = {one.booking_id: one.status for one in now.bookings}
    cancelled = any(one.status == "cancelled" != known.get(one.booking_id) for one in ledger_status.bookings)
    alone = all(one.booking_id in known for one in ledger_status.bookings)
    fields = {
        "holds": ledger_status.holds,
        "approval": ledger_status.approval,
        "bookings": as_planned(trip, ledger_status.bookings),
        "purchase_state": ledger_status.purchase_state,
        "purchase_note": ledger_status.note,
        "given_up": _given_up(trip, ledger_status.bookings) if cancelled and alone else now.given_up,
    }
    return {k: v for k, v in fields.items() if getattr(now, k) != v}


def _given_up(trip: TripIntent, bookings: tuple[Booking, ...]) -> tuple[str, ...]:
    """Return the questions that need no answer any more: what a cancellation leaves open is not searched for again.

    Where nothing stays booked, what was to replace a booking is given up with it.
    """
    now = apply_bookings(trip, bookings)
    stands = any(one.status == "confirmed" for one in bookings)
    changes = set[str]() if stands else set(trip.working_memory.replacing.values())
    before, after = set(open_plan(trip).keys) - changes, open_plan(now)
    opened = sorted(given_up_by(one) for one in (*after.flights, *after.hotels) if one.key not in before)
    return tuple(dict.fromkeys((*trip.working_memory.given_up, *opened)))


def newly_expired(trip: TripIntent, ledger_status: LedgerStatus) -> tuple[Hold, ...]:
    """Return the holds that lapsed since the trip last looked: the traveller must be told."""
    kept = {h.hold_id for h in trip.working_memory.holds if h.status == "held"}
    return tuple(h for h in ledger_status.holds if h.status == "expired" and h.hold_id in kept)


_TOWNS = ("city", "metro", "airport")
AT_THE_END = timedelta(hours=2)
"""How long before the way home one leaves a town, and how long after the check-out."""


async def newest_plan(plan: ItineraryDocument, trip: TripIntent, ports: Ports, run: Run) -> ItineraryDocument:
    """Return the plan of days that was stored last: what a conversation has beyond it are its bookings alone."""
    stored = await ports.documents.get(run.principal, trip.trip_id, ItineraryDocument) if trip.trip_id else None
    return stored or plan.model_copy(update={"trip_id": trip.trip_id})


async def plan_of_trip(
    plan: ItineraryDocument, trip: TripIntent, ports: Ports, *, chosen: bool = False
) -> ItineraryDocument:
    """Return a plan of days with the towns and days of the trip, and its orders (``segments_now``) as a change of its own."""
    document = _placed(plan, trip, ports)
    segments = await segments_now(document, trip, ports, chosen=chosen)
    if segments == document.segments:
        return document
    return committed(document, with_segments(document, segments), "bookings")


def _placed(document: ItineraryDocument, trip: TripIntent, ports: Ports) -> ItineraryDocument:
    """Return the plan with the towns and days of the trip where it has none: what the booking knows is not asked again."""
    towns = [v.place for v in trip.frame.visits if v.place.kind in _TOWNS] if not document.destinations else []
    for town in towns:
        document = with_destination(document, town.name or town.said, ports.designer.atlas)
    return dated(document, trip)


def with_segments(document: ItineraryDocument, segments: tuple[Segment, ...]) -> ItineraryDocument:
    """Return an itinerary with others; a day of its dates that was the first or last one booked follows the bookings."""
    (first, last), (begins, ends) = _booked_days(document.segments), _booked_days(segments)
    start, end = document.start_date, document.end_date
    if start and end and begins:
        start = begins if start == first else min(start, begins)
        end = ends if end == last else max(end, ends)
    now = document.model_copy(update={"segments": segments, "start_date": start, "end_date": end})
    return now if (start, end) == (document.start_date, document.end_date) else _within_days(now)


def _within_days(document: ItineraryDocument) -> ItineraryDocument:
    """Return the itinerary without what a day plan wrote for hours that the trip no longer has; it may be planned again."""
    (opens, closes), ours = _hours_there(document), cast("list[str]", document.metadata.get(DAY_PLAN) or [])
    own = (one for one in document.segments if one.id in ours and one.status in ("TENTATIVE", "IDEA"))
    gone = {one.id for one in own if (one.start_datetime or "") < opens or (one.end_datetime or "") > closes}
    metadata = {**document.metadata, DAY_PLAN: [one for one in ours if one not in gone]}
    left = tuple(one for one in document.segments if one.id not in gone)
    return document.model_copy(update={"segments": left, "metadata": metadata if gone else document.metadata})


def _hours_there(document: ItineraryDocument) -> tuple[str, str]:
    """Return from when until when one is there: from the first landing to the way home, else until soon after the check-out."""
    first, last = document.start_date or "", document.end_date or ""
    booked = [one for one in document.live if one.source == "booking"]
    rides = [one for one in booked if not isinstance(one, HotelSegment)] if first < last else []
    lands = [one.end_datetime[:16] for one in rides if one.end_datetime and one.last_day == first]
    leaves = [one.start_datetime for one in rides if one.start_datetime and one.first_day == last]
    home = [shifted(one, -AT_THE_END)[:16] for one in leaves]
    beds = [one.end_datetime for one in booked if isinstance(one, HotelSegment) and one.last_day == last]
    out = [shifted(one, AT_THE_END)[:16] for one in beds if one]
    return min(lands, default=first), min(home or out, default=f"{last}T24")


def _booked_days(segments: Iterable[Segment]) -> tuple[str, str]:
    booked = [one for one in segments if one.source == "booking" and one.status != "CANCELLED"]
    days = [day for one in booked for day in (one.first_day, one.last_day) if day]
    return min(days, default=""), max(days, default="")


async def segments_now(
    document: ItineraryDocument, trip: TripIntent, ports: Ports, *, chosen: bool = False
) -> tuple[Segment, ...]:
    """Return an itinerary's segments with the trip's live holds and all its bookings; what is no longer held goes out again.

    The ledger's rows as the trip mirrors them are the only source of HELD and CONFIRMED beside an import. What is ``chosen`` is
    TENTATIVE, and stands in every plan that has entries of its own.
    """
    chosen = chosen or any(one.source != "booking" for one in document.segments)
    memory = trip.working_memory
    orders: list[Booking | Hold] = [b for b in memory.bookings if not b.has_successor]
    orders += [h for h in memory.holds if h.status == "held"]
    found: dict[str, Segment] = {}
    for order in orders:
        offer = await _offer(order, trip, ports)
        leaves = isinstance(order, Booking) and order.booking_id in memory.replacing
        for segment in segments_of_order(order, offer) if offer else ():
            found[segment.id] = segment.model_copy(update={"metadata": {"leaves": True} if leaves else {}})
    if chosen:
        found = {segment.id: segment async for segment in _chosen(trip, ports)} | found
    found = {name: after_landing(one, found.values()) for name, one in found.items()}
    kept = [found.pop(s.id, s) for s in document.segments if s.source != "booking" or s.id in found]
    now = (*kept, *found.values())
    return tuple(one for one in now if not booked_ends(one, document.segments) - booked_ends(one, now))


async def _chosen(trip: TripIntent, ports: Ports) -> AsyncIterator[Segment]:
    """Yield the segments of what is chosen."""
    bundle = selected_bundle(trip)
    ids = {*bundle.flight_option_ids, *bundle.hotel_option_ids} if bundle else set[str]()
    for key in open_plan(trip).keys if ids else ():
        for offer in await ports.offers.get(trip.ledger_id, key):
            if offer.option_id in ids:
                as_held = Hold(hold_id="", item_type=offer.kind, key=key, option_id=offer.option_id)
                for segment in segments_of_order(as_held, offer):
                    yield segment.model_copy(update={"status": "TENTATIVE"})


def after_landing(one: Segment, others: Iterable[Segment]) -> Segment:
    """Return a stay that begins a ride after its guests land on its first day, or where that flight goes on to, if after check-in."""
    if not isinstance(one, HotelSegment) or not one.start_datetime:
        return one
    ends = {other.id: other.end_datetime or "" for other in others if isinstance(other, FlightSegment)}
    there = [name for name, end in ends.items() if end[:10] == one.start_datetime[:10]]
    last = max(there, key=ends.__getitem__, default="")
    order = last.rpartition("-")[0] or last
    landed = max((end[:16] for name, end in ends.items() if there and name.startswith(order)), default="")
    begins = shifted(landed, FROM_THE_AIRPORT)[:16] if landed else ""
    return one.model_copy(update={"start_datetime": max(one.start_datetime, begins)})


async def _offer(order: Booking | Hold, trip: TripIntent, ports: Ports) -> Offer | None:
    offers = await ports.offers.get(trip.ledger_id, order.key) if order.key else ()
    return next((o for o in offers if o.option_id == order.option_id), None)
