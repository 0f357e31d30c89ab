"""Passes of phones' wallets: the boarding passes of their barcodes, with the moment for which they are shown."""

from datetime import date

from tripintent.tools.imports.boarding import day_of_year, read_pass, reservation_of
from tripintent.tools.imports.reservations import moment_of
from tripintent.tools.imports.structured import Node, part, read_json, word

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
