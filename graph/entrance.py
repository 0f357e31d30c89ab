"""The entrance of a public graph: what no node would read is refused before anything runs."""

from typing import Any

from langchain_core.runnables import RunnableLambda
from langgraph.graph import START

from tripintent.nodes.public_input import checked


def guarded(compiled: Any) -> Any:
    """Return the compiled graph with its input checked: LangGraph drops unknown keys in silence. Runs raise InputRefused."""
    compiled.nodes[START] = compiled.nodes[START].copy({"bound": RunnableLambda(checked, name="input")})
    return compiled
