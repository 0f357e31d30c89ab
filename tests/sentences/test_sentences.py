"""Sentences of travellers and the operations that they become, in six languages: one table, journey.yaml, for the offline reader."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml

from tripintent.state.languages import LANGUAGES
from tripintent.state.reading import Operation
from tripintent.tools.language.offline.reader import OfflineReader
from tripintent.tools.language.offline_language import OfflineLanguage
from tripintent.tools.language.people import FreeFormPeople
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.reader import View

SENTENCES = yaml.safe_load(Path(__file__).with_name("journey.yaml").read_text("utf-8"))
WORDS = {"op", "type", "text", "said", "start", "end", "certainty"}
"""Fields of an operation that repeat the words or say where they stand, and its kind, which the line begins with."""
STANDS_FOR = ("code", "day", "earliest", "name")
"""A place or a day is written by the first of these that it has."""


@pytest.fixture(scope="module")
def reader() -> OfflineReader:
    return OfflineReader(OfflineLanguage(), FreeFormPeople(), Gazetteer())


def short(value: Any) -> str:
    """Return a value as few words: a place by its code, a day by its date, other things by what they hold."""
    if isinstance(value, list):
        return ",".join(map(short, value))
    if not isinstance(value, Mapping):
        return str(value)
    if "said" in value and (known := next((value[name] for name in STANDS_FOR if value.get(name)), None)):
        return str(known)
    return " ".join(short(one) for name, one in value.items() if name not in ("said", "words", "weight"))


def line(operation: Operation) -> str:
    """Return an operation as a line: its kind, that of its event where it has one, then what it holds."""
    facts = operation.model_dump(exclude_defaults=True, exclude=WORDS, mode="json")
    event = getattr(operation, "event", None)
    kind = event.type.removeprefix("USER_").lower() if event else operation.op
    return f"{kind} {short(facts)}".strip()


def rows() -> list[Any]:
    """Return the table's rows; the test tells when one that the reader does not read yet is read."""
    not_yet = pytest.mark.xfail(strict=True, reason="not read yet")
    return [pytest.param(row, id=row["words"], marks=not_yet if row.get("not_yet") else ()) for row in SENTENCES]


@pytest.mark.parametrize("row", rows())
async def test_a_sentence_becomes_its_operations(
    row: Mapping[str, Any], moments: Mapping[str, View], reader: OfflineReader
) -> None:
    """What the table says of a sentence, in its moment, is what the reader makes of it."""
    view = replace(moments[row["context"]], language=row["language"])
    reading = await reader.read(row["words"], view)
    assert [line(one) for one in reading.operations] == row["operations"], row["why"]


def test_the_table_is_small_and_speaks_all_languages() -> None:
    """At most sixty sentences, each said once, in all languages."""
    assert len({row["words"] for row in SENTENCES}) == len(SENTENCES) <= 60
    assert {row["language"] for row in SENTENCES} == set(LANGUAGES)
