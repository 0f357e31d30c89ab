"""Extraction over a file of conversations: one line of cumulative slots per dialogue."""

import argparse
import json
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

from tripintent.evals.asked import asked_slots
from tripintent.evals.slots import slots_of
from tripintent.state.frame import Frame
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
