"""The CopilotKit example, by the official packages: `npm install` in its folder, then this test runs."""

import json
import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import jsonpatch
import pytest
from tests.postgres_server import free_port

FOLDER = Path(__file__).parents[2] / "examples/copilotkit"
pytestmark = [
    pytest.mark.release,
    pytest.mark.skipif(
        shutil.which("node") is None or not (FOLDER / "node_modules/@copilotkit/runtime").exists(),
        reason="needs node, and `npm install` in examples/copilotkit",
    ),
]
WORDS = ("Boston to Lisbon June 14-21, one adult", "1", "hold", "Ann Smith 4 March 1985, ann@example.org")


@pytest.fixture
def copilot(started: Callable[..., Any]) -> Iterator[str]:
    """The address of the runtime, before the agent of examples/starter."""
    agent = started("starter/app.py")
    port = str(free_port())
    given = {"TRIPS": f"{agent.url}/agui", "TOKEN": "token-of-anna", "PORT": port}
    quiet = {"COPILOTKIT_TELEMETRY_DISABLED": "true"}
    runtime = subprocess.Popen(["node", "server.mjs"], cwd=FOLDER, env={**os.environ, **quiet, **given})
    url = f"http://127.0.0.1:{port}/copilotkit"
    while runtime.poll() is None:
        try:
            assert "trips" in httpx.post(url, json={"method": "info"}).json()["agents"]
            break
        except httpx.TransportError:
            time.sleep(0.1)
    yield url
    runtime.terminate()
    runtime.wait(30)


FOLLOW = """
import { HttpAgent } from "@ag-ui/client";
const [url, ...said] = process.argv.slice(1);
const headers = { authorization: "Bearer token-of-anna" };
const counts = { onStateSnapshotEvent: 0, onStateDeltaEvent: 0 };
const counted = Object.fromEntries(Object.keys(counts).map((name) => [name, () => { counts[name] += 1; }]));
const agent = new HttpAgent({ url, headers, threadId: "follow" });
for (const [number, content] of said.entries()) {
  agent.addMessage({ id: `m${number}`, role: "user", content });
  await agent.runAgent({}, counted);
}
const followed = structuredClone(agent.state);
const look = new HttpAgent({ url, headers, threadId: "follow" });
await look.runAgent();
console.log(JSON.stringify({ ...counts, followed, whole: look.state }));
"""


def test_the_official_client_follows_the_state_by_patches(started: Callable[..., Any]) -> None:
    """AG-UI's own client applies the patches of two runs; then it has the state that a look at the thread gives."""
    url = f"{started('starter/app.py').url}/agui"
    asked = ["node", "--input-type=module", "--eval", FOLLOW, url, *WORDS[:2]]
    done = subprocess.run(asked, cwd=FOLDER, check=True, stdout=subprocess.PIPE, text=True, timeout=120)
    told = json.loads(done.stdout)
    assert told["onStateSnapshotEvent"] == 2
    assert told["onStateDeltaEvent"] >= 2
    assert told["followed"]["card"]["kind"] == "purchase"
    assert told["followed"] == told["whole"]


def _run(url: str, number: int, **given: object) -> tuple[dict[str, Any], dict[str, Any]]:
    """Run the agent once; return the shared state at its end, and the event that ends it."""
    empty = {"threadId": "ck", "runId": f"r{number}", "state": {}, "tools": [], "context": [], "forwardedProps": {}}
    asked = {"method": "agent/run", "params": {"agentId": "trips"}, "body": {**empty, "messages": [], **given}}
    answer = httpx.post(url, json=asked, headers={"accept": "text/event-stream"}, timeout=60)
    events = [json.loads(line[6:]) for line in answer.text.splitlines() if line.startswith("data: ")]
    [state] = [one["snapshot"] for one in events if one["type"] == "STATE_SNAPSHOT"]
    for one in events:
        state = jsonpatch.apply_patch(state, one["delta"]) if one["type"] == "STATE_DELTA" else state
    return state, events[-1]


def test_a_trip_is_booked_through_copilotkit(copilot: str) -> None:
    """Words bring options into the shared state; the interrupt is answered with the confirmations of the card, and it is bought."""
    state: dict[str, Any] = {}
    end: dict[str, Any] = {}
    for number, words in enumerate(WORDS):
        state, end = _run(copilot, number, messages=[{"id": f"m{number}", "role": "user", "content": words}])
        assert state["options"]
    [waiting] = end["outcome"]["interrupts"]
    confirmed = [one["id"] for one in state["card"]["confirmations"]]
    yes = {"decisions": [{"type": "approve", "args": {"confirmations": confirmed}}]}
    answered = {"interruptId": waiting["id"], "status": "resolved", "payload": yes}
    state, _ = _run(copilot, len(WORDS), resume=[answered])
    assert [one["status"] for one in state["trip"]["bookings"]] == ["confirmed", "confirmed"]
