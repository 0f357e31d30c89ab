"""A host's extracted intent as changes of the frame: what is null or absent there was not said."""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import Any, TypeVar, get_args

from tripintent.state.frame import Frame, Leg, Mode, Place, Visit, When
from tripintent.tools.host.shapes import HostIntent, HostLodging, HostSegment, HostStay
from tripintent.tools.ports.places import Places

Part = TypeVar("Part", Visit, Leg)
_PLAIN = 2
"""Legs of a plain trip: out, and back."""


class FragmentReader:
    """Turns a host's intent into values of frame fields; places are resolved by the gazetteer.

    Rows may be partial: a leg or a stay finds the known one of its place, else of its number, and changes the fields that it
    has. Legs that are all whole, and as many as are known or more, are the whole journey.
    """

    def __init__(self, places: Places) -> None:
        self._places = places

    def changes(self, intent: HostIntent, before: Frame) -> dict[str, Any]:
        """Return the fields that the intent sets; a partial correction leaves every other as it is."""
        rows = [self._leg(one) for one in intent.segments]
        if before.legs and not _whole(rows, before):
            route = _legs_corrected(rows, before)
        elif len(before.visits) > 1 and rows and not _whole(rows, before):
            route = _visits_corrected(rows, before)
        else:
            route = self._route(intent, rows, before)
        known = route.get("visits") or before.visits
        alone = len(known) < _PLAIN and not (route.get("legs") or before.legs)
        found = {**_heads(intent), **_wishes(intent), **_lodging(intent), **route, **_dates(intent, alone=alone)}
        visits = self._stays(intent, known)
        found |= {"visits": visits} if visits != before.visits else {}
        plain = {"trip_type": intent.trip_type, "cabin": intent.cabin}
        return {name: value for name, value in {**plain, **found}.items() if value is not None}

    def _leg(self, row: HostSegment | None) -> Leg:
        """Return what a row says of a leg; nothing for a null one."""
        if row is None:
            return Leg()
        mode: Mode | None = row.transport_mode if row.transport_mode in get_args(Mode) else None  # type: ignore[assignment]
        ends = self._place(row.origin), self._place(row.destination)
        return Leg(origin=ends[0], destination=ends[1], depart=_when(row.depart_date), mode=mode)

    def _route(self, intent: HostIntent, rows: Sequence[Leg], before: Frame) -> dict[str, Any]:
        """Return origin, destinations, explicit legs and the days of a plain journey."""
        origin = self._place(intent.origin) or (rows[0].origin if rows else None)
        stops = [leg.destination for leg in rows if leg.destination is not None]
        if stops and origin is not None and _same(stops[-1], origin):
            stops = stops[:-1]
        destination = self._place(intent.destination)
        stops = stops or ([destination] if destination else [])
        visits = tuple(_visit(stop, before, alone=len(stops) == 1) for stop in stops)
        days = {"depart": rows[0].depart} if rows else {}
        days |= {"return_": rows[1].depart} if len(rows) == _PLAIN else {}
        legs = tuple(rows) if len(rows) > _PLAIN else None
        return {"origin": origin, "visits": visits or None, "legs": legs, **days}

    def _place(self, said: str | dict[str, object] | None) -> Place | None:
        """Return a place of a code, a name, or a mapping with either."""
        if isinstance(said, dict):
            said = next((str(said[name]) for name in ("code", "name", "said") if said.get(name)), None)
        return self._places.resolve(said) if said else None

    def _stays(self, intent: HostIntent, visits: tuple[Visit, ...]) -> tuple[Visit, ...]:
        """Return the visits with what the stays say of each."""
        changed = list(visits)
        for number, stay in enumerate(intent.stays):
            if stay is None:
                continue
            where = self._place(stay.location_code or stay.destination)
            found = number if where is None else next((i for i, v in enumerate(visits) if _same(v.place, where)), -1)
            if 0 <= found < len(visits):
                said = {
                    "arrive": _when(stay.check_in),
                    "leave": _when(stay.check_out),
                    "nights": stay.number_of_nights,
                }
                changed[found] = _with(changed[found], said)
        return tuple(changed)


def _whole(rows: Sequence[Leg], before: Frame) -> bool:
    """Tell whether the rows are a journey of their own and no corrections of the known one."""
    ends = all(leg.origin and leg.destination for leg in rows)
    return ends and len(rows) >= max(len(before.legs), _PLAIN)


def _legs_corrected(rows: Sequence[Leg], before: Frame) -> dict[str, Any]:
    """Return the known legs with what partial rows say of them; a row beyond them is a leg more."""
    legs = list(before.legs)
    for number, row in enumerate(rows):
        at = _known_leg(row, number, before.legs)
        if at < len(legs):
            legs[at] = _with(legs[at], _said(row))
        elif row != Leg():
            legs.append(row)
    return {"legs": tuple(legs) if tuple(legs) != before.legs else None}


def _known_leg(row: Leg, number: int, legs: Sequence[Leg]) -> int:
    """Return the number of the leg with the ends of a row, else the row's own."""
    for ends in (("origin", "destination"), ("destination",), ("origin",)):
        named = [getattr(row, end) for end in ends]
        if all(named):
            for at, leg in enumerate(legs):
                known = [getattr(leg, end) for end in ends]
                if all(a is not None and _same(a, b) for a, b in zip(known, named, strict=True)):
                    return at
    return number


def _visits_corrected(rows: Sequence[Leg], before: Frame) -> dict[str, Any]:
    """Return the visits of a journey through several places with the days that partial rows say."""
    visits, found = list(before.visits), dict[str, object]()
    chain = [Leg(destination=visit.place) for visit in visits] + [Leg(destination=before.return_to or before.origin)]
    for number, row in enumerate(rows):
        at = _known_leg(row.model_copy(update={"origin": None}), number, chain)
        if at == 0:
            found |= {"depart": row.depart, "origin": row.origin}
        if at == len(visits):
            found["return_"] = row.depart
        elif at < len(visits):
            said = {"place": row.destination, "arrive": row.depart if at else None, "mode": row.mode}
            visits[at] = _with(visits[at], said)
    return {**found, "visits": tuple(visits)}


def _with(part: Part, said: Mapping[str, object]) -> Part:
    """Return a part with what was said of it; None is unsaid."""
    return part.model_copy(update={name: value for name, value in said.items() if value is not None})


def _said(leg: Leg) -> dict[str, object]:
    return {name: getattr(leg, name) for name in Leg.model_fields}


def _visit(place: Place, before: Frame, *, alone: bool) -> Visit:
    """Return the visit of a place, with what was known of it."""
    known = [v for v in before.visits if _same(v.place, place)] or [
        v for v in before.visits if alone and len(before.visits) == 1
    ]
    return known[0].model_copy(update={"place": place}) if known else Visit(place=place)


def _dates(intent: HostIntent, *, alone: bool) -> dict[str, Any]:
    """Return departure and return where they are said by name, and the dates of the stay of a trip that has one ``alone``."""
    plain, lodging = intent.dates, intent.lodging
    stay = intent.stays[0] if alone and len(intent.stays) == 1 else None
    days = {
        "depart": plain.departure_date if plain else None,
        "return_": plain.return_date if plain else None,
        "check_in": (lodging.check_in if lodging else None) or (stay.check_in if stay else None),
        "check_out": (lodging.check_out if lodging else None) or (stay.check_out if stay else None),
    }
    nights = {"nights": stay.number_of_nights} if stay else {}
    return nights | {name: _when(day) for name, day in days.items() if day is not None}


def _lodging(intent: HostIntent) -> dict[str, Any]:
    """Return what is said of the hotels: the same for every stay."""
    rows: list[HostLodging | HostStay] = [row for row in (intent.lodging, *intent.stays) if row]
    limit = intent.constraints.star_min if intent.constraints else None
    stars = [one for one in (limit, *(row.star_min for row in rows)) if one is not None]
    return {
        "lodging_needed": intent.lodging.needed if intent.lodging else None,
        "area": next((row.location_hint for row in rows if row.location_hint), None),
        "rooms": next((row.rooms for row in rows if row.rooms), None),
        "stars": max(stars, default=None),
    }


def _heads(intent: HostIntent) -> dict[str, Any]:
    return intent.travelers.model_dump() if intent.travelers else {}


def _wishes(intent: HostIntent) -> dict[str, Any]:
    """Return the limits."""
    wishes = intent.constraints
    if wishes is None:
        return {}
    budget = wishes.budget_total
    return {
        "budget": budget.amount if budget else None,
        "currency": budget.currency if budget else None,
        "refundable": wishes.refundable_only,
        "max_stops": wishes.max_stops,
        "avoid_red_eye": wishes.avoid_red_eye,
        "airlines": wishes.preferred_airlines or None,
    }


def _when(day: date | None) -> When | None:
    return None if day is None else When(said=day.isoformat(), day=day.isoformat())


def _same(a: Place, b: Place) -> bool:
    if a.code or b.code:
        return a.code == b.code
    return (a.name or a.said).casefold() == (b.name or b.said).casefold()
