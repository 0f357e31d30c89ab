"""Real conversations that nobody here wrote, driven through the whole graph, where their folder lies beside the project."""

import json
from datetime import datetime
from pathlib import Path

import pytest
from langchain_core.messages import HumanMessage
from langgraph.checkpoint.memory import InMemorySaver

from tripintent.app.compose import compose
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.graph.booking.wiring import build_booking_graph
from tripintent.state.context import TripContext
from tripintent.state.derived import current_ranking

DIALOGUES = Path(__file__).parents[3] / "shared" / "evals" / "sgd.dev.jsonl"
HOW_MANY = 50
SAID_REASONS = {"answer", "search_empty", "search_failed", "no_options", "nothing_to_quote", "noted", "cannot_answer"}


@pytest.mark.release
@pytest.mark.skipif(not DIALOGUES.exists(), reason="the folder with the conversations is not beside the project")
async def test_each_conversation_ends_in_options_a_question_or_a_said_reason(tmp_path: Path):
    """No exception, and never silence."""
    lines = DIALOGUES.read_text(encoding="utf-8").splitlines()[:HOW_MANY]
    for dialogue in map(json.loads, lines):
        settings = Settings(
            data_dir=tmp_path / dialogue["id"],
            language="offline",
            now=datetime.fromisoformat(f"{dialogue['reference_date']}T09:00:00+00:00"),
        )
        composed = compose(settings, storage_of(settings))
        graph = build_booking_graph(composed.ports, checkpointer=InMemorySaver())
        config = {"configurable": {"thread_id": dialogue["id"]}}
        state: dict = {}
        for turn in dialogue["turns"]:
            message = {"messages": [HumanMessage(turn["user"])]}
            state = await graph.ainvoke(message, config, context=TripContext())
        composed.close()
        last = state["messages"][-1]
        trip = state["trip_intent"]
        assert last.type == "ai", dialogue["id"]
        asked = bool(trip.status.asked) or last.additional_kwargs["kind"] == "question"
        said = last.additional_kwargs["kind"] in SAID_REASONS
        assert asked or said or current_ranking(trip), (dialogue["id"], last.content)
