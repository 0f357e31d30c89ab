"""The embedded property system: rooms of an invented house, counted once over all rooms of a stay. Deterministic, simulated."""

import hashlib
from collections.abc import Sequence
from datetime import date, timedelta
from decimal import Decimal
from typing import NamedTuple

from tripintent.state.concierge.memory import RoomWish

COT_AGE = 3
"""Children younger than this sleep in a cot and take no bed."""


class RoomType(NamedTuple):
    """A kind of room: how many sleep in it, how many there are, and its price for a night."""

    name: str
    sleeps: int
    stock: int
    price: Decimal


class FreeRoom(NamedTuple):
    """Rooms of a type that are free on every night, with the price of the whole stay for all rooms of the wish."""

    name: str
    left: int
    total: Decimal


ROOMS = (
    RoomType("Single room", 1, 4, Decimal(95)),
    RoomType("Double room", 2, 12, Decimal(140)),
    RoomType("Family room", 4, 5, Decimal(210)),
)


def free(house: str, first: date, nights: int, wishes: Sequence[RoomWish]) -> list[FreeRoom]:
    """Return the room types that fit every room of the wish and are free in that number on every night."""
    days = [first + timedelta(days=n) for n in range(nights)]
    heads = max(w.adults + sum(age >= COT_AGE for age in w.ages) for w in wishes)
    found: list[FreeRoom] = []
    for kind in ROOMS:
        left = min(_left(house, kind, day) for day in days)
        if kind.sleeps >= heads and left >= len(wishes):
            total = sum((kind.price * _factor(day) for day in days), Decimal(0)) * len(wishes)
            found.append(FreeRoom(kind.name, left, total.quantize(Decimal("0.01"))))
    return found[:3]


def _left(house: str, kind: RoomType, day: date) -> int:
    dice = hashlib.sha256(f"{house}|{kind.name}|{day.isoformat()}".encode()).digest()[0]
    return kind.stock - dice * kind.stock // 320


def _factor(day: date) -> Decimal:
    return Decimal("1.15") if day.weekday() in (4, 5) else Decimal(1)
