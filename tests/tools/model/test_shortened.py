"""A result that is too long is whole JSON all the same, and tells what of it is not shown."""

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tripintent.tools.model.shortened import LEFT, shortened

values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=300),
    lambda inner: st.lists(inner, max_size=12) | st.dictionaries(st.text(max_size=9), inner, max_size=6),
    max_leaves=60,
)


def test_fewer_options_stand_with_how_many_more_there_are() -> None:
    """The last entries go; what stays is whole, and the first that is not shown is named."""
    options = [{"number": n, "what": "x" * 90, "hotels": ["a", "b"]} for n in range(1, 31)]
    found = json.loads(shortened({"ok": True, "facts": {"options": options, "in_all": 30}}, 2_000))
    shown = found["facts"]["options"]
    assert shown == options[: len(shown)]
    assert len(shown) > 10
    assert found[LEFT] == [{"path": "facts.options", "more": 30 - len(shown), "next": len(shown) + 1}]
    assert found["facts"]["in_all"] == 30
    assert "page" in found["the_rest"]


def test_what_fits_is_as_it_was() -> None:
    """Nothing is added to it."""
    assert json.loads(shortened({"ok": True, "facts": {"a": [1]}}, 2_000)) == {"ok": True, "facts": {"a": [1]}}


def test_a_long_text_is_shortened_between_words() -> None:
    """Where no list can lose an entry; how much is left out is told."""
    found = json.loads(shortened({"ok": True, "facts": {"text": "word " * 400}}, 500))
    assert found["facts"]["text"].endswith("word …")
    assert found[LEFT][0]["path"] == "facts.text"


@settings(max_examples=40, deadline=None)
@given(st.dictionaries(st.text(max_size=9), values, max_size=8), st.sampled_from([120, 600, 8_000]))
def test_it_is_json_and_fits_whatever_stands_in_it(facts: dict[str, Any], longest: int) -> None:
    """No shape of facts is cut in its middle, and none is longer than there is room for."""
    text = shortened({"ok": True, "facts": facts}, longest)
    assert len(text) <= longest
    assert json.loads(text)["ok"] is True


@pytest.mark.parametrize("longest", [600, 8_000])
def test_what_was_done_stays_when_facts_go(longest: int) -> None:
    """Of an older result it is still known what changed and what was rejected."""
    facts = {f"fact {n}": {"text": "y" * 150} for n in range(90)}
    told = {"ok": True, "changed": ["itinerary"], "rejected": [{"path": "a", "why": "b"}], "facts": facts}
    found = json.loads(shortened(told, longest))
    assert (found["changed"], found["rejected"]) == (["itinerary"], told["rejected"])
