"""What people chose when they were asked which was meant, as examples that a person accepts into a file of the host's own."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from tripintent.evals.fit import Turns
from tripintent.state.reading import Choice
from tripintent.tools.errors import ToolError
from tripintent.tools.language.offline.choices import answered
from tripintent.tools.language.offline.examples import example_of, lines
from tripintent.tools.language.offline.fitting import fit
from tripintent.tools.language.offline.model import Linear, shipped
from tripintent.tools.language.offline.own import beside, dumped, lines_of, rows_of

_WEIGHT, _EPOCHS, _EVERY = 3.0, 3, 5
"""A host's example counts as much as a labelled turn; it is fitted among every fifth of the wheel's, so that those stay."""


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
    counted: dict[Proposed, int] = {}
    for one in (found for told in conversations for found in _chosen(told)):
        counted[one] = counted.get(one, 0) + 1
    found = [one._replace(times=times) for one, times in counted.items()]
    return sorted(found, key=lambda one: (-one.times, one))


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


def fit_own(path: Path) -> Linear:
    """Fit the wheel's model further with a host's examples and write it beside them. Raises ToolError without examples."""
    own = [example_of(line, _WEIGHT) for line in lines_of(path)]
    if not own:
        raise ToolError(f"{path} holds no examples: accept some first (tripintent examples --accept N)")
    known = [example_of(line) for n, line in enumerate(lines()) if n % _EVERY == 0]
    base = shipped("intents")
    fitted = fit([*own, *known, *Turns.load().fitted], base.classes, begun=base, epochs=_EPOCHS)
    model = Linear(fitted.classes, fitted.weights, fitted.scale, base.temperature)
    beside(path).write_bytes(dumped(model, path))
    return model
