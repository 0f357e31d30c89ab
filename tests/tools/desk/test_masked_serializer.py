"""Card numbers reach no checkpoint, even without the session."""

from pathlib import Path
from typing import TypedDict

from langchain_core.messages import HumanMessage
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import END, START, StateGraph

from tripintent.state.travellers import Contact
from tripintent.tools.desk.masked_serializer import CardMaskingSerializer, masked

CARD = "4242 4242 4242 4242"


def test_every_text_is_masked_wherever_it_is_nested() -> None:
    """Messages, models, lists and dictionaries come out without the number, everything else as it was."""
    contact = Contact(email=f"pay {CARD}", phone="+1 212 555 0100")
    value = {"m": [HumanMessage(f"my card: {CARD}")], "c": contact, "t": (1, CARD), "n": None}
    out = masked(value)
    assert CARD not in str(out)
    assert "card ending 4242" in out["m"][0].content
    assert (out["c"].phone, out["t"][0], out["n"]) == ("+1 212 555 0100", 1, None)


def test_what_holds_no_card_is_the_same_object() -> None:
    """Nothing is copied for nothing."""
    value = {"m": [HumanMessage("two adults to Lisbon")], "n": [1, 2]}
    assert masked(value) is value


class State(TypedDict):
    text: str


def test_a_graph_without_the_session_stores_no_card(tmp_path: Path) -> None:
    """Neither the input nor the state of a compiled graph has the number on disk."""
    graph = StateGraph(State)
    graph.add_node("echo", lambda state: {"text": state["text"] + "!"})
    graph.add_edge(START, "echo")
    graph.add_edge("echo", END)
    path = tmp_path / "threads.db"
    with SqliteSaver.from_conn_string(str(path)) as saver:
        saver.serde = CardMaskingSerializer()
        graph.compile(saver).invoke({"text": f"charge {CARD}"}, {"configurable": {"thread_id": "1"}})
    stored = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"card ending 4242" in stored
    assert CARD.encode() not in stored
