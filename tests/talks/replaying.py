"""Recorded conversations: what people said, and what a model answered each time, replayed through the whole graph.

``python tests/talks/replaying.py FILE …`` writes what is read now into the files, to be looked at before it is committed.
"""

import asyncio
import json
import runpy
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.state.reading import Reading

TALKS = Path(__file__).parent
WIRE = runpy.run_path(str(TALKS.parent / "servers" / "openai_wire.py"))


async def replayed(talk: Mapping[str, Any], folder: Path) -> list[dict[str, Any]]:
    """Return for each message what was read of it: the operations by name, with their words, and what was not believed."""
    told: list[dict[str, Any]] = []
    with WIRE["running"]() as server:
        settings = Settings(
            data_dir=folder, now=talk["now"], language="openai", base_url=server.base_url, model_timeout=60.0
        )
        async with open_session(settings) as session:
            for turn in talk["turns"]:
                answers = [WIRE["completion"](one) for one in turn["answers"]] or [WIRE["failure"](400)]
                server.answers(*answers, WIRE["failure"](400))
                await session.say("t", turn["say"])
                state = await session.graph.aget_state(session.config("t"))
                told.append(_told(state.values["reading"]))
    return told


def _told(reading: Reading) -> dict[str, Any]:
    lines = [
        f"{part.system.lower()}: {one.op} «{getattr(one, 'text', '') or getattr(one, 'said', '')}»"
        for part in reading.parts
        for one in part.operations
    ]
    return {"engine": reading.engine, "read": lines, "doubted": list(reading.doubted), "later": list(reading.later)}


def _renewed(path: Path) -> None:
    talk = json.loads(path.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        told = asyncio.run(replayed(talk, Path(folder)))
    talk["turns"] = [turn | one for turn, one in zip(talk["turns"], told, strict=True)]
    path.write_text(json.dumps(talk, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        _renewed(Path(name))
