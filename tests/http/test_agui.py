"""AG-UI: the protocol's traps, each stepped into on purpose."""

import json
from datetime import timedelta
from uuid import uuid4

import jsonschema
import pytest
from ag_ui.core import StateDeltaEvent
from tests.acts import choose, documents
from tests.stored import bytes_in

from tripintent.state.wishes import PolicyRules

CARD = "4111 1111 1111 1111"
WISH = "Munich to Lisbon March 4-8, one adult"
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

    async def walk():
        thread = str(uuid4())
        for words in (WISH, "1", "hold"):
            await _run(client, thread, words)
        return thread, _interrupt(await _run(client, thread, PEOPLE))

    return await client.reach("agui", walk)


def _yes(interrupt, **fields):
    args = interrupt["metadata"]["langgraph"]["raw"]["action_requests"][0]["args"]
    confirmed = [one["id"] for one in args["confirmations"]]
    decision = {"type": "approve", "args": {"approval_id": args["approval_id"], "confirmations": confirmed}}
    return {"interruptId": interrupt["id"], "status": "resolved", "payload": {"decisions": [decision]}, **fields}


async def test_a_trip_is_booked_over_agui(client, waiting, shared_states):
    """Words, the interrupt as an outcome, its answer, and the trip is booked."""
    thread, interrupt = waiting
    events = await _run(client, thread, resume=[_yes(interrupt)])
    assert events[0]["type"] == "RUN_STARTED"
    assert events[-1]["type"] == "RUN_FINISHED"
    assert len((await client.view(thread))["trip"]["bookings"]) == 3
    assert not [one for one in events if one["type"].startswith("TOOL_CALL")], "those of earlier turns are told"
    assert [one["kind"] for one in shared_states(await _run(client, thread))[-1]["cards"]] == ["receipt"]


async def test_a_call_is_told_in_its_own_run_alone(client):
    """Each call and each result once, whatever the conversation has of earlier ones."""
    thread = str(uuid4())
    told = [one for words in (WISH, "1", "hold", PEOPLE) for one in await _run(client, thread, words)]
    for kind in ("TOOL_CALL_START", "TOOL_CALL_RESULT"):
        ids = [one["toolCallId"] for one in told if one["type"] == kind]
        assert len(ids) == len(set(ids)) == 4


async def test_a_thread_with_a_slash_is_the_same_at_every_door(client):
    """An id of the client's own, as `anna/1`, is reached over REST as it is and escaped."""
    await _run(client, "anna/1", WISH)
    for name in ("anna/1", "anna%2F1"):
        assert (await client.view(name))["thread_id"] == "anna/1"
        assert (await client.view(f"{name}/trip"))["trip_id"]
        assert (await client.do(name, choose(1))).status_code == 200
    assert (await client.http.delete("/api/threads/anna/1")).status_code == 204
    assert (await client.view("anna/1"))["messages"] == []


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
    shown = {"options", "chosen", "holds", "card", "question", "cards", "staff", "trip", "profile", "documents"}
    shown |= {"working", "cut_off"}
    assert [set(one) - shown for one in snapshots] == [{"requirements_status"}]


async def test_a_run_tells_the_state_once_and_then_what_changed(client, shared_states):
    """One snapshot, then patches of it: applied in order they give the state that a look at the thread gives."""
    thread, changes = str(uuid4()), 0
    for words in (WISH, "1", "hold"):
        events = await _run(client, thread, words)
        patches = [StateDeltaEvent.model_validate(one).delta for one in events if one["type"] == "STATE_DELTA"]
        states = shared_states(events)
        [whole] = shared_states(await _run(client, thread))
        assert states[-1] == whole
        assert whole["trip"]["cities"] == ["Munich", "Lisbon"]
        assert all(patches)
        assert all(set(one["documents"]) >= set(states[0]["documents"]) for one in states)
        changes += len(patches)
    assert changes
    await client.do(thread, documents("checklist"))
    [whole] = shared_states(await _run(client, thread))
    assert whole["documents"]


async def test_an_empty_run_shows_the_thread_and_starts_nothing(client, waiting, shared_states):
    """Trap 5: a request without anything new returns messages and what waits, and whether it still can be decided; no turn is taken."""
    thread, interrupt = waiting
    before = await client.view(thread)
    events = await _run(client, thread)
    said = next(e["messages"] for e in events if e["type"] == "MESSAGES_SNAPSHOT")
    assert _interrupt(events)["id"] == interrupt["id"]
    spoken = [m["content"] for m in said if m["role"] in ("user", "assistant") and m["content"]]
    assert spoken == [m["text"] for m in before["messages"]]
    assert (await client.view(thread))["version"] == before["version"]
    client.app.state.web.session.ports.clock.advance(timedelta(hours=3))
    cards = [shared_states(one)[-1]["card"] for one in (events, await _run(client, thread))]
    assert [(one["state"], one["again"]) for one in cards] == [("waits", None), ("lapsed", {"type": "USER_RETRIES"})]


async def test_words_while_an_approval_waits_are_heard(client, waiting, shared_states):
    """Trap 6: new text during an interrupt is answered, and the approval waits on; what could be pressed still can."""
    thread, interrupt = waiting
    events = await _run(client, thread, "Is the hotel refundable?")
    view = await client.view(thread)
    assert "Is the hotel refundable?" in [m["text"] for m in view["messages"]]
    assert [one["actions"] for one in shared_states(events)[-1]["cards"]] == [["request_purchase", "release_hold"]]
    assert _interrupt(events)["metadata"]["langgraph"]["raw"] == interrupt["metadata"]["langgraph"]["raw"]


async def test_replies_are_told_as_they_are_written_and_once(client):
    """A reply comes as a text message before suppliers are asked, under the id that the snapshot at the end has."""
    thread = str(uuid4())
    events = await _run(client, thread, f"{WISH}. My card is 4111 1111 1111 1111")
    told = {e["messageId"]: e["delta"] for e in events if e["type"] == "TEXT_MESSAGE_CONTENT"}
    [snapshot] = [e["messages"] for e in events if e["type"] == "MESSAGES_SNAPSHOT"]
    assert told == {m["id"]: m["content"] for m in snapshot if m["role"] == "assistant" and m["content"]}
    assert len(told) == 4, "what concerns the message, the options, the documents that are ready, and the words"
    order = [e.get("stepName") if e["type"] == "STEP_STARTED" else e["type"] for e in events]
    assert order.index("TEXT_MESSAGE_END") < order.index("quote_flights")
    again = await _run(client, thread, "1")
    assert not {e["messageId"] for e in again if e["type"] == "TEXT_MESSAGE_START"} & set(told)


async def test_a_cancelled_interrupt_is_a_rejection(client, waiting, shared_states):
    """Trap 7: AG-UI's cancel releases the holds, takes their card away and buys nothing."""
    thread, interrupt = waiting
    events = await _run(client, thread, resume=[{"interruptId": interrupt["id"], "status": "cancelled"}])
    state = shared_states(events)[-1]
    assert ([one["actions"] for one in state["cards"]], state["holds"]) == ([["hold"]], [])
    view = await client.view(thread)
    assert (view["pending"], view["trip"]["bookings"]) == (None, [])
    assert [one["kind"] for one in view["messages"][-2:]] == ["declined", "said"]
    assert "the holds are let go" in view["messages"][-2]["text"]


async def test_a_yes_that_neither_has_the_shape_nor_names_the_approval_is_refused(client, waiting):
    """Against the interrupt's own schema nothing is bought; where it names the approval, older clients are understood."""
    thread, interrupt = waiting
    confirmed = _yes(interrupt)["payload"]["decisions"][0]["args"]["confirmations"]
    bare = {"decision": "approve", "confirmations": confirmed}
    for payload in (bare, json.dumps(bare), [bare]):
        refused = await client.http.post("/agui", json=_body(thread, resume=[{**_yes(interrupt), "payload": payload}]))
        assert (refused.status_code, "decisions" in refused.json()["detail"]) == (422, True)
    assert (await client.view(thread))["trip"]["bookings"] == []


async def test_options_that_a_question_replaced_are_not_offered_beside_it(client, shared_states):
    """Two trips called 1 would stand side by side; beside a question that names none the card stays."""
    thread = str(uuid4())
    await _run(client, thread, WISH)
    for words, kinds in (("what does it cost?", ["options"]), ("cheaper", [])):
        await _run(client, thread, words)
        [state] = shared_states(await _run(client, thread))
        calls = [call["name"] for one in state["question"]["options"] for call in one["calls"]]
        assert ("choose" in calls) == (not kinds)
        assert [one["kind"] for one in state["cards"]] == kinds


async def test_a_yes_that_confirmed_nothing_is_told_what_to_confirm(client, waiting):
    """Also where words led to the card: why nothing was bought is said, and the card waits on."""
    thread, interrupt = waiting
    unread = {"decisions": [{"type": "approve", "args": {"confirmations": []}}]}
    await _run(client, thread, resume=[{"interruptId": interrupt["id"], "status": "resolved", "payload": unread}])
    view = await client.view(thread)
    assert (view["pending"] is not None, view["trip"]["bookings"]) == (True, [])
    [told] = [one["text"] for one in view["messages"] if one["kind"] == "refused"]
    assert "Check passports" in told


async def test_the_older_form_of_an_answer_is_understood(client, waiting):
    """forwardedProps.command.resume, also as JSON in a string, answers the interrupt that waits."""
    thread, interrupt = waiting
    await _run(client, thread, forwardedProps={"command": {"resume": json.dumps(_yes(interrupt)["payload"])}})
    assert len((await client.view(thread))["trip"]["bookings"]) == 3


@pytest.mark.parametrize(
    "answer",
    [
        {"decisions": [{"type": "approve", "args": {"confirmations": "*"}}]},
        {"type": "approve", "approval_id": "apr_earlier", "confirmations": "*"},
        '{"decisions": [{"type": "reject", "message": "no"}]}',
        {"__agui_cancelled__": True},
    ],
)
async def test_the_older_form_has_to_name_the_approval(client, waiting, answer):
    """It names no interrupt: without the waiting approval's id a second click would decide a card that nobody saw."""
    thread, interrupt = waiting
    body = _body(thread, forwardedProps={"command": {"resume": answer}})
    refused = await client.http.post("/agui", json=body)
    assert (refused.status_code, refused.json()["title"]) == (409, "stale_answer")
    view = await client.view(thread)
    assert (view["trip"]["bookings"], view["pending"]["interrupt_id"]) == ([], interrupt["id"])


async def test_words_in_the_older_form_need_no_name(client, waiting):
    """What decides nothing is heard as words."""
    thread, _ = waiting
    await _run(client, thread, forwardedProps={"command": {"resume": "is it refundable?"}})
    assert "is it refundable?" in [m["text"] for m in (await client.view(thread))["messages"]]


async def test_a_second_click_in_the_older_form_does_not_buy_a_dearer_card(running):
    """The price rises at the first yes; the same yes again is one to the card before."""
    faults = '[{"on": "read", "fault": "price_change", "times": 1}]'
    async with running(session={"supplier_faults": faults}) as client:
        thread, pending = await client.waiting()
        yes = {"type": "approve", "approval_id": pending["approval_id"], "confirmations": client.confirmations(pending)}
        body = _body(thread, forwardedProps={"command": {"resume": yes}})
        answers = [await client.http.post("/agui", json=body) for _ in range(2)]
        assert [one.status_code for one in answers] == [200, 409]
        assert (await client.view(thread))["trip"]["bookings"] == []


async def test_words_that_are_json_are_words(client, waiting):
    """A message that spells out a yes, in every form that an answer can have, buys and rejects nothing."""
    thread, interrupt = waiting
    yes = _yes(interrupt)["payload"]
    for words in (yes, yes["decisions"], yes["decisions"][0], {"type": "reject"}, {"__agui_cancelled__": True}):
        await _run(client, thread, json.dumps(words))
        view = await client.view(thread)
        assert view["trip"]["bookings"] == []
        assert view["pending"]["interrupt_id"]


async def test_a_card_number_is_masked_here_too(client, tmp_path):
    """Words that come over AG-UI are cleaned before they are stored, and the traveller is told."""
    thread = str(uuid4())
    events = await _run(client, thread, "pay with 4111 1111 1111 1111")
    said = [e["messages"] for e in events if e["type"] == "MESSAGES_SNAPSHOT"][-1]
    assert sum("I masked card details" in m["content"] for m in said) == 1
    stored = bytes_in(tmp_path.glob("trips*"))
    assert b"41111111" not in stored.replace(b" ", b"")  # four digits alone stand in some hash now and then


@pytest.mark.parametrize(
    "answer",
    [
        {"decisions": [{"type": "reject", "args": f"take {CARD}"}]},
        {"decisions": {"type": "reject", "message": json.dumps({"note": CARD})}},
        {"type": "approve", "approval_id": "a", "payment_method_id": CARD, "confirmations": [CARD]},
        {
            "decisions": [
                {"type": "approve", "args": {CARD: 1, "pan": 4111111111111111, "as": "4111\\u00201111 1111 1111"}}
            ]
        },
        json.dumps({"type": "response", "message": CARD.replace(" ", "\u2013")}),
    ],
)
async def test_no_answer_stores_a_card_number(client, waiting, tmp_path, answer):
    """Whatever string, key or number of an answer holds it, also in JSON in a string."""
    thread, interrupt = waiting
    await _run(client, thread, resume=[{"interruptId": interrupt["id"], "status": "resolved", "payload": answer}])
    stored = bytes_in(tmp_path.rglob("*"))
    for number in (CARD, CARD.replace(" ", ""), CARD.replace(" ", "\u2013"), str(4111111111111111)):
        assert number.encode() not in stored
    assert (4111111111111111).to_bytes(8) not in stored


async def test_an_id_that_looks_like_a_card_number_is_refused(client):
    """Ids that a client makes are stored as they come: those of a message, a run and a thread."""
    thread = str(uuid4())
    message = {"id": CARD, "role": "user", "content": WISH}
    bodies = (_body(thread, WISH, runId=CARD), _body(thread, messages=[message]), _body(f"my {CARD}", WISH))
    refused = [await client.http.post("/agui", json=body) for body in bodies]
    assert [one.status_code for one in refused] == [422, 422, 422]
    assert (await client.view(thread))["messages"] == []


@pytest.mark.parametrize("form", ["object", "string", "args in a string", "string in a string"])
async def test_who_may_not_name_the_approver_cannot(running, form):
    """A name beside a yes counts only from who approves for all; in JSON in a string it does not count either."""
    async with running(
        web={"tokens": {"the-token-of-anna": "anna", "the-token-of-boss": "boss"}, "approvers": ("boss",)}
    ) as client:
        client.http.headers["authorization"] = "Bearer the-token-of-anna"
        await client.app.state.web.session.ports.policies.set("", PolicyRules(approver="boss"))
        thread, pending = await client.waiting()
        args = {"by": "boss", "confirmations": client.confirmations(pending), "approval_id": pending["approval_id"]}
        answer = {
            "object": {"type": "approve", "args": args},
            "string": json.dumps({"type": "approve", **args}),
            "args in a string": {"decisions": [{"type": "approve", "args": json.dumps(args)}]},
            "string in a string": json.dumps({"type": "approve", "args": json.dumps(args)}),
        }[form]
        resume = [{"interruptId": pending["interrupt_id"], "status": "resolved", "payload": answer}]
        await _run(client, thread, resume=resume)
        assert (await client.view(thread))["trip"]["bookings"] == []


async def test_an_approver_may_answer_by_name_in_a_string(running):
    """Arguments that came as JSON in a string keep the name of an approver for all."""
    async with running(web={"tokens": {"the-token-of-boss": "boss"}, "approvers": ("boss",)}) as client:
        client.http.headers["authorization"] = "Bearer the-token-of-boss"
        await client.app.state.web.session.ports.policies.set("", PolicyRules(approver="boss"))
        thread, pending = await client.waiting()
        args = json.dumps({"by": "boss", "confirmations": client.confirmations(pending)})
        resume = {"interruptId": pending["interrupt_id"], "status": "resolved"}
        await _run(client, thread, resume=[{**resume, "payload": {"decisions": [{"type": "approve", "args": args}]}}])
        assert len((await client.view(thread))["trip"]["bookings"]) == 3


async def test_json_without_end_in_a_string_is_refused(client, waiting):
    """Too deep a nesting in a string is told as such, and the approval waits on."""
    thread, interrupt = waiting
    for deep in ("[" * 60 + "]" * 60, "[" * 100_000):
        resume = {"interruptId": interrupt["id"], "status": "resolved", "payload": {"type": "approve", "args": deep}}
        refused = await client.http.post("/agui", json=_body(thread, resume=[resume]))
        assert (refused.status_code, refused.json()["title"]) == (422, "unreadable")
    assert (await client.view(thread))["pending"]["interrupt_id"] == interrupt["id"]


async def test_threads_of_other_users_are_closed(running):
    """A thread id that a client made belongs to who used it first."""
    async with running(web={"tokens": {"the-token-of-anna": "anna", "the-token-of-ben": "ben"}}) as client:
        thread = str(uuid4())
        client.http.headers["authorization"] = "Bearer the-token-of-anna"
        await _run(client, thread, WISH)
        client.http.headers["authorization"] = "Bearer the-token-of-ben"
        assert (await client.http.post("/agui", json=_body(thread))).status_code == 404
        assert (await client.http.post("/agui", json=_body(thread, "hello"))).status_code == 404
        assert (await client.say("ben-1", WISH)).json()["messages"], "an id of one's own begins so at every door"
        client.http.headers["authorization"] = "Bearer the-token-of-anna"
        assert (await client.say("ben-1", WISH)).json()["title"] == "unknown_thread"
        wrong = [(await client.http.get(f"/api/threads/{one}/tripp")).json() for one in (thread, "ben-1")]
        assert ["no such address" in one["detail"] for one in wrong] == [True, False]


def _strict(schema):
    """Return a schema that takes no other names than its own, and needs all of them."""
    if isinstance(schema, list):
        return [_strict(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    told = {key: _strict(one) for key, one in schema.items()}
    if isinstance(schema.get("properties"), dict) and schema.get("type") == "object":
        told = {"additionalProperties": False, **told}
    return told


async def test_the_shared_state_is_typed_and_holds_the_card(client, waiting):
    """Options, choice, holds and card follow the schema; the interrupt has words, an expiry, and takes words as an answer."""
    thread, interrupt = waiting
    schema = (await client.http.get("/agui/schema")).json()
    events = await _run(client, thread)
    [state] = [one["snapshot"] for one in events if one["type"] == "STATE_SNAPSHOT"]
    jsonschema.validate(state, _strict(schema))
    menu = await _run(client, str(uuid4()), WISH)
    [asks] = [one["snapshot"] for one in await _run(client, menu[0]["threadId"]) if one["type"] == "STATE_SNAPSHOT"]
    assert asks["question"]["options"]
    jsonschema.validate(asks, _strict(schema))
    assert [one["number"] for one in state["options"]][:2] == [1, 2]
    assert [one["bundle_id"] for one in state["options"] if one["chosen"]] == [state["chosen"]]
    assert [one["status"] for one in state["holds"]] == ["held"] * 3
    assert [one["kind"] for one in state["cards"]] == ["held"]
    card = interrupt["metadata"]["langgraph"]["raw"]["action_requests"][0]["args"]
    assert (state["card"]["approval_id"], state["card"]["kind"]) == (card["approval_id"], "purchase")
    assert [one["id"] for one in state["card"]["confirmations"]] == [one["id"] for one in card["confirmations"]]
    assert interrupt["expiresAt"] == card["expires_at"]
    assert card["card"]["title"] in interrupt["message"]
    kinds = interrupt["responseSchema"]["properties"]["decisions"]["items"]["properties"]["type"]["enum"]
    assert "response" in kinds


async def test_the_chat_hook_hears_of_agui_too(client):
    """Every door tells a host's hook each message."""
    heard = []
    client.app.state.web.session._on_message = heard.append
    thread = str(uuid4())
    await _run(client, thread, WISH)
    assert [heard[0].role, heard[0].text] == ["user", WISH]
    assert any(one.kind == "options" for one in heard)
