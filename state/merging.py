"""The merge of a TripChanges: straight onto the trip. Each part is in the trip then, or in ``rejected`` with what would be right.

What changes together is made by the same pure rules as everywhere (`state/framing`); what cannot be right beside the rest of the trip
(a return before the way out) is left out as a whole, and said.
"""

import re
from collections.abc import Iterator, Mapping
from datetime import date
from itertools import pairwise
from typing import NamedTuple

from pydantic import BaseModel

from tripintent.state.acts import Rejected
from tripintent.state.changes import TripChanges
from tripintent.state.frame import Frame, Place, Visit
from tripintent.state.framing import merge_of
from tripintent.state.framing.changed_days import ChangeDraft, Gazette
from tripintent.state.framing.changed_way import way
from tripintent.state.framing.changed_wishes import wishes
from tripintent.state.framing.dates import setting_out
from tripintent.state.framing.frame_to_trip import ELSEWHERE
from tripintent.state.framing.segments import flights_needed, wants_return
from tripintent.state.legs import with_legs
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.questions.invalid import invalid
from tripintent.state.questions.plan import currency_of
from tripintent.state.questions.windows import codes_of
from tripintent.state.settling import settle
from tripintent.state.trip import InvalidField, TripIntent
from tripintent.state.unframed import says_currency, with_unframed

__all__ = ["Gazette", "MergedTrip", "merged"]


class MergedTrip(NamedTuple):
    """The trip with the changes, what was not taken, and what was not said and was taken to be so."""

    trip: TripIntent
    rejected: tuple[Rejected, ...] = ()
    assumed: tuple[str, ...] = ()


def merged(trip: TripIntent, changes: TripChanges, gazette: Gazette) -> MergedTrip:
    """Return the trip with what it can take of the changes."""
    rejected: dict[str, Rejected] = {}
    wrong: list[InvalidField] = []
    for _ in range(len(_GROUPS) + 1):
        draft = ChangeDraft(trip, changes, gazette)
        after = _once(draft)
        rejected |= draft.rejected
        known = {(one.path, one.code, one.value) for one in invalid(trip)}
        wrong = [one for one in invalid(after) if (one.path, one.code, one.value) not in known]
        if not wrong:
            return MergedTrip(after, tuple(rejected.values()), tuple(draft.assumed))
        changes, refused = _without(changes, wrong)
        if not refused:
            break
        rejected |= refused
    refused_all = tuple(Rejected(path=one.path, why=why_wrong(one)) for one in wrong)
    return MergedTrip(trip, tuple(rejected.values()) or refused_all)


def _once(draft: ChangeDraft) -> TripIntent:
    wishes(draft)
    way(draft)
    settle(draft.values, draft.frame)
    said = draft.frame.model_copy(update=draft.values)
    _hours(draft, said)
    said = draft.frame.model_copy(update=draft.values)
    near = codes_of(draft.trip)
    told: tuple[str, ...] = ()
    by_ground = {id(one) for one in _by_ground(said)}
    for place in _places(said):
        if place.code is None and place.said not in near and (airport := draft.gazette.near(place)):
            near[place.said] = airport.code
            told += (
                ()
                if id(place) in by_ground or flights_needed(said) is False
                else (f"near:{place.name or place.said}:{airport.city}:{airport.code}:{airport.km}",)
            )
    draft.values |= _landings(said, near, draft.gazette)
    said = draft.frame.model_copy(update=draft.values)
    framed = merge_of(draft.frame, said, near)
    named, before = says_currency(draft.changes), draft.trip.status.assumptions
    known = {"hotel_only"} - {*before} if draft.trip.constraints.flights_needed is False else set()  # it was said
    codes = (*told, *framed.assumptions) if draft.values else before
    codes = tuple(one for one in codes if one not in known and not (named and one.startswith("currency_")))
    after = apply_patch(draft.trip, Patch(merge=framed.merge))
    if (money := currency_of(after)) != ELSEWHERE:
        codes = tuple(f"currency_reader:{money}" if one == "currency_usd" else one for one in codes)
    draft.assumed |= dict.fromkeys(codes)
    after = with_unframed(with_legs(after, draft), draft)
    return apply_patch(after, Patch(merge={"status": {"assumptions": codes}}))


def _hours(draft: ChangeDraft, said: Frame) -> None:
    """Take hours of a way back alone where there is one, and any hours where one flies."""
    flies = bool(said.origin or said.visits or said.legs or said.depart) and flights_needed(said) is not False
    if draft.values.get("return_") and not flies and "return_day" not in draft.rejected and draft.changes.return_day:
        del draft.values["return_"]
        draft.reject("return_day", "there is no way back yet: give it together with the day out, or where to")
    paths = {"depart_window": "flights.leave", "arrive_window": "flights.land"}
    back = {"return_window": "flights.back.leave", "return_arrive_window": "flights.back.land"}
    for slot, path in (paths | back).items():
        if draft.values.get(slot) and not (flies and (slot in paths or wants_return(said))):
            del draft.values[slot]
            draft.reject(path, "there is no such flight yet: give it a day, or name a leg by its number in `legs`")


def _landings(frame: Frame, near: Mapping[str, str], gazette: Gazette) -> dict[str, object]:
    """Return the visits with how many days later one lands at each, as far as one flies there on a day that is known."""
    visits: list[Visit] = []
    here, flies = frame.origin, flights_needed(frame) is not False
    for visit in frame.visits:
        known = frame.model_copy(update={"visits": (*visits, visit)})
        day = setting_out(known)[-1] or str(frame.depart and frame.depart.earliest)
        ends = [place and (place.code or near.get(place.said)) for place in (here, visit.place)]
        flown = flies and visit.mode is None and all(ends) and re.fullmatch(r"\d{4}-\d\d-\d\d", day)
        later = gazette.lands_later(str(ends[0]), str(ends[1]), date.fromisoformat(day)) if flown else 0
        visits.append(visit.model_copy(update={"lands_later": later}))
        here = visit.place
    return {"visits": tuple(visits)} if visits != [*frame.visits] else {}


def _by_ground(frame: Frame) -> Iterator[Place]:
    """Yield the stops that one comes to and leaves by train, car, bus or ferry: no airport is used there."""
    for visit, onward in pairwise(frame.visits):
        if visit.mode not in (None, "flight") and onward.mode not in (None, "flight"):
            yield visit.place


def _places(frame: Frame) -> Iterator[Place]:
    ends = [
        frame.origin,
        *(v.place for v in frame.visits),
        *(end for leg in frame.legs for end in (leg.origin, leg.destination)),
    ]
    yield from (one for one in ends if one and one.kind in ("city", "station") and not one.candidates)


_DAYS = frozenset({"depart", "return_day", "arrive", "leave", "nights", "day"})
_WAYS = frozenset({"origin", "stops", "legs"})
_GROUPS: tuple[tuple[str, frozenset[str]], ...] = (
    (r"party\.", frozenset({"party"})),
    (r"constraints\.", frozenset({"budget"})),
    (r".*\.(depart_date|check_in|check_out)$", _DAYS),
    (r"itinerary\.segments", _WAYS),
    (r".*", _WAYS | _DAYS),
)
"""Paths of a trip that cannot be right, and the arguments that may have made them so: the first that were given are left out."""
_WHY = {
    "in_past": "is in the past",
    "before_previous": "is before the day you leave",
    "zero_nights": "leaves no night between arrival and departure",
    "overlap": "begins before the stay before it ends",
    "after_leaving": "is after the way home: give fewer nights, or a later way home",
    "too_many_travellers": "travellers are more than one order may have",
    "infants_over_adults": "infants need as many adults",
    "no_adult": "adults: one at least travels",
    "too_far": "is too far ahead",
    "same_place": "leads to where it begins",
    "same_airport": "have one airport",
    "too_many_segments": "legs are more than one trip may have",
}


def why_wrong(one: InvalidField) -> str:
    """Return what is wrong with a value of the trip."""
    if one.code == "before_previous" and "lodging" in one.path:
        return "check-out is before check-in"
    return f"{one.value} {_WHY.get(one.code, one.code)}"


def _without(changes: TripChanges, wrong: list[InvalidField]) -> tuple[TripChanges, dict[str, Rejected]]:
    """Return the changes without those that made a trip wrong, which are refused."""
    given: dict[str, object] = changes.model_dump(exclude_unset=True)
    for one in wrong:
        for pattern, group in _GROUPS:
            # stops without the nights that are refused would be another journey
            names = group | _WAYS if one.code == "after_leaving" else group
            paths = sorted(
                _given(given, names), key=lambda it: (it.rpartition(".")[2] not in _DAYS, it in ("origin", "depart"))
            )
            if re.match(pattern, one.path) and paths:
                why = f"{why_wrong(one)} ({one.path})"
                fits = {"return_day": (str(one.value),)} if one.code == "after_leaving" else {}
                refused = {path: Rejected(path=path, why=why, candidates=fits.get(path, ())) for path in paths}
                return TripChanges.model_validate(_left(given, names)), refused
    return changes, {}


def _given(value: object, names: frozenset[str], path: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            here = f"{path}.{key}".lstrip(".")
            if key in names:
                yield here
            elif path == "" and key in ("stops", "legs"):
                yield from _given(inner, names, here)
    elif isinstance(value, list | tuple):
        for i, inner in enumerate(value):
            yield from _given(inner, names, f"{path}[{i}]")


def _left(value: object, names: frozenset[str], depth: int = 0) -> object:
    if isinstance(value, dict):
        deeper = ("stops", "legs") if depth == 0 else ()
        return {k: _left(v, names, depth + 1) if k in deeper else v for k, v in value.items() if k not in names}
    if isinstance(value, list | tuple):
        return [_left(inner, names, depth) for inner in value]
    return value.model_dump() if isinstance(value, BaseModel) else value
