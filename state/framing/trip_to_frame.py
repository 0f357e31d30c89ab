"""From a trip that was edited elsewhere back to a frame."""

from collections.abc import Sequence
from itertools import pairwise

from tripintent.state.frame import Frame, Leg, Mode, Place, Visit, When
from tripintent.state.framing.dates import settled
from tripintent.state.framing.frame_to_trip import PRICE_ALONE, plan_hash
from tripintent.state.itinerary import Point, Segment
from tripintent.state.trip import TripIntent


def frame_of(trip: TripIntent) -> Frame:
    """Return a frame that says what the trip's plan says. Words that were kept stay; the plan outranks them."""
    return trip.frame.model_copy(update={**_way(trip), **_party(trip), **_lodging(trip), **_wishes(trip)})


def present_frame(trip: TripIntent) -> Frame:
    """Return the frame so far; when somebody edited the plan since, what the plan now says."""
    if trip.frame_plan_hash and trip.frame_plan_hash == plan_hash(trip):
        return settled(trip.frame)
    return frame_of(trip)


def _way(trip: TripIntent) -> dict[str, object]:
    segments = list(trip.itinerary.segments)
    cleared: dict[str, object] = {}
    cleared |= dict.fromkeys(("origin", "depart", "return_", "return_from", "return_to"))
    cleared |= {"visits": _stay_only(trip), "legs": (), "trip_type": trip.itinerary.trip_type}
    if not segments:
        return cleared
    if not _is_chain(segments):
        return cleared | {"legs": tuple(_leg(s) for s in segments), "trip_type": "multi_city"}
    closed = len(segments) > 1 and segments[-1].destination.code == segments[0].origin.code
    out, back = (segments[:-1], segments[-1]) if closed else (segments, None)
    return cleared | {
        "origin": _place(segments[0].origin),
        "depart": _when(segments[0].depart_date),
        "visits": tuple(_visit(s, trip, first=i == 0) for i, s in enumerate(out)),
        "return_": _when(back.depart_date) if back else None,
        "trip_type": "round_trip" if closed and len(segments) == 2 else trip.itinerary.trip_type,
    }


def _stay_only(trip: TripIntent) -> tuple[Visit, ...]:
    stays = trip.itinerary.lodging.stays
    return tuple(
        Visit(
            place=Place(
                said=s.location_name or s.location_code or "",
                name=s.location_name,
                kind="city",
                code=_iata(s.location_code),
            )
        )
        for s in stays
        if s.location_code
    )


def _iata(code: str | None) -> str | None:
    return code if code and len(code) == 3 and code.isupper() else None


def _is_chain(segments: Sequence[Segment]) -> bool:
    return all(a.destination.code == b.origin.code for a, b in pairwise(segments))


def _leg(segment: Segment) -> Leg:
    return Leg(
        origin=_place(segment.origin),
        destination=_place(segment.destination),
        depart=_when(segment.depart_date),
        mode=_mode(segment),
        window=segment.depart_time_window,
    )


def _visit(segment: Segment, trip: TripIntent, *, first: bool) -> Visit:
    place = _place(segment.destination) or Place(said="")
    arrive = None if first else _when(segment.depart_date)
    return Visit(place=place, arrive=arrive, mode=_mode(segment), hotel=_slept(segment.destination, trip))


def _slept(at: Point, trip: TripIntent) -> bool | None:
    """Return False where stays are planned for other stops only."""
    stays = trip.itinerary.lodging.stays
    here = {at.code, at.name, at.said} - {None}
    return False if stays and not any({s.location_code, s.location_name} & here for s in stays) else None


def _mode(segment: Segment) -> Mode | None:
    ground: tuple[Mode, ...] = ("train", "car", "ferry", "bus")
    return next((mode for mode in ground if mode == segment.transport_mode), None)


def _place(point: Point) -> Place | None:
    if not (point.code or point.said or point.name):
        return None
    kind = "airport" if point.type == "airport" and point.code else point.type
    said = point.said or point.name or point.code or ""
    return Place(said=said, name=point.name, kind=kind, code=point.code, country=point.country)


def _when(day: str | None) -> When | None:
    return When(said=day, day=day) if day else None


def _party(trip: TripIntent) -> dict[str, object]:
    t = trip.party.travelers
    return {
        "adults": t.adults,
        "children": t.children,
        "infants": t.infants,
        "travelers": t.total,
        "ages": t.child_ages,
    }


def _lodging(trip: TripIntent) -> dict[str, object]:
    lodging = trip.itinerary.lodging
    stay = lodging.stays[0] if len(lodging.stays) == 1 else None
    return {
        "lodging_needed": lodging.needed,
        "check_in": _when(stay.check_in if stay else lodging.check_in),
        "check_out": _when(stay.check_out if stay else lodging.check_out),
        "nights": lodging.number_of_nights,
        "rooms": lodging.rooms,
        "area": lodging.location_hint,
    }


def _wishes(trip: TripIntent) -> dict[str, object]:
    flight, hotel, limits = trip.preferences.flight, trip.preferences.hotel, trip.constraints
    each = limits.budget_per_person
    budget = each or limits.budget_total
    return {
        "cabin": flight.cabin,
        "max_stops": flight.max_stops,
        "max_hours": flight.max_hours,
        "avoid_red_eye": flight.avoid_red_eye,
        "avoid_self_transfer": flight.avoid_self_transfer,
        "price_first": True if trip.preferences.weights.get("price") == PRICE_ALONE else None,
        "airlines": flight.preferred_airlines,
        "avoid_airlines": flight.avoid_airlines,
        "checked_bags": flight.checked_bags,
        "stars": hotel.star_min,
        "hotel_name": hotel.hotel_name,
        "stay_kinds": hotel.kinds,
        "near": hotel.near,
        "avoid_options": trip.preferences.declined,
        "refundable_hotel": hotel.refundable_only,
        "amenities": hotel.amenities,
        "board": hotel.board,
        "budget": budget.amount if budget else None,
        "budget_per_person": True if each else None,
        "currency": limits.currency or (budget.currency if budget else None),
        "refundable": {"refundable": True, "either": False}.get(limits.refundable_preference or ""),
        "flights_needed": limits.flights_needed,
    }
