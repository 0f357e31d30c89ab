"""From a trip that was edited elsewhere back to a frame: what follows from the rest of a trip is not read as said."""

from collections.abc import Sequence
from itertools import pairwise

from tripintent.state.frame import Frame, Leg, Meeting, Mode, Place, TimeWindow, Visit, When
from tripintent.state.framing.dates import LONGEST_WAY, plus
from tripintent.state.framing.frame_to_trip import PRICE_ALONE
from tripintent.state.framing.segments import flights_needed
from tripintent.state.itinerary import DateRange, Point, Segment, Stay
from tripintent.state.trip import TripIntent


def frame_of(trip: TripIntent) -> Frame:
    """Return a frame that says what the trip's plan says. Words that were kept stay; the plan outranks them."""
    said = {**_way(trip), **_party(trip), **_lodging(trip), **_wishes(trip), "requests": trip.requests}
    frame = trip.frame.model_copy(update=said | {"flights_needed": None})
    needed = trip.constraints.flights_needed
    return frame if needed == flights_needed(frame) else frame.model_copy(update={"flights_needed": needed})


_WINDOWS = ("depart_window", "arrive_window", "return_window", "return_arrive_window")
_LANDINGS = ("arrive_day", "arrive_by", "return_arrive_by")


def _way(trip: TripIntent) -> dict[str, object]:
    segments = list(trip.itinerary.segments)
    cleared: dict[str, object] = {}
    cleared |= dict.fromkeys(("origin", "depart", "return_", *_WINDOWS, *_LANDINGS))
    kind = None if trip.itinerary.trip_type == "multi_city" else trip.itinerary.trip_type  # follows from the stops
    cleared |= {"visits": _stay_only(trip), "legs": (), "trip_type": kind}
    cleared |= {"meetings": meetings_of(trip)}
    if not segments:
        return cleared | {"origin": _place(trip.itinerary.home) if trip.itinerary.home else None}
    if not all(a.destination.code == b.origin.code for a, b in pairwise(segments)):
        return cleared | {"legs": tuple(_leg(s) for s in segments), "trip_type": "multi_city"}
    closed = len(segments) > 1 and segments[-1].destination.code == segments[0].origin.code
    out, back = (segments[:-1], segments[-1]) if closed else (segments, None)
    known = out if len(out) > 1 or _place(out[0].destination) else ()
    visits = tuple(_visit(s, trip, number=i) for i, s in enumerate(known))
    return cleared | {
        "origin": _place(segments[0].origin),
        "depart": _day_of(segments[0], trip.frame.depart),
        "visits": visits,
        "return_": None if back is None or _follows(back, out, trip) else _day_of(back, trip.frame.return_),
        "trip_type": "round_trip" if closed and len(segments) == 2 else kind,
        **_bounds(segments[0], back, meetings_of(trip)),
    }


def meetings_of(trip: TripIntent) -> tuple[Meeting, ...]:
    """Return what one travels for; of a trip stored before the plan had meetings, what was said."""
    return trip.frame.meetings if trip.itinerary.meetings is None else trip.itinerary.meetings


def _follows(back: Segment, out: Sequence[Segment], trip: TripIntent) -> bool:
    """Tell whether the day of the way back is that of nights which were said."""
    nights = [_nights(*one) for one in zip(trip.itinerary.lodging.stays, out, strict=False)]
    if len(out) == 1:
        nights = [trip.itinerary.lodging.number_of_nights]
    slept = sum(n for n in nights if n) if nights and None not in nights and len(nights) == len(out) else None
    total = None if slept is None else slept + sum(leg.lands_later for leg in out)
    return back.depart_date is not None and plus(out[0].depart_date, total) == back.depart_date


def landing_said(leg: Segment, meetings: Sequence[Meeting]) -> TimeWindow | None:
    """Return the hours of landing that were said of a leg: a meeting's hour is no wish, and filters no search."""
    window = leg.arrive_time_window
    starts = [one.start for one in meetings if one.day == leg.depart_date == leg.land_by]
    if window is None or not starts or window.end != min(starts):
        return window
    return TimeWindow(start=window.start) if window.start else None


def _bounds(first: Segment, back: Segment | None, meetings: tuple[Meeting, ...]) -> dict[str, object]:
    """Return hours and days of landing as said: without what follows from a meeting on the day of the first leg."""
    met = any(one.day == first.depart_date for one in meetings) and first.land_by == first.depart_date
    window = landing_said(first, meetings)
    lands, by = (None, None) if met and not first.land_from else (first.land_from, first.land_by)
    return {
        "depart_window": first.depart_time_window,
        "arrive_window": window,
        "arrive_day": _when(lands),
        "arrive_by": None if lands else _when(by),
        "return_window": back.depart_time_window if back else None,
        "return_arrive_window": back.arrive_time_window if back else None,
        "return_arrive_by": _when(back.land_by) if back else None,
    }


def _stay_only(trip: TripIntent) -> tuple[Visit, ...]:
    stays = trip.itinerary.lodging.stays
    return tuple(
        Visit(
            place=Place(
                said=s.location_name or s.location_code or "",
                name=s.location_name,
                kind="city",
                code=s.location_code if s.location_code.isupper() and len(s.location_code) == 3 else None,
            )
        )
        for s in stays
        if s.location_code
    )


def _leg(segment: Segment) -> Leg:
    return Leg(
        origin=_place(segment.origin),
        destination=_place(segment.destination),
        depart=_day_of(segment, None),
        mode=_mode(segment),
        window=segment.depart_time_window,
        lands_later=segment.lands_later,
    )


def _visit(segment: Segment, trip: TripIntent, *, number: int) -> Visit:
    """Return a stop; the day of going on to it is said where it does not follow from the nights before."""
    place, stay = _place(segment.destination) or Place(said=""), _stay_at(segment.destination, trip)
    if stay and place.kind == "city" and stay.location_code == place.name:
        place = place.model_copy(update={"code": None})  # it has no airport of its own
    elif stay and place.code and str(stay.location_code).startswith(f"{place.name}, "):
        place = place.model_copy(update={"town": stay.location_code})
    before = trip.itinerary.segments[number - 1] if number else None
    slept = _stay_at(before.destination, trip) if before else None
    follows = slept and before and _nights(slept, before) and slept.check_out == segment.depart_date
    arrive = None if number == 0 or follows else _day_of(segment, None)
    nights = _nights(stay, segment) if stay else None
    onward = next(iter(trip.itinerary.segments[number + 1 :]), None)
    ends = stay.check_out if stay and onward and stay.check_out != onward.depart_date else None
    return Visit(
        place=place,
        arrive=arrive,
        leave=None if nights else _when(ends),
        nights=nights,
        mode=_mode(segment),
        hotel=False if trip.itinerary.lodging.stays and _stay_at(segment.destination, trip) is None else None,
        lands_later=segment.lands_later,
    )


def _nights(stay: Stay, leg: Segment) -> int | None:
    """Return nights that were said, where the days still agree with them: counted from the landing, where that begins the stay."""
    first = plus(stay.check_in, leg.lands_later) if stay.from_landing else stay.check_in
    fits = stay.number_of_nights and plus(first, stay.number_of_nights) == stay.check_out
    return stay.number_of_nights if fits or not (stay.check_in and stay.check_out) else None


def _stay_at(at: Point, trip: TripIntent) -> Stay | None:
    here = {at.code, at.name, at.said} - {None}
    return next((s for s in trip.itinerary.lodging.stays if {s.location_code, s.location_name} & here), None)


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


def _day_of(segment: Segment, said: When | None) -> When | None:
    """Return the day of a leg, or its range; as it was said where that is the same."""
    by, flex = segment.land_by, segment.flex
    lands = by is not None and flex is not None and flex.latest == by and flex.earliest == plus(by, -LONGEST_WAY)
    return _ranged(segment.depart_date, flex, said, lands=lands)


def _ranged(day: str | None, flex: DateRange | None, said: When | None, *, lands: bool = False) -> When | None:
    if flex is None:
        return said if said and day and said == When(said=said.said, day=day) else _when(day)
    ends = {"earliest": flex.earliest, "latest": flex.latest, "around": flex.around, "among": flex.among}
    if said and all(getattr(said, name) == value for name, value in ends.items()) and said.day == day:
        return said
    return When(said=flex.said, day=day, from_landing=lands, **ends)


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
    """Return what was said of the nights: days that follow from the flights are none."""
    lodging, days = trip.itinerary.lodging, {s.depart_date for s in trip.itinerary.segments}
    stay = lodging.stays[0] if len(lodging.stays) == 1 else None
    part = stay or lodging
    ends = None if part.from_landing and part.check_out in days else part.check_out
    lands = plus(part.check_in, sum(s.lands_later for s in trip.itinerary.segments[:1]))
    if part.from_landing and plus(lands, lodging.number_of_nights) == ends:
        ends = None
    return {
        "lodging_needed": lodging.needed,
        "check_in": None if part.from_landing else _ranged(part.check_in, lodging.flex, trip.frame.check_in),
        "check_out": _when(ends),
        "nights": lodging.number_of_nights,
        "rooms": lodging.rooms,
        "area": lodging.location_hint,
    }


def _wishes(trip: TripIntent) -> dict[str, object]:
    flight, hotel, limits = trip.preferences.flight, trip.preferences.hotel, trip.constraints
    each = limits.budget_per_person
    budget = each or limits.budget_total
    same = ("cabin", "max_stops", "max_hours", "avoid_red_eye", "avoid_self_transfer", "avoid_airlines", "checked_bags")
    of_ports = ("airports", "avoid_airports", "avoid_via", "avoid_fares")
    of_hotel = ("hotel_name", "near", "amenities", "board", "room_type", "house_rules", "max_stars", "avoid_hotels")
    return {
        **{name: getattr(flight, name) for name in (*same, *of_ports)},
        **{name: getattr(hotel, name) for name in (*of_hotel, "avoid_areas")},
        "price_first": True if trip.preferences.weights.get("price") == PRICE_ALONE else None,
        "airlines": flight.preferred_airlines,
        "hard": ("airlines",) if "preferred_airlines" in flight.required else (),
        "soft": (*flight.ideal, *("stars" if name == "star_min" else name for name in hotel.ideal)),
        "stars": hotel.star_min,
        "stay_kinds": hotel.kinds,
        "avoid_options": trip.preferences.declined,
        "refundable_hotel": hotel.refundable_only,
        "budget": budget.amount if budget else None,
        "budget_per_person": True if each else None,
        "currency": limits.currency or (budget.currency if budget else None),
        "refundable": {"refundable": True, "either": False}.get(limits.refundable_preference or ""),
    }
