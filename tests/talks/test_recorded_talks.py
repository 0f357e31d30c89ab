"""Conversations of people who did not know the product, with a model's recorded answers: each word is read as it was."""

import json
import runpy
from pathlib import Path

import pytest

TALKS = sorted(Path(__file__).parent.glob("*.json"))
REPLAYING = runpy.run_path(str(Path(__file__).with_name("replaying.py")))


@pytest.mark.parametrize("path", TALKS, ids=lambda path: path.stem)
async def test_a_talk_is_read_as_it_was(path, tmp_path):
    """Every operation that was read and believed is read again; nothing else is."""
    talk = json.loads(path.read_text(encoding="utf-8"))
    told = await REPLAYING["replayed"](talk, tmp_path)
    for turn, one in zip(talk["turns"], told, strict=True):
        assert {name: turn[name] for name in one} == one, turn["say"]


def test_there_are_talks():
    """In several languages, over all systems."""
    kinds = {
        line.split(" «")[0] for path in TALKS for turn in json.loads(path.read_text())["turns"] for line in turn["read"]
    }
    systems = {kind.split(":")[0] for kind in kinds}
    assert systems == {"booking", "designer", "planning"}
    assert len(TALKS) >= 12
