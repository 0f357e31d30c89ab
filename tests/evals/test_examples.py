"""What people chose in doubt becomes examples of a host's own, and the model that is fitted with them reads so."""

from pathlib import Path

import pytest

from tripintent.evals.examples import Told, accept, proposed
from tripintent.evals.fit import fit_own
from tripintent.tools.errors import ToolError
from tripintent.tools.language.offline.examples import example_of, line_of
from tripintent.tools.language.offline.model import shipped
from tripintent.tools.language.offline.own import beside, lines_of, model_of

_READINGS = [
    {"intent": "trip.dates", "said": "zoop it to friday", "label": "change the dates", "stage": "options"},
    {"intent": "entry.move", "said": "zoop it to friday", "label": "move it in the plan", "stage": "options"},
]
_QUESTION = Told(human=False, text="Which?", language="en", readings=_READINGS)


def test_a_choice_is_proposed_and_an_answer_of_its_own_is_not() -> None:
    """A number, a word or the label picks a reading; who says something else picked none."""
    talks = [
        [Told(True, "zoop it to friday"), _QUESTION, Told(True, "2")],
        [Told(True, "zoop it to friday"), _QUESTION, Told(True, "Move it in the plan")],
        [_QUESTION, Told(True, "show me the hotels near the river please"), Told(True, "1")],
    ]
    assert proposed(talks) == [("en", "entry.move", "[options] zoop it to friday", 2)]


def test_what_is_accepted_is_read_so_and_the_rest_as_before(tmp_path: Path) -> None:
    """The model beside the file learned the new words; a file that changed since asks for another fit."""
    path = tmp_path / "own.yaml"
    accept(path, proposed([[_QUESTION, Told(True, "2")]]))
    accept(path, proposed([[_QUESTION, Told(True, "2")]]))
    assert [(one.stage, one.words) for one in lines_of(path)] == [("options", "zoop it to friday")]
    with pytest.raises(ToolError, match="--fit"):
        model_of(path)
    before, after = shipped("intents"), fit_own(path)
    line = example_of(line_of("", "en", "entry.move", "[options] zoop it to friday"))
    at = after.classes.index("entry.move")
    assert after.probabilities(line.found)[at] > max(0.75, before.probabilities(line.found)[at])
    known = example_of(line_of("", "en", "choose", "[options] the second one please"))
    assert after.likeliest(known.found)[0] == "choose"
    assert model_of(path) == after
    path.write_text(path.read_text(encoding="utf-8") + "    - and another\n", encoding="utf-8")
    with pytest.raises(ToolError, match="older"):
        model_of(path)
    assert beside(path).exists()


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ("en: {nonsense: [a]}", "kind of sentence"),
        ("xx: {}", ""),
        ("- a", "file of examples"),
        ("en: {choose: a}", "list of words"),
    ],
)
def test_a_file_of_something_else_is_refused_in_words(tmp_path: Path, held: str, said: str) -> None:
    """The file and what is wrong with it are named."""
    path = tmp_path / "own.yaml"
    path.write_text(held, encoding="utf-8")
    if not said:
        assert lines_of(path) == []
        return
    with pytest.raises(ToolError, match=said):
        lines_of(path)
