"""The rooms of a house for a wish, and which of those shown a guest means."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from typing import Any

from tripintent.state.concierge.front import Params
from tripintent.state.concierge.memory import OfferedRoom, StayWish
from tripintent.state.concierge.service import Service
from tripintent.state.exchange import import_document
from tripintent.state.offers import HotelOffer
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.queries import HotelQuery
from tripintent.state.questions.plan import plan_of
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import InvalidRequest
from tripintent.tools.front_desk.speech import words
from tripintent.tools.front_desk.stays import rooms_of
from tripintent.tools.knowledge.passages import fold
from tripintent.tools.ports.suppliers import HotelSupplier
from tripintent.tools.suppliers.shared.questions import BED_FROM_AGE

SHOWN = 6


def trip_of(service: Service, wish: StayWish, start: str) -> Params:
    """Return a wish as a document that the booking takes over (INTENT_READY): one stay in this house, and no journey."""
    rooms = rooms_of(wish)
    ages = [age for room in rooms for age in room.ages]
    grown = [age for age in ages if age >= BED_FROM_AGE]
    check_out = date.fromisoformat(start) + timedelta(days=wish.nights or 1)
    place: Params = {"location_code": service.name, "location_name": service.name, "rooms": len(rooms)}
    return {
        "party": {
            "travelers": {
                "adults": sum(room.adults for room in rooms),
                "children": len(grown),
                "infants": len(ages) - len(grown),
                "child_ages": list(grown),
            }
        },
        "itinerary": {
            "segments": [],
            "lodging": {
                "needed": True,
                "rooms": len(rooms),
                "stays": [{**place, "check_in": start, "check_out": check_out.isoformat()}],
            },
        },
        "preferences": {"hotel": {"hotel_name": service.name}},
        "constraints": {"flights_needed": False, "currency": service.currency},
    }


async def free_rooms(rooms: HotelSupplier, service: Service, wish: StayWish, start: str) -> Sequence[HotelOffer]:
    """Return what is free from a day on, cheapest first: the same question that the booking asks for the same wish.

    Raises SupplierError where the property system does not answer; a stay that it refuses has no rooms.
    """
    document = import_document(trip_of(service, wish, start)).merge
    plan = plan_of(apply_patch(TripIntent(), Patch(by="concierge", merge=document)))
    query = plan.hotels[0].query if plan.hotels else None
    if not isinstance(query, HotelQuery):
        return ()
    try:
        return (await rooms.search(query))[:SHOWN]
    except InvalidRequest:
        return ()


def offer_lines(offered: Sequence[OfferedRoom]) -> list[str]:
    """Return the rooms that were shown last as facts, by their numbers."""
    return [f"{number}. {fact_of(room)}" for number, room in enumerate(offered, 1)]


def fact_of(room: OfferedRoom) -> str:
    """Return an offered room as a fact for a model."""
    rooms = "1 room" if room.rooms == 1 else f"all {room.rooms} rooms together"
    terms = "refundable" if room.refundable else "not refundable, cannot be cancelled free of charge"
    if room.free_until:
        terms = f"free to cancel until {room.free_until:%Y-%m-%d %H:%M}"
    meals = "no meals in the price" if room.board == "room_only" else f"{room.board} in the price"
    length = "1 night" if room.nights == 1 else f"{room.nights} nights"
    stay = f"{room.name}, from {room.start}, {length}, people by room: {room.heads}"
    return f"{stay}; {room.price} for {rooms} and all nights; {meals}; {terms}"


def chosen(text: str, offered: Sequence[OfferedRoom]) -> OfferedRoom | None:
    """Return the room of those shown that words name; "take it" means the only one. A kind that is there on several days does not count."""
    room = named(text, offered)
    if room and _alike(fold(text), room) and any(_alike(fold(room.name), o) and o.start != room.start for o in offered):
        return None
    return room or (offered[0] if len(offered) == 1 else None)


def named(text: str, offered: Sequence[OfferedRoom]) -> OfferedRoom | None:
    """Return the room of those shown that words name, by its kind, its meals, its place in the list or its price.

    Of several that fit, the cheapest.
    """
    priced = [room for room in offered if _says_price(text, room.price)]
    if len(priced) == 1:
        return priced[0]
    folded, table = fold(text), _patterns()
    boards = [board for board, pattern in table["boards"].items() if pattern.search(folded)]
    fitting = [room for room in offered if not boards or room.board in boards]
    alike = [room for room in fitting if fold(room.name) in folded or _alike(folded, room)]
    if alike or _names_kind(folded):
        return alike[0] if alike else None
    numbers = [n for n, pattern in enumerate(table["orders"]) if pattern.search(folded)]
    if numbers:
        return offered[numbers[0]] if numbers[0] < len(offered) else None
    if table["last"].search(folded):
        return offered[-1] if offered else None
    if table["cheapest"].search(folded) or boards:
        return fitting[0] if fitting else None
    return None


def of_kind(text: str, offered: Sequence[OfferedRoom]) -> bool:
    """Check whether a room of the kind that words name is among those offered; words may name none."""
    return not _names_kind(fold(text)) or any(_alike(fold(text), room) for room in offered)


def _names_kind(folded: str) -> bool:
    return any(kind.search(folded) for kind in _patterns()["kinds"].values())


def _alike(folded: str, room: OfferedRoom) -> bool:
    return any(one.search(folded) and one.search(fold(room.name)) for one in _patterns()["kinds"].values())


def _says_price(text: str, price: str) -> bool:
    """Check whether words name a price, whole or to the cent; the currency of the offer does not belong to it."""
    amount = re.search(r"(\d+)(?:\.(\d\d))?", price.replace(",", ""))
    if amount is None:
        return False
    cents = rf"(?:[.,]{amount[2]})?" if amount[2] else ""
    return re.search(rf"(?<![\d.,]){amount[1]}{cents}(?![\d.,]*\d)", text) is not None


def takes(text: str) -> bool:
    """Check whether words take what was offered: "I'll take it", "buchen Sie das Doppelzimmer"."""
    return bool(_patterns()["take"].search(fold(text)))


@cache
def _patterns() -> dict[str, Any]:
    """Return the words of choices as patterns, offered rooms being in the order of their price."""

    def compiled(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: re.compile(one) for name, one in value.items()}
        return [re.compile(one) for one in value] if isinstance(value, list) else re.compile(value)

    return {name: compiled(value) for name, value in words("choices").items()}
