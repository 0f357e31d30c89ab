"""The graph as the LangGraph server and Studio load it."""

import ast
import json
import runpy
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from langgraph.checkpoint.memory import InMemorySaver

from tripintent import assistant_graph, booking_graph, designer_graph, planning_graph
from tripintent.nodes.public_input import InputRefused

ROOT = Path(__file__).parents[2]


GRAPHS = (booking_graph, assistant_graph, designer_graph, planning_graph)
SERVED = json.loads((ROOT / "langgraph.json").read_text())["graphs"]


def exported(graph="booking"):
    path, _, name = SERVED[graph].rpartition(":")
    return ROOT / path, name


def test_all_four_graphs_are_served():
    """Each has a file of its own, and the assistant holds the booking as a graph that a drawing opens."""
    assert set(SERVED) == {"assistant", "booking", "designer", "planning"}
    path, name = exported("assistant")
    graph = runpy.run_path(str(path))[name]
    assert [one for one, _ in graph.get_subgraphs()] == ["booking"]
    drawn = set(graph.get_graph(xray=True).nodes)
    assert {"booking:purchase", "extract", "call", "approve"} <= drawn


@pytest.mark.parametrize("served", SERVED)
def test_the_exported_graph_brings_no_checkpointer(served):
    """The server refuses a graph that brings its own; the file works under another module name."""
    path, name = exported(served)
    graph = runpy.run_path(str(path), run_name="loaded_by_the_server")[name]
    assert getattr(graph, "checkpointer", None) is None
    assert {"intake", "publish"} <= set(graph.get_graph().nodes)


@pytest.mark.parametrize("served", SERVED)
def test_the_exported_file_defines_no_classes(served):
    """It is loaded twice: a class of it would be two classes."""
    path, _ = exported(served)
    assert not [n for n in ast.walk(ast.parse(path.read_text())) if isinstance(n, ast.ClassDef)]


@pytest.mark.parametrize("served", SERVED)
def test_the_forms_of_studio_are_narrow(served):
    """What may be sent is words and events; the context is a form with a default for every field."""
    path, name = exported(served)
    graph = runpy.run_path(str(path))[name]
    assert set(graph.get_input_jsonschema()["properties"]) == {"messages", "event"}
    form = graph.get_context_jsonschema()
    assert "required" not in form
    assert all("description" in field for field in form["properties"].values())


@pytest.mark.parametrize("graph", GRAPHS)
def test_the_input_form_is_small_and_its_examples_hold(graph):
    """A person reads it in Studio, and a program can check what it sends against it."""
    schema = graph().get_input_jsonschema()
    assert len(json.dumps(schema)) < 3000
    form = Draft202012Validator(schema)
    for example in schema["examples"]:
        form.validate(example)
    for name in ("messages", "event"):
        for example in schema["properties"][name]["examples"]:
            form.validate({name: example})
    assert not form.is_valid({"event": {"type": "NOPE"}})
    assert not form.is_valid({"message": "Boston to Lisbon"})


@pytest.mark.parametrize("graph", GRAPHS)
async def test_what_nobody_would_read_is_refused_in_words(graph):
    """The words name it and say what to send; the thread goes on afterwards as if nothing had come."""
    opened = graph(checkpointer=InMemorySaver())
    thread = {"configurable": {"thread_id": "t"}}
    refused = (
        ({}, "empty"),
        ({"messages": []}, "empty"),
        ({"message": "hi"}, "'message'"),
        ({"trip_intent": {}}, "'trip_intent'"),
    )
    for given, named in refused:
        with pytest.raises(InputRefused, match=f'{named}.*"messages"'):
            await opened.ainvoke(given, thread)
    said = await opened.ainvoke({"messages": [("user", "Boston to Lisbon June 14-21, one adult")]}, thread)
    assert [one.type for one in said["messages"]][:2] == ["human", "ai"]
