"""Fit the offline reader further with a host's own examples (``tripintent examples --fit``); needs the extra ``fit``."""

from dataclasses import replace
from pathlib import Path

from tripintent.evals.fit import Turns
from tripintent.tools.errors import ToolError
from tripintent.tools.language.offline.examples import example_of, lines
from tripintent.tools.language.offline.fitting import dump, fit
from tripintent.tools.language.offline.model import Linear, shipped
from tripintent.tools.language.offline.own import beside, lines_of, made_from

_WEIGHT, _EPOCHS, _EVERY = 3.0, 3, 5
"""A host's example counts as much as a labelled turn; it is fitted among every fifth of the wheel's, so that those stay."""


def fit_own(path: Path) -> Linear:
    """Fit the wheel's model further with a host's examples and write it beside them. Raises ToolError without examples."""
    own = [example_of(line, _WEIGHT) for line in lines_of(path)]
    if not own:
        raise ToolError(f"{path} holds no examples: accept some first (tripintent examples --accept N)")
    known = [example_of(line) for n, line in enumerate(lines()) if n % _EVERY == 0]
    base = shipped("intents")
    fitted = fit([*own, *known, *Turns.load().fitted], base.classes, begun=base, epochs=_EPOCHS)
    model = replace(fitted, temperature=base.temperature, made_from=made_from(path))
    beside(path).write_bytes(dump(model))
    return model
