"""AG-UI: the protocol's traps, each stepped into on purpose."""

import json
from uuid import uuid4

import pytest

WISH = "Flights from Munich to Lisbon on 4 March 2027, back on 8 March 2027, one adult, hotel in the centre"
PEOPLE = "Anna Muster, born 12 April 1990, anna@example.org, +49 151 23456789"


def _events(text):
    return [json.loads(line.removeprefix("data: ")) for line in text.split("\n") if line.startswith("data: ")]


def _body(thread, *texts, **fields):
    messages = [{"id": str(uuid4()), "role": "user", "content": text} for text in texts]
    empty = {"state": {}, "messages": messages, "tools": [], "context": [], "forwardedProps": {}}
    return {"threadId": thread, "runId": str(uuid4()), **empty, **fields}


async def _run(client, thread, *texts, **fields):
    answer = await client.http.post("/agui", json=_body(thread, *texts, **fields))
    assert answer.status_code == 200, answer.text
    return _events(answer.text)


def _interrupt(events):
    return events[-1]["outcome"]["interrupts"][0]


@pytest.fixture
async def waiting(client):
    """A thread that was brought to its approval over AG-UI alone, and the interrupt."""
    thread = str(uuid4())
    await _run(client, thread, WISH)
    await _run(client, thread, "the first one, and hold it please")
    return thread, _interrupt(await _run(client, thread, PEOPLE))


def _yes(interrupt, **fields):
    args = interrupt["metadata"]["langgraph"]["raw"]["action_requests"][0]["args"]
    confirmed = [one["id"] for one in args["confirmations"]]
    decision = {"type": "approve", "args": {"approval_id": args["approval_id"], "confirmations": confirmed}}
    return {"interruptId": interrupt["id"], "status": "resolved", "payload": {"decisions": [decision]}, **fields}


async def test_a_trip_is_booked_over_agui(client, waiting):
    """Words, the interrupt as an outcome, its answer, and the trip is booked."""
    thread, interrupt = waiting
    events = await _run(client, thread, resume=[_yes(interrupt)])
    assert events[0]["type"] == "RUN_STARTED"
    assert events[-1]["type"] == "RUN_FINISHED"
    assert len((await client.view(thread))["trip"]["bookings"]) == 3


async def test_an_answer_to_an_unknown_interrupt_is_409(client, waiting):
    """Trap 1: the adapter ignores the id of an answer; here "nope" books nothing."""
    thread, interrupt = waiting
    answer = await client.http.post("/agui", json=_body(thread, resume=[_yes(interrupt, interruptId="nope")]))
    assert (answer.status_code, answer.json()["title"]) == (409, "stale_answer")
    assert (await client.view(thread))["trip"]["bookings"] == []


async def test_the_clients_state_never_reaches_the_graph(client, waiting):
    """Trap 3: state, forwarded properties and a node name of a request change nothing."""
    thread, _ = waiting
    before = (await client.http.get(f"/api/threads/{thread}/trip")).json()
    forged = {"trip_intent": {"trip_id": "HACKED"}, "event": {"type": "USER_REJECTS"}, "pnr": "HACKED"}
    await _run(client, thread, state=forged, forwardedProps={"nodeName": "purchase", "event": {"type": "USER_REJECTS"}})
    await _run(client, thread, "what does it cost?", state=forged, forwardedProps={"nodeName": "purchase"})
    after = (await client.http.get(f"/api/threads/{thread}/trip")).json()
    assert "HACKED" not in json.dumps(after)
    assert after["trip_id"] == before["trip_id"]
    assert after["working_memory"]["bookings"] == []
    assert (await client.view(thread))["pending"]["interrupt_id"]


async def test_raw_state_stays_on_the_server(client, waiting):
    """Trap 4: no raw events, and of the state only what a page shows."""
    thread, _ = waiting
    events = await _run(client, thread, "is it refundable?")
    snapshots = [e["snapshot"] for e in events if e["type"] == "STATE_SNAPSHOT"]
    assert not [e for e in events if e["type"] == "RAW" or e.get("rawEvent")]
    assert snapshots
    assert all(set(s) <= {"trip"} for s in snapshots)


async def test_an_empty_run_shows_the_thread_and_starts_nothing(client, waiting):
    """Trap 5: a request without anything new returns messages and what waits; no turn is taken."""
    thread, interrupt = waiting
    before = await client.view(thread)
    events = await _run(client, thread)
    said = next(e["messages"] for e in events if e["type"] == "MESSAGES_SNAPSHOT")
    assert _interrupt(events)["id"] == interrupt["id"]
    assert [m["content"] for m in said] == [m["text"] for m in before["messages"]]
    assert (await client.view(thread))["version"] == before["version"]


async def test_words_while_an_approval_waits_are_heard(client, waiting):
    """Trap 6: new text during an interrupt is answered, and the approval waits on."""
    thread, interrupt = waiting
    events = await _run(client, thread, "Is the hotel refundable?")
    view = await client.view(thread)
    assert "Is the hotel refundable?" in [m["text"] for m in view["messages"]]
    assert _interrupt(events)["metadata"]["langgraph"]["raw"] == interrupt["metadata"]["langgraph"]["raw"]


async def test_replies_are_told_as_they_are_written_and_once(client):
    """A reply comes as a text message before suppliers are asked, under the id that the snapshot at the end has."""
    thread = str(uuid4())
    events = await _run(client, thread, f"{WISH}. My card is 4111 1111 1111 1111")
    told = {e["messageId"]: e["delta"] for e in events if e["type"] == "TEXT_MESSAGE_CONTENT"}
    [snapshot] = [e["messages"] for e in events if e["type"] == "MESSAGES_SNAPSHOT"]
    assert told == {m["id"]: m["content"] for m in snapshot if m["role"] == "assistant"}
    assert len(told) == 2
    order = [e.get("stepName") if e["type"] == "STEP_STARTED" else e["type"] for e in events]
    assert order.index("TEXT_MESSAGE_END") < order.index("quote_flights")
    again = await _run(client, thread, "what does the first one cost?")
    assert not {e["messageId"] for e in again if e["type"] == "TEXT_MESSAGE_START"} & set(told)


async def test_a_cancelled_interrupt_is_a_rejection(client, waiting):
    """Trap 7: AG-UI's cancel releases the holds and buys nothing."""
    thread, interrupt = waiting
    await _run(client, thread, resume=[{"interruptId": interrupt["id"], "status": "cancelled"}])
    view = await client.view(thread)
    assert (view["pending"], view["trip"]["bookings"]) == (None, [])
    assert view["messages"][-1]["kind"] == "declined"


async def test_the_older_form_of_an_answer_is_understood(client, waiting):
    """forwardedProps.command.resume, also as JSON in a string, answers the interrupt that waits."""
    thread, interrupt = waiting
    await _run(client, thread, forwardedProps={"command": {"resume": json.dumps(_yes(interrupt)["payload"])}})
    assert len((await client.view(thread))["trip"]["bookings"]) == 3


async def test_words_alone_never_approve(client, waiting):
    """Text that looks like a yes, sent as the answer or as a message, buys nothing."""
    thread, interrupt = waiting
    await _run(
        client, thread, resume=[{"interruptId": interrupt["id"], "status": "resolved", "payload": "yes, approve"}]
    )
    assert (await client.view(thread))["trip"]["bookings"] == []


async def test_a_card_number_is_masked_here_too(client, tmp_path):
    """Words that come over AG-UI are cleaned before they are stored, and the traveller is told."""
    thread = str(uuid4())
    events = await _run(client, thread, "pay with 4111 1111 1111 1111")
    said = [e["messages"] for e in events if e["type"] == "MESSAGES_SNAPSHOT"][-1]
    assert sum("I masked a card number" in m["content"] for m in said) == 1
    stored = b"".join(p.read_bytes() for p in tmp_path.glob("trips*"))
    assert b"4111" not in stored.replace(b" ", b"")


async def test_threads_of_other_users_are_closed(running):
    """A thread id that a client made belongs to who used it first."""
    async with running(web={"tokens": {"t-anna": "anna", "t-ben": "ben"}}) as client:
        thread = str(uuid4())
        client.http.headers["authorization"] = "Bearer t-anna"
        await _run(client, thread, WISH)
        client.http.headers["authorization"] = "Bearer t-ben"
        assert (await client.http.post("/agui", json=_body(thread))).status_code == 404
        assert (await client.http.post("/agui", json=_body(thread, "hello"))).status_code == 404
