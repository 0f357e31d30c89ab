"""Fitted linear models: weights as small integers in ``data/*.npz``, and what they say of features."""

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from io import BytesIO
from typing import Any

import numpy as np
from numpy.typing import NDArray

from tripintent.tools.language.offline.features import Indices

Scores = NDArray[np.float32]


@dataclass(frozen=True)
class Linear:
    """A multinomial logistic model over hashed features. ``weights`` is a row of classes for each feature."""

    classes: tuple[str, ...]
    weights: NDArray[np.int8]
    scale: Scores
    """What one step of a class's weights is worth."""
    temperature: float = 1.0
    """Above 1 where the fitted model is surer than it is right."""

    def probabilities(self, found: Indices) -> Scores:
        """Return the probability of each class."""
        raw = self.weights[found].sum(axis=0, dtype=np.int32).astype(np.float32) * self.scale
        raw /= np.float32(self.temperature * max(len(found), 1) ** 0.5)
        raw -= raw.max()
        e = np.exp(raw)
        return np.asarray(e / e.sum(), dtype=np.float32)

    def dump(self, **told: str) -> bytes:
        """Return the model as a compressed file, with what else is told of it; the same model gives the same bytes."""
        out = BytesIO()
        arrays: dict[str, Any] = {name: np.array(value) for name, value in told.items()}
        np.savez_compressed(
            out,
            classes=np.array(self.classes),
            weights=self.weights,
            scale=self.scale,
            temperature=np.float32(self.temperature),
            **arrays,
        )
        return out.getvalue()


def loaded(stored: bytes) -> Linear:
    """Return the model of a file that ``dump`` made."""
    with np.load(BytesIO(stored), allow_pickle=False) as found:
        return Linear(tuple(map(str, found["classes"])), found["weights"], found["scale"], float(found["temperature"]))


@cache
def shipped(name: str) -> Linear:
    """Return a model of the wheel: "intents" or "cuts"."""
    return loaded(files("tripintent.tools.language.offline").joinpath("data", f"{name}.npz").read_bytes())
