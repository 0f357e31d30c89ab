"""What belongs to one leg or stay alone: wishes, hours, mode, and for whom of the party it is. It stays with its leg when others change."""

from collections.abc import Sequence

from tripintent.state.changes import DayRange, FlightWishes, LegChange, Liked, Nights
from tripintent.state.framing.changed_days import ChangeDraft
from tripintent.state.framing.changed_way import legs_taken
from tripintent.state.framing.changed_wishes import OF_A_FLIGHT, codes, window
from tripintent.state.framing.segments import wants_return
from tripintent.state.itinerary import Segment, Stay
from tripintent.state.party_parts import parted, renumbered, stays_of_legs, without_legs
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.travellers import Party, heads_of
from tripintent.state.trip import TripIntent
from tripintent.state.wishes import FlightPreferences


def with_legs(trip: TripIntent, draft: ChangeDraft) -> TripIntent:
    """Return a trip whose legs and stays keep what was theirs, with what a call says of single ones."""
    segments = _kept(draft, trip)
    if draft.changes.given("legs") and draft.changes.legs is None:
        segments = [one.model_copy(update={"wishes": None, "traveler_ids": ()}) for one in segments]
    if draft.changes.flights is not None:
        segments = [_outruled(one, draft.changes.flights) for one in segments]
    for i, leg in legs_taken(draft):
        at = (leg.leg or i + 1) - 1
        if at >= len(segments):
            draft.reject(
                f"legs[{i}].leg", f"the trip has {len(segments)} legs", [str(n + 1) for n in range(len(segments))]
            )
            continue
        segments[at] = _changed(segments[at], leg, f"legs[{i}]", draft, trip.party)
    plan = trip.itinerary.model_copy(update={"segments": tuple(segments)})
    trip = trip.model_copy(update={"itinerary": plan})
    return _own_hotels(
        apply_patch(trip, Patch(merge={"itinerary": {"lodging": {"stays": _stays(draft, trip)}}})), draft
    )


def _kept(draft: ChangeDraft, trip: TripIntent) -> list[Segment]:
    """Return the legs with what the ones before had: of the same ends, or of the same place in a row as long."""
    before, after = draft.trip.itinerary.segments, list(trip.itinerary.segments)
    left = [*before]
    returning = wants_return(draft.frame.model_copy(update=draft.values))
    modes = any(stop.given("mode") for stop in draft.changes.stops or ())
    for i, new in enumerate(after):
        same = next((s for s in left if _ends(s) == _ends(new)), None)
        if same:
            left.remove(same)
        old = same or (before[i] if len(before) == len(after) else None)
        if old is None:
            continue
        who = renumbered(old.traveler_ids, draft.trip.party, trip.party)
        update: dict[str, object] = {"traveler_ids": who, "wishes": old.wishes, "passengers": old.passengers}
        inner = i not in ({0, len(after) - 1} if returning else {0})
        if inner and same:
            names = ("depart_time_window", "arrive_time_window", "land_from", "land_by")
            update |= {name: getattr(new, name) or getattr(old, name) for name in names}
        if same and not modes and i == len(after) - 1 and i:
            update["transport_mode"] = old.transport_mode
        after[i] = new.model_copy(update=update)
    return after


def _ends(segment: Segment) -> tuple[str | None, str | None]:
    return segment.origin.code or segment.origin.said, segment.destination.code or segment.destination.said


def _outruled(segment: Segment, wished: FlightWishes) -> Segment:
    """Return a leg without the wishes of its own that were said again for all flights."""
    if segment.wishes is None:
        return segment
    bare = FlightPreferences()
    anew = {_field(name) for name in wished.model_fields_set} & set(FlightPreferences.model_fields)
    left = segment.wishes.model_copy(update={name: getattr(bare, name) for name in anew})
    return segment.model_copy(update={"wishes": left if left != bare else None})


def _field(name: str) -> str:
    return {"airlines": "preferred_airlines", "refundable": "refundable_only"}.get(name, name)


def _changed(segment: Segment, leg: LegChange, path: str, draft: ChangeDraft, party: Party) -> Segment:
    update: dict[str, object] = {}
    if leg.given("leave"):
        update["depart_time_window"] = window(leg.leave)
    if leg.given("land"):
        update["arrive_time_window"] = window(leg.land)
    if leg.given("mode"):
        update["transport_mode"] = leg.mode or "flight"
    if leg.given("travellers"):
        who = _who(leg.travellers or (), f"{path}.travellers", draft, party)
        update |= {} if who is None else {"traveler_ids": who}
    own = _wishes(segment.wishes or FlightPreferences(), leg, path, draft)
    return segment.model_copy(update={**update, "wishes": own if own != FlightPreferences() else None})


def _who(said: Sequence[str], path: str, draft: ChangeDraft, party: Party) -> tuple[str, ...] | None:
    """Return the ids of who takes a part, none named where all do; None where it cannot be sold so."""
    known = {one.id: one for one in party.members()}
    names = {one.guest.name.casefold(): one.id for one in known.values() if one.guest and one.guest.name}
    ids = [one if one in known else names.get(one.casefold(), "") for one in said]
    for i, one in enumerate(ids):
        if not one:
            draft.reject(f"{path}[{i}]", f"no one of the party is {said[i]!r}", [*known, *names])
    found = sorted({*ids} - {""}, key=[*known].index)
    if found and not heads_of(known[one] for one in found)[0]:
        draft.reject(path, "a child alone is sold nothing here: name an adult who goes along", [*known])
        return None
    if said and not found:
        return None
    return () if len(found) == len(known) else tuple(found)


def _wishes(own: FlightPreferences, leg: LegChange, path: str, draft: ChangeDraft) -> FlightPreferences:
    update: dict[str, object] = {name: getattr(leg, name) for name in OF_A_FLIGHT if leg.given(name)}
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


def _stays(draft: ChangeDraft, trip: TripIntent) -> tuple[Stay, ...]:
    """Return the stays: as they were said, as the legs of each have it where not all go together, else as the stops have it."""
    lodging = draft.changes.lodging
    if lodging is not None and lodging.stays is not None:
        return _said(draft, trip, lodging.stays)
    before = draft.trip.itinerary
    known = {stay.location_code: stay for stay in before.lodging.stays}
    said_of_all = lodging is not None and lodging.given("area")
    if parted(trip) or parted(draft.trip):
        if trip.itinerary.lodging.needed is False:
            return ()
        same = _journeys(before.segments) == _journeys(trip.itinerary.segments)
        again = lodging is not None and lodging.given("stays")
        stays = before.lodging.stays if same and before.lodging.stays and not again else stays_of_legs(trip)
        if not same:
            draft.assumed["stays: each sleeps where their own legs take them"] = None
            draft.assumed |= {f"{one} takes no leg of this trip": None for one in without_legs(trip)}
        hint = {"location_hint": lodging.area} if said_of_all and lodging else {}
        return tuple(stay.model_copy(update=hint) for stay in stays)
    stays, said = trip.itinerary.lodging.stays, draft.changes.model_fields_set
    if lodging is not None and before.lodging.stays and not (said & _OF_NIGHTS or lodging.model_fields_set & _OF_STAYS):
        anew = {field: getattr(lodging, name) for name, field in _OF_ALL.items() if lodging.given(name)}
        stays = tuple(stay.model_copy(update=anew) for stay in before.lodging.stays)
    kept = ((stay, known.get(stay.location_code)) for stay in stays)
    return tuple(
        stay.model_copy(
            update={
                "guests_per_room": old.guests_per_room,
                "star_min": None if lodging is not None and lodging.given("stars_min") else old.star_min,
                "amenities": () if lodging is not None and lodging.given("amenities") else old.amenities,
                "location_hint": stay.location_hint if said_of_all else old.location_hint,
            }
        )
        if old
        else stay
        for stay, old in kept
    )


_OF_NIGHTS = frozenset(("origin", "stops", "legs", "depart", "return_day", "one_way", "flights_needed"))
_OF_STAYS = frozenset(("needed", "stays"))
"""What the nights of each stop follow from; where no word of it is said, the stays are as they were."""
_OF_ALL = {"area": "location_hint", "rooms": "rooms"}


def _journeys(segments: Sequence[Segment]) -> list[object]:
    return [(*_ends(one), one.depart_date, one.traveler_ids) for one in segments]


def _said(draft: ChangeDraft, trip: TripIntent, nights: Sequence[Nights]) -> tuple[Stay, ...]:
    """Return the stays that were said; where one of them is not clear, all stay as they were."""
    stays: list[Stay] = []
    for i, one in enumerate(nights):
        path = f"lodging.stays[{i}]"
        place = draft.place(f"{path}.place", one.place)
        first = draft.when(f"{path}.check_in", DayRange(day=one.check_in))
        last = draft.when(f"{path}.check_out", DayRange(day=one.check_out))
        ids = _who(one.travellers, f"{path}.travellers", draft, trip.party)
        if place and first and last and ids is not None:
            code, name = place.code or place.name or place.said, place.name or place.said
            lands = {(leg.destination.code, leg.depart_date) for leg in trip.itinerary.segments}
            stay = Stay(location_code=code, location_name=name, traveler_ids=ids)
            ends = {"check_in": first.day, "check_out": last.day, "from_landing": (code, first.day) in lands}
            stays.append(stay.model_copy(update=ends))
    if len(stays) < len(nights):
        draft.reject("lodging.stays", "the stays are as they were until each is clear")
        return trip.itinerary.lodging.stays
    return tuple(sorted(stays, key=lambda one: (one.check_in or "", one.check_out or "")))


_OF_HOTEL = {"area": "location_hint", "stars_min": "star_min", "amenities": "amenities"}
"""What is said of one stop's hotel, and the field of its stay."""


def _own_hotels(trip: TripIntent, draft: ChangeDraft) -> TripIntent:
    """Return the trip with what was said of each stop's hotel."""
    lodging = trip.itinerary.lodging
    stays, alone, hotel = list(lodging.stays), lodging.location_hint, dict[str, object]()
    ends = {one.destination.said for one in trip.itinerary.segments} | {stay.location_name for stay in stays}
    for i, stop in enumerate(draft.changes.stops or ()):
        place = draft.now("visits")[i].place if i < len(draft.now("visits")) else None
        if place and not {place.said, place.name} & ends:
            draft.reject(
                f"stops[{i}].place", "one neither travels there nor sleeps there: say where from, or where one sleeps"
            )
        said = {field: getattr(stop, name) for name, field in _OF_HOTEL.items() if stop.given(name)}
        said |= {"amenities": said["amenities"] or ()} if "amenities" in said else {}
        if not said or place is None:
            continue
        at = [
            n for n, s in enumerate(stays) if {s.location_code, s.location_name} & {place.code, place.name, place.said}
        ]
        if at:
            stays[at[0]] = stays[at[0]].model_copy(update=said)
        elif not stays and len(draft.changes.stops or ()) == 1 and lodging.needed is not False:
            alone = said.pop("location_hint", alone)
            hotel |= said
        elif any(said.values()):
            draft.reject(f"stops[{i}]", "no hotel is planned there: give it nights or lodging")
    hotels = {"itinerary": {"lodging": {"stays": tuple(stays), "location_hint": alone}}}
    return apply_patch(trip, Patch(merge={**hotels, "preferences": {"hotel": hotel}}))
