"""Boarding passes as barcodes (IATA BCBP, Resolution 792), also in the passes of phones' wallets: legs, seat, document number."""

import re
from calendar import isleap
from datetime import date, timedelta
from typing import NamedTuple

from tripintent.tools.imports.reservations import moment_of
from tripintent.tools.imports.structured import Node, part, read_json, word
from tripintent.tools.places.airports import shared_catalogue

_HEAD, _LEG = 23, 37
_SAID = 24
"""Characters of a leg up to its day: a scanner may leave out what comes after it."""
_ENDS = re.compile(r"[A-Z]{6}")


class BoardingLeg(NamedTuple):
    """One flight of a pass; ``day`` counts from 1 January."""

    locator: str
    origin: str
    destination: str
    carrier: str
    number: str
    day: int
    seat: str = ""
    sequence: str = ""
    airline_number: str = ""
    document: str = ""
    flyer_airline: str = ""
    flyer_number: str = ""


class Pass(NamedTuple):
    """A boarding pass: name as printed, legs, and the day on which it was issued where it says so."""

    name: str
    legs: tuple[BoardingLeg, ...]
    issued_year_digit: int | None = None
    issued_day: int | None = None


def read_pass(code: str) -> Pass | None:
    """Return the pass of a barcode; None for any other text."""
    if len(code) < _HEAD + _SAID or code[0] != "M" or code[1] not in "123456789":
        return None
    legs, at, digit, issued = [], _HEAD, None, None
    for index in range(int(code[1])):
        block = code[at : at + _LEG]
        if len(block) < _SAID or _count(block[21:24]) is None or not _ENDS.fullmatch(block[7:13]):
            break
        size = _size(block[35:37])
        extra = code[at + _LEG : at + _LEG + size]
        unique = 0
        if index == 0 and extra[:1] == ">" and len(extra) > 3:
            unique = 4 + _size(extra[2:4])
            shared = extra[4:unique]
            digit = _count(shared[3]) if len(shared) > 6 else None
            issued = _count(shared[4:7]) if len(shared) > 6 else None
        legs.append(_leg(block, extra[unique:]))
        at += _LEG + size
    return Pass(code[2:22].strip(), tuple(legs), digit, issued) if legs else None


def _size(text: str) -> int:
    """Return a length of two hex digits; 0 where none is written: the field is then empty."""
    return int(text, 16) if re.fullmatch(r"[0-9A-Fa-f]{2}", text) else 0


def _count(text: str) -> int | None:
    """Return a number of ASCII digits, with blanks round it or not; None for anything else."""
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdigit() else None


def _leg(block: str, extra: str) -> BoardingLeg:
    own = extra[2:] if len(extra) > 2 else ""
    return BoardingLeg(
        locator=block[0:7].strip(),
        origin=block[7:10],
        destination=block[10:13],
        carrier=block[13:16].strip(),
        number="".join(block[16:21].split()).lstrip("0"),
        day=_count(block[21:24]) or 0,
        seat=block[25:29].strip().lstrip("0"),
        sequence=block[29:34].strip().lstrip("0"),
        airline_number=own[0:3].strip(),
        document=own[3:13].strip(),
        flyer_airline=own[18:21].strip(),
        flyer_number=own[21:37].strip(),
    )


def day_of_year(day: int, near: date, issued: Pass | None = None) -> date | None:
    """Return the date of a day of the year: in the year of issue where it is known, else the one nearest to ``near``."""
    if not 1 <= day <= 366:
        return None
    if issued and issued.issued_year_digit is not None:
        year = near.year - (near.year - issued.issued_year_digit) % 10
        base = date(year, 1, 1) + timedelta(days=day - 1)
        return (
            base
            if not issued.issued_day or day >= issued.issued_day
            else date(year + 1, 1, 1) + timedelta(days=day - 1)
        )
    years = (near.year, near.year + 1, near.year - 1)
    days = [date(year, 1, 1) + timedelta(days=day - 1) for year in years if day <= 365 or isleap(year)]
    return min(days, key=lambda one: abs(one - near), default=None)


def reservation_of(leg: BoardingLeg, name: str, day: date | None, token: str = "") -> Node:
    """Return the reservation of one leg. A code with X, Q or Z is a station's, unless an airport has it: then it is a train."""
    family, _, given = name.partition("/")
    person = {"@type": "Person", "familyName": family.strip(), "givenName": given.strip()}
    person["name"] = f"{given.strip()} {family.strip()}".strip()
    number = (
        " ".join(x for x in (leg.airline_number, leg.document) if x)
        if leg.document.strip("0") and leg.airline_number
        else ""
    )
    ticket = {
        "@type": "Ticket",
        **({"ticketNumber": number} if number else {}),
        **({"ticketToken": token} if token else {}),
    }
    codes = [code for code in (leg.origin, leg.destination) if code[:1] in ("X", "Z", "Q")]
    train = any(not shared_catalogue().airports_for(code) for code in codes)
    node: Node = {
        "@context": "http://schema.org",
        "@type": "TrainReservation" if train else "FlightReservation",
        "reservationNumber": leg.locator,
        "reservationStatus": "http://schema.org/ReservationConfirmed",
        "reservedTicket": ticket,
        "underName": person,
        "reservationFor": _train(leg, day) if train else _flight(leg, day),
    }
    if train:
        return node
    node |= {k: v for k, v in (("airplaneSeat", leg.seat), ("passengerSequenceNumber", leg.sequence)) if v}
    if leg.flyer_number:
        member = {k: v for k, v in person.items() if k != "name"}
        node["programMembershipUsed"] = {
            "@type": "ProgramMembership",
            "member": {**member, "name": person["name"]},
            "membershipNumber": leg.flyer_number,
            "programName": leg.flyer_airline,
        }
    return node


def _flight(leg: BoardingLeg, day: date | None) -> Node:
    return {
        "@type": "Flight",
        "airline": {"@type": "Airline", "iataCode": leg.carrier},
        "departureAirport": {"@type": "Airport", "iataCode": leg.origin},
        "arrivalAirport": {"@type": "Airport", "iataCode": leg.destination},
        "flightNumber": leg.number,
        **({"departureDay": day.isoformat()} if day else {}),
    }


def _train(leg: BoardingLeg, day: date | None) -> Node:
    ends = {
        name: {"@type": "TrainStation", "identifier": f"iata:{code}", "name": code}
        for name, code in (("departureStation", leg.origin), ("arrivalStation", leg.destination))
    }
    provider = {"@type": "Organization", "identifier": f"iata:{leg.carrier}"}
    return {"@type": "TrainTrip", **ends, "provider": provider, **({"departureDay": day.isoformat()} if day else {})}


_TIMES = ("currentDepartureDate", "originalDepartureDate")


def wallet_pass(text: str, today: date) -> list[Node]:
    """Return the flights of a wallet's pass; none for any other text, or for a pass whose barcode is no boarding pass."""
    if not text.lstrip().startswith("{") or '"formatVersion"' not in text:
        return []
    try:
        data = read_json(text)
    except ValueError:
        return []
    if not isinstance(data, dict):
        return []
    codes = [
        word(part({"code": one}, "code").get("message"))
        for one in (*_listed(data.get("barcodes")), data.get("barcode"))
    ]
    code = next((one for one in codes if one and read_pass(one)), None)
    scanned = read_pass(code) if code else None
    if scanned is None:
        return []
    semantics = part(data, "semantics")
    shown = next(
        (m for one in (*(semantics.get(n) for n in _TIMES), data.get("relevantDate")) if (m := moment_of(one))), None
    )
    near = date.fromisoformat(shown[:10]) if shown else today
    found = []
    for leg in scanned.legs:
        day = day_of_year(leg.day, near, scanned)
        node = reservation_of(leg, scanned.name, day, f"aztecCode:{code}")
        if shown and day and shown[:10] == day.isoformat() and node["@type"] == "FlightReservation":
            node["reservationFor"]["departureTime"] = shown
            shown = None
        found.append(node)
    return found


def _listed(value: object) -> list[object]:
    return value[:10] if isinstance(value, list) else []
