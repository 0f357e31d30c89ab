"""The graph as the LangGraph server and Studio load it."""

import ast
import json
import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def exported():
    path, _, name = json.loads((ROOT / "langgraph.json").read_text())["graphs"]["booking"].rpartition(":")
    return ROOT / path, name


def test_the_exported_graph_brings_no_checkpointer():
    """The server refuses a graph that brings its own; the file works under another module name."""
    path, name = exported()
    graph = runpy.run_path(str(path), run_name="loaded_by_the_server")[name]
    assert getattr(graph, "checkpointer", None) is None
    assert {"intake", "approve", "purchase"} <= set(graph.get_graph().nodes)


def test_the_exported_file_defines_no_classes():
    """It is loaded twice: a class of it would be two classes."""
    path, _ = exported()
    assert not [n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.ClassDef)]


def test_the_forms_of_studio_are_narrow():
    """What may be sent is words and events; the context is a form with a default for every field."""
    path, name = exported()
    graph = runpy.run_path(str(path))[name]
    assert set(graph.get_input_jsonschema()["properties"]) == {"messages", "event"}
    form = graph.get_context_jsonschema()
    assert "required" not in form
    assert all("description" in field for field in form["properties"].values())
