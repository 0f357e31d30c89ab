"""The drawn graph in docs/ is the graph that runs."""

from pathlib import Path
from typing import get_args

from tripintent.graph.booking import edges
from tripintent.graph.booking.wiring import AFTER_ASSESS, NODES

DOCUMENT = Path(__file__).parents[2] / "docs" / "graph.md"


async def test_the_drawing_in_the_docs_is_up_to_date(booking):
    """`tripintent graph` prints what docs/graph.md shows."""
    drawn = booking.graph.get_graph().draw_mermaid()
    assert drawn.strip() in DOCUMENT.read_text(encoding="utf-8")


def test_every_decision_has_a_label_and_every_label_a_node():
    """The ladder's labels, the path map and the nodes agree."""
    labels = set(get_args(edges.Next))
    rungs = {step for step, _ in (*edges.BEFORE_SEARCH, *edges.AFTER_SEARCH)}
    assert rungs == labels
    assert labels | {"search flights", "search hotels"} == set(AFTER_ASSESS)
    assert set(AFTER_ASSESS.values()) <= set(NODES)
