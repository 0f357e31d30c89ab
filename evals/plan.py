"""Day plans for the tasks of a benchmark with full tables: its wishes as listed, and its own form of a plan."""

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

from tripintent.tools.planner.tour_days import cheapest_tour
from tripintent.tools.ports.day_planner import (
    Eatery,
    Ride,
    RoomKind,
    RoomWish,
    Tour,
    TourDay,
    TourLodging,
    TourRequest,
    TourSight,
)

Row = Mapping[str, Any]
Tables = Mapping[str, Sequence[Row]]

WISHED_ROOM: dict[str, RoomWish] = {
    "entire room": "entire",
    "private room": "private",
    "not shared room": "not_shared",
    "shared room": "shared",
}
_ROOMS: dict[str, RoomKind] = {"Entire home/apt": "entire", "Private room": "private", "Shared room": "shared"}
_SEATS = {"self-driving": 5, "taxi": 4}


def rides(tables: Tables) -> tuple[Ride, ...]:
    """Return flights and ground legs; of a flight number the first row counts, as in the benchmark."""
    flights = {(row["flight_number"], row["from"], row["to"]): row for row in reversed(tables["flights"])}
    flown = (
        Ride(
            id=f"{row['flight_number']}, {row['dep']}, {row['arr']}",
            mode="flight",
            origin=row["from"],
            destination=row["to"],
            price=Decimal(str(row["price"])),
            day=date.fromisoformat(row["date"]),
            minutes=row["duration"],
        )
        for row in flights.values()
    )
    driven = (
        Ride(
            id=row["mode"],
            mode=row["mode"],
            origin=row["from"],
            destination=row["to"],
            price=Decimal(str(row["cost"])),
            seats=_SEATS[row["mode"]],
            minutes=row["duration"],
            own_car=row["mode"] == "self-driving",
        )
        for row in tables["ground"]
    )
    return (*flown, *driven)


def lodgings(tables: Tables) -> tuple[TourLodging, ...]:
    """Return the places to sleep with their house rules."""
    return tuple(
        TourLodging(
            name=row["name"],
            city=row["city"],
            price=Decimal(str(row["price"])),
            sleeps=row["maximum_occupancy"],
            room=_ROOMS[row["room_type"]],
            forbids=frozenset(rule.removeprefix("No ") for rule in row["house_rules"]),
            min_nights=row["minimum_nights"],
            rating=row["rating"],
        )
        for row in _unambiguous(tables["accommodations"])
    )


def eateries(tables: Tables) -> tuple[Eatery, ...]:
    """Return the restaurants with their cuisines."""
    return tuple(
        Eatery(
            name=row["name"],
            city=row["city"],
            price=Decimal(str(row["average_cost"])),
            tastes=frozenset(row["cuisines"]),
            rating=row["rating"],
        )
        for row in _unambiguous(tables["restaurants"])
    )


def sights(tables: Tables) -> tuple[TourSight, ...]:
    """Return the attractions; a name with a semicolon cannot be written in the benchmark's form."""
    return tuple(
        TourSight(name=row["name"], city=row["city"], lat=row["lat"], lon=row["lon"])
        for row in _unambiguous(tables["attractions"])
        if ";" not in row["name"]
    )


def _unambiguous(rows: Sequence[Row]) -> Iterator[Row]:
    """Leave out a row whose name is part of an earlier row's name in the same city: the benchmark would read that one."""
    for number, row in enumerate(rows):
        if not any(row["city"] == other["city"] and row["name"] in other["name"] for other in rows[:number]):
            yield row


def written(tour: Tour) -> list[dict[str, object]]:
    """Return a tour in the benchmark's form."""
    return [_written_day(number, day) for number, day in enumerate(tour.days, start=1)]


def _written_day(number: int, day: TourDay) -> dict[str, object]:
    meals = {meal.time: f"{meal.eatery.name}, {meal.eatery.city}" for meal in day.meals}
    return {
        "day": number,
        "current_city": f"from {day.ride.origin} to {day.ride.destination}" if day.ride else day.city,
        "transportation": _written_ride(day.ride) if day.ride else "-",
        "breakfast": meals.get("breakfast", "-"),
        "attraction": "".join(f"{sight.name}, {sight.city};" for sight in day.sights) or "-",
        "lunch": meals.get("lunch", "-"),
        "dinner": meals.get("dinner", "-"),
        "accommodation": f"{day.lodging.name}, {day.lodging.city}" if day.lodging else "-",
    }


def _written_ride(ride: Ride) -> str:
    way = f"from {ride.origin} to {ride.destination}"
    if ride.mode == "flight":
        number, leaves, lands = ride.id.split(", ")
        return f"Flight Number: {number}, {way}, Departure Time: {leaves}, Arrival Time: {lands}"
    return f"{ride.mode.capitalize()}, {way}"


_MODES = {"no flight": "flight", "no self-driving": "self-driving", "no taxi": "taxi"}
_SIGHTS_A_DAY = 3


def plan_file(tasks: Path, out: Path) -> None:
    """Write one line ``{"id", "plan"}`` for each task; ``plan`` is None when no tour keeps all wishes."""
    with tasks.open(encoding="utf-8") as source, out.open("w", encoding="utf-8") as target:
        for line in source:
            if line.strip():
                task = json.loads(line)
                tour = cheapest_tour(as_given(task))
                plan = written(tour) if isinstance(tour, Tour) else None
                target.write(json.dumps({"id": task["id"], "plan": plan}, ensure_ascii=False) + "\n")


def as_given(task: Row) -> TourRequest:
    """Return the request of a task whose wishes are listed in it."""
    wishes: Mapping[str, Any] = task["constraints"]
    return TourRequest(
        home=task["org"],
        days=tuple(date.fromisoformat(day) for day in task["date"]),
        stops=task["visiting_city_number"],
        people=task["people_number"],
        budget=Decimal(str(task["budget"])),
        room=WISHED_ROOM[wishes["room_type"]] if wishes["room_type"] else None,
        must_allow=frozenset([wishes["house_rule"]] if wishes["house_rule"] else ()),
        tastes=frozenset(wishes["cuisine"] or ()),
        avoid_modes=frozenset([_MODES[wishes["transportation"]]] if wishes["transportation"] else ()),
        **_choice(task["tables"]),
    )


def _choice(tables: Tables) -> dict[str, Any]:
    return {
        "cities": tuple(row["city"] for row in tables["cities"]),
        "rides": rides(tables),
        "lodgings": lodgings(tables),
        "eateries": eateries(tables),
        "sights": sights(tables),
        "sights_a_day": _SIGHTS_A_DAY,
    }
