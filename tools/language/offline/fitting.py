"""Fit a multinomial logistic model over hashed features with numpy alone; the same examples give the same weights."""

from collections.abc import Sequence
from dataclasses import replace
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tripintent.tools.language.offline.examples import BATCH, DECAY, EPOCHS, RATE
from tripintent.tools.language.offline.model import SIZE, Example, Linear

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
