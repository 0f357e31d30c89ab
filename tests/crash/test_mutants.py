"""The list of mutants fits the code: ``make mutants`` runs them."""

from pathlib import Path

import pytest
from tests.crash.mutant_list import HARNESS, MUTANTS, Mutant

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("mutant", [*MUTANTS, *HARNESS], ids=lambda mutant: mutant.name)
def test_a_mutant_fits_the_code(mutant: Mutant) -> None:
    """What it breaks is there, once, and what it becomes is another program; the tests that have to notice are there too."""
    text = (ROOT / "tools" / mutant.path).read_text()
    assert text.count(mutant.was) == 1
    changed = text.replace(mutant.was, mutant.now)
    compile(changed, mutant.path, "exec")
    assert changed != text
    assert mutant.harness or all((ROOT / test).exists() for test in mutant.tests)


def test_each_is_named_once() -> None:
    """A survivor is told by its name."""
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)
