"""Decisions as tables: each conditional edge is a list of (label, condition, node), read from top to bottom.

The first row whose condition holds is taken. The order, the path map and the drawn labels all come from the one table.
"""

from collections.abc import Awaitable, Callable, Hashable, Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from langgraph.graph import StateGraph
from langgraph.types import Send

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
"""A table that reads a state also reads a state that has more channels."""
Starts = list[Send] | list[str]


class Row(NamedTuple, Generic[S_contra]):
    """Go to ``node`` when ``holds``; ``label`` is the reason, as it is drawn."""

    label: str
    holds: Callable[[S_contra], bool]
    node: str


class Fan(NamedTuple, Generic[S_contra]):
    """Start several nodes side by side: ``sends`` returns them (none: the row does not hold), ``paths`` draws them.

    A label means a node that gets the graph's state, a Send for one that gets a value of its own.
    """

    sends: Callable[[S_contra], Starts]
    paths: Mapping[str, str]


Table = Sequence[Row[S_contra] | Fan[S_contra]]


def otherwise(_: object) -> bool:
    """Hold always: the last row of a table."""
    return True


def decide(table: Table[S], state: S) -> str | Starts:
    """Return the label of the first row that holds, or what a fan starts. Raises LookupError when no row holds."""
    for row in table:
        if isinstance(row, Fan):
            if sends := row.sends(state):
                return sends
        elif row.holds(state):
            return row.label
    raise LookupError("no row of the table holds: its last row has to be 'otherwise'")


def paths(table: Table[S]) -> dict[Hashable, str]:
    """Return the path map of a table: label to node. Raises ValueError when a label appears twice."""
    found: dict[Hashable, str] = {}
    for row in table:
        for label, node in (row.paths if isinstance(row, Fan) else {row.label: row.node}).items():
            if label in found:
                raise ValueError(f"the label {label!r} appears twice in one table")
            found[label] = node
    return found


def connect(
    graph: StateGraph[Any, Any, Any, Any], source: str, table: Table[S], view: Callable[[Any], S] = lambda state: state
) -> None:
    """Draw a table after a node. ``view`` makes what the conditions read out of the graph's state.

    The decision runs on the event loop: LangGraph sends a plain function to a worker thread, a longer way than deciding.
    """

    async def route(state: Any) -> str | Starts:
        return decide(table, view(state))

    named: Callable[[Any], Awaitable[str | Starts]] = route
    named.__name__ = f"after_{source}"
    graph.add_conditional_edges(source, named, paths(table))
