"""Extraction over a file of conversations: one line of cumulative slots per dialogue, in the scorer's slots.

The slots hold only what was said, nothing derived.
"""

import argparse
import json
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

from tripintent.evals.asked import asked_slots
from tripintent.state.frame import Frame, Place, When
from tripintent.tools.language.offline.parser import OfflineParser
from tripintent.tools.ports.language import ParseResult, ReadRequest

_HISTORY = 12

Read = Callable[[ReadRequest], ParseResult]


def offline() -> Read:
    """Return the offline engine's reader."""
    return OfflineParser().read


def extract_file(inputs: Path, output: Path, language: str = "offline", *, read: Read | None = None) -> None:
    """Read every dialogue of ``inputs`` (JSON lines with id, today and turns) and write ``{"id", "turns"}`` lines.

    ``language`` names the engine; another one than the offline engine is given as ``read``.
    """
    reader = read or _reader(language)
    with inputs.open(encoding="utf-8") as source, output.open("w", encoding="utf-8") as target:
        for line in source:
            if line.strip():
                record = json.loads(line)
                turns = [slots_of(reading.frame) for reading in readings(record, reader)]
                target.write(json.dumps({"id": record["id"], "turns": turns}, ensure_ascii=False) + "\n")


def readings(record: dict[str, Any], read: Read) -> Iterator[ParseResult]:
    """Yield the reading of each user turn of one dialogue, the frame carried along."""
    today = date.fromisoformat(record.get("reference_date") or record["now_hint"])
    frame, thread = Frame(), None
    history: list[str] = []
    for number, turn in enumerate(record["turns"]):
        hearing = ReadRequest(
            text=turn["user"],
            frame=frame,
            last_assistant=turn.get("system"),
            asked=asked_slots(turn.get("system")),
            history=tuple(history[-_HISTORY:]),
            today=today,
            language=thread,
            turn=number,
        )
        reading = read(hearing)
        frame, thread = reading.frame, reading.language
        history += [f"assistant: {turn.get('system') or ''}", f"user: {turn['user']}"]
        yield reading


def _reader(language: str) -> Read:
    if language != "offline":
        msg = f"no reader for {language!r} here: pass one as read=…"
        raise ValueError(msg)
    return offline()


def main() -> None:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=Path, required=True)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--language", default="offline")
    asked = parser.parse_args()
    extract_file(asked.inputs, asked.output, asked.language)


if __name__ == "__main__":
    main()


_AS_IS = (
    "duration_days", "nights", "travelers", "adults", "children", "rooms", "currency", "cabin", "stars", "refundable", "checked_bags",
    "trip_type",
)  # fmt: skip
_DATES = {"depart": "depart_date", "return_": "return_date", "check_in": "check_in", "check_out": "check_out"}
_LISTS = {
    "amenities": "amenities",
    "house_rules": "x_house_rule",
    "cuisines": "x_cuisine",
    "transport_wishes": "x_transport",
}


def slots_of(frame: Frame) -> dict[str, object]:
    """Return slot -> value for a cumulative state; places keep their words beside a code."""
    slots: dict[str, object] = {name: value for name in _AS_IS if (value := getattr(frame, name)) is not None}
    for field, slot in _DATES.items():
        when: When | None = getattr(frame, field)
        if when and (day := _day(when)):
            slots[slot] = day
    slots |= {slot: list(found) for field, slot in _LISTS.items() if (found := getattr(frame, field))}
    if frame.origin:
        slots["origin"] = _place(frame.origin)
    if frame.visits:
        slots["destination"] = _place(frame.visits[0].place)
    if frame.budget is not None:
        slots["budget"] = float(frame.budget)
    if frame.max_stops is not None:
        slots["nonstop"] = frame.max_stops == 0
    if frame.airlines:
        slots["airline"] = frame.airlines[0]
    if frame.room_type:
        slots["x_room_type"] = frame.room_type
    return slots


def _day(when: When) -> str | None:
    """Return the day that was said; of "by the 11th" that is the 11th, of a window there is none."""
    if when.day or (when.earliest and when.latest):
        return when.day
    return when.earliest or when.latest


def _place(place: Place) -> dict[str, str]:
    found = {"city": place.name or place.said, "name": place.said}
    return {**found, "iata": place.code} if place.code else found
