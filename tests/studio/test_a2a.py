"""A booking by another agent, over A2A."""

from typing import Any
from uuid import uuid4

import httpx
import pytest


@pytest.fixture
async def agent(talk: Any) -> Any:
    (found,) = await talk.client.assistants.search(graph_id="booking")
    async with httpx.AsyncClient(base_url=talk.url, timeout=60) as client:
        yield Agent(client, found["assistant_id"])


class Agent:
    """An agent that sends messages and reads tasks."""

    def __init__(self, client: httpx.AsyncClient, assistant_id: str) -> None:
        self.client, self.assistant_id = client, assistant_id
        self.context: str | None = None
        self.task: str | None = None

    async def send(self, *parts: dict[str, Any], resumes: bool = False) -> dict[str, Any]:
        message: dict[str, Any] = {"role": "user", "kind": "message", "messageId": uuid4().hex, "parts": list(parts)}
        if self.context:
            message["contextId"] = self.context
        if resumes:
            message["taskId"] = self.task
        body = {"jsonrpc": "2.0", "id": uuid4().hex, "method": "message/send", "params": {"message": message}}
        answer = (
            await self.client.post(f"/a2a/{self.assistant_id}", json=body, headers={"accept": "application/json"})
        ).json()
        assert "result" in answer, answer
        task: dict[str, Any] = answer["result"]
        self.context, self.task = task["contextId"], task["id"]
        return task

    async def say(self, text: str) -> dict[str, Any]:
        return await self.send({"kind": "text", "text": text})


async def test_another_agent_completes_a_booking(agent: Any, talk: Any) -> None:
    """The task asks for input with the approval; resumed by a data part, it completes and the trip is booked."""
    await agent.say("Boston to Lisbon June 14-21, two adults")
    await agent.say("1")
    await agent.say("hold")
    waiting = await agent.say("Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org")
    assert waiting["status"]["state"] == "input-required"
    state = await talk.client.threads.get_state(agent.context)
    card = state["interrupts"][0]["value"]["action_requests"][0]["args"]
    args = {"approval_id": card["approval_id"], "confirmations": [c["id"] for c in card["confirmations"]]}
    resume = {"resume": {"decisions": [{"type": "approve", "args": args}]}}
    done = await agent.send({"kind": "data", "data": resume}, resumes=True)
    assert done["status"]["state"] == "completed"
    trip = (await talk.client.threads.get_state(agent.context))["values"]["trip_intent"]
    assert {b["status"] for b in trip["working_memory"]["bookings"]} == {"confirmed"}
