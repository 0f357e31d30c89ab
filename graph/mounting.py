"""The edges of a graph to the outside: input that no node would read is refused, and a compiled graph is mounted as one node.

Put straight into another, the graph would write its whole trip back.
"""

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from langchain_core.runnables import RunnableConfig, RunnableLambda
from langgraph.graph import START

from tripintent.nodes.public_input import checked


def guarded(compiled: Any) -> Any:
    """Return the compiled graph with its input checked: LangGraph drops unknown keys in silence. Runs raise InputRefused."""
    compiled.nodes[START] = compiled.nodes[START].copy({"bound": RunnableLambda(checked, name="input")})
    return compiled


UNSAVED: RunnableConfig = {"configurable": {"__pregel_durability": "exit"}}
"""A graph without checkpoints of its own has none to wait for, whatever durability its host runs with."""


N = TypeVar("N", bound=Callable[..., Any])
_GRAPH = "mounted_graph"


def named(node: N, graph: Any) -> N:
    """Return the node with a mark of the compiled graph that it runs."""
    node.__dict__[_GRAPH] = graph
    return node


def opened(compiled: Any, nodes: Mapping[str, Callable[..., Any]]) -> Any:
    """Return the compiled graph with the graphs that its nodes run: a drawing with xray, and Studio, show what is inside.

    LangGraph finds no graph that keeps no checkpoints of its own, and these keep none.
    """
    for name, node in nodes.items():
        if graph := node.__dict__.get(_GRAPH):
            compiled.nodes[name] = compiled.nodes[name].copy({"subgraphs": [graph]})
    return compiled
