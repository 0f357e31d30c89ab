"""Choices of people who were asked which was meant, as examples that a person accepts into a file of the host's own."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tripintent.state.reading import Choice
from tripintent.tools.language.offline.choices import answered
from tripintent.tools.language.offline.own import rows_of


class Proposed(NamedTuple):
    """Words that were in doubt, and what the person who said them chose. ``times``: how often."""

    language: str
    intent: str
    row: str
    times: int = 1


class Told(NamedTuple):
    """A message of a conversation: whether a person wrote it, its words, and the readings that it offered."""

    human: bool
    text: str
    language: str = ""
    readings: Sequence[Mapping[str, Any]] = ()


def proposed(conversations: Iterable[Sequence[Told]]) -> list[Proposed]:
    """Return what people chose, the most frequent first."""
    counted = Counter(found for told in conversations for found in _chosen(told))
    return sorted((one._replace(times=n) for one, n in counted.items()), key=lambda one: (-one.times, one))


def _chosen(told: Sequence[Told]) -> Iterator[Proposed]:
    question: Told | None = None
    for one in told:
        if one.human and question:
            choices = [Choice.model_validate(row) for row in question.readings]
            if picked := answered(one.text, choices, question.language):
                moment = f"[{picked.stage}{f'|{picked.asked}' if picked.asked else ''}] "
                yield Proposed(question.language, picked.intent, moment + " ".join(picked.said.split()))
            question = None
        elif one.readings:
            question = one


def accept(path: Path, accepted: Iterable[Proposed]) -> None:
    """Add examples to a file, which is made where there is none; what it holds is not added twice."""
    held = rows_of(path)
    found = {language: {intent: list(rows) for intent, rows in intents.items()} for language, intents in held.items()}
    for one in accepted:
        rows = found.setdefault(one.language, {}).setdefault(one.intent, [])
        if one.row not in rows:
            rows.append(one.row)
    path.write_text(yaml.safe_dump(found, allow_unicode=True, sort_keys=True), encoding="utf-8")
