"""The four graphs on the LangGraph server: each opens, is drawn, and answers the examples of docs/graph.md."""

import json
import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from langgraph_sdk import get_client

DOCUMENT = Path(__file__).parents[2] / "docs" / "graph.md"
EXAMPLES = {
    name: [json.loads(line) for line in lines.splitlines()]
    for name, lines in re.findall(r"### (\w+)\n\n```jsonl\n(.*?)\n```", DOCUMENT.read_text(), re.DOTALL)
}
REACHED = {
    "assistant": {"options", "document"},
    "booking": {"options", "chosen", "ask_details"},
    "designer": {"options", "document"},
    "planning": {"options", "document"},
}
"""Kinds of replies by which each shows that it did its own work."""


def test_each_graph_has_three_examples() -> None:
    """All that langgraph.json names, and no other."""
    named = json.loads((DOCUMENT.parents[1] / "langgraph.json").read_text())["graphs"]
    assert {name: len(lines) for name, lines in EXAMPLES.items()} == dict.fromkeys(named, 3)


@pytest.mark.parametrize("name", sorted(EXAMPLES))
async def test_a_graph_answers_its_examples(server: Any, name: str) -> None:
    """In one thread, one after the other; each ends in words, and none in an error."""
    client = get_client(url=server.url)
    thread = (await client.threads.create())["thread_id"]
    kinds: set[str] = set()
    before = 0
    for given in EXAMPLES[name]:
        result: Any = await client.runs.wait(thread, name, input=given, context={"locale": "en-GB"})
        said = result["messages"]
        assert len(said) > before
        assert said[-1]["type"] == "ai"
        assert said[-1]["content"].strip()
        kinds |= {one["additional_kwargs"].get("kind", "") for one in said[before:] if one["type"] == "ai"}
        before = len(said)
    assert REACHED[name] <= kinds, kinds
    assert not kinds & {"unread", "refused", "clarifying"}


@pytest.mark.parametrize("name", sorted(EXAMPLES))
async def test_a_graph_opens_with_a_small_form(server: Any, name: str) -> None:
    """Words, or one event; and a drawing that opens what is mounted."""
    (found,) = await get_client(url=server.url).assistants.search(graph_id=name)
    async with httpx.AsyncClient(base_url=server.url) as client:
        schemas = (await client.get(f"/assistants/{found['assistant_id']}/schemas")).json()
        drawn = (await client.get(f"/assistants/{found['assistant_id']}/graph?xray=true")).json()
    assert set(schemas["input_schema"]["properties"]) == {"messages", "event"}
    assert len(json.dumps(schemas["input_schema"])) < 3000
    nodes = {str(one["id"]) for one in drawn["nodes"]}
    inside = {"booking:assess", "publish"}
    assert inside <= nodes
