"""The shipped models: made from the examples as they are, small enough, and right on lines that were not fitted."""

from importlib.resources import files
from pathlib import Path

from tripintent.evals.fit import Turns, right_among
from tripintent.tools.language.offline.examples import KEPT, digest, example_of, lines
from tripintent.tools.language.offline.fitting import fit
from tripintent.tools.language.offline.letters import by_letters
from tripintent.tools.language.offline.model import Example, features, shipped

MOST_BYTES = 3_000_000


def test_the_models_are_of_the_examples_as_they_are() -> None:
    stored = (Path(__file__).parents[4] / "tools/language/offline/data/made_from.txt").read_text(encoding="utf-8")
    assert stored.strip() == digest(), "run `make fit`"


def test_the_models_are_small() -> None:
    folder = files("tripintent.tools.language.offline") / "data"
    assert sum(len((folder / name).read_bytes()) for name in ("intents.npz", "cuts.npz", "languages.npz")) < MOST_BYTES


def test_lines_that_were_not_fitted_are_understood() -> None:
    model = shipped("intents")
    aside = [example_of(line) for line in lines() if line.author == KEPT][::10]
    assert right_among(model, aside, 1) > 0.7
    assert right_among(model, aside, 3) > 0.85
    assert right_among(model, Turns.load().aside, 3) > 0.85


def test_the_language_of_lines_that_were_not_fitted_is_told() -> None:
    aside = [line for line in lines() if line.author == KEPT]
    right = [line for line in aside if (by_letters(line.words) or ("",))[0] == line.language]
    assert len(right) > 0.96 * len(aside)
    assert by_letters("12345 !") is None


def test_the_same_examples_give_the_same_weights() -> None:
    words = {
        "hold": ("hold it", "please hold", "hold the second"),
        "ideas": ("any ideas?", "what is there to do", "ideas please"),
    }
    examples = [Example(features(said), name) for name, rows in words.items() for said in rows]
    first, second = (fit(examples, sorted(words)) for _ in range(2))
    assert first == second
    assert first.likeliest(features("hold please"))[0] == "hold"
