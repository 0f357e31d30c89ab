"""The drawn graph in docs/ is the graph that runs."""

from pathlib import Path

import pytest
from langgraph.graph import END
from langgraph.types import Send

from tripintent.graph.booking import edges
from tripintent.graph.booking.wiring import NODES
from tripintent.graph.decisions import Fan, Row, decide, otherwise, paths

DOCUMENT = Path(__file__).parents[2] / "docs" / "graph.md"


async def test_the_drawing_in_the_docs_is_up_to_date(booking):
    """`tripintent graph` prints what docs/graph.md shows."""
    drawn = booking.graph.get_graph().draw_mermaid()
    assert drawn.strip() in DOCUMENT.read_text(encoding="utf-8")


def test_every_decision_leads_to_a_node():
    """Each table's sources and targets are nodes, its labels are unique, and its last row always holds."""
    assert set(edges.DECISIONS) <= set(NODES)
    for table in edges.DECISIONS.values():
        assert set(paths(table).values()) <= {*NODES, END}
        assert isinstance(table[-1], Row)
        assert table[-1].holds is otherwise


def test_the_first_row_that_holds_is_taken():
    """Order decides; a fan that starts nothing is passed over; a table without an end says what is wrong."""
    fan = Fan(lambda n: [Send("many", n)] if n > 9 else [], {"many at once": "many"})
    table = (Row("none", lambda n: n == 0, "stop"), fan, Row("some", otherwise, "go"))
    assert [decide(table, n) for n in (0, 1)] == ["none", "some"]
    assert decide(table, 10) == [Send("many", 10)]
    assert paths(table) == {"none": "stop", "many at once": "many", "some": "go"}
    with pytest.raises(LookupError, match="otherwise"):
        decide(table[:1], 1)
    with pytest.raises(ValueError, match="twice"):
        paths((*table, Row("some", otherwise, "stop")))
