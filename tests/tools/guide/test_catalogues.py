"""What the guide says has words in each language of the page."""

import ast
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import HumanMessage

from tripintent.state.languages import LANGUAGES
from tripintent.tools.guide import menus, model
from tripintent.tools.guide.words import table
from tripintent.tools.language.languages import read_words
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.toolbox.toolbox import tools

FOLDER = Path(str(menus.__file__)).parent
SAID = (
    "names", "does", "done", "letters", "courtesies", "of_somebody", "of_all", "shifts", "differences", "rules", "weather", "waits",
    "wrong_births", "beside", "of_a_stay", "looked_up", "sorted_by",
)  # fmt: skip


def _leaves(table: Mapping[str, Any]) -> Iterator[str]:
    for said in table.values():
        yield from (said,) if isinstance(said, str) else _leaves(said)


def _words(node: ast.expr) -> Iterator[str]:
    """Yield the words that stand in an expression itself, and not in the calls that it makes."""
    if isinstance(node, ast.Call):
        return
    if isinstance(node, ast.Constant) and isinstance(node.value, str) and re.search("[a-z]{2}", node.value):
        yield node.value
    for one in ast.iter_child_nodes(node):
        if isinstance(one, ast.expr):
            yield from _words(one)


def _first(*names: str) -> Iterator[str]:
    """Yield the words in the first arguments of calls of these names."""
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and node.args:
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                yield from _words(node.args[0]) if name in names else ()


def _reasons() -> Iterator[str]:
    """Yield why tools refuse, as far as it is a sentence of its own: a reason that names a tool is for a model."""
    for path in (FOLDER.parent / "toolbox").glob("*.py"):
        calls = (node for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Call))
        for node in calls:
            named = [
                one.value for one in node.keywords if one.arg == "why" and getattr(node.func, "id", "") == "Rejected"
            ]
            for why in named + (node.args[:1] if getattr(node.func, "attr", "") == "refused" else []):
                if isinstance(why, ast.Constant) and isinstance(why.value, str) and not re.search("_|trial", why.value):
                    yield why.value


def said() -> set[str]:
    """Return the words in the code: first arguments of what says them, and the tables that are said."""
    menus_ = (words for one in table("submenus").values() for words in (one["question"], *one["lines"]))
    asked = (
        one for row in table("questions_of").values() for one in (row.get("ask"), *(row.get("lines") or ())) if one
    )
    menus_ = (*menus_, *table("starters"), *table("whys"), *asked)
    return {words for name in SAID for words in _leaves(table(name)) if words} | {*menus_, *_first("say"), *_reasons()}


def test_what_may_be_offered_has_words_of_its_own() -> None:
    """An offer names no tool: "the weather is lovely here" is answered with "look that up"."""
    named = {*_first("call", "Call")} & {one.name for one in tools()}
    assert len(named) > 10
    assert named - {*table("does")} == {"update_trip"}


def test_no_question_and_no_answer_goes_around_the_catalogues() -> None:
    """What a menu asks and what its lines say is said in the language of the conversation."""
    assert list(_first("Menu", "MenuChoice", "ask", "changing", "choice", "words_with")) == []


@pytest.mark.parametrize("language", [one for one in LANGUAGES if one != "en"])
def test_each_language_has_all_words(language: str) -> None:
    """No menu, question or refusal of the guide stays English, and each keeps its places for facts."""
    own = read_words(language, "guide")
    assert sorted(said() - own.keys()) == []
    places = {words: set(re.findall(r"{\w+}", words)) for words in own}
    assert [words for words, there in places.items() if set(re.findall(r"{\w+}", own[words])) != there] == []


@pytest.mark.parametrize("example", menus.EXAMPLES)
@pytest.mark.parametrize("month", ["January", "May", "September"])
def test_the_examples_of_an_empty_page_are_read_whole(example: str, month: str) -> None:
    """Each is worked at once: nothing of it is left, and nothing is asked."""
    facts = json.dumps({"now": {"local": "2026-11-28 09:00", "zone": "UTC"}})
    words = [HumanMessage(example.format(month=month)), HumanMessage(f"<situation>\n{facts}\n</situation>")]
    assert [one["name"] for one in model.answered(words, Gazetteer()).tool_calls] == ["update_trip"]
