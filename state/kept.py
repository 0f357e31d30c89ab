"""What a change of the trip may not touch: legs and stays that are booked. They move by a request that names them alone."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from tripintent.state.acts import Rejected
from tripintent.state.changes import TripChanges
from tripintent.state.changing import following
from tripintent.state.merging import MergedTrip
from tripintent.state.queries import FlightQuery
from tripintent.state.questions.plan import PlanQuery
from tripintent.state.rebooking import coverage
from tripintent.state.trip import TripIntent

Path = tuple[str | int, ...]
_WHOLE = ("origin", "one_way", "flights_needed", "depart", "return_day", "meetings", "party", "stops", "legs")
"""Arguments that are left out whole, after single fields of stops, legs, flights and lodging."""
_MEMBERS = {"fewer_people": "fewer travel then: request_cancellation gives back a ticket that is a booking of its own",
            "without_adult": "a child that joins needs an adult who joins on the same ticket"}  # fmt: skip


def keeping(trip: TripIntent, changes: TripChanges, merged: Callable[[TripChanges], MergedTrip]) -> MergedTrip:
    """Return the trip with what it can take of the changes while all that is booked stays as it is; the rest is rejected."""
    found = merged(changes)
    if not coverage(trip).parts or not (why := touched(trip, found.trip)):
        return found
    given: dict[str, Any] = changes.model_dump(exclude_unset=True)
    out: list[Path] = []
    for path in _paths(given):
        out.append(path)
        if not touched(trip, merged(_without(changes, given, out)).trip):
            break
    for path in out[:-1]:
        fewer = [one for one in out if one != path]
        if not touched(trip, merged(_without(changes, given, fewer)).trip):
            out = fewer
    if ("stops",) in out and given.get("legs"):
        out.append(("legs",))  # their numbers are those of the stops
    found = merged(_without(changes, given, out))
    titles = {one.booking_id: one.title for one in trip.working_memory.bookings}
    candidates = tuple(f"{one}: {titles[one]}" for one in why)
    refused = tuple(Rejected(path=_said(path), why=_why(why), candidates=candidates) for path in out)
    return found._replace(rejected=(*refused, *(one for one in found.rejected if one not in refused)))


def touched(before: TripIntent, after: TripIntent) -> dict[str, str]:
    """Return the bookings that a change would leave without their part of the plan as it was booked, and what it does to them."""
    was, now = coverage(before), coverage(after)
    moved = {one: "moved" for one, asked in was.parts.items() if not _stays(asked, now.parts.get(one))}
    known = {(one.booking_id, one.why) for one in was.misfits}
    odd = {one.booking_id: one.why for one in now.misfits if one.why in _MEMBERS and one[:2] not in known}
    return moved | odd


def _stays(was: PlanQuery, now: PlanQuery | None) -> bool:
    """Tell whether a part is still where and when it was: a stay may have more nights."""
    if now is None or type(was.query) is not type(now.query):
        return False
    if isinstance(was.query, FlightQuery) and isinstance(now.query, FlightQuery):
        hours = ("origin", "destination", "depart_date", "window", "arrive_window")
        return all(getattr(was.query, name) == getattr(now.query, name) for name in hours)
    old, new = was.query, now.query
    assert not isinstance(old, FlightQuery) and not isinstance(new, FlightQuery)  # noqa: S101, PT018
    return old.location == new.location and new.check_in <= old.check_in and old.check_out <= new.check_out


def _why(why: Mapping[str, str]) -> str:
    kinds = {*why.values()}
    ids = ", ".join(why)
    if kinds == {"moved"}:
        return f"it is booked: request_change with booking_ids [{ids}] asks for it"
    return f"it is booked ({ids}): " + "; ".join(_MEMBERS[one] for one in sorted(kinds & _MEMBERS.keys()))


def _paths(given: Mapping[str, Any]) -> Iterator[Path]:
    """Yield what was given of the way, the days and the people: single fields first, then wholes."""
    for name in ("legs", "stops"):
        places: list[dict[str, Any]] = given.get(name) or []
        for i, one in enumerate(places):
            if name == "stops" or one.get("leg"):
                yield from ((name, i, field) for field in one if field not in ("leg", "place", "area"))
    for name in ("flights", "lodging"):
        fields = ("leave", "land", "back", "stays", "needed")
        yield from ((name, field) for field in given.get(name) or () if field in fields)
    yield from ((name,) for name in _WHOLE if name in given)


def _without(changes: TripChanges, given: Mapping[str, object], out: list[Path]) -> TripChanges:
    return type(changes).model_validate(_left(given, (), out))


def _left(value: object, here: Path, out: list[Path]) -> object:
    if isinstance(value, Mapping):
        return {k: _left(v, (*here, k), out) for k, v in value.items() if (*here, k) not in out}
    if isinstance(value, list | tuple):
        return [_left(inner, (*here, i), out) for i, inner in enumerate(value)]
    return value


def _said(path: Path) -> str:
    return "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path).lstrip(".")


def followed(before: TripIntent, after: TripIntent) -> dict[str, object]:
    """Return what goes along with a change of a booked trip: nights in addition, and requested changes that have new wishes now."""
    memory, found = before.working_memory, coverage(after)
    replacing = following(before, after)
    longer = [one.booking_id for one in found.misfits if one.why in ("ends_early", "begins_late")]
    known = {(one.booking_id, one.why) for one in coverage(before).misfits}
    new = [one for one in longer if (one, "ends_early") not in known and (one, "begins_late") not in known]
    extending = tuple(dict.fromkeys((*memory.extending, *new)))
    return {
        **({"replacing": replacing} if replacing else {}),
        **({"extending": extending} if extending != memory.extending else {}),
    }
