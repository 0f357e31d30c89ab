"""Day plans for the tasks of a benchmark with full tables: its wishes given, or read from the traveller's own words."""

import json
from collections.abc import Mapping
from datetime import date, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

from tripintent.evals.plan_tables import WISHED_ROOM, Row, Tables, eateries, lodgings, rides, sights, written
from tripintent.state.frame import Frame
from tripintent.tools.language.offline.parser import OfflineParser
from tripintent.tools.planner.planner import LocalDayPlanner
from tripintent.tools.ports.language import ReadRequest
from tripintent.tools.ports.tours import Tour, TourRequest

_MODES = {"no flight": "flight", "no self-driving": "self-driving", "no taxi": "taxi"}
_SIGHTS_A_DAY = 3


def plan_file(tasks: Path, out: Path, *, from_words: bool) -> None:
    """Write one line ``{"id", "plan"}`` for each task; ``plan`` is None when no tour keeps all wishes."""
    engine, planner = OfflineParser(), LocalDayPlanner()
    with tasks.open(encoding="utf-8") as source, out.open("w", encoding="utf-8") as target:
        for line in source:
            if line.strip():
                task = json.loads(line)
                asked = from_the_words(task["query"], task["tables"], engine) if from_words else as_given(task)
                tour = planner.tour(asked) if asked else None
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


def from_the_words(query: str, tables: Tables, engine: OfflineParser) -> TourRequest | None:
    """Return the request of a task of which only the words are read; the tables say which cities there are.

    None when the words give no dates.
    """
    days = sorted({date.fromisoformat(row["date"]) for row in tables["flights"]})
    today = (days[0] if days else date(2022, 3, 1)) - timedelta(days=30)
    frame = engine.read(ReadRequest(text=query, today=today)).frame
    cities = [row["city"] for row in tables["cities"]]
    travel_days = _days(frame)
    if len(travel_days) < 2:
        return None
    return TourRequest(
        home=_home(frame, tables),
        days=travel_days,
        stops=len(cities),
        people=frame.travelers or (frame.adults or 1) + (frame.children or 0) + (frame.infants or 0),
        budget=frame.budget,
        room=WISHED_ROOM.get(frame.room_type or ""),
        must_allow=frozenset(frame.house_rules),
        tastes=frozenset(frame.cuisines),
        avoid_modes=frozenset(_MODES[wish] for wish in frame.transport_wishes if wish in _MODES),
        **_choice(tables),
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


def _home(frame: Frame, tables: Tables) -> str:
    """Return the origin as the tables write it: the one place with a way that is not a city of the trip, else as said."""
    cities = {row["city"] for row in tables["cities"]}
    starts = {row["from"] for name in ("flights", "ground") for row in tables[name]} - cities
    said = frame.origin
    for name in (said.name, said.said) if said else ():
        if name and name in starts:
            return name
    if starts or said is None:
        return min(starts, default="")
    return said.name or said.said


def _days(frame: Frame) -> tuple[date, ...]:
    """Return every day of the trip from the dates that were said, or from the first one and the length."""
    first, last = frame.depart or frame.check_in, frame.return_ or frame.check_out
    start = date.fromisoformat(first.day) if first and first.day else None
    end = date.fromisoformat(last.day) if last and last.day else None
    if start and end is None and frame.duration_days:
        end = start + timedelta(days=frame.duration_days - 1)
    if start is None or end is None:
        return ()
    return tuple(start + timedelta(days=day) for day in range((end - start).days + 1))
