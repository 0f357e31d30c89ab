"""What each phrase does to a draft: one small function a name of ``phrases.yaml``. False: here it does nothing, its words are not read."""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from typing import Any

from tripintent.tools.guide.draft import Call, Choice, Draft, Menu
from tripintent.tools.guide.pattern import Value
from tripintent.tools.guide.values import Days
from tripintent.tools.ports.people import People

Act = Callable[..., bool | None]
ACTS: dict[str, Act] = {}
Got = Sequence[Value]


def act(function: Act) -> Act:
    """Register what a phrase does."""
    ACTS[function.__name__.rstrip("_")] = function
    return function


def _iso(day: date) -> dict[str, Any]:
    return {"day": day.isoformat()}


def _day(days: Days) -> dict[str, Any]:
    return {**_iso(days.first), **({"weekday": days.weekday} if days.weekday else {})}


def _of(got: Got, kind: str) -> Any:
    return next((one.value for one in got if one.kind == kind), None)


def _update(**values: Any) -> tuple[Call, ...]:
    return (Call("update_trip", values),)


# ---- where


@act
def nothing(draft: Draft, got: Got) -> None:
    """Words that only repeat the usual."""


@act
def route(draft: Draft, got: Got) -> None:
    """From one place to another."""
    start, to = (str(one.value) for one in got)
    draft.set(origin=start)
    draft.stop(to)


@act
def route_back(draft: Draft, got: Got) -> None:
    """To a place, from another."""
    route(draft, (got[1], got[0]))


@act
def origin(draft: Draft, got: Got) -> None:
    """Where the trip starts."""
    draft.set(origin=str(got[0].value))


@act
def stop(draft: Draft, got: Got) -> bool:
    """A town: the destination; beside a known one it is asked whether it comes as well or instead."""
    place = str(got[0].value)
    if place.casefold() in (one.casefold() for one in draft.towns):
        return True
    if not draft.known.stops or draft.stops:
        draft.stop(place)
        return True
    draft.open.append(more_or_instead(draft, place))
    return True


def more_or_instead(draft: Draft, place: str, **stop_facts: Any) -> Menu:
    """Return the question whether a town comes as well as the known ones, or in their place."""
    known = [{"place": one} for one in draft.known.stops]
    named = {"place": place, **stop_facts}
    return Menu(
        f"{place}: one more stop, or instead of {', '.join(draft.known.stops)}?",
        (
            Choice(f"one more stop, after {draft.known.stops[-1]}", _update(stops=[*known, named])),
            Choice(f"{place} instead", _update(stops=[named])),
            Choice("leave it as it is"),
        ),
    )


@act
def town(draft: Draft, got: Got) -> bool:
    """A town alone: what is missing of where to and from; beside a whole route it is asked what it shall be."""
    place, known = str(got[0].value), draft.known
    if draft.towns or known.stops:
        if (
            not known.origin
            and "origin" not in draft.update
            and place.casefold() not in (t.casefold() for t in draft.towns)
        ):
            draft.set(origin=place)
            return True
        return stop(draft, got) is not False
    draft.stop(place)
    return True


@act
def same_day(draft: Draft, got: Got) -> bool:
    """Back on the day of leaving, in the evening, and no hotel."""
    day = draft.depart
    if not day:
        return False
    draft.set(return_day=_iso(day), flights={"back": {"leave": {"after": "16:00"}}}, lodging={"needed": False})
    return True


@act
def next_stop(draft: Draft, got: Got) -> None:
    """One more town behind the others."""
    place = str(got[0].value)
    if not draft.stops:
        draft.stops = [{"place": one} for one in draft.known.stops]
    draft.stop(place)


@act
def other_town(draft: Draft, got: Got) -> None:
    """A town in place of another."""
    names = [str(one.value) for one in got]
    towns = list(draft.known.stops)
    if len(names) > 1 and names[1].casefold() in (one.casefold() for one in towns):
        draft.stops = [{"place": names[0] if one.casefold() == names[1].casefold() else one} for one in towns]
    elif len(names) > 1 and names[1].casefold() == draft.known.origin.casefold():
        draft.set(origin=names[0])
    else:
        draft.stops = [{"place": names[0]}]


@act
def drop_stop(draft: Draft, got: Got) -> bool:
    """One town less; the only one is not dropped."""
    kept = [one for one in draft.known.stops if one.casefold() != str(got[0].value).casefold()]
    if not kept or len(kept) == len(draft.known.stops):
        return False
    draft.stops = [{"place": one} for one in kept]
    return True


@act
def back_to(draft: Draft, got: Got) -> bool:
    """Where the way back ends: only another place than the start says something."""
    place, start = str(got[0].value), draft.update.get("origin") or draft.known.origin
    if not start or place.casefold() == str(start).casefold():
        return True
    return _other_way_back(draft, destination=place)


@act
def back_from(draft: Draft, got: Got) -> bool:
    """Where the way back begins: from another town than the last, an open jaw."""
    place = str(got[0].value)
    if place.casefold() == (draft.towns[-1].casefold() if draft.towns else ""):
        return True
    return _other_way_back(draft, origin=place)


def _other_way_back(draft: Draft, **end: str) -> bool:
    start = str(draft.update.get("origin") or draft.known.origin)
    if not start or not draft.towns:
        return False
    out = {"origin": start, "destination": draft.towns[0]}
    home = {"origin": end.get("origin", draft.towns[-1]), "destination": end.get("destination", start)}
    draft.set(legs=[_dated(out, draft.depart), _dated(home, draft.back)])
    draft.stops = []
    return True


def _dated(leg: dict[str, Any], day: date | None) -> dict[str, Any]:
    return {**leg, "day": _iso(day)} if day else leg


@act
def one_way(draft: Draft, got: Got) -> None:
    """No way back."""
    draft.set(one_way=True)


@act
def stop_nights(draft: Draft, got: Got) -> None:
    """Nights in one of the towns."""
    place = str(_of(got, "place"))
    known = next((one for one in draft.towns if one.casefold() == place.casefold()), None)
    if known and not draft.stops:
        draft.stops = [{"place": one} for one in draft.known.stops]
    number = _of(got, "nights")
    draft.stop(known or place)["nights"] = int(number if number is not None else _of(got, "days"))
    lengths = [one.get("nights", draft.known.nights.get(one["place"].casefold())) for one in draft.stops]
    if known and draft.known.back and draft.depart and all(lengths):  # the other towns keep theirs
        draft.set(return_day=_iso(draft.depart + timedelta(days=sum(int(n) for n in lengths if n))))


@act
def arrive_stop(draft: Draft, got: Got) -> None:
    """A day beside a town: of the first one it is the day of leaving, of a later one the day on which one goes there."""
    place, days = str(got[0].value), got[1].value
    if draft.stops or not draft.known.stops:
        first = not draft.stops or draft.stops[0]["place"].casefold() == place.casefold()
        if first:
            draft.stop(place)
            draft.set(depart=_day(days))
        else:
            draft.stop(place)["arrive"] = _day(days)
        return
    if place.casefold() in (one.casefold() for one in draft.known.stops):
        draft.stops = [{"place": one} for one in draft.known.stops]
        draft.stop(place)["arrive"] = _day(days)
        return
    draft.open.append(more_or_instead(draft, place, arrive=_day(days)))


# ---- when


@act
def range_(draft: Draft, got: Got) -> None:
    """The first and the last day."""
    if len(got) > 1:
        first, last = got[0].value, got[1].value
        draft.set(depart=_day(first), return_day=_day(last))
        return
    days = got[0].value
    draft.set(depart=_iso(days.first), return_day=_iso(days.last))


@act
def depart(draft: Draft, got: Got) -> None:
    """The day of leaving."""
    draft.set(depart=_day(got[0].value))


@act
def back(draft: Draft, got: Got) -> bool:
    """The day of coming back: of a booked trip, the booked way back is what is moved."""
    days = got[0].value
    booked = booked_leg(draft, home=True)
    if booked:
        draft.call("request_change", booking_ids=[booked], date=days.first.isoformat())
        return True
    draft.set(return_day=_day(days))
    return True


def moves(draft: Draft, day: date) -> tuple[Choice, ...]:
    """Return the booked flights that can be moved to a day."""
    out, home = booked_leg(draft, home=False), booked_leg(draft, home=True)
    lines = [("the flight home", home), ("the flight out", out)] if home != out else [("the flight", out)]
    asked = [
        Choice(words, (Call("request_change", {"booking_ids": [one], "date": day.isoformat()}),))
        for words, one in lines
        if one
    ]
    return (*asked, Choice("leave it as it is"))


def booked_leg(draft: Draft, *, home: bool) -> str | None:
    """Return the id of the booked flight home, or out; None where none is booked."""
    flights = [one for one in draft.known.booked if one.get("flight")]
    if not flights or (home and len(flights) < 2 and len(draft.known.legs) > 1 and not _home(flights[0], draft)):
        return None
    return str(flights[-1 if home else 0]["booking_id"])


def _home(booking: Any, draft: Draft) -> bool:
    """Tell whether a booked flight is the way back: it leaves on the last day of the plan."""
    left = str(booking["flight"]["departs"]["local"])[:10]
    return bool(draft.known.back) and left == str(draft.known.back)


@act
def until(draft: Draft, got: Got) -> bool:
    """The last day of the trip; behind a wish to hold it is how long, which nobody here decides."""
    return not (draft.calls or draft.social) and back(draft, got) is not False


@act
def a_day(draft: Draft, got: Got) -> bool:
    """A day alone: the one that is missing; else it is asked which one it is."""
    days = got[0].value
    if not draft.depart or (draft.known.one_way and not draft.stops):
        draft.set(depart=_day(days))
    elif not draft.back and not draft.update.get("one_way") and "return_day" not in draft.update:
        draft.set(return_day=_day(days))
    elif draft.known.booked:
        draft.open.append(
            Menu(
                f"{days.said.strip()}: what should move there? A card shows what it costs first.",
                moves(draft, days.first),
            )
        )
    else:
        draft.open.append(
            Menu(
                f"{days.said.strip()}: which day is that?",
                (
                    Choice("the day out", _update(depart=_day(days))),
                    Choice("the day back", _update(return_day=_day(days))),
                    Choice("leave it as it is"),
                ),
            )
        )
    return True


@act
def depart_window(draft: Draft, got: Got) -> None:
    """Days in which leaving may lie."""
    days = got[0].value
    draft.set(depart={"earliest": days.first.isoformat(), "latest": days.last.isoformat()})


@act
def nights(draft: Draft, got: Got) -> bool:
    """How long: of one town, nights there; with a known first day the day of coming back follows."""
    number = int(got[0].value)
    if draft.stops:
        draft.stops[-1]["nights"] = number
    elif len(draft.towns) > 1:
        return False
    elif draft.towns:
        draft.stop(draft.towns[0])["nights"] = number
    elif draft.depart:
        draft.set(return_day=_iso(draft.depart + timedelta(days=number)))
    else:
        return False
    return True


@act
def flexible(draft: Draft, got: Got) -> bool:
    """Days either way around the first day."""
    day = draft.depart
    if not day or not got[0].value:
        return False
    said = draft.update.get("depart") or _iso(day)
    if "day" not in said or said.get("around", got[0].value) != got[0].value:
        return False
    draft.update["depart"] = {**said, "around": got[0].value}  # more of the same day, not another one
    return True


@act
def more_nights(draft: Draft, got: Got, by: int | None = None) -> bool:
    """A longer or shorter stay: the day of coming back moves; of a booked stay nights are added."""
    count = by if by is not None else int(got[0].value)
    day = draft.back
    if not day:
        return False
    hotel = next((one for one in draft.known.booked if one.get("hotel")), None)
    flight = booked_leg(draft, home=True)
    if hotel:
        parts: dict[str, Any] = {
            "booking_ids": [hotel["booking_id"]],
            "until": (day + timedelta(days=count)).isoformat(),
        }
        if flight:
            parts["also"] = [{"booking_ids": [flight], "date": (day + timedelta(days=count)).isoformat()}]
        draft.call("request_change", **parts)
    else:
        draft.set(return_day=_iso(day + timedelta(days=count)))
    return True


@act
def shift_depart(draft: Draft, got: Got, by: int) -> bool:
    """The day of leaving, moved."""
    day = draft.depart
    if day:
        draft.set(depart=_iso(day + timedelta(days=by)))
    return bool(day)


@act
def shift_back(draft: Draft, got: Got, by: int) -> bool:
    """The day of coming back, moved."""
    day, booked = draft.back, booked_leg(draft, home=True)
    if day and booked:
        draft.call("request_change", booking_ids=[booked], date=(day + timedelta(days=by)).isoformat())
    elif day:
        draft.set(return_day=_iso(day + timedelta(days=by)))
    return bool(day)


@act
def shift(draft: Draft, got: Got, by: int) -> bool:
    """Days moved: which of them is asked."""
    first, last = draft.depart, draft.back
    if not first or not last:
        return shift_depart(draft, got, by) or False
    out, home = _iso(first + timedelta(days=by)), _iso(last + timedelta(days=by))
    draft.open.append(
        Menu(
            "Which days?",
            (
                Choice("both, the whole trip", _update(depart=out, return_day=home)),
                Choice("only the way out", _update(depart=out)),
                Choice("only the way back", _update(return_day=home)),
            ),
        )
    )
    return True


# ---- who


@act
def adults(draft: Draft, got: Got, n: int | None = None) -> None:
    """How many grown-ups."""
    draft.set(party={"adults": n if n is not None else got[0].value})


@act
def more_adults(draft: Draft, got: Got, by: int) -> bool:
    """One more, or one less; of a booked trip a person is asked for by name."""
    if draft.known.booked:
        return False
    draft.set(party={"adults": max(1, int(draft.known.party.get("adults") or 1) + by)})
    return True


@act
def children(draft: Draft, got: Got) -> None:
    """Children with their ages; where an age is not said, it is asked for."""
    young = got[0].value
    party: dict[str, Any] = {"child_ages": list(young.ages)} if young.ages else {}
    if young.infants:
        party["infants"] = young.infants
    if young.unknown:
        who = "is the child" if young.unknown == 1 else "are the children"
        draft.open.append(Menu(f"How old {who} on the day of travel? Write for example: 4 and 7", asks="ages"))
    if party:
        draft.set(party=party)


@act
def child_of(draft: Draft, got: Got) -> bool:
    """One child with an age."""
    age = int(got[0].value)
    if age >= 18:
        return False
    known = (draft.update.get("party") or {}).get("child_ages", ())
    draft.set(party={"child_ages": [*known, age]})
    return True


@act
def named(draft: Draft, got: Got) -> None:
    """Names, births and how to be reached."""
    people = listed(got[0].value)
    if people:
        draft.call("set_travellers", people=people)


def listed(people: People) -> list[dict[str, Any]]:
    """Return people as ``set_travellers`` takes them; how to be reached stands with the first."""
    names = {"given_name", "family_name", "date_of_birth", "title", "gender"}
    found = [one.model_dump(include=names, exclude_none=True) for one in people.travellers]
    reach = people.contact.model_dump(include={"email", "phone"}, exclude_none=True)
    if reach:
        found = [{**(found[0] if found else {"id": "t1"}), **reach}, *found[1:]]
    return found
