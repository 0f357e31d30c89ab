"""Fit a multinomial logistic model over hashed features with numpy alone; the same examples give the same weights."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tripintent.tools.language.offline.features import SIZE, Indices
from tripintent.tools.language.offline.model import Linear

_BATCH, _EPOCHS, _RATE, _DECAY = 128, 10, 0.3, 2e-5
FITTED_AS = f"{_BATCH} {_EPOCHS} {_RATE} {_DECAY}"
"""How models are fitted: another way makes the shipped ones stale."""
_STEPS = 127
"""Weights are kept as integers from -127 to 127."""


_SETTLED = 1e-2
"""Squares of slopes that weights begin with that were fitted before: a few more examples move them less."""


@dataclass(frozen=True)
class Example:
    """A clause's features, its class, and how much it counts."""

    found: Indices
    name: str
    weight: float = 1.0


def fit(
    examples: Sequence[Example],
    classes: Sequence[str],
    *,
    seed: int = 7,
    begun: Linear | None = None,
    epochs: int = _EPOCHS,
) -> Linear:
    """Return the model of the examples (AdaGrad over batches, weights decayed). ``begun``: a model that goes on from there."""
    random, index = np.random.default_rng(seed), {name: n for n, name in enumerate(classes)}
    weights = np.zeros((SIZE, len(classes)), dtype=np.float32) if begun is None else begun.weights * begun.scale
    squares = np.full((SIZE, 1), 1e-6 if begun is None else _SETTLED, dtype=np.float32)
    for _ in range(epochs):
        order = random.permutation(len(examples))
        for at in range(0, len(order), _BATCH):
            _step(weights, squares, [examples[n] for n in order[at : at + _BATCH]], index)
    scale = np.abs(weights).max(axis=0) / _STEPS + 1e-12
    steps = np.round(weights / scale).astype(np.int8)
    return Linear(tuple(classes), steps, scale.astype(np.float32))


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
    slope = np.add.reduceat(slopes, np.flatnonzero(first), axis=0) + _DECAY * len(batch) * weights[at]
    squares[at] += (slope**2).mean(axis=1, keepdims=True)
    weights[at] -= _RATE * slope / np.sqrt(squares[at])


def calibrated(model: Linear, kept: Sequence[Example]) -> Linear:
    """Return the model with the temperature under which the examples kept aside are likeliest."""
    index = {name: n for n, name in enumerate(model.classes)}
    best = min(np.geomspace(0.3, 4, 40), key=lambda heat: _loss(model, float(heat), kept, index))
    return Linear(model.classes, model.weights, model.scale, float(best))


def _loss(model: Linear, heat: float, kept: Sequence[Example], index: dict[str, int]) -> float:
    warm = Linear(model.classes, model.weights, model.scale, heat)
    return -sum(float(np.log(warm.probabilities(one.found)[index[one.name]] + 1e-9)) for one in kept)
