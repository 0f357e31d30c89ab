"""Where and when of a TripChanges, as slots of a frame: origin, stops, legs, days of the way out and back."""

from tripintent.state.changes import DayRange, LegChange, StopChange
from tripintent.state.frame import Frame, Place, Visit, When
from tripintent.state.frame import Leg as FrameLeg
from tripintent.state.framing.changed_days import ChangeDraft
from tripintent.state.framing.dates import LONGEST_WAY, plus
from tripintent.state.framing.segments import flights_needed, wants_return
from tripintent.state.settling import days_between


def way(draft: ChangeDraft) -> None:
    """Read origin, stops, legs and days into a draft."""
    changes = draft.changes
    if changes.given("flights_needed"):
        draft.values["flights_needed"] = changes.flights_needed
        if changes.flights_needed is False and draft.frame.depart and not draft.now("check_in"):
            draft.values["check_in"] = draft.frame.depart
    if changes.given("origin"):
        place = draft.place("origin", changes.origin) if changes.origin else None
        if place or changes.origin is None:
            draft.values["origin"] = place
    if changes.given("one_way"):
        _one_way(draft)
    if changes.given("stops"):
        _stops(draft)
    if changes.given("legs") and not all(leg.leg for leg in changes.legs or ()):
        _all_legs(draft)
    elif changes.legs is None and changes.given("legs"):
        draft.values["legs"] = ()
    for number, leg in legs_taken(draft):
        if leg.leg and leg.given("day"):
            _leg_day(draft, f"legs[{number}].day", leg.leg, leg.day)
    for name, last in (("depart", False), ("return_day", True)):
        if changes.given(name):
            _leg_day(draft, name, -1 if last else 1, getattr(changes, name))


def legs_taken(draft: ChangeDraft) -> list[tuple[int, LegChange]]:
    """Return the legs of a call that can be taken, with their places in it; the others are rejected, and change nothing.

    The numbers of legs are those of the stops that a call gives: without these they mean other legs.
    """
    legs = [*enumerate(draft.changes.legs or ())]
    if "legs" in draft.rejected:
        return []
    numbered = all(leg.leg for _, leg in legs)
    taken: list[tuple[int, LegChange]] = []
    for i, leg in legs:
        if numbered and "stops" in draft.rejected:
            draft.reject(f"legs[{i}]", "its number is one of the stops that were not taken: give it again with these")
        elif leg.leg and (leg.origin or leg.destination):
            why = "where a leg goes follows from the stops: give stops, or all legs without numbers"
            draft.reject(f"legs[{i}].origin", why)
        else:
            taken.append((i, leg))
    return taken


def hotel_only(draft: ChangeDraft) -> bool:
    """Tell whether one only sleeps there: said, or nothing of a journey is in the trip or the call.

    Days alone make no journey of a stay that is known.
    """
    said, changes = draft.now("flights_needed"), draft.changes
    known = (draft.frame.visits or draft.frame.check_in) and flights_needed(draft.frame) is False
    days = () if known else (changes.depart, changes.return_day)
    travels = (changes.origin, *days, changes.legs, changes.one_way, changes.flights)
    if said is None and any(one is not None for one in travels):
        return False
    return flights_needed(draft.frame.model_copy(update=draft.values)) is False


def _one_way(draft: ChangeDraft) -> None:
    one = draft.changes.one_way
    plain = len(draft.now("visits")) < 2
    draft.values["trip_type"] = "one_way" if one else "round_trip" if one is False and plain else None
    if one:
        draft.values["return_"] = None


def _is(a: Place, b: Place) -> bool:
    return (a.code is not None and a.code == b.code) or (a.name or a.said).casefold() == (b.name or b.said).casefold()


def _stops(draft: ChangeDraft) -> None:
    """Read the stops; where one of them is not clear, all stay as they were."""
    stops = draft.changes.stops or ()
    places = [draft.place(f"stops[{i}].place", stop.place) for i, stop in enumerate(stops)]
    known = [place for place in places if place]
    if len(known) < len(stops):
        draft.reject("stops", "the stops stay as they were until each place is clear")
        return
    passed = [i > 0 and stop.nights == 0 and _is(known[i], known[i - 1]) for i, stop in enumerate(stops)]
    stops = tuple(one for one, gone in zip(stops, passed, strict=True) if not gone)
    known = [one for one, gone in zip(known, passed, strict=True) if not gone]
    before: tuple[Visit, ...] = draft.now("visits")
    if draft.frame.legs:
        draft.values |= {"legs": (), "origin": draft.now("origin") or draft.frame.legs[0].origin}
        draft.values |= {"depart": draft.frame.legs[0].depart, "trip_type": None}
    olds = [_old(draft, place, i, known, before) for i, place in enumerate(known)]
    visits = [_visit(draft, i, *one) for i, one in enumerate(zip(stops, known, olds, strict=True))]
    for i, stop in enumerate(stops[:-1]):  # the way on follows from nights that are said again
        if stop.given("nights") and not stops[i + 1].given("arrive"):
            visits[i + 1] = visits[i + 1].model_copy(update={"arrive": None})
    wanted = [stop.given("lodging") and stop.lodging is not False for stop in stops]
    if draft.now("lodging_needed") is False and any(wanted):  # none anywhere, until here
        draft.values["lodging_needed"] = None
        visits = [v if here else v.model_copy(update={"hotel": False}) for here, v in zip(wanted, visits, strict=True)]
    if visits:
        _ends(draft, stops, visits)
    draft.values["visits"] = tuple(visits)


def _old(draft: ChangeDraft, place: Place, i: int, known: list[Place], before: tuple[Visit, ...]) -> Visit | None:
    """Return what the trip knows of a stop: of the same town, or of the one whose place in the row it takes, without its mode."""
    same = next((v for v in before if _is(v.place, place)), None)
    if same or len(before) != len(known) or any(_is(before[i].place, other) for other in known):
        return same
    draft.assumed[f"stops[{i}]: days and nights as they were for {before[i].place.name or before[i].place.said}"] = None
    return before[i].model_copy(update={"place": place, "mode": None})


def _visit(draft: ChangeDraft, i: int, stop: StopChange, place: Place, old: Visit | None) -> Visit:
    update: dict[str, object] = {}
    for name in ("nights", "mode"):
        if stop.given(name):
            update[name] = getattr(stop, name)
    if stop.nights == 0:
        update["hotel"] = False
    elif stop.given("lodging"):
        update["hotel"] = stop.lodging
    for name in ("arrive", "leave"):
        days: DayRange | None = getattr(stop, name)
        when = draft.when(f"stops[{i}].{name}", days) if days else None
        if stop.given(name) and (when or days is None):
            update[name] = when
    if update.get("nights") is not None and not stop.given("leave"):
        update["leave"] = None
    if update.get("leave") and not stop.given("nights"):
        update["nights"] = None
    return (old or Visit(place=place)).model_copy(update=update)


def _ends(draft: ChangeDraft, stops: tuple[StopChange, ...], visits: list[Visit]) -> None:
    """Let the first stop's arrival and the last one's end be those of the journey."""
    first, last, values = visits[0], visits[-1], draft.values
    if stops[0].given("arrive") and not isinstance(values.get("arrive_day"), When):
        _arrive(draft, first.arrive)
    visits[0] = first = first.model_copy(update={"arrive": None})
    closed = wants_return(draft.frame.model_copy(update=values))
    if stops[-1].given("leave"):
        one_way = draft.now("trip_type") == "one_way"
        values["check_out" if one_way or hotel_only(draft) else "return_"] = last.leave
        values["nights"] = None
    if len(visits) > 1:
        if draft.frame.nights and len(draft.frame.visits) == 1:
            values["nights"] = None
            kept = [v if v.nights or not _is(v.place, draft.frame.visits[0].place) else
                    v.model_copy(update={"nights": draft.frame.nights}) for v in visits]  # fmt: skip
            visits[:] = kept
        if stops[-1].given("nights") and all(v.nights is not None for v in visits) and closed:
            values["return_"] = None
        return
    if last.nights is not None and (stops[0].given("nights") or len(draft.frame.visits) > 1):
        values |= {"nights": last.nights, **({"return_": None} if draft.frame.return_ else {})}
    elif stops[0].given("nights"):
        values["nights"] = None
    if len(draft.frame.visits) > 1 and draft.now("trip_type") == "multi_city":
        values["trip_type"] = None
    visits[0] = last.model_copy(update={"nights": None, "leave": None, "arrive": None})


def _arrive(draft: ChangeDraft, when: When | None) -> None:
    if hotel_only(draft):
        draft.values["check_in"] = when
        return
    draft.values |= {"arrive_day": when, "arrive_by": None}
    days = days_between(draft.frame.depart, when)
    if when and draft.frame.depart and not (days is not None and 0 <= days <= LONGEST_WAY):
        draft.values["depart"] = None
        draft.assumed["depart: open, so that one lands on the day of stops[0].arrive"] = None


def _all_legs(draft: ChangeDraft) -> None:
    """Read legs without numbers: they are all legs of the trip."""
    if any(leg.leg for leg in draft.changes.legs or ()):
        draft.reject(
            "legs", "legs with numbers change those, legs without are the whole way: give one kind of them in a call"
        )
        return
    read: list[FrameLeg] = []
    for i, leg in enumerate(draft.changes.legs or ()):
        ends = _leg_ends(draft, i, leg, read)
        if ends:
            day = draft.when(f"legs[{i}].day", leg.day) if leg.day else None
            read.append(FrameLeg(origin=ends[0], destination=ends[1], depart=day, mode=leg.mode))
    if len(read) < len(draft.changes.legs or ()):
        draft.reject("legs", "the legs stay as they were until both ends of each are clear")
        return
    if draft.changes.stops:
        draft.reject("stops", "legs without numbers are the whole way: give stops or legs, not both")
    draft.values |= {"legs": tuple(read), "visits": (), "origin": read[0].origin, "depart": None, "return_": None}
    draft.values |= {"trip_type": "multi_city", "nights": None, "check_in": None, "check_out": None}


def _leg_ends(draft: ChangeDraft, i: int, leg: LegChange, read: list[FrameLeg]) -> tuple[Place, Place] | None:
    start = draft.place(f"legs[{i}].origin", leg.origin) if leg.origin else None
    if leg.origin is None:
        start = read[-1].destination if read else draft.now("origin")
    end = draft.place(f"legs[{i}].destination", leg.destination) if leg.destination else None
    for name, place, said in (("origin", start, leg.origin), ("destination", end, leg.destination)):
        if place is None and said is None:
            draft.reject(f"legs[{i}].{name}", "say the place, or name the leg by its number in `leg`")
    return (start, end) if start and end else None


def _leg_day(draft: ChangeDraft, path: str, number: int, days: DayRange | None) -> None:
    """Put a day to the leg of a number; -1 is the way back."""
    when = draft.when(path, days) if days else None
    if days and when is None:
        return
    legs: tuple[FrameLeg, ...] = draft.now("legs")
    visits: tuple[Visit, ...] = draft.now("visits")
    if legs:
        index = len(legs) - 1 if number < 0 else number - 1
        if index < len(legs):
            moved = legs[index].model_copy(update={"depart": when})
            draft.values["legs"] = (*legs[:index], moved, *legs[index + 1 :])
    elif number == 1:
        _start(draft, when)
    elif number < 0 or number == len(visits) + 1:
        _back(draft, when)
    elif number <= len(visits):
        before = visits[number - 2].model_copy(update={"nights": None, "leave": None})
        here = visits[number - 1].model_copy(update={"arrive": when})
        draft.values["visits"] = (*visits[: number - 2], before, here, *visits[number:])


def _start(draft: ChangeDraft, when: When | None) -> None:
    """Set the day of the way out; what one has to be there for moves with it."""
    frame: Frame = draft.frame
    draft.values["check_in" if hotel_only(draft) else "depart"] = when
    by = days_between(frame.depart, when)
    for slot in ("arrive_day", "arrive_by"):
        lands = getattr(frame, slot)
        if by and lands and slot not in draft.values:
            draft.values[slot] = When(said="", day=plus(lands.day, by))


def _back(draft: ChangeDraft, when: When | None) -> None:
    frame: Frame = draft.frame
    if hotel_only(draft):
        draft.values |= {"check_out": when, "nights": None}
        return
    by = days_between(frame.return_, when)
    draft.values["return_"] = when
    if when is None:
        draft.values["trip_type"] = None if draft.now("trip_type") == "round_trip" else draft.now("trip_type")
    elif draft.now("trip_type") == "one_way":
        draft.values["trip_type"] = None
    if by and frame.return_arrive_by:
        draft.values["return_arrive_by"] = When(said="", day=plus(frame.return_arrive_by.day, by))
    draft.values["nights"] = None if when and not draft.changes.stops else draft.now("nights")
    visits: tuple[Visit, ...] = draft.now("visits")
    if when and visits and not draft.changes.stops:
        last = visits[-1].model_copy(update={"nights": None, "leave": None})
        draft.values["visits"] = (*visits[:-1], last)
