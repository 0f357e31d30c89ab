"""The rooms of a house for a wish, in words, and which of those shown a guest means."""

import re
from collections.abc import Sequence
from datetime import date, timedelta
from functools import cache
from typing import Any
from zoneinfo import ZoneInfo

from tripintent.state.concierge.front import Params
from tripintent.state.concierge.memory import OfferedRoom, RoomWish, StayWish
from tripintent.state.concierge.service import Service
from tripintent.state.exchange import import_document
from tripintent.state.offers import HotelOffer
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.queries import HotelQuery
from tripintent.state.questions.plan import plan_of
from tripintent.state.trip import TripIntent
from tripintent.tools.errors import InvalidRequest
from tripintent.tools.formats import formats_of
from tripintent.tools.front_desk.parts import House
from tripintent.tools.front_desk.speech import day, nights, say, words
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


async def rooms_told(desk: House, wish: StayWish, language: str) -> tuple[list[str], tuple[OfferedRoom, ...]]:
    """Return what a guest reads of the rooms for each day of a wish, and the rooms. Raises SupplierError."""
    rooms = dict[str, Sequence[tuple[OfferedRoom, int | None]]]()
    for start in filter(None, (wish.start, *wish.others)):
        if desk.rooms is None:
            break
        free = await free_rooms(desk.rooms, desk.service, wish, start)
        rooms[start] = [(_offered(start, offer, wish), offer.rooms_left) for offer in free]
    lines = [line for start in rooms for line in _rooms_on(start, rooms[start], wish, language, desk.service.zone)]
    return lines, tuple(room for found in rooms.values() for room, _ in found)


def _offered(start: str, offer: HotelOffer, wish: StayWish) -> OfferedRoom:
    return OfferedRoom(
        option_id=offer.option_id,
        start=start,
        name=offer.room_description.split(",")[0],
        board=offer.board or "room_only",
        price=str(offer.total_price),
        rooms=offer.rooms,
        nights=(offer.check_out - offer.check_in).days,
        heads=_rooms_said(rooms_of(wish)),
        people=sum(one.adults + len(one.ages) for one in rooms_of(wish)),
        refundable=offer.refundable,
        free_until=offer.terms.free_until,
        wanted=rooms_of(wish),
    )


def rate_said(room: OfferedRoom, language: str, zone: str) -> str:
    """Return for how many rooms and people a price is, and whether it comes back."""
    rooms = say("rooms_one", language) if room.rooms == 1 else say("rooms_more", language, n=room.rooms)
    people = say("people_one", language) if room.people == 1 else say("people_more", language, n=room.people)
    terms = say("rate_refundable" if room.refundable else "rate_fixed", language)
    if room.free_until:
        until = room.free_until.astimezone(ZoneInfo(zone))
        terms = say(
            "rate_free_until", language, day=day(until.date(), language), time=formats_of(language).clock(until)
        )
    return say("room_rate", language, rooms=rooms, people=people, terms=terms)


def room_named(room: str, board: str, language: str) -> str:
    """Return a room's name, of a usual kind in the guest's language, and its meals."""
    kind = next((one for one in ("room_single", "room_double", "room_family") if say(one, "en") == room), "")
    name = say(kind, language) if kind else room
    return name if board == "room_only" else f"{name} {say(f'board_{board}', language)}"


def _rooms_on(
    start: str, rooms: Sequence[tuple[OfferedRoom, int | None]], wish: StayWish, language: str, zone: str
) -> list[str]:
    """Return the lines of a day: what was looked for, and each room with how many of it are left."""
    facts = {"day": day(start, language), "nights": nights(wish.nights or 1, language)}
    wanted, heads = rooms_of(wish), sum(one.adults + len(one.ages) for one in rooms_of(wish))
    who = say("people_one", language) if heads == 1 else say("people_more", language, n=heads)
    who += f" ({_rooms_said(wanted)})" if str(heads) != _rooms_said(wanted) else ""
    lines = [say("rooms" if rooms else "full", language, **facts, rooms=who)]
    for room, count in rooms:
        name, price = room_named(room.name, room.board, language), formats_of(language).amount(room.price)
        left = say("room_left_one" if count == 1 else "room_left", language, n=count) if count else ""
        lines.append(say("room_line", language, name=name, price=price, left=left) + rate_said(room, language, zone))
    return lines


def _rooms_said(rooms: tuple[RoomWish, ...]) -> str:
    """Return the people of each room as figures, which need no translation: "2+1 (5)" is two adults and a child of 5."""
    return ", ".join(
        f"{r.adults}" + (f"+{len(r.ages)} ({', '.join(map(str, r.ages))})" if r.ages else "") for r in rooms
    )


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
