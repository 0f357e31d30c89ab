"""docs/purchase.md tells what the code does: its tables are generated from the code and compared."""

import os
import re
from pathlib import Path

import pytest

from tripintent.nodes import acting
from tripintent.tools.desk import context, states

PAGE = Path(__file__).parents[3] / "docs" / "purchase.md"


def rows(table: str) -> list[str]:
    if table == "states":
        live = states.LIVE
        found = [f"| {name} | {'yes' if name in live else 'no'} | {words} |" for name, words in states.MEANING.items()]
        return ["| state | live | what it means |", "|---|---|---|", *found]
    if table == "refusals":
        return [
            "| refusal | in words |",
            "|---|---|",
            *(f"| `{code}` | {words} |" for code, words in states.REFUSALS.items()),
        ]
    return [
        "| boundary | what is true there |",
        "|---|---|",
        *(f"| `{name}` | {words} |" for name, words in context.BOUNDARIES.items()),
    ]


@pytest.mark.parametrize("table", ["states", "refusals", "boundaries"])
def test_the_page_has_the_tables_of_the_code(table: str) -> None:
    """Every state, refusal and boundary of the code is on the page, in its words (UPDATE_DOCS=1 writes them)."""
    text = PAGE.read_text()
    expected = "\n".join([f"<!-- {table} -->", "", *rows(table), "", f"<!-- /{table} -->"])
    if os.environ.get("UPDATE_DOCS"):
        fresh = re.sub(rf"<!-- {table} -->(.*?<!-- /{table} -->)?", lambda _: expected, text, count=1, flags=re.DOTALL)
        PAGE.write_text(fresh)
        text = fresh
    assert expected in text


def test_the_drawn_moves_are_the_moves_of_the_code() -> None:
    """The state diagram shows every transition of the table and no other."""
    drawn = set(re.findall(r"^    ([A-Z_]+) --> ([A-Z_]+)$", PAGE.read_text(), flags=re.MULTILINE))
    assert drawn == {(before, after) for before, afters in states.MOVES.items() for after in afters}


@pytest.mark.parametrize("code", states.REFUSALS)
def test_no_refusal_is_named_in_vain(code: str) -> None:
    """Every refusal of the table is one that the desk can give, or whoever lets conversations reach it."""
    sources = [path.read_text() for path in Path(states.__file__).parent.glob("*.py")]
    sources.append(Path(acting.__file__).read_text())
    assert any(f'"{code}"' in source for source in sources)


def test_every_state_has_a_meaning_and_moves() -> None:
    """The tables of the code agree with one another."""
    assert set(states.MEANING) == set(states.MOVES)
    assert {after for afters in states.MOVES.values() for after in afters} | {"REPRICING"} == set(states.MOVES)
    assert {name for name, afters in states.MOVES.items() if afters} == states.LIVE
