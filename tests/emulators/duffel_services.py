"""What the emulated Duffel sells beside a fare: bags and seats, each for one passenger, with its price."""

from decimal import Decimal
from typing import Any

BAG = Decimal("32.50")
ROWS, SECTIONS = range(11, 17), (("A", "B", "C"), ("D", "E", "F"))
SEAT = {"A": Decimal("18.00"), "F": Decimal("18.00"), "C": Decimal("9.00"), "D": Decimal("9.00")}


def bags_of(offer: dict[str, Any], currency: str) -> list[dict[str, Any]]:
    """Return one checked bag for the whole way, for each passenger, up to three."""
    flights = [segment["id"] for way in offer["slices"] for segment in way["segments"]]
    return [
        {
            "id": f"ase_{offer['id'][4:]}{person['id'][4:]}bag", "type": "baggage", "maximum_quantity": 3,
            "passenger_ids": [person["id"]], "segment_ids": flights,
            "total_amount": str(BAG), "total_currency": currency,
            "metadata": {
                "type": "checked", "maximum_weight_kg": 23, "maximum_length_cm": None, "maximum_height_cm": None,
                "maximum_depth_cm": None,
            },
        }
        for person in offer["passengers"]
    ]  # fmt: skip


def seat_maps_of(offer: dict[str, Any], currency: str, *, free: bool) -> list[dict[str, Any]]:
    """Return a map of each flight; row 11 is taken. Seats cost nothing where ``free``."""
    return [_seat_map(offer, segment, currency, free=free) for way in offer["slices"] for segment in way["segments"]]


def _seat_map(offer: dict[str, Any], segment: dict[str, Any], currency: str, *, free: bool) -> dict[str, Any]:
    rows = [
        {
            "sections": [
                {
                    "elements": [_seat(offer, segment, f"{number}{one}", currency, free=free) for one in letters],
                }
                for letters in SECTIONS
            ],
        }
        for number in ROWS
    ]  # fmt: skip
    return {
        "id": f"sea_{segment['id'][4:]}",
        "segment_id": segment["id"],
        "slice_id": offer["slices"][0]["id"],
        "cabins": [
            {
                "wings": {"first_row_index": 1, "last_row_index": 2},
                "rows": rows,
                "deck": 0,
                "cabin_class": "economy",
                "aisles": 1,
            }
        ],
    }


def _seat(offer: dict[str, Any], segment: dict[str, Any], number: str, currency: str, *, free: bool) -> dict[str, Any]:
    price = Decimal("0.00") if free else SEAT.get(number[-1], Decimal("5.00"))
    services = [
        {
            "id": f"ase_{segment['id'][4:]}{person['id'][4:]}{number}", "passenger_id": person["id"],
            "total_amount": str(price), "total_currency": currency,
        }
        for person in offer["passengers"]
    ]  # fmt: skip
    return {
        "type": "seat", "designator": number, "name": "Main Cabin", "disclosures": [],
        "available_services": services if number[:-1] != "11" else [],
    }  # fmt: skip


def sold(
    offer: dict[str, Any], asked: list[dict[str, Any]], currency: str, *, free: bool
) -> list[dict[str, Any]] | None:
    """Return the services of an order, as it shows them; None when one is not sold with the offer."""
    on_sale = {one["id"]: one for one in bags_of(offer, currency)}
    for seats in seat_maps_of(offer, currency, free=free):
        for row in seats["cabins"][0]["rows"]:
            for seat in (one for section in row["sections"] for one in section["elements"]):
                for service in seat["available_services"]:
                    on_sale[service["id"]] = {
                        "id": service["id"], "type": "seat", "passenger_ids": [service["passenger_id"]],
                        "segment_ids": [seats["segment_id"]], "total_amount": service["total_amount"],
                        "total_currency": currency,
                        "metadata": {"designator": seat["designator"], "name": seat["name"], "disclosures": []},
                    }  # fmt: skip
    if any(one["id"] not in on_sale for one in asked):
        return None
    return [
        {k: v for k, v in on_sale[one["id"]].items() if k != "maximum_quantity"} | {"quantity": one["quantity"]}
        for one in asked
    ]
