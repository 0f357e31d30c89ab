"""A host's extracted intent as changes of the frame: what is null or absent there was not said."""

from collections.abc import Sequence
from datetime import date
from typing import get_args

from tripintent.state.frame import Frame, Leg, Mode, Place, Visit, When
from tripintent.tools.host.shapes import HostIntent, HostSegment, HostStay
from tripintent.tools.ports.places import Places

_PLAIN = 2
"""Legs of a plain trip: out, and back."""


class FragmentReader:
    """Turns a host's intent into values of frame fields; places are resolved by the gazetteer."""

    def __init__(self, places: Places) -> None:
        self._places = places

    def changes(self, intent: HostIntent, before: Frame) -> dict[str, object]:
        """Return the fields that the intent sets; a partial correction leaves every other as it is."""
        found = {**self._route(intent, before), **_dates(intent), **_heads(intent), **_wishes(intent)}
        plain = {"trip_type": intent.trip_type, "cabin": intent.cabin}
        return {name: value for name, value in {**plain, **found}.items() if value is not None}

    def _route(self, intent: HostIntent, before: Frame) -> dict[str, object]:
        """Return origin, destinations and explicit legs."""
        ends = [(self._place(s.origin), self._place(s.destination)) for s in intent.segments]
        origin = self._place(intent.origin) or (ends[0][0] if ends else None)
        stops = [end for _, end in ends if end is not None]
        if stops and origin is not None and _same(stops[-1], origin):
            stops = stops[:-1]
        destination = self._place(intent.destination)
        stops = stops or ([destination] if destination else [])
        visits = tuple(self._visit(stop, intent.stays, before, alone=len(stops) == 1) for stop in stops)
        legs = tuple(_leg(segment, *end) for segment, end in zip(intent.segments, ends, strict=True))
        return {"origin": origin, "visits": visits or None, "legs": legs if len(legs) > _PLAIN else None}

    def _place(self, said: str | dict[str, object] | None) -> Place | None:
        """Return a place of a code, a name, or a mapping with either."""
        if isinstance(said, dict):
            said = next((str(said[name]) for name in ("code", "name", "said") if said.get(name)), None)
        return self._places.resolve(said) if said else None

    def _visit(self, place: Place, stays: Sequence[HostStay], before: Frame, *, alone: bool) -> Visit:
        """Return the visit of a place, with what was known of it and the dates of its stay."""
        known = [v for v in before.visits if _same(v.place, place)] or [
            v for v in before.visits if alone and len(before.visits) == 1
        ]
        visit = known[0].model_copy(update={"place": place}) if known else Visit(place=place)
        for stay in stays:
            where = self._place(stay.location_code or stay.destination)
            if where is not None and _same(where, place):
                dates = {"arrive": _when(stay.check_in), "leave": _when(stay.check_out)}
                return visit.model_copy(update={name: day for name, day in dates.items() if day is not None})
        return visit


def _leg(segment: HostSegment, origin: Place | None, destination: Place | None) -> Leg:
    mode: Mode | None = segment.transport_mode if segment.transport_mode in get_args(Mode) else None  # type: ignore[assignment]
    return Leg(origin=origin, destination=destination, depart=_when(segment.depart_date), mode=mode)


def _dates(intent: HostIntent) -> dict[str, object]:
    """Return departure, return, and the dates of a plain stay."""
    days = [segment.depart_date for segment in intent.segments]
    plain = intent.dates
    lodging = intent.lodging
    stay = intent.stays[0] if len(intent.stays) == 1 else None
    first = plain.departure_date if plain else None
    last = plain.return_date if plain else None
    return {
        "depart": _when(first or (days[0] if days else None)),
        "return_": _when(last or (days[1] if len(days) == _PLAIN else None)),
        "check_in": _when((lodging.check_in if lodging else None) or (stay.check_in if stay else None)),
        "check_out": _when((lodging.check_out if lodging else None) or (stay.check_out if stay else None)),
        "lodging_needed": lodging.needed if lodging else None,
        "area": lodging.location_hint if lodging else None,
    }


def _heads(intent: HostIntent) -> dict[str, object]:
    return intent.travelers.model_dump() if intent.travelers else {}


def _wishes(intent: HostIntent) -> dict[str, object]:
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
