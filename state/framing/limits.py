"""Party, preferences and constraints from a frame."""

from decimal import Decimal
from typing import Any

from tripintent.state.frame import Frame
from tripintent.state.framing.dates import nights_of
from tripintent.state.framing.segments import flights_needed
from tripintent.state.home_money import home_money, money_of
from tripintent.state.settling import days_between


def travelers_of(frame: Frame) -> dict[str, Any]:
    """Return the head counts as plain data; a split outranks a bare total."""
    children, infants = frame.children, frame.infants
    if frame.ages and children is None and infants is None:
        infants = sum(a < 2 for a in frame.ages) or None
        children = sum(2 <= a < 18 for a in frame.ages) or None
    return {
        "adults": frame.adults,
        "children": children,
        "infants": infants,
        "total": 1 if alone(frame) else frame.travelers,
        "child_ages": list(frame.ages),
    }


def alone(frame: Frame) -> bool:
    """Tell whether one traveller is assumed: no one was counted, and the traveller speaks of no one else."""
    counted = (frame.travelers, frame.adults, frame.children, frame.infants)
    return bool(frame.alone) and all(count is None for count in counted) and not frame.ages


def heads_of(frame: Frame) -> int | None:
    """Return how many travel, None when it is not known."""
    t = travelers_of(frame)
    split = (t["adults"] or 0) + (t["children"] or 0) + (t["infants"] or 0)
    return t["total"] or (split if t["adults"] else None)


_IDEAL_FLIGHTS = {"max_stops": "max_stops", "max_hours": "max_hours", "avoid_self_transfer": "avoid_self_transfer"}
_IDEAL_HOTELS = {"stars": "star_min", "amenities": "amenities", "board": "board", "near": "near"}
"""Slots that only rank where "ideally" was said, and their names in the preferences."""


PRICE_ALONE = 100.0
"""Weight of the price where all else only parts trips that cost the same."""


def _nightly(frame: Frame) -> Decimal | None:
    """Return what a night may cost at most: as said, or the part of a budget for all nights where their number is known."""
    nights = nights_of(frame) or days_between(frame.check_in or frame.depart, frame.check_out or frame.return_)
    shares = [frame.lodging_budget / nights] if frame.lodging_budget and nights and nights > 0 else []
    said = [*([frame.max_nightly] if frame.max_nightly else []), *shares]
    return min(said, default=None)


def preferences_of(frame: Frame) -> dict[str, Any]:
    """Return the preferences as plain data: only what was said."""
    rate = _nightly(frame)
    nightly = {"amount": rate, "currency": money_of(frame)} if rate else None
    return {
        "flight": {
            "cabin": frame.cabin,
            "max_stops": frame.max_stops,
            "max_hours": frame.max_hours,
            "avoid_red_eye": frame.avoid_red_eye,
            "avoid_self_transfer": frame.avoid_self_transfer,
            "preferred_airlines": list(frame.airlines),
            "avoid_airlines": list(frame.avoid_airlines),
            "checked_bags": frame.checked_bags,
            "airports": list(frame.airports),
            "avoid_airports": list(frame.avoid_airports),
            "avoid_via": list(frame.avoid_via),
            "avoid_fares": list(frame.avoid_fares),
            "required": ["preferred_airlines"] if "airlines" in frame.hard else [],
            "ideal": [name for slot, name in _IDEAL_FLIGHTS.items() if slot in frame.soft],
        },
        "weights": {"price": PRICE_ALONE} if frame.price_first else {},
        "hotel": {
            "star_min": frame.stars,
            "hotel_name": frame.hotel_name,
            "kinds": list(frame.stay_kinds),
            "near": frame.near.model_dump() if frame.near else None,
            "refundable_only": frame.refundable_hotel,
            "amenities": list(frame.amenities),
            "board": frame.board,
            "room_type": frame.room_type,
            "house_rules": list(frame.house_rules),
            "max_daily_rate": nightly,
            "max_stars": frame.max_stars,
            "avoid_hotels": list(frame.avoid_hotels),
            "avoid_areas": list(frame.avoid_areas),
            "ideal": [name for slot, name in _IDEAL_HOTELS.items() if slot in frame.soft],
        },
        "cuisines": list(frame.cuisines),
        "transport": list(frame.transport_wishes),
        "declined": list(frame.avoid_options),
    }


def constraints_of(frame: Frame) -> dict[str, Any]:
    """Return the limits as plain data. A budget per person is multiplied once the head count is known."""
    currency = money_of(frame)
    each = (
        {"amount": frame.budget, "currency": currency} if frame.budget is not None and frame.budget_per_person else None
    )
    heads = heads_of(frame) if each else 1
    total = frame.budget * heads if frame.budget is not None and heads else None
    return {
        "budget_total": {"amount": total, "currency": currency} if total is not None else None,
        "budget_min": frame.budget_min,
        "budget_per_person": each,
        "currency": frame.currency,
        "home_currency": home_money(frame) if frame.origin else None,
        "refundable_preference": {True: "refundable", False: "either", None: None}[frame.refundable],
        "flights_needed": flights_needed(frame),
    }
