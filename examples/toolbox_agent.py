"""An agent of your own over the toolbox: LangChain's ``create_agent``, the tools of ``tools_for``, one page of rules beside this file.

Run it with any model of the OpenAI format: ``OPENAI_API_KEY=… python examples/toolbox_agent.py`` (``OPENAI_BASE_URL`` for another
service, ``MODEL`` for another model). The trip, its approval and the purchase are tripintent's: the agent can prepare a card, and
only what you answer to it buys.
"""

import asyncio
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from langchain.agents import create_agent
from langchain_core.language_models import BaseChatModel
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from tripintent import Session, open_session, tools_for

RULES = Path(__file__).with_suffix(".md").read_text("utf-8")


class TravelAgent:
    """One conversation of the agent."""

    def __init__(self, session: Session, model: BaseChatModel, thread: str) -> None:
        self._agent = create_agent(model, tools_for(session), system_prompt=RULES, checkpointer=InMemorySaver())
        self._config: Any = {"configurable": {"thread_id": thread}}
        self.card: Mapping[str, Any] | None = None
        """What waits for the person's yes or no: LangChain's HITLRequest."""

    async def say(self, words: str) -> str:
        """Answer a message. While a card waits it is no decision: the card waits on, and the agent reads the words as its answer."""
        if self.card:
            return await self._run(_decided(type="response", message=words))
        return await self._run({"messages": [("user", words)]})

    async def approve(self, confirmations: Sequence[str]) -> str:
        """Buy what the card shows. ``confirmations`` are the ids of what the person confirms."""
        return await self._run(_decided(type="approve", args={"confirmations": list(confirmations)}))

    async def reject(self, reason: str = "") -> str:
        """Refuse what the card shows."""
        return await self._run(_decided(type="reject", message=reason))

    async def _run(self, given: Any) -> str:
        done = await self._agent.ainvoke(given, self._config)
        waits = done.get("__interrupt__")
        self.card = waits[0].value if waits else None
        said, shown = str(done["messages"][-1].text), self.card and self.card["action_requests"][0]["description"]
        return f"{said}\n\n{shown}".strip() if shown else said  # a model may answer and ask in one message


def _decided(**decision: Any) -> Command[Any]:
    return Command(resume={"decisions": [decision]})


async def _answered(agent: TravelAgent) -> str:
    """Ask the person at the terminal for words, or for the decision that the card wants."""
    words = (await asyncio.to_thread(input, "you: ")).strip()
    if not agent.card or words.casefold() not in ("y", "yes", "n", "no"):
        return await agent.say(words)
    if words.casefold().startswith("n"):
        return await agent.reject()
    rows = agent.card["action_requests"][0]["args"]["confirmations"]
    asked = [(row["id"], await asyncio.to_thread(input, f"{row['text']} Is that all right (y/n)? ")) for row in rows]
    return await agent.approve([key for key, said in asked if said.casefold().startswith("y")])


async def main() -> None:
    """Talk at the terminal until the input ends."""
    from langchain_openai import ChatOpenAI  # noqa: PLC0415 - the model is yours: any BaseChatModel does

    async with open_session() as session:
        agent = TravelAgent(session, ChatOpenAI(model=os.environ.get("MODEL", "gpt-4.1")), "toolbox-agent")
        print("Where do you want to go? (Ctrl-D leaves)")
        while True:
            try:
                said = await _answered(agent)
            except EOFError:
                return
            print(f"\n{said}\n" + ("(y buys it, n refuses it, or write)\n" if agent.card else ""))


if __name__ == "__main__":
    asyncio.run(main())
