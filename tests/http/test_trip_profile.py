"""The trip profile in every reply, through the doors: what is known of a trip, and how well it is known."""

import json

from tests.acts import called, plan

DISCOVERY = (
    called("update_trip", stops=[{"place": "Paris"}], depart="2027-06-05", return_day="2027-06-12"),
    called("update_preferences", travelerType="family", interests=["food", "history"]),
)
SEARCH = called("update_trip", lodging={"kinds": ["boutique"]}, budget={"trip": {"amount": 5000, "currency": "USD"}})
WISH = plan("Munich", "Lisbon", "2027-03-04", "2027-03-08")
HOTEL = {
    "name": "add_hotel",
    "arguments": {
        "property": {"name": "Hotel Fabric"},
        "location": {"name": "Paris"},
        "checkInDate": "2027-06-05",
        "checkOutDate": "2027-06-12",
    },
}


async def test_confidence_rises_from_turn_to_turn(client):
    """0, .5, .7, .9: before a word, after the discovery, after wishes of a stay and money, with a hotel in the plan."""
    thread = await client.begin()
    assert (await client.view(thread))["profile"]["confidence"] == 0
    turns = [(await client.do(thread, *acts)).json() for acts in (DISCOVERY, (SEARCH,))]
    await client.http.post(f"/api/threads/{thread}/calls", json=HOTEL)
    view, plan = await client.view(thread), (await client.http.get(f"/api/threads/{thread}/itinerary")).json()
    assert [one["profile"]["confidence"] for one in (*turns, view)] == [0.5, 0.7, 0.9]
    assert [turn["tripProfileUpdated"] for turn in turns] == [True] * 2
    first, second = turns
    assert first["profile"]["travelers"] == {"count": None, "kind": "family", "ages": [], "relationships": []}
    assert second["profile"]["accommodationPreference"] == ["boutique"]
    assert second["profile"]["budget"]["total"] == {"amount": "5000", "currency": "USD"}
    assert first["requirements_status"]["budget"]["missing"] == ["total_budget", "current_location"]
    assert view["profile"] == plan["tripProfile"]


async def test_what_says_nothing_new_changes_no_profile(client):
    """The same profile, and it is said that it is the same."""
    thread = await client.begin()
    first = (await client.do(thread, WISH)).json()
    again = (await client.say(thread, "hello")).json()
    assert (first["tripProfileUpdated"], again["tripProfileUpdated"]) == (True, False)
    assert first["profile"] == again["profile"]
    assert again["toolCallsMade"] == again["segmentsModified"] == []


async def test_agui_shares_the_profile(client, shared_states):
    """The shared state of AG-UI has the profile of the trip."""
    message = {"id": "m-1", "role": "user", "content": "Munich to Lisbon March 4-8, one adult"}
    body = {"threadId": "t-1", "runId": "r-1", "state": {}, "tools": [], "context": [], "forwardedProps": {}}
    answer = await client.http.post("/agui", json={**body, "messages": [message]})
    events = [json.loads(line[6:]) for line in answer.text.split("\n") if line.startswith("data: ")]
    shared = shared_states(events)[-1]
    assert (shared["profile"]["confidence"], shared["profile"]["destinations"]) == (0.4, ["Lisbon"])
