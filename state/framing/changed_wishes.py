"""Party, wishes and meetings of a TripChanges, as slots of a frame."""

from collections.abc import Mapping

from tripintent.state.changes import AllFlights, Appointment, HourRange, LodgingWishes, PartyCount
from tripintent.state.frame import Meeting, NearPlace, TimeWindow
from tripintent.state.framing.changed_days import ChangeDraft

OF_A_FLIGHT = ("cabin", "max_stops", "max_hours", "avoid_red_eye", "avoid_self_transfer", "checked_bags")
_LODGING: Mapping[str, str] = {
    "needed": "lodging_needed", "area": "area", "avoid_areas": "avoid_areas", "stars_min": "stars", "stars_max": "max_stars",
    "kinds": "stay_kinds", "avoid": "avoid_hotels", "hotel": "hotel_name", "amenities": "amenities", "board": "board",
    "beds": "room_type", "rooms": "rooms", "refundable": "refundable_hotel",
}  # fmt: skip
"""Wishes for hotels, and the slots that hold them."""
_SOFT_FLIGHT = frozenset({"max_stops", "max_hours", "avoid_self_transfer"})
_SOFT_LODGING = frozenset({"stars", "amenities", "board", "near"})


def wishes(draft: ChangeDraft) -> None:
    """Read party, wishes and meetings into a draft."""
    changes = draft.changes
    if changes.given("party"):
        _party(draft, changes.party)
    if changes.given("flights"):
        _flights(draft, changes.flights)
    if changes.given("lodging"):
        _lodging(draft, changes.lodging)
    if changes.given("price_first"):
        draft.values["price_first"] = changes.price_first or None
    if changes.given("meetings"):
        made = [_meeting(draft, i, one) for i, one in enumerate(changes.meetings or ())]
        if None not in made:
            draft.values["meetings"] = tuple(made)


def window(hours: HourRange | None) -> TimeWindow | None:
    """Return hours as a window; None where they are taken back."""
    return TimeWindow(start=hours.after, end=hours.before) if hours and (hours.after or hours.before) else None


def codes(draft: ChangeDraft, path: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the codes of airports that are named."""
    found: list[str] = []
    for i, name in enumerate(names):
        place = draft.place(f"{path}[{i}]", name)
        at = [*draft.gazette.airports(place.code)] if place and place.code else []
        if place and not at:
            draft.reject(f"{path}[{i}]", f"{name!r} has no airport: name the airport or its IATA code")
        found += at
    return tuple(dict.fromkeys(found))


def _party(draft: ChangeDraft, party: PartyCount | None) -> None:
    values = draft.values
    if party is None:
        values |= dict.fromkeys(("adults", "children", "infants", "travelers")) | {"ages": ()}
        return
    if party.given("adults"):
        values |= {"adults": party.adults, "travelers": None}
    if party.given("child_ages"):
        ages = party.child_ages or ()
        values |= {"ages": ages, "children": len(ages) or None}
    if party.given("infants"):
        values["infants"] = party.infants or None


def _flights(draft: ChangeDraft, wished: AllFlights | None) -> None:
    all_ = wished or AllFlights.model_validate(dict.fromkeys(AllFlights.model_fields))
    values = draft.values
    values |= {name: getattr(all_, name) for name in OF_A_FLIGHT if all_.given(name)}
    for name, slot in (("leave", "depart_window"), ("land", "arrive_window")):
        if all_.given(name):
            values[slot] = window(getattr(all_, name))
        if all_.given("back") and (all_.back is None or all_.back.given(name)):
            values[slot.replace("depart", "return").replace("arrive", "return_arrive")] = window(
                getattr(all_.back, name, None)
            )
    if all_.given("airlines"):
        _airlines(draft, all_)
    if all_.given("airports"):
        ports = all_.airports
        values["airports"] = codes(draft, "flights.airports.must", ports.must if ports else ())
        values["avoid_airports"] = codes(draft, "flights.airports.avoid", ports.avoid if ports else ())
        if ports and ports.prefer:
            draft.reject("flights.airports.prefer", "airports are searched alone (must) or left out (avoid)")
    if all_.given("avoid_via"):
        values["avoid_via"] = codes(draft, "flights.avoid_via", all_.avoid_via or ())
    if all_.given("avoid_fares"):
        values["avoid_fares"] = all_.avoid_fares or ()
    if all_.given("ideal"):
        values["soft"] = tuple(
            dict.fromkeys((*(s for s in draft.now("soft") if s not in _SOFT_FLIGHT), *(all_.ideal or ())))
        )


def _airlines(draft: ChangeDraft, all_: AllFlights) -> None:
    liked = all_.airlines
    hard = tuple(slot for slot in draft.now("hard") if slot != "airlines")
    draft.values["hard"] = (*hard, "airlines") if liked and liked.must else hard
    draft.values["airlines"] = (liked.must or liked.prefer) if liked else ()
    draft.values["avoid_airlines"] = liked.avoid if liked else ()
    if liked and liked.must and liked.prefer:
        draft.reject(
            "flights.airlines.prefer", "with must, these airlines alone are searched: none is preferred beside them"
        )


def _lodging(draft: ChangeDraft, wished: LodgingWishes | None) -> None:
    rooms = wished or LodgingWishes.model_validate(dict.fromkeys(LodgingWishes.model_fields))
    if rooms.stars_min and rooms.stars_max and rooms.stars_min > rooms.stars_max:
        draft.reject("lodging.stars_max", f"stars_max {rooms.stars_max} is below stars_min {rooms.stars_min}")
        rooms = LodgingWishes.model_validate(rooms.model_dump(exclude_unset=True, exclude={"stars_max"}))
    if rooms.needed is False and any(stop.lodging for stop in draft.changes.stops or ()):
        draft.reject("lodging.needed", "a stop of this call has a hotel (lodging: true): say whether one is needed")
        rooms = LodgingWishes.model_validate(rooms.model_dump(exclude_unset=True, exclude={"needed"}))
    if len(stops := draft.changes.stops or ()) == 1:
        own = {name for name in ("area", "stars_min", "amenities") if stops[0].given(name) and rooms.given(name)}
        for name in sorted(one for one in own if getattr(stops[0], one) != getattr(rooms, one)):
            draft.reject(f"lodging.{name}", "the only stop of this call says something else: say it once")
        rooms = LodgingWishes.model_validate(rooms.model_dump(exclude_unset=True, exclude=own))
    for name, slot in _LODGING.items():
        if rooms.given(name):
            value: object = getattr(rooms, name)
            draft.values[slot] = value if value is not None else getattr(type(draft.frame)(), slot)
    if rooms.given("near"):
        near = rooms.near
        km = near.within_metres / 1000 if near and near.within_metres else None
        draft.values["near"] = (
            NearPlace(to=near.to, said=near.to, within_km=km, within_minutes=near.within_minutes) if near else None
        )
    if rooms.given("ideal"):
        soft = ["stars" if name == "stars_min" else name for name in rooms.ideal or ()]
        draft.values["soft"] = tuple(dict.fromkeys((*(s for s in draft.now("soft") if s not in _SOFT_LODGING), *soft)))


def _meeting(draft: ChangeDraft, i: int, one: Appointment) -> Meeting | None:
    when = draft.when(f"meetings[{i}].day", one.day)
    if when and not when.day:
        draft.reject(f"meetings[{i}].day", "a meeting has one day: YYYY-MM-DD")
    if one.end == one.start:
        draft.reject(f"meetings[{i}].end", f"the meeting ends at {one.end}, when it starts")
    elif when and when.day:
        return Meeting(day=when.day, start=one.start, end=one.end, place=one.place)
    return None
