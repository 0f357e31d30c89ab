"""The list of mutants fits the code: ``make mutants`` runs them."""

from pathlib import Path

import pytest
from tests.crash.mutant import HARNESS, MUTANTS, Mutant

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("mutant", [*MUTANTS, *HARNESS], ids=lambda mutant: mutant.name)
def test_a_mutant_fits_the_code(mutant: Mutant) -> None:
    """What it breaks is there, once, and what it becomes is another program; the tests that have to notice are there too."""
    text = (ROOT / mutant.path).read_text()
    assert text.count(mutant.was) == 1
    changed = text.replace(mutant.was, mutant.now)
    compile(changed, mutant.path, "exec")
    assert changed != text
    assert mutant.harness or all(map(_is_there, mutant.tests))


def _is_there(test: str) -> bool:
    """Whether a file or folder of tests, or one test of a file, is there."""
    file, _, name = test.partition("::")
    return (ROOT / file).exists() and (not name or f"def {name}(" in (ROOT / file).read_text())


def test_each_is_named_once() -> None:
    """A survivor is told by its name."""
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
