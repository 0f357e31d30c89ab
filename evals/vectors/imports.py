"""Cases of imports: schema.org data, calendars, boarding passes, mails."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import Any, cast

from pydantic import JsonValue

from tripintent.evals.vectors.case import Case, Kind, Kinds, difference
from tripintent.tools.imports.boarding import BoardingLeg, reservation_of
from tripintent.tools.imports.completing import completed, completed_trip
from tripintent.tools.imports.merging import merged_node, without_doubles
from tripintent.tools.imports.reader import read_reservations
from tripintent.tools.imports.repeats import entries_of
from tripintent.tools.imports.reservations import is_valid, reservations_of
from tripintent.tools.imports.structured import Node, nodes_in, part

_SKIPPED = frozenset(
    {"ticketToken", "@context", "potentialAction", "modifiedTime", "description", "image", "subjectOf"}
)
_AXES = ("latitude", "longitude")
_DEGREES = 0.2
_TODAY = date(2018, 1, 1)


def _compare(expected: JsonValue, ours: JsonValue) -> str:
    return difference(_plain(expected), _plain(_near(expected, ours)))


def _near(expected: JsonValue, ours: JsonValue) -> JsonValue:
    """Return ours with the recorded position in place of one within a fifth of a degree: catalogues differ by so much."""
    if isinstance(expected, Mapping) and isinstance(ours, Mapping):
        if expected.get("@type") == "GeoCoordinates" and all(k in ours and k in expected for k in _AXES):
            near = all(abs(float(cast("float", expected[k])) - float(cast("float", ours[k]))) < _DEGREES for k in _AXES)
            return expected if near else dict(ours)
        return {k: _near(expected.get(k), v) for k, v in ours.items()}
    if isinstance(expected, list) and isinstance(ours, list) and len(expected) == len(ours):
        return [_near(a, b) for a, b in zip(expected, ours, strict=True)]
    return ours


def _plain(value: JsonValue) -> JsonValue:
    """Return a value for comparing: times as instants, actions, raw codes and empty texts left out."""
    if isinstance(value, Mapping):
        if value.get("@type") == "QDateTime":
            return _plain(value["@value"])
        if value.get("@type") == "GeoCoordinates":
            return {k: float(cast("float", value[k])) for k in _AXES}
        return {
            k: _plain(v)
            for k, v in value.items()
            if k not in _SKIPPED
            and v != ""
            and not (k == "address" and isinstance(v, Mapping) and v.keys() <= {"@type", "addressCountry"})
        }
    if isinstance(value, list):
        return [_plain(v) for v in value]
    if isinstance(value, str) and re.match(r"\d{4}-\d\d-\d\dT", value):
        return _instant(value)
    return value


def _instant(text: str) -> str:
    text = re.sub(r"\.\d+(?=$|[+-Z])", "", text)
    try:
        found = datetime.fromisoformat(re.sub(r"([+-]\d\d)(\d\d)$", r"\1:\2", text))
    except ValueError:
        return text
    return (found.astimezone(UTC) if found.tzinfo else found).isoformat()


def _extract(case: Case) -> JsonValue:
    """Read as on the day before the first trip: what a text leaves open is then the year that the recorder knew."""
    expected = cast("list[dict[str, Any]]", case.wanted)
    days = [str((e.get("reservationFor") or {}).get("departureDay", "")) for e in expected]
    first = min((d for d in days if d), default="")
    today = date.fromisoformat(first) - timedelta(days=30) if first else _TODAY
    return cast("JsonValue", read_reservations(str(case.input), today))


def _pass(case: Case) -> JsonValue:
    """Read the dump of a decoded code, field by field."""
    head, *legs = re.split(r"^Leg \d+$", str(case.input), flags=re.MULTILINE)
    name = _field(head, "passengerName")
    found = []
    for block in legs:
        leg = BoardingLeg(
            locator=_field(block, "operatingCarrierPNRCode"),
            origin=_field(block, "fromCityAirportCode"),
            destination=_field(block, "toCityAirportCode"),
            carrier=_field(block, "operatingCarrierDesignator"),
            number=_field(block, "flightNumber").lstrip("0"),
            day=int(_field(block, "dayOfFlight") or 0),
            seat=_field(block, "seatNumber").lstrip("0"),
            sequence=_field(block, "checkinSequenceNumber").lstrip("0"),
            airline_number=_field(block, "airlineNumericCode"),
            document=_field(block, "documentNumber"),
            flyer_airline=_field(block, "frequentFlyerAirlineDesignator"),
            flyer_number=_field(block, "frequenFlyerNumber"),
        )
        day = _field(block, "Date of flight")
        found.append(reservation_of(leg, name, date.fromisoformat(day) if day else None))
    return cast("JsonValue", found)


def _field(text: str, name: str) -> str:
    match = re.search(rf"^\s*{re.escape(name)}: ?(.*)$", text, re.MULTILINE)
    return match[1].strip() if match else ""


def _normalised(case: Case) -> Any:
    return reservations_of([n for one in case.input for n in nodes_in(json.dumps(one))])


def _complete(case: Case) -> JsonValue:
    return cast("JsonValue", without_doubles([completed(n) for n in _normalised(case)]))


def _merge(case: Case) -> JsonValue:
    sides = [reservations_of(nodes_in(json.dumps(case.input[side]))) for side in ("lhs", "rhs")]
    merged = [merged_node(a, b) for a, b in zip(*sides, strict=True)]
    return cast("JsonValue", [_with_day(node) for node in merged])


def _with_day(node: dict[str, object]) -> dict[str, object]:
    trip = node.get("reservationFor")
    return {**node, "reservationFor": {**completed_trip(dict(trip)), **trip}} if isinstance(trip, Mapping) else node


def _calendar(case: Case) -> JsonValue:
    nodes = [completed(n) for n in reservations_of(nodes_in(json.dumps(case.input)))]
    return cast("JsonValue", _calendar_event(nodes[0]))


def _calendar_event(reservation: Node) -> dict[str, object]:
    """Return when a reservation takes place in a calendar: start, end, whole days, and whether it takes one's time.

    Stays are whole days up to the one after the check-out; cancelled things, stays and hired cars take no time.
    """
    kind = str(reservation["@type"])
    trip = part(reservation, "reservationFor")
    cancelled = "Cancelled" in str(reservation.get("reservationStatus"))
    clear = cancelled or kind in ("LodgingReservation", "RentalCarReservation")
    names = {
        "LodgingReservation": (reservation.get("checkinTime"), reservation.get("checkoutTime")),
        "RentalCarReservation": (reservation.get("pickupTime"), reservation.get("dropoffTime")),
        "EventReservation": (trip.get("startDate"), trip.get("endDate")),
        "Event": (reservation.get("startDate"), reservation.get("endDate")),
        "FoodEstablishmentReservation": (reservation.get("startTime"), reservation.get("endTime")),
    }
    start, end = names.get(kind, (trip.get("departureTime"), trip.get("arrivalTime")))
    begin, finish = (str(t["@value"] if isinstance(t, dict) else t or "") for t in (start, end))
    whole = kind == "LodgingReservation" or (begin[11:19] == "00:00:00" and finish[11:16] == "23:59")
    if whole:
        until = datetime.fromisoformat(finish[:10]) + timedelta(days=1)
        return {"start": begin[:10], "end": until.date().isoformat(), "transparent": clear}
    return {"start": begin, "end": finish, "transparent": clear}


def _calendar_times(text: str) -> dict[str, object]:
    """Return the same facts of the first event of a calendar, for comparing."""
    entry = next(entries_of(text))
    start, end = (t["@value"] if isinstance(t, dict) else t for t in (entry.start(), entry.end()))
    until = entry.day_after() or end
    return {"start": start, "end": until, "transparent": entry.text("TRANSP") == "TRANSPARENT"}


def _compare_calendar(expected: JsonValue, ours: JsonValue) -> str:
    return difference(_plain(cast("JsonValue", _calendar_times(str(expected)))), _plain(ours))


def _valid(case: Case) -> JsonValue:
    return cast("JsonValue", [n for n in reservations_of(nodes_in(json.dumps(case.input))) if is_valid(n)])


KINDS: Kinds = {
    "import.extract": Kind(_extract, _compare),
    "import.boarding_pass_bcbp": Kind(_pass, _compare),
    "import.jsonld_normalise": Kind(_normalised, _compare),
    "import.schema_org_raw": Kind(lambda c: cast("JsonValue", nodes_in(str(c.input))), _compare),
    "import.complete": Kind(_complete, _compare),
    "import.merge": Kind(_merge, _compare),
    "import.filter_invalid": Kind(_valid, _compare),
    "calendar.roundtrip (json is input, ics is expected)": Kind(_calendar, _compare_calendar),
}
