"""What phrases about the ways of a trip, and about their booked flights, do to a draft."""

from typing import Any

from tripintent.tools.guide.acts import Got, act, said_day, value_of
from tripintent.tools.guide.acts_of_towns import goes_by, more_or_instead, route
from tripintent.tools.guide.draft import GuideDraft


def leg_named(draft: GuideDraft, got: Got, said: str) -> int | None:
    """Return the number of the only way of the trip with the day and the towns ("from" and "to" in what was ``said``) that were named."""
    ends, day = [str(one.value).casefold() for one in got if one.kind == "place"], value_of(got, "day")
    start, end = (*ends, "", "")[:2] if ends[1:] or " to " not in f" {said} " else ("", *ends, "")[:2]
    asked = {"origin": start, "destination": end, "day": str(day.first) if day else ""}
    legs = [{name: str(one).casefold() for name, one in leg._asdict().items()} for leg in draft.known.legs]
    found = [n for n, leg in enumerate(legs, 1) if all(leg[name] == one for name, one in asked.items() if one)]
    return found[0] if len(found) == 1 else None


def move_booked(draft: GuideDraft, booked: str | None, **how: object) -> bool:
    """Ask for another day or other hours of a booked flight: all that is said of it is one change."""
    asked = next((one for one in draft.calls if one.arguments.get("booking_ids") == [booked]), None)
    if booked and asked and all(asked.arguments.get(name, value) == value for name, value in how.items()):
        asked.arguments.update(how)
    elif booked:
        draft.call("request_change", booking_ids=[booked], **how)
    return bool(booked)


def booked_way(draft: GuideDraft, number: int | None) -> str | None:
    """Return the id of the booked flight of a way: of several on its day there is none that is meant."""
    flights, day = draft.known.booked_flights, str(draft.known.legs[number - 1].day) if number else "?"
    there = [str(one["booking_id"]) for one in flights if str(one["flight"]["departs"]["local"]).startswith(day)]
    return there[0] if len(there) == 1 else None


@act
def leaves(draft: GuideDraft, got: Got, side: str = "", **hours: str) -> bool:
    """A day or hours beside a town that one leaves: of the start they are those of the way out, of the last town of the way home."""
    hours = hours_of(got, side) if side else hours
    place = str(value_of(got, "place")).casefold()
    day = next((said_day(one.value) for one in got if one.kind == "day"), None)
    if draft.start and place == draft.start.casefold():
        said: dict[str, object] = {"depart": day, "flights": hours and {"leave": hours}}
    elif draft.towns and place == draft.towns[-1].casefold():
        said = {"return_day": day, "flights": hours and {"back": {"leave": hours}}}
    else:
        return bool(hours) and leg_hours(draft, got, **hours)
    draft.set(**{name: value for name, value in said.items() if value})
    return True


@act
def way_on(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """The way of the known trip that is named by its towns, on another day: of what is booked on a card."""
    number, days = leg_named(draft, [one for one in got if one.kind == "place"], said), got[-1].value
    if not number:
        return False
    if draft.known.booked:
        return move_booked(draft, booked_way(draft, number), date=days.first.isoformat())
    home = draft.known.legs[number - 1].destination == draft.known.origin
    if number == 1 or home:
        draft.set(**{"return_day" if home else "depart": said_day(days)})
    else:
        draft.update["legs"] = [*draft.update.get("legs", ()), {"leg": number, "day": said_day(days)}]
    return True


def hours_of(got: Got, side: str) -> dict[str, str]:
    """Return hours as tools take them; who wants to be there before midnight wants that day."""
    first, last = value_of(got, "time")
    if side == "before" and first == "00:00":
        first = "23:59"
    return {"after": first, "before": last} if last else {side: first}


@act
def leg_hours(draft: GuideDraft, got: Got, said: str = "", **hours: str) -> bool:
    """Hours at which a flight leaves that is named by its towns or its day: those of the way out, back, or of it alone."""
    leave = {"leave": hours or hours_of(got, "before" if "before" in said.split() else "after")}
    number = leg_named(draft, got, said)
    if draft.known.booked:
        return move_booked(draft, booked_way(draft, number), leaves=leave["leave"])
    if number in (1, len(draft.known.legs)):
        draft.set(flights=leave if number == 1 else {"back": leave})
    elif number:
        draft.update["legs"] = [*draft.update.get("legs", ()), {"leg": number, **leave}]
    return bool(number)


@act
def leg(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """A way with its day and by what one goes: the first one, the next from where the last one ended, or the one home, which is flown."""
    if got[2:] and not draft.stops and leg_named(draft, got[:2], said):
        return not goes_by(said) and way_on(draft, got, said)
    draft.goes_on = None
    if not route(draft, got[:2]):
        return False
    way, by = draft.goes_on, goes_by(said)
    if by and not draft.stops and (way == {} or draft.known.booked):
        return False  # of the known trip the way home is flown
    if by and not draft.stops:
        draft.stop_of_trip(str(got[1].value))
    if way != {}:
        (way or draft.stops[-1]).update(by)
    for one in got[2:]:
        draft.goes_on = None
        if way:
            way["arrive"] = said_day(one.value)
        else:
            draft.set(**{"depart" if way is None else "return_day": said_day(one.value)})
    return way != {} or not by


@act
def arrive_stop(draft: GuideDraft, got: Got, said: str = "") -> bool:
    """A day beside a town: of the first one it is the day of leaving, of a later one the day on which one goes there."""
    place, days = str(got[0].value), got[1].value
    if draft.towns and place.casefold() == draft.start.casefold():
        draft.set(return_day=said_day(days))
        return not goes_by(said)  # the way home is flown
    new = bool(draft.stops) or not draft.known.stops
    if new and (not draft.stops or draft.stops[0]["place"].casefold() == place.casefold()):
        draft.stop(place).update(goes_by(said))
        draft.set(depart=said_day(days))
    elif new or place.casefold() in (one.casefold() for one in draft.known.stops):
        draft.stop_of_trip(place).update(arrive=said_day(days), **goes_by(said))
        draft.goes_on = None
    else:
        return more_or_instead(draft, place, arrive=said_day(days))
    return True


def move_leg(draft: GuideDraft, *, home: bool = True, **how: object) -> bool:
    """Ask for another day or other hours of the booked way home, or out."""
    return move_booked(draft, booked_leg(draft, home=home), **how)


def booked_leg(draft: GuideDraft, *, home: bool) -> str | None:
    """Return the id of the booked flight home, or out; None where none is booked, or there is no way home."""
    flights = draft.known.booked_flights
    if not flights or (home and (draft.known.one_way or (len(flights) < 2 and not _home(flights[0], draft)))):
        return None
    return str(flights[-1 if home else 0]["booking_id"])


def _home(booking: Any, draft: GuideDraft) -> bool:
    """Tell whether a booked flight is the way back: it leaves on the last day of the plan."""
    left = str(booking["flight"]["departs"]["local"])[:10]
    return bool(draft.known.back) and left == str(draft.known.back)
