"""What Studio reads from the LangGraph server."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture
async def assistant(talk: Any) -> Any:
    (found,) = await talk.client.assistants.search(graph_id="booking")

    async def read(what: str) -> Any:
        async with httpx.AsyncClient(base_url=talk.url) as client:
            return (await client.get(f"/assistants/{found['assistant_id']}/{what}")).json()

    return read


async def test_every_graph_of_langgraph_json_is_served(talk: Any) -> None:
    """The ids in langgraph.json and the assistants of the server are the same."""
    named = set(json.loads((ROOT / "langgraph.json").read_text())["graphs"])
    assert {a["graph_id"] for a in await talk.client.assistants.search(limit=50)} == named


async def test_the_drawing_has_labelled_edges(assistant: Any) -> None:
    """Every decision is drawn with the words of its router, approval and purchase among them, and nothing dangles."""
    drawn = await assistant("graph?xray=true")
    nodes = {n["id"] for n in drawn["nodes"]}
    edges = {(e["source"], e["target"]): e for e in drawn["edges"]}
    assert {"intake", "booking:assess", "approve", "booking:purchase", "publish"} <= nodes
    assert any(source == "approve" and one["data"] == "decided" for (source, _), one in edges.items())
    assert edges["booking:assess", "booking:ask_details"]["data"] == "names are needed"
    assert all(e.get("data") for e in drawn["edges"] if e.get("conditional"))
    reached = {target for _, target in edges}
    assert "__start__" in nodes - reached


async def test_the_input_form_is_narrow(assistant: Any) -> None:
    """A client is offered words and one event, and never the trip, the turn or the journal."""
    schemas = await assistant("schemas")
    assert set(schemas["input_schema"]["properties"]) == {"messages", "event"}
    assert set(schemas["output_schema"]["properties"]) == {"messages", "trip_intent"}


async def test_the_context_is_a_form(assistant: Any) -> None:
    """Each field of the context has a default and a description."""
    schema = (await assistant("schemas"))["context_schema"]
    assert {"organisation", "traveller", "locale", "timezone", "currency", "model"} <= set(schema["properties"])
    assert all("default" in f and f.get("description") for f in schema["properties"].values())
    assert not schema.get("required")
