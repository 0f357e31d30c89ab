"""Fitted linear models: weights as small integers in ``data/*.npz``, and what they say of features."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files

from tripintent.tools.language.offline.arrays import stored_arrays


@dataclass(frozen=True)
class Linear:
    """A multinomial logistic model over hashed features. ``weights`` has a row for each feature, a signed byte for each class."""

    classes: tuple[str, ...]
    weights: bytes = field(repr=False)
    scale: tuple[float, ...]
    """The worth of one step of each class's weights."""
    temperature: float = 1.0
    """Above 1 where the fitted model is surer than it is right."""
    made_from: str = ""
    """A fingerprint of what a host's model was fitted on."""

    def probabilities(self, found: Sequence[int]) -> list[float]:
        """Return the probability of each class; ``found`` has one feature at least."""
        width, rows = len(self.classes), memoryview(self.weights).cast("b")
        steps = map(sum, zip(*(rows[n * width : n * width + width] for n in found), strict=True))
        heat = self.temperature * max(len(found), 1) ** 0.5
        raw = [step * worth / heat for step, worth in zip(steps, self.scale, strict=True)]
        most = max(raw)
        grown = [math.exp(one - most) for one in raw]
        total = sum(grown)
        return [one / total for one in grown]

    def likeliest(self, found: Sequence[int]) -> tuple[str, float]:
        """Return the likeliest class and its probability."""
        likely = self.probabilities(found)
        best = max(range(len(likely)), key=likely.__getitem__)
        return self.classes[best], likely[best]


def loaded(held: bytes) -> Linear:
    """Return the model of a file that ``fitting.dump`` made."""
    found = stored_arrays(held)
    (made_from,) = found["made_from"].texts() if "made_from" in found else ("",)
    (temperature,) = found["temperature"].numbers()
    return Linear(found["classes"].texts(), found["weights"].held, found["scale"].numbers(), temperature, made_from)


@cache
def shipped(name: str) -> Linear:
    """Return a model of the wheel: "intents", "cuts" or "languages"."""
    return loaded(files("tripintent.tools.language.offline").joinpath("data", f"{name}.npz").read_bytes())
