"""The trip profile in every reply, through the doors: what is known of a trip, and how well it is known."""

import json

DISCOVERY = "We are planning a week in Paris from 5 June 2027 for my family. We love food and history."
SEARCH = "We prefer a boutique hotel. Budget is $5,000."
HOTEL = {
    "name": "add_hotel",
    "arguments": {
        "property": {"name": "Hotel Fabric"},
        "location": {"name": "Paris"},
        "checkInDate": "2027-06-05",
        "checkOutDate": "2027-06-12",
    },
}


async def test_confidence_rises_from_turn_to_turn(running):
    """0, .5, .7, .9: before a word, after the discovery, after wishes of a stay and money, with a hotel in the plan."""
    async with running() as client:
        thread = await client.begin()
        assert (await client.view(thread))["profile"]["confidence"] == 0
        turns = [(await client.say(thread, words)).json() for words in (DISCOVERY, SEARCH)]
        await client.http.post(f"/api/threads/{thread}/calls", json=HOTEL)
        view, plan = await client.view(thread), (await client.http.get(f"/api/threads/{thread}/itinerary")).json()
    assert [one["profile"]["confidence"] for one in (*turns, view)] == [0.5, 0.7, 0.9]
    assert [turn["tripProfileUpdated"] for turn in turns] == [True] * 2
    first, second = turns
    assert first["profile"]["travelers"] == {"count": None, "kind": "family", "ages": [], "relationships": []}
    assert second["profile"]["accommodationPreference"] == ["boutique"]
    assert second["profile"]["budget"]["total"] == {"amount": "5000", "currency": "USD"}
    assert [turn["requirements_status"]["itinerary"]["ready"] for turn in turns] == [True] * 2
    assert first["requirements_status"]["budget"]["missing"] == ["total_budget", "current_location"]
    assert view["profile"] == plan["tripProfile"]


async def test_what_says_nothing_new_changes_no_profile(running):
    """The same profile, and it is said that it is the same."""
    async with running() as client:
        thread = await client.begin()
        first = (await client.say(thread, "Flights from Munich to Lisbon on 4 March 2027, one way, one adult")).json()
        again = (await client.say(thread, "what is the baggage allowance?")).json()
    assert (first["tripProfileUpdated"], again["tripProfileUpdated"]) == (True, False)
    assert first["profile"] == again["profile"]
    assert again["toolCallsMade"] == again["segmentsModified"] == []


async def test_a_question_stands_at_the_top(running):
    """What the designer asks with choices is in the message's facts and at the top of the reply."""
    async with running() as client:
        thread = await client.begin()
        said = (await client.say(thread, "Start an itinerary for Lisbon 8 to 12 April 2027")).json()
    (question,) = said["structuredQuestions"]
    assert question == next(m["facts"]["question"] for m in said["messages"] if m["facts"].get("question"))
    assert question["options"]
    assert said["itineraryUpdated"] is True


async def test_agui_shares_the_profile(running, shared_states):
    """The shared state of AG-UI has the profile of the trip."""
    message = {"id": "m-1", "role": "user", "content": "Flights from Munich to Lisbon on 4 March 2027, one adult"}
    body = {"threadId": "t-1", "runId": "r-1", "state": {}, "tools": [], "context": [], "forwardedProps": {}}
    async with running() as client:
        answer = await client.http.post("/agui", json={**body, "messages": [message]})
    events = [json.loads(line[6:]) for line in answer.text.split("\n") if line.startswith("data: ")]
    shared = shared_states(events)[-1]
    assert (shared["profile"]["confidence"], shared["profile"]["destinations"]) == (0.4, ["Lisbon"])
