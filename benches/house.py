"""The house that the benches of the graph share, in a folder of its own, with the session's own checkpointer, and one booking."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from langchain_core.messages import HumanMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.base import BaseCheckpointSaver
from langgraph.types import Command

from tripintent.app.checkpoints import open_checkpointer
from tripintent.app.compose import compose
from tripintent.app.embedding import OF_THE_TRIP
from tripintent.app.running import DURABILITY, stored_first
from tripintent.app.settings import Settings
from tripintent.app.speech import guide_of
from tripintent.app.storage import storage_of
from tripintent.graph.conversation import build_conversation_graph
from tripintent.nodes.acting import one_turn
from tripintent.state.context import TripContext
from tripintent.tools.ledger.database import Database
from tripintent.tools.ports.desk_service import AssistantPorts
from tripintent.tools.ports.ports import Ports

NOW = datetime(2027, 3, 1, 9, tzinfo=UTC)
TURNS = (
    "Boston to Lisbon June 14 to June 21, two adults",
    "the cheapest, hold it",
    "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org",
)
"""A whole booking in three messages; the fourth turn is the approval."""


@dataclass(frozen=True)
class House:
    """Real parts: SQLite ledger, simulated supplier, offline language; and a checkpointer on a SQLite file."""

    ports: Ports
    ledger: Database
    saver: BaseCheckpointSaver[Any]
    threads: Path


@asynccontextmanager
async def house(**settings: Any) -> AsyncIterator[House]:
    """Open a house in a temporary folder; it is gone afterwards."""
    with TemporaryDirectory(prefix="tripintent-bench-") as folder:
        chosen = Settings(data_dir=Path(folder), language="offline", now=NOW, search_memory=0, **settings)
        storage = storage_of(chosen)
        with closing(compose(chosen, storage)) as parts:
            async with open_checkpointer(storage.threads) as saver:
                yield House(parts.ports, parts.ledger, saver, Path(storage.threads))


def guided(ports: Ports, saver: BaseCheckpointSaver[Any]) -> Any:
    """Return the booking graph as hosts get it without a model: a conversation that the guide holds."""
    front = AssistantPorts(ports, guide=guide_of(ports), toolsets=OF_THE_TRIP)
    return build_conversation_graph(front, name="booking", checkpointer=saver)


async def run(graph: Any, thread: str, entry: Any, *, every_step: bool = False) -> Any:
    """Run once as the session does, and return what came out; ``every_step`` stores each step, to be looked at."""
    config: RunnableConfig = {"configurable": {"thread_id": thread}, "recursion_limit": 100}
    if every_step:
        with one_turn():
            return await graph.ainvoke(entry, config, context=TripContext(), durability="sync")
    given = await stored_first(graph, config, await graph.aget_state(config), entry)
    with one_turn():
        return await graph.ainvoke(given, config, context=TripContext(), durability=DURABILITY)


def words(text: str) -> dict[str, Any]:
    """Return a message of the traveller as input."""
    return {"messages": [HumanMessage(text)]}


def approval(result: Any) -> Command[Any]:
    """Return the yes to the card that a run ended with, everything on it confirmed."""
    args = result["__interrupt__"][0].value["action_requests"][0]["args"]
    confirmed = [c["id"] for c in args.get("confirmations", ())]
    return Command(resume={"decisions": [{"type": "approve", "args": {"confirmations": confirmed}}]})
