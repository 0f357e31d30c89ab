"""Segments from outside: imported ones brought together with a plan, and those of what was held or booked.

The same thing is completed, a new one is added, a cancellation cancels.
"""

from collections.abc import Callable, Iterator, Sequence
from datetime import date
from typing import Literal, NamedTuple

from tripintent.state.booking import Booking, Hold
from tripintent.state.caps import DAYS
from tripintent.state.designer.editing import read_segment
from tripintent.state.designer.itinerary import ItineraryDocument
from tripintent.state.designer.outcomes import EditRefusal
from tripintent.state.designer.parts import Atlas, Company, Coordinates, Location, Price, distance
from tripintent.state.designer.sameness import is_duplicate, plain
from tripintent.state.designer.segments import (
    FlightSegment,
    HotelSegment,
    RailSegment,
    Segment,
    SegmentStatus,
    end_place,
    start_place,
)
from tripintent.state.offers import FlightOffer, HotelOffer, Offer

ADD_FROM, ASK_FROM = 0.7, 0.3
PLACE_SHARE, TIME_SHARE = 0.6, 0.4
NEAR_KM, NEAR_DAYS = 60.0, 7
UNKNOWN = 0.5
_KEEP = frozenset({"id", "type", "notes", "depends_on", "traveler_ids", "metadata"})


class TakenIn(NamedTuple):
    """The document with what was imported; ``known`` were there already and are completed."""

    document: ItineraryDocument
    added: tuple[str, ...]
    known: tuple[str, ...]
    unknown: int = 0
    """How many cancelled things are not in the plan."""
    moved: bool = False
    """Whether a ride that was imported before has another day now."""

    @property
    def odd(self) -> list[str]:
        """Codes of what was not simply added."""
        return [code for code, is_so in (("cancelled_unknown", self.unknown), ("moved", self.moved)) if is_so]


def taken_in(document: ItineraryDocument, segments: Sequence[Segment], new_id: Callable[[], str]) -> TakenIn:
    """Return the plan with imported segments. Trip dates grow with them; nothing of the traveller's is removed."""
    added, known, unknown, moved = [], [], 0, False
    for segment in segments:
        twin = _twin(document, segment)
        if twin is None and segment.status == "CANCELLED":
            document, gone = _cancelled(document, segment)
            known += gone
            unknown += not gone
            continue
        if twin is None:
            twin = _of_another_day(document, segment, segments)
            moved = moved or twin is not None
        if twin is None:
            fresh = segment.model_copy(update={"id": new_id()})
            document = document.model_copy(update={"segments": (*document.segments, fresh)}).with_room([fresh], DAYS)
            added.append(fresh.id)
            continue
        better = _completed(twin, segment)
        document = document.model_copy(
            update={"segments": tuple(better if s.id == twin.id else s for s in document.segments)}
        )
        known.append(twin.id)
    return TakenIn(document, tuple(added), tuple(dict.fromkeys(known)), unknown, moved=moved)


def _cancelled(document: ItineraryDocument, segment: Segment) -> tuple[ItineraryDocument, list[str]]:
    """Return the plan without what has the number of a cancelled thing of its kind, and the ids of what is cancelled already.

    A cancelled thing that says another day than the plan is not the same, whatever its number: a way there and back share one.
    """
    number, day = segment.confirmation_number, (segment.start_datetime or "")[:10]
    same = [s for s in document.segments if number and s.type == segment.type and s.confirmation_number == number]
    gone = [s.id for s in same if not day or not s.start_datetime or s.start_datetime[:10] == day]
    over = (s for s in document.segments if s.status == "CANCELLED" and s.id not in gone)
    before = [s.id for s in over if is_duplicate(*(x.model_copy(update={"status": "TENTATIVE"}) for x in (s, segment)))]
    kept = tuple(s.model_copy(update={"status": "CANCELLED"}) if s.id in gone else s for s in document.segments)
    return document.model_copy(update={"segments": kept}), gone or before


def _of_another_day(document: ItineraryDocument, segment: Segment, imported: Sequence[Segment]) -> Segment | None:
    """Return the ride with the number of an imported one, and its booking's, on another day: a newer mail moved it.

    One import may hold a ride on several days: then none of them is another one's.
    """
    if (
        not isinstance(segment, FlightSegment | RailSegment)
        or not segment.confirmation_number
        or not segment.start_datetime
    ):
        return None
    key = _ride(segment)
    same = [s for s in document.live if s.source == "import" and s.start_datetime and _ride(s) == key]
    alone = sum(_ride(one) == key for one in imported) == 1
    return same[0] if len(same) == 1 and alone and key[2] else None


def _ride(segment: Segment) -> tuple[str | None, ...]:
    number = getattr(segment, "flight_number", None) or getattr(segment, "train_number", None)
    ends = (getattr(segment, name, None) for name in ("origin", "destination"))
    return (segment.type, segment.confirmation_number, number, *(one.code or one.name if one else None for one in ends))


def _twin(document: ItineraryDocument, segment: Segment) -> Segment | None:
    alive = segment.model_copy(update={"status": "TENTATIVE"})
    return next((s for s in document.segments if s.status != "CANCELLED" and is_duplicate(s, alive)), None)


def _completed(known: Segment, imported: Segment) -> Segment:
    """Return a known segment with what the import says: its times, number and status outrank a plan of ours.

    Where both together do not make a segment, as with an end before the start, what is known stays.
    """
    said = {
        name: value
        for name, value in imported
        if name not in _KEEP and value not in (None, "", (), {}) and name in imported.model_fields_set
    }
    better = known.model_copy(update=said)
    return known if isinstance(read_segment(better.model_dump(by_alias=True)), EditRefusal) else better


Verdict = Literal["add", "ask", "new"]


def verdict(score: float) -> Verdict:
    """Return what to do with an import: from .7 it belongs to the trip, below .3 it is another one, between them it is asked."""
    return "add" if score >= ADD_FROM else "ask" if score >= ASK_FROM else "new"


def match_score(document: ItineraryDocument, segments: Sequence[Segment], atlas: Atlas) -> float:
    """Return how well imported things fit a trip, 0 to 1: place counts .6, time .4 (behaviour.md D6, systems.md).

    Place is 1 when one end of one of them is in a destination of the trip or within 60 km of it; time is 1 inside its dates and .5
    within a week of them. What either side does not say cannot speak against an import: the other share counts alone. Anything
    fits an empty plan; where nothing can be compared it is asked.
    """
    place = _place(document, segments, atlas) if document.destinations else None
    time = _time(document, segments)
    known = [(share, of) for share, of in ((PLACE_SHARE, place), (TIME_SHARE, time)) if of is not None]
    if not known:
        return UNKNOWN if document.destinations or document.start_date or document.live else 1.0
    return round(sum(share * of for share, of in known) / sum(share for share, _ in known), 2)


def _place(document: ItineraryDocument, segments: Sequence[Segment], atlas: Atlas) -> float | None:
    towns = {plain(d.name) for d in document.destinations} | {plain(d.town) for d in document.destinations if d.town}
    located = False
    for place in (p for s in segments for p in (start_place(s), end_place(s)) if p):
        names = [plain(x) for x in (place.name, place.town or "", place.code or "", atlas.town(place) or "") if x]
        if any(t and t in n for t in towns for n in names):
            return 1.0
        located = located or bool(place.town or place.code or place.coordinates or _is_town(place, atlas))
        away = [km for d in document.destinations if (km := distance(d, place, atlas)) is not None]
        if away and min(away) <= NEAR_KM:
            return 1.0
    return 0.0 if located else None


def _is_town(place: Location, atlas: Atlas) -> bool:
    """Tell whether a place's name is that of a town: where a house is, no one knows."""
    return plain(atlas.town(place) or "") == plain(place.name)


def _time(document: ItineraryDocument, segments: Sequence[Segment]) -> float | None:
    days = sorted(s.start_datetime[:10] for s in segments if s.start_datetime)
    planned = [m[:10] for s in document.live for m in (s.start_datetime, s.end_datetime) if m]
    begins, ends = document.start_date or min(planned, default=None), document.end_date or max(planned, default=None)
    if not days or not begins or not ends:
        return None
    if begins <= days[0] and days[-1] <= ends:
        return 1.0
    first, last = (date.fromisoformat(d) for d in (begins, ends))
    away = min(abs((date.fromisoformat(d) - e).days) for d in (days[0], days[-1]) for e in (first, last))
    return 0.5 if away <= NEAR_DAYS else 0.0


_STATUS: dict[str, SegmentStatus] = {
    "confirmed": "CONFIRMED",
    "cancelled": "CANCELLED",
    "held": "HELD",
    "in_doubt": "HELD",
}
_CABINS = {
    "economy": "ECONOMY",
    "basic_economy": "ECONOMY",
    "premium_economy": "PREMIUM_ECONOMY",
    "business": "BUSINESS",
    "first": "FIRST",
}


def segments_of_order(order: Booking | Hold, offer: Offer) -> Iterator[Segment]:
    """Yield the segments of a hold or a booking; a failed one has none. Times are those of the offer, with their zones."""
    status = _STATUS.get(order.status)
    if status is None:
        return
    number = order.locator if isinstance(order, Booking) else None
    if isinstance(offer, HotelOffer):
        yield _stay(order, offer, status, number)
        return
    for index, _ in enumerate(offer.segments):
        yield _flight(order, offer, index, status, number)


def _name(order: Booking | Hold, index: int = 0) -> str:
    key = f"{order.item_type}-{order.key}-{order.option_id}"
    return f"order-{key}-{index}"


def _price(order: Booking | Hold) -> Price | None:
    return Price(amount=order.total.amount, currency=order.total.currency) if order.total else None


def _stay(order: Booking | Hold, offer: HotelOffer, status: SegmentStatus, number: str | None) -> HotelSegment:
    where = (
        Coordinates(latitude=offer.lat, longitude=offer.lon)
        if offer.lat is not None and offer.lon is not None
        else None
    )
    day_in, day_out = offer.check_in.isoformat(), offer.check_out.isoformat()
    return HotelSegment(
        id=_name(order),
        status=status,
        source="booking",
        property=Company(name=offer.hotel_name),
        location=Location(name=offer.hotel_name, address=offer.address or None, coordinates=where),
        check_in_date=day_in,
        check_out_date=day_out,
        start_datetime=f"{day_in}T15:00",
        end_datetime=f"{day_out}T11:00",
        room_count=offer.rooms,
        confirmation_number=number,
        total_price=_price(order),
    )


def _flown(airline: str, number: str) -> str:
    """Return a flight's number with its airline's code once: some suppliers write the code into the number."""
    return number if airline and number.startswith(airline) else f"{airline} {number}".strip()


def _flight(
    order: Booking | Hold, offer: FlightOffer, index: int, status: SegmentStatus, number: str | None
) -> FlightSegment:
    hop = offer.segments[index]
    return FlightSegment.model_validate(
        {
            "id": _name(order, index),
            "status": status,
            "source": "booking",
            "airline": {"name": hop.airline, "code": hop.airline_code or None},
            "flightNumber": _flown(hop.airline_code, hop.flight_number),
            "origin": {"name": hop.origin, "code": hop.origin},
            "destination": {"name": hop.destination, "code": hop.destination},
            "startDatetime": hop.depart_at.isoformat(),
            "endDatetime": hop.arrive_at.isoformat(),
            "cabinClass": _CABINS.get(hop.cabin or offer.cabin),
            "confirmationNumber": number,
            "totalPrice": _price(order) if index == 0 else None,
        }
    )
