"""What a request changes of a booked trip: the part that it names, for all who take it or for some of them."""

from collections.abc import Collection, Mapping, Sequence

from tripintent.state.events import UserChangesBooking
from tripintent.state.frame import TimeWindow
from tripintent.state.framing import frame_of
from tripintent.state.itinerary import Segment, Stay
from tripintent.state.patch import DELETE, Patch, apply_patch, merge_model
from tripintent.state.queries import FlightQuery
from tripintent.state.questions.plan import plan_of
from tripintent.state.questions.stays import effective_stays
from tripintent.state.rebooking import LIVE, coverage, holders, members_of, part_bookings
from tripintent.state.travellers import heads_of
from tripintent.state.trip import TripIntent

CHANGE = "change"
"""The label of a step that asks for a change of what is booked."""


def changed_by(trip: TripIntent, event: UserChangesBooking) -> Mapping[str, object] | None:
    """Return the merge of a change that names a booked part; None where no single leg or stay is named, or no change.

    The part moves, and its bookings are to be replaced; nights in addition are quoted beside those that are booked. Stays that
    end or begin with a leg are planned along with it: their bookings stay as they are. Of a leg for some of those who take it
    their own ticket is replaced; one that others fly on as well stays booked, and theirs is bought beside it.
    """
    by_id = [one for one in trip.working_memory.bookings if one.booking_id in event.booking_ids]
    bookings = by_id or ([] if event.booking_ids else part_bookings(trip, event.part))
    asked_again = {one.key: one for asked in coverage(trip).left for one in asked}  # what is set in a booking's place
    of = {id_: asked_again[key] for id_, key in trip.working_memory.replacing.items() if key in asked_again}
    of |= coverage(trip).parts
    parts = {found.number: found for one in bookings if (found := of.get(one.booking_id))}
    kinds = {one.query.kind for one in parts.values()}
    nothing = not (event.booking_ids or event.date or event.until)
    if len(parts) != 1 or len(kinds) != 1 or nothing:
        return None
    ((number, asked),) = parts.items()
    ids = [one.booking_id for one in bookings]
    if not isinstance(asked.query, FlightQuery):
        return _changed_stay(trip, number, event, ids)
    held = {one: own for one, own in holders(trip).items() if coverage(trip).parts[one] == asked}
    others = {one for booking_id, own in held.items() if booking_id not in ids for one in own}
    who = event.travellers or [one for one in asked.who if one not in others]
    if {*asked.who} <= {*who}:
        return _replacing(trip, _moved_leg(trip, number, event), ids, "flight", number)
    if not can_part(trip, asked.who, who):
        return None
    own = [booking_id for booking_id in ids if {*held[booking_id]} <= {*who}]
    number, itinerary = _parted_leg(trip, number, event, who)
    return _replacing(trip, itinerary, own, "flight", number)


def can_part(trip: TripIntent, takers: Collection[str], who: Collection[str]) -> bool:
    """Tell whether some of those who take a leg can fly apart: an adult is among them, and among the others."""
    members = trip.party.members()
    parts = ([m for m in members if m.id in takers and (m.id in who) == some] for some in (True, False))
    return all(heads_of(part)[0] for part in parts)


def _parted_leg(
    trip: TripIntent, number: int, event: UserChangesBooking, who: Collection[str]
) -> tuple[int, dict[str, object]]:
    """Return a leg's number and the itinerary with it beside the one that it leaves to the others. Stays are as they were."""
    segments, lodging = list(trip.itinerary.segments), trip.itinerary.lodging
    old = segments[number]
    takers = [one.id for one in trip.party.members(old.traveler_ids)]
    stays, rest = (tuple(one for one in takers if (one in who) == some) for some in (False, True))
    segments[number] = old.model_copy(update={"traveler_ids": stays})
    new = _moved(old, event).model_copy(update={"traveler_ids": rest})
    number += not (new.depart_date or "") < (old.depart_date or "")
    segments.insert(number, new)
    return number, {"segments": tuple(segments), "lodging": {"stays": lodging.stays or effective_stays(trip)}}


def _moved(segment: Segment, event: UserChangesBooking) -> Segment:
    """Return a leg on its new day, at its new hours."""
    old, new = segment.depart_date, event.date.isoformat() if event.date else segment.depart_date
    hours = {"depart_time_window": event.leaves, "arrive_time_window": event.lands}
    windows: dict[str, TimeWindow | None] = {name: window for name, window in hours.items() if window}
    bounds = dict.fromkeys(("land_from", "land_by", "leave_from", "flex")) if new != old else {}
    if new != old and not windows:
        windows = dict.fromkeys(("depart_time_window", "arrive_time_window"))
    return segment.model_copy(update={"depart_date": new, **bounds, **windows})


def _moved_leg(trip: TripIntent, number: int, event: UserChangesBooking) -> dict[str, object]:
    """Return the itinerary with a moved leg, and the stays of those who take it that begin or end with it."""
    segments, lodging = list(trip.itinerary.segments), trip.itinerary.lodging
    leg = segments[number]
    segments[number] = _moved(leg, event)
    old, new = leg.depart_date, segments[number].depart_date
    first, last = number == 0 < len(segments) - 1, number == len(segments) - 1
    ends = [name for name, other in (("check_in", last), ("check_out", first)) if not other]
    takers = {one.id for one in trip.party.members(leg.traveler_ids)}

    def along(stay: Stay) -> Stay:
        with_it = {end: new for end in ends if getattr(stay, end) == old}
        theirs = with_it and takers >= {one.id for one in trip.party.members(stay.traveler_ids)}
        return stay.model_copy(update={**with_it, "number_of_nights": None}) if theirs else stay

    moved = {end: new for end in ends if getattr(lodging, end) == old}
    return {"segments": tuple(segments), "lodging": {"stays": tuple(map(along, lodging.stays)), **moved}}


def _changed_stay(
    trip: TripIntent, number: int, event: UserChangesBooking, ids: list[str]
) -> Mapping[str, object] | None:
    lodging, stay = trip.itinerary.lodging, effective_stays(trip)[number]
    days = {"check_in": event.date, "check_out": event.until}
    said: dict[str, object] = {name: day.isoformat() for name, day in days.items() if day}
    said |= {"number_of_nights": None} if said else {}
    stays = tuple(one.model_copy(update=said) if j == number else one for j, one in enumerate(lodging.stays))
    whole = {name: new for name, new in said.items() if getattr(lodging, name) == getattr(stay, name)}
    itinerary: dict[str, object] = {"lodging": {**whole, "stays": stays} if lodging.stays else said}
    longer = said and str(said.get("check_in", stay.check_in)) <= str(stay.check_in)
    if longer and str(said.get("check_out", stay.check_out)) >= str(stay.check_out):
        added = tuple(dict.fromkeys((*trip.working_memory.extending, *ids, *_same_stay(trip, ids))))
        return {
            "itinerary": itinerary,
            "working_memory": {"extending": added, "replacing": _following(trip, itinerary)},
        }
    merge = _replacing(trip, itinerary, ids, "hotel", number)
    beside = _same_stay(trip, ids)
    if merge and beside:  # what is left of the nights that were added
        memory = {**merge["working_memory"], "extending": (*trip.working_memory.extending, *beside)}
        return {**merge, "working_memory": memory}
    return merge


def _same_stay(trip: TripIntent, ids: Sequence[str]) -> tuple[str, ...]:
    """Return the other bookings of the stay that bookings are of."""
    parts = coverage(trip).parts
    asked = [parts[one] for one in ids if one in parts]
    return tuple(one for one, part in parts.items() if part in asked and one not in ids)


def _replacing(
    trip: TripIntent, itinerary: dict[str, object], ids: Sequence[str], kind: str, number: int
) -> dict[str, dict[str, object]] | None:
    """Return the merge with the bookings that the part's new question takes the place of."""
    after = plan_of(merge_model(trip, {"itinerary": itinerary}))
    asked = after.flights if kind == "flight" else after.hotels
    key = next((one.key for one in asked if one.number == number), None)
    if key is None:
        return None
    replacing = {**_following(trip, itinerary), **dict.fromkeys(ids, key)}
    return {"itinerary": itinerary, "working_memory": {"replacing": replacing}}


def _following(trip: TripIntent, itinerary: dict[str, object]) -> dict[str, str]:
    """Return what was asked for before and has another question with this change."""
    return following(trip, merge_model(trip, {"itinerary": itinerary}))


def seats_given_up(trip: TripIntent) -> dict[str, tuple[str, ...]]:
    """Return the routes of booked flights that some fly no more, for whom another is open, though it stays booked; and who."""
    found, left = coverage(trip), dict[str, tuple[str, ...]]()
    fewer = {one.booking_id for one in found.misfits if one.why == "fewer_people"}
    for one in trip.working_memory.bookings:
        if one.booking_id in fewer and one.part and one.item_type == "flight":
            route = one.part.origin, one.part.destination
            open_legs = [(a, a.query) for a in found.left.flights if isinstance(a.query, FlightQuery)]
            apart = [a for a, query in open_legs if (query.origin, query.destination) == route]
            names = tuple(m.guest.name if m.guest and m.guest.name else m.id for m in members_of(trip, apart))
            left |= {f"{route[0]}–{route[1]} {one.part.day}": names} if names else {}
    return left


def nights_apart(trip: TripIntent) -> tuple[tuple[str, str, str, bool], ...]:
    """Return the nights by which booked stays and the plan differ: the hotel, from, until, and whether they are without a bed.

    Nights that are quoted in addition are left out.
    """
    titles = {one.booking_id: one.title.partition(",")[0] for one in trip.working_memory.bookings}
    found: list[tuple[str, str, str, bool]] = []
    for one in coverage(trip).misfits:
        first, _, last = one.wanted.partition("/")
        if last and one.booking_id not in trip.working_memory.extending:
            found.append((titles[one.booking_id], first, last, one.why != "longer"))
    return tuple(found)


def with_days_as_booked(trip: TripIntent) -> TripIntent:
    """Return the trip without the changes of booked parts that were asked for and not bought: legs and stays are as before them.

    What else was said of the way since is taken back with them.
    """
    memory = trip.working_memory
    live = tuple(sorted(one.booking_id for one in memory.bookings if one.status in LIVE))
    at = next((i for i, one in enumerate(trip.steps) if one.label == CHANGE and one.booked == live), None)
    if at is None or not (memory.replacing or memory.extending):
        return trip
    back = [Patch(merge={"itinerary": one.merge["itinerary"]}) for one in trip.steps[at:] if "itinerary" in one.merge]
    before = apply_patch(trip, back[::-1])
    as_it_is = {"replacing": dict.fromkeys(memory.replacing, DELETE), "extending": (), "selected": DELETE}
    merge = {"working_memory": as_it_is, "steps": trip.steps[:at], "frame": frame_of(before)}
    return apply_patch(before, Patch(merge=merge))


def following(before: TripIntent, after: TripIntent) -> dict[str, str]:
    """Return the bookings whose requested change is another question in a changed plan of as many legs, with that."""
    if len(before.itinerary.segments) != len(after.itinerary.segments):
        return {}
    now = {(asked.query.kind, asked.number): asked.key for part in plan_of(after) for asked in part}
    was = {asked.key: (asked.query.kind, asked.number) for part in plan_of(before) for asked in part}
    wanted = ((one, key, now.get(was[key])) for one, key in before.working_memory.replacing.items() if key in was)
    return {one: new for one, key, new in wanted if new and new != key}
