"""Two readings of one reservation become one: the newer outranks, the fuller name and the real barcode win."""

import unicodedata
from collections.abc import Mapping

from tripintent.tools.imports.reservations import departure_day, moment_of, zone_of
from tripintent.tools.imports.structured import Node, part

LONGEST_NAME = 200
"""Of a name that is compared: each is compared with all others."""


def merged_node(first: Node, second: Node) -> Node:
    """Return two nodes as one; what only one says is kept, and where both speak the newer (or the second) does."""
    if str(first.get("modifiedTime") or "") > str(second.get("modifiedTime") or "") and second.get("modifiedTime"):
        first, second = second, first
    out = dict(first)
    for key, value in second.items():
        out[key] = _merged(key, out.get(key), value)
    return out


def _merged(key: str, old: object, new: object) -> object:
    if old in (None, "", {}, []):
        return new
    if new in (None, "", {}, []):
        return old
    if key == "ticketToken":
        return (
            old
            if str(new).startswith("http")
            else new
            if str(old).startswith("http") or len(str(new)) >= len(str(old))
            else old
        )
    if key.endswith(("Time", "Date")):
        return (
            old if zone_of(old) and not zone_of(new) and str(moment_of(old))[:16] == str(moment_of(new))[:16] else new
        )
    if key == "underName" and isinstance(old, Mapping) and isinstance(new, Mapping):
        return dict(old if _same_name(old, new) and _richer(old, new) else new)
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        return merged_node(dict(old), dict(new))
    if isinstance(old, list) and isinstance(new, list):
        return sorted({*map(str, old), *map(str, new)}) if all(isinstance(x, str) for x in (*old, *new)) else new
    if key in ("name", "trainNumber") and isinstance(old, str) and isinstance(new, str):
        return old if len(old) > len(new) and _fold(new) in _fold(old) else new
    return new


def _richer(a: Mapping[str, object], b: Mapping[str, object]) -> bool:
    """Tell whether a name is written better: with accents and small letters, rather than all in capitals."""
    return _accents(a) >= _accents(b) and not str(a.get("familyName", "")).isupper()


def _accents(person: Mapping[str, object]) -> int:
    return sum(ord(c) > 127 for value in person.values() for c in str(value))


def _same_name(a: Mapping[str, object], b: Mapping[str, object]) -> bool:
    return _fold(str(a.get("familyName") or a.get("name", ""))) == _fold(str(b.get("familyName") or b.get("name", "")))


def _fold(text: str) -> str:
    return "".join(c for c in unicodedata.normalize("NFKD", text[:LONGEST_NAME].casefold()) if c.isalnum())


def same_reservation(a: Node, b: Node) -> bool:
    """Tell whether two reservations are one: same kind, number where both have one, and the same trip on the same day."""
    if a["@type"] != b["@type"]:
        return False
    if a["@type"] in ("Event", "LodgingBusiness", "FoodEstablishment", "Organization"):
        return a.get("name") == b.get("name") and moment_of(a.get("startDate")) == moment_of(b.get("startDate"))
    one, other = part(a, "reservationFor"), part(b, "reservationFor")
    numbers = (a.get("reservationNumber"), b.get("reservationNumber"))
    if (all(numbers) and numbers[0] != numbers[1]) or not _same_person(a, b):
        return False
    day, other_day = departure_day(one), departure_day(other)
    if day and other_day:
        return day == other_day and _same_trip(one, other)
    same_start = moment_of(one.get("startDate")) == moment_of(other.get("startDate"))
    return one.get("name") == other.get("name") and a.get("checkinTime") == b.get("checkinTime") and same_start


def _same_person(a: Node, b: Node) -> bool:
    people = part(a, "underName"), part(b, "underName")
    return not all(people) or _same_name(*people)


def _same_trip(a: Node, b: Node) -> bool:
    number, other = (_digits(t.get("flightNumber") or t.get("trainNumber") or t.get("busNumber")) for t in (a, b))
    if number and other:
        return number == other
    return moment_of(a.get("departureTime")) == moment_of(b.get("departureTime")) or not (
        a.get("departureTime") and b.get("departureTime")
    )


def _digits(text: object) -> str:
    return "".join(c for c in str(text or "") if c.isdigit()).lstrip("0")


def without_doubles(reservations: list[Node]) -> list[Node]:
    """Return reservations with those that are one put together, sorted by day; a whole journey is its legs."""
    kept: list[Node] = []
    for one in _by_legs(reservations):
        at = next((i for i, k in enumerate(kept) if same_reservation(k, one)), None)
        if at is None:
            kept.append(one)
        else:
            kept[at] = merged_node(kept[at], one)
    return sorted(kept, key=_when)


def _by_legs(found: list[Node]) -> list[Node]:
    """Return rides without those that are a whole journey whose legs are there: these get its number, its price and its traveller."""
    out = list(found)
    for whole in found:
        trip = part(whole, "reservationFor")
        if trip.get("@type") != "TrainTrip" or trip.get("trainNumber"):
            continue
        place, legs = part(trip, "departureStation").get("name"), list[Node]()
        for one in sorted(found, key=_when):
            leg = part(one, "reservationFor")
            if leg.get("trainNumber") and place and part(leg, "departureStation").get("name") == place:
                place, legs = part(leg, "arrivalStation").get("name"), [*legs, one]
        ends = [part(legs[at], "reservationFor") for at in (0, -1)] if len(legs) > 1 else []
        if ends and _moments(trip, trip) == _moments(*ends) and place == part(trip, "arrivalStation").get("name"):
            kept: Node = {
                k: whole[k] for k in ("reservationNumber", "underName", "totalPrice", "priceCurrency") if k in whole
            }
            out = [{**kept, **one} if one in legs else one for one in out if one is not whole]
    return out


def _moments(first: Node, last: Node) -> tuple[str | None, str | None]:
    return moment_of(first.get("departureTime")), moment_of(last.get("arrivalTime"))


def _when(node: Node) -> str:
    trip = part(node, "reservationFor")
    moment = moment_of(trip.get("departureTime")) or departure_day(trip) or moment_of(trip.get("startDate"))
    return moment or moment_of(node.get("checkinTime")) or moment_of(node.get("startDate")) or ""
