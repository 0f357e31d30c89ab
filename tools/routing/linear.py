"""A small linear model over sparse features: softmax for one label a text, logistic for several. Fitted in a moment.

Features are weighted by kind and rarity and scaled to length one. The fit is gradient descent with momentum in the dual space
(one coefficient for each example and label), so that its cost does not grow with the number of features.
"""

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]
WEIGHTS: Mapping[str, float] = {"w": 1.0, "b": 0.4, "c": 0.25, "k": 1.0}
"""How much words, neighbouring pairs, pieces of words and concepts count."""
ROUNDS, STEP, MOMENTUM, BIAS_STEP, LOOSENESS = 100, 0.15, 0.9, 0.02, 40.0


class Example(NamedTuple):
    """A text's features with the numbers of its labels."""

    found: Counter[str]
    labels: tuple[int, ...]
    weight: float = 1.0


class LinearModel:
    """Scores of a text for each label."""

    def __init__(self, examples: Sequence[Example], labels: int, *, several: bool) -> None:
        """Fit. ``several`` is logistic: any number of labels may hold; else exactly one of them does."""
        counts = Counter(name for example in examples for name in example.found)
        self._index = {name: i for i, name in enumerate(counts)}
        self._weights = [(math.log((len(examples) + 1) / (n + 1)) + 1) * WEIGHTS[name[0]] for name, n in counts.items()]
        rows = np.zeros((len(examples), len(counts)), np.float32)
        wanted = np.zeros((len(examples), labels), np.float32)
        for number, example in enumerate(examples):
            where, values = self._vector(example.found)
            rows[number, where] = values
            wanted[number, list(example.labels)] = 1
        link = _logistic if several else _softmax
        weights = np.array([example.weight for example in examples], np.float32)[:, None]
        alpha, self._bias = _fitted(rows @ rows.T, wanted, weights, link, -2.0 if several else 0.0)
        self._table: Floats = rows.T @ alpha
        self._link = link

    def scores(self, found: Counter[str]) -> Floats:
        """Return the probability of each label."""
        where, values = self._vector(found)
        raw: Floats = values @ self._table[where] + self._bias if where else self._bias
        return np.asarray(self._link(raw[None])[0])

    def _vector(self, found: Counter[str]) -> tuple[list[int], Floats]:
        known = [(i, n) for name, n in found.items() if (i := self._index.get(name)) is not None]
        values = np.array([(1 + math.log(n)) * self._weights[i] for i, n in known], np.float32)
        length = float(np.sqrt(values @ values)) if known else 0.0
        return [i for i, _ in known], values / length if length else values


def _softmax(raw: Floats) -> Floats:
    grown = np.exp(raw - raw.max(axis=1, keepdims=True))
    return np.asarray(grown / grown.sum(axis=1, keepdims=True))


def _logistic(raw: Floats) -> Floats:
    return np.asarray(1 / (1 + np.exp(-raw)))


def _fitted(
    kernel: Floats, wanted: Floats, weights: Floats, link: Callable[[Floats], Floats], bias: float
) -> tuple[Floats, Floats]:
    alpha, moved = np.zeros_like(wanted), np.zeros_like(wanted)
    intercept = np.full(wanted.shape[1], bias, np.float32)
    for _ in range(ROUNDS):
        wrong = weights * (link(kernel @ alpha + intercept) - wanted)
        moved = MOMENTUM * moved + wrong + alpha / LOOSENESS
        alpha -= STEP * moved
        intercept -= BIAS_STEP * wrong.sum(axis=0)
    return alpha, intercept
