"""Example clauses as features, a logistic model fitted on them with numpy alone (the same weights each time), and a host's examples.

The wheel's examples are ``languages/<code>/intents.yaml``. A host's file (``tripintent examples``) is YAML,
``{language: {intent: [words]}}``, and its model lies beside it as ``NAME.npz``. Words may begin with the moment
where they are said: ``[options|dates] the one after``.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from hashlib import sha256
from importlib.resources import files
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import yaml
from numpy.typing import NDArray

from tripintent.state.languages import LANGUAGES
from tripintent.tools.errors import ToolError
from tripintent.tools.language.languages import read_words
from tripintent.tools.language.offline.message import Message
from tripintent.tools.language.offline.model import SIZE, Example, Linear, features, loaded, shipped
from tripintent.tools.places.gazetteer import Gazetteer

KEPT = "kept"
"""The author whose lines are kept aside: for calibration and the test."""
_MOMENT = re.compile(r"\[(?P<stage>[a-z]*)\|?(?P<asked>[a-z]*)\]\s*")
BATCH, EPOCHS, RATE, DECAY = 128, 10, 0.3, 2e-5
"""How models are fitted: another way makes the shipped ones stale."""
_TODAY = date(2026, 11, 25)
"""Examples name days of any year; only that they are days is looked at."""


class Line(NamedTuple):
    """One example: its author and language, the moment where it is said, its words and what they do."""

    author: str
    language: str
    intent: str
    stage: str
    asked: str
    words: str


def lines() -> Iterator[Line]:
    """Yield all examples."""
    for language in LANGUAGES:
        for author, intents in read_words(language, "intents").items():
            yield from _of(author, language, intents)


def _of(author: str, language: str, intents: dict[str, str]) -> Iterator[Line]:
    for intent, block in intents.items():
        for row in filter(None, map(str.strip, block.splitlines())):
            yield line_of(author, language, intent, row)


def line_of(author: str, language: str, intent: str, row: str) -> Line:
    """Return the example of a row, which may begin with its moment: "[options|dates] the one after"."""
    moment = _MOMENT.match(row)
    stage, asked = (moment["stage"], moment["asked"]) if moment else ("", "")
    return Line(author, language, intent, stage, asked, row[moment.end() :] if moment else row)


@cache
def _gazetteer() -> Gazetteer:
    return Gazetteer()


def example_of(line: Line, weight: float = 1.0) -> Example:
    """Return the features of a line with its intent."""
    message = Message(line.words, line.language, _TODAY, _gazetteer())
    return Example(features(message.marked(), line.stage, line.asked), line.intent, weight)


def digest() -> str:
    """Return a fingerprint of all that the shipped models are fitted on."""
    found = sha256()
    for language in LANGUAGES:
        found.update((files("tripintent.tools.language.languages") / language / "intents.yaml").read_bytes())
    found.update((files("tripintent.tools.language.offline") / "data" / "turns.npz").read_bytes())
    found.update(f"{SIZE} {BATCH} {EPOCHS} {RATE} {DECAY}".encode())
    return found.hexdigest()


_STEPS = 127
"""Weights are kept as integers from -127 to 127."""


_SETTLED = 1e-2
"""Squares of slopes that weights begin with that were fitted before: a few more examples move them less."""


def fit(
    examples: Sequence[Example],
    classes: Sequence[str],
    *,
    seed: int = 7,
    begun: Linear | None = None,
    epochs: int = EPOCHS,
) -> Linear:
    """Return the model of the examples (AdaGrad over batches, weights decayed). ``begun``: a model that goes on from there."""
    random, index = np.random.default_rng(seed), {name: n for n, name in enumerate(classes)}
    weights = np.zeros((SIZE, len(classes)), dtype=np.float32) if begun is None else _table(begun)
    squares = np.full((SIZE, 1), 1e-6 if begun is None else _SETTLED, dtype=np.float32)
    for _ in range(epochs):
        order = random.permutation(len(examples))
        for at in range(0, len(order), BATCH):
            _step(weights, squares, [examples[n] for n in order[at : at + BATCH]], index)
    scale = np.abs(weights).max(axis=0) / _STEPS + 1e-12
    steps = np.round(weights / scale).astype(np.int8)
    worth = scale.astype(np.float32)
    return Linear(tuple(classes), steps.tobytes(), tuple(map(float, worth)))


def _rows(model: Linear) -> NDArray[np.int8]:
    return np.frombuffer(model.weights, dtype=np.int8).reshape(-1, len(model.classes))


def _table(model: Linear) -> NDArray[np.float32]:
    return np.asarray(_rows(model) * np.array(model.scale, dtype=np.float32))


def dump(model: Linear) -> bytes:
    """Return the model as a compressed file; the same model gives the same bytes."""
    out = BytesIO()
    told: dict[str, Any] = {"made_from": np.array(model.made_from)} if model.made_from else {}
    np.savez_compressed(
        out,
        classes=np.array(model.classes),
        weights=_rows(model),
        scale=np.array(model.scale, dtype=np.float32),
        temperature=np.float32(model.temperature),
        **told,
    )
    return out.getvalue()


def _step(
    weights: NDArray[np.float32], squares: NDArray[np.float32], batch: Sequence[Example], index: dict[str, int]
) -> None:
    lengths = np.array([len(one.found) for one in batch])
    rows = np.repeat(np.arange(len(batch)), lengths)
    values = np.repeat(lengths**-0.5, lengths).astype(np.float32)[:, None]
    columns = np.concatenate([one.found for one in batch])
    starts = np.concatenate([[0], np.cumsum(lengths)[:-1]])
    raw = np.add.reduceat(weights[columns] * values, starts, axis=0)
    raw -= raw.max(axis=1, keepdims=True)
    chances = np.exp(raw)
    chances /= chances.sum(axis=1, keepdims=True)
    chances[np.arange(len(batch)), [index[one.name] for one in batch]] -= 1
    chances *= np.array([one.weight for one in batch], dtype=np.float32)[:, None]
    slopes = chances[rows] * values
    order = np.argsort(columns, kind="stable")
    columns, slopes = columns[order], slopes[order]
    first = np.concatenate([[True], columns[1:] != columns[:-1]])
    at = columns[first]
    slope = np.add.reduceat(slopes, np.flatnonzero(first), axis=0) + DECAY * len(batch) * weights[at]
    squares[at] += (slope**2).mean(axis=1, keepdims=True)
    weights[at] -= RATE * slope / np.sqrt(squares[at])


def calibrated(model: Linear, kept: Sequence[Example]) -> Linear:
    """Return the model with the temperature under which the examples kept aside are likeliest."""
    index = {name: n for n, name in enumerate(model.classes)}
    best = min(np.geomspace(0.3, 4, 40), key=lambda heat: _loss(model, float(heat), kept, index))
    return replace(model, temperature=float(best))


def _loss(model: Linear, heat: float, kept: Sequence[Example], index: dict[str, int]) -> float:
    warm = replace(model, temperature=heat)
    return -sum(float(np.log(warm.probabilities(one.found)[index[one.name]] + 1e-9)) for one in kept)


LONGEST_FILE = 2_000_000
"""Bytes of a host's file."""
_HOST = "host"
Rows = Mapping[str, Mapping[str, Sequence[str]]]


def rows_of(path: Path) -> Rows:
    """Return what a file holds, nothing where there is none. Raises ToolError for one that is not a file of examples."""
    if not path.exists():
        return {}
    if path.stat().st_size > LONGEST_FILE:
        raise ToolError(f"{path} is larger than {LONGEST_FILE:,} bytes: keep the examples that matter")
    try:
        found = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
        for language, intents in found.items():
            for intent, rows in intents.items():
                _check(path, language, intent, rows)
    except (yaml.YAMLError, AttributeError, UnicodeError) as error:
        raise ToolError(f"{path} is no file of examples ({{language: {{intent: [words]}}}}): {error}") from error
    return dict(found)


def _check(path: Path, language: str, intent: str, rows: object) -> None:
    if language not in LANGUAGES:
        raise ToolError(f"{path}: {language!r} is not read offline; take one of {', '.join(LANGUAGES)}")
    if intent not in shipped("intents").classes:
        raise ToolError(f"{path}: {intent!r} is not a kind of sentence; docs/offline.md lists them")
    if not isinstance(rows, list) or not all(isinstance(row, str) for row in rows):
        raise ToolError(f"{path}: {language}/{intent} has to be a list of words said")


def lines_of(path: Path) -> list[Line]:
    """Return the examples of a file."""
    found = rows_of(path)
    return [
        line_of(_HOST, language, intent, row)
        for language, intents in found.items()
        for intent, rows in intents.items()
        for row in rows
    ]


def beside(path: Path) -> Path:
    """Return where the model of a file of examples lies."""
    return path.with_suffix(".npz")


def model_of(path: Path) -> Linear:
    """Return the model of a host's examples. Raises ToolError where it is missing, or older than they are."""
    stored, command = beside(path), f"run tripintent examples --into {path} --fit"
    if not stored.exists():
        raise ToolError(f"there is no {stored}: {command}")
    model = loaded(stored.read_bytes())
    if model.made_from != made_from(path):
        raise ToolError(f"{stored} is older than its examples, or than this release: {command}")
    return model


def made_from(path: Path) -> str:
    """Return a fingerprint of a file of examples and of what this release is fitted on."""
    return sha256(path.read_bytes() + digest().encode()).hexdigest()
