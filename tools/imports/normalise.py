"""Segments that another planner or a model wrote, put into our form.

What is wrong is named and never covered up.
"""

import re
from collections.abc import Mapping
from datetime import timedelta
from typing import Any, NamedTuple

from tripintent.state.designer.moments import between, has_time, read_moment, shifted

UNSAID_LENGTH = timedelta(minutes=30)
_CODE = re.compile(r"[A-Z]{3}")
_PLACES = ("origin", "destination", "pickupLocation", "dropoffLocation", "location")
_TIMES = ("startDatetime", "endDatetime", "checkInDate", "checkOutDate")
_TRANSFERS = {
    "TRAIN": "RAIL", "METRO": "PUBLIC", "SUBWAY": "PUBLIC", "BUS": "PUBLIC", "TRAM": "PUBLIC", "UBER": "RIDE_SHARE",
    "LYFT": "RIDE_SHARE", "CAR": "RENTAL_CAR", "RENTAL": "RENTAL_CAR", "BOAT": "FERRY", "WALK": "WALKING", "CAB": "TAXI",
    "LIMO": "PRIVATE", "LIMOUSINE": "PRIVATE",
}  # fmt: skip
_KNOWN_TRANSFERS = {
    "TAXI", "SHUTTLE", "PRIVATE", "PUBLIC", "RIDE_SHARE", "RENTAL_CAR", "RAIL", "FERRY", "WALKING", "OTHER"
}  # fmt: skip


class Normalised(NamedTuple):
    """A segment's data in our form. ``invalid`` holds codes of what a person has to settle."""

    data: dict[str, Any]
    warnings: tuple[str, ...]
    assumed: tuple[str, ...]
    invalid: tuple[str, ...]


def normalise(raw: Mapping[str, Any]) -> Normalised:
    """Return one segment in our form.

    A code of an airport has three letters; anything longer or shorter is dropped with a warning, never cut or filled up.
    A missing end is half an hour after the start, and said to be assumed; one before the start is left out and said.
    """
    data, warnings = dict(raw), []
    for name in _PLACES:
        place = data.get(name)
        if isinstance(place, Mapping):
            data[name], found = _place(place, airport=data.get("type") == "FLIGHT")
            warnings += found
    for name in _TIMES:
        if isinstance(data.get(name), str):
            data[name] = read_moment(data[name]) or data[name]
    if data.get("type") == "TRANSFER":
        said = str(data.get("transferType", "OTHER")).upper().replace("-", "_").replace(" ", "_")
        data["transferType"] = _TRANSFERS.get(said, said if said in _KNOWN_TRANSFERS else "OTHER")
    assumed, invalid = _ends(data)
    return Normalised(data, tuple(warnings), assumed, invalid)


def _place(place: Mapping[str, object], *, airport: bool) -> tuple[dict[str, object], list[str]]:
    found = dict(place)
    code = str(found.pop("code", "") or "").strip().upper()
    if not code:
        return found, []
    if _CODE.fullmatch(code) or not airport:
        return (found | {"code": code}, []) if _CODE.fullmatch(code) else (found, ["not_iata"])
    return found, ["not_iata"]


def _ends(data: dict[str, object]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    start, end = read_moment(str(data.get("startDatetime") or "")), read_moment(str(data.get("endDatetime") or ""))
    if start is None or not has_time(start):
        return (), ()
    if end is None or end == start:
        data["endDatetime"] = shifted(start, UNSAID_LENGTH)
        return ("end = start + 30 min",), ()
    if has_time(end) and between(start, end) < timedelta():
        data["endDatetime"] = None
        return (), ("end_before_start",)
    return (), ()
