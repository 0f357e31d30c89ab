"""What belongs to one leg or stay alone: wishes, hours, mode, and for whom of the party it is. It stays with its leg when others change."""

from typing import Any

from tripintent.state.changes import FlightWishes, Leg, Liked
from tripintent.state.framing.changed_days import Draft
from tripintent.state.framing.changed_wishes import codes, window
from tripintent.state.framing.segments import wants_return
from tripintent.state.itinerary import Segment, Stay
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import FlightPreferences

WHOLE_PARTY = "kept on the leg; flights are still searched and priced for the whole party"
_PLAIN = ("cabin", "max_stops", "max_hours", "avoid_red_eye", "avoid_self_transfer", "checked_bags")


def with_legs(trip: TripIntent, draft: Draft) -> TripIntent:
    """Return a trip whose legs and stays keep what was theirs, with what a call says of single ones."""
    segments = _kept(draft, trip)
    if draft.changes.given("legs") and draft.changes.legs is None:
        segments = [one.model_copy(update={"wishes": None, "traveler_ids": ()}) for one in segments]
    if draft.changes.flights is not None:
        segments = [_outruled(one, draft.changes.flights) for one in segments]
    for i, leg in enumerate(draft.changes.legs or ()):
        at = (leg.leg or i + 1) - 1
        if at >= len(segments):
            draft.reject(
                f"legs[{i}].leg", f"the trip has {len(segments)} legs", [str(n + 1) for n in range(len(segments))]
            )
            continue
        if leg.leg and (leg.origin or leg.destination):
            draft.reject(
                f"legs[{i}].origin", "where a leg goes follows from the stops: give stops, or all legs without numbers"
            )
        segments[at] = _changed(segments[at], leg, f"legs[{i}]", draft)
    merge = {"itinerary": {"segments": tuple(segments), "lodging": {"stays": _stays(draft, trip)}}}
    return _area(apply_patch(trip, Patch(merge=merge)), draft)


def _kept(draft: Draft, trip: TripIntent) -> list[Segment]:
    """Return the legs with what the ones before had: of the same ends, or of the same place in a row as long."""
    before, after = draft.trip.itinerary.segments, list(trip.itinerary.segments)
    returning = wants_return(draft.frame.model_copy(update=draft.values))
    modes = any(stop.given("mode") for stop in draft.changes.stops or ())
    for i, new in enumerate(after):
        ends = (new.origin.code or new.origin.said, new.destination.code or new.destination.said)
        same = next(
            (s for s in before if (s.origin.code or s.origin.said, s.destination.code or s.destination.said) == ends),
            None,
        )
        old = same or (before[i] if len(before) == len(after) else None)
        if old is None:
            continue
        update: dict[str, Any] = {"traveler_ids": old.traveler_ids, "wishes": old.wishes, "passengers": old.passengers}
        inner = i not in ({0, len(after) - 1} if returning else {0})
        if inner and same:
            names = ("depart_time_window", "arrive_time_window", "land_from", "land_by")
            update |= {name: getattr(new, name) or getattr(old, name) for name in names}
        if same and not modes and i == len(after) - 1 and i:
            update["transport_mode"] = old.transport_mode
        after[i] = new.model_copy(update=update)
    return after


def _outruled(segment: Segment, wished: FlightWishes) -> Segment:
    """Return a leg without the wishes of its own that were said anew for all flights."""
    if segment.wishes is None:
        return segment
    bare = FlightPreferences()
    anew = {_field(name) for name in wished.model_fields_set} & set(FlightPreferences.model_fields)
    left = segment.wishes.model_copy(update={name: getattr(bare, name) for name in anew})
    return segment.model_copy(update={"wishes": left if left != bare else None})


def _field(name: str) -> str:
    return {"airlines": "preferred_airlines", "refundable": "refundable_only"}.get(name, name)


def _changed(segment: Segment, leg: Leg, path: str, draft: Draft) -> Segment:
    update: dict[str, Any] = {}
    if leg.given("leave"):
        update["depart_time_window"] = window(leg.leave)
    if leg.given("land"):
        update["arrive_time_window"] = window(leg.land)
    if leg.given("mode"):
        update["transport_mode"] = leg.mode or "flight"
    if leg.given("travellers"):
        known = [f"t{n + 1}" for n in range(sum(draft.trip.party.heads()))] or [g.id for g in draft.trip.party.guests]
        for i, one in enumerate(leg.travellers or ()):
            if one not in known:
                draft.reject(f"{path}.travellers[{i}]", f"nobody of the party is {one!r}", known)
        update["traveler_ids"] = tuple(one for one in leg.travellers or () if one in known)
        if update["traveler_ids"]:
            draft.reject(f"{path}.travellers", WHOLE_PARTY)
    own = _wishes(segment.wishes or FlightPreferences(), leg, path, draft)
    return segment.model_copy(update={**update, "wishes": own if own != FlightPreferences() else None})


def _wishes(own: FlightPreferences, leg: Leg, path: str, draft: Draft) -> FlightPreferences:
    update: dict[str, Any] = {name: getattr(leg, name) for name in _PLAIN if leg.given(name)}
    if leg.given("refundable"):
        update["refundable_only"] = leg.refundable
    if leg.given("airlines"):
        liked = leg.airlines or Liked()
        required = tuple(name for name in own.required if name != "preferred_airlines")
        update |= {"preferred_airlines": liked.must or liked.prefer, "avoid_airlines": liked.avoid}
        update["required"] = (*required, "preferred_airlines") if liked.must else required
        if liked.prefer and not liked.must:
            draft.reject(
                f"{path}.airlines.prefer",
                "kept on the leg; what is liked ranks for all flights alone: see flights.airlines",
            )
    if leg.given("avoid_via"):
        update["avoid_via"] = codes(draft, f"{path}.avoid_via", leg.avoid_via or ())
    if leg.given("avoid_fares"):
        update["avoid_fares"] = leg.avoid_fares or ()
    if leg.given("ideal"):
        update["ideal"] = leg.ideal or ()
    return own.model_copy(update=update)


def _stays(draft: Draft, trip: TripIntent) -> tuple[Stay, ...]:
    before = {stay.location_code: stay for stay in draft.trip.itinerary.lodging.stays}
    said_of_all = draft.changes.lodging is not None and draft.changes.lodging.given("area")
    stays = []
    for stay in trip.itinerary.lodging.stays:
        old = before.get(stay.location_code)
        if old is not None:
            hint = stay.location_hint if said_of_all else old.location_hint
            kept = {"traveler_ids": old.traveler_ids, "guests_per_room": old.guests_per_room, "location_hint": hint}
            stays.append(stay.model_copy(update=kept))
        else:
            stays.append(stay)
    return tuple(stays)


def _area(trip: TripIntent, draft: Draft) -> TripIntent:
    """Return the trip with the area that was said of each stop's hotel."""
    lodging = trip.itinerary.lodging
    stays, alone = list(lodging.stays), lodging.location_hint
    ends = {one.destination.said for one in trip.itinerary.segments} | {stay.location_name for stay in stays}
    for i, stop in enumerate(draft.changes.stops or ()):
        place = draft.now("visits")[i].place if i < len(draft.now("visits")) else None
        if place and not {place.said, place.name} & ends:
            draft.reject(
                f"stops[{i}].place", "one neither travels there nor sleeps there: say where from, or where one sleeps"
            )
        if not stop.given("area") or place is None:
            continue
        at = [
            n for n, s in enumerate(stays) if {s.location_code, s.location_name} & {place.code, place.name, place.said}
        ]
        if at:
            stays[at[0]] = stays[at[0]].model_copy(update={"location_hint": stop.area})
        elif not stays and len(draft.changes.stops or ()) == 1 and lodging.needed is not False:
            alone = stop.area
        elif stop.area:
            draft.reject(f"stops[{i}].area", "no hotel is planned there: give it nights or lodging")
    merge = {"itinerary": {"lodging": {"stays": tuple(stays), "location_hint": alone}}}
    return apply_patch(trip, Patch(merge=merge))
