"""The engine of rules is to be replaced: until then its lines and those of the grammar only fall. Lower the figures, never raise them."""

from pathlib import Path

ROOT = Path(__file__).parents[3]
READING, GRAMMAR = 12_113, 2_815


def _lines(pattern: str) -> int:
    return sum(len(path.read_text("utf-8").splitlines()) for path in (ROOT / "tools" / "language").glob(pattern))


def test_no_new_sentence_rules():
    """New words are data of the exact readers; a new kind of sentence is an operation, not a rule."""
    assert 5_000 < _lines("reading/**/*.py") <= READING
    assert 1_000 < _lines("languages/*/grammar.yaml") <= GRAMMAR
