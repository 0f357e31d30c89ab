"""Calls of the toolbox over HTTP: the list with schemas, and one call on a conversation."""

import asyncio
from typing import Any

from tripintent.tools.toolbox.more import MORE
from tripintent.tools.toolbox.toolbox import by_name

WISH = "Boston to Lisbon June 14-21, two adults"


async def _call(client: Any, thread: str, name: str, **arguments: Any) -> dict[str, Any]:
    got = await client.http.post(f"/api/threads/{thread}/calls", json={"name": name, "arguments": arguments})
    assert got.status_code == 200, got.text
    return got.json()


async def test_the_tools_are_listed_as_a_model_reads_them(client: Any) -> None:
    """Every tool with its effect, its words and the schema of its arguments."""
    listed = {one["name"]: one for one in (await client.http.get("/api/tools")).json()}
    assert set(listed) == set(by_name()) - {MORE}
    assert listed["choose"]["arguments"] == by_name()["choose"].schema()
    assert (listed["choose"]["effect"], listed["hold"]["effect"]) == ("WRITE", "GATED")


async def test_a_call_says_what_came_of_it_and_where_the_trip_stands(client: Any) -> None:
    """A choice by number, one that is not there, arguments that are none, a tool that is not there."""
    thread = await client.begin()
    await client.say(thread, WISH)
    chosen = await _call(client, thread, "choose", option="2")
    assert (chosen["ok"], chosen["trip"]["chosen"]["number"]) == (True, 2)
    for name, arguments, path in (
        ("choose", {"option": "99"}, "option"),
        ("choose", {"number": 2}, "number"),
        ("chose", {}, "name"),
    ):
        refused = await _call(client, thread, name, **arguments)
        assert not refused["ok"]
        assert path in {one["path"] for one in refused["rejected"]}
        assert refused["trip"]["chosen"]["option"] == chosen["trip"]["chosen"]["option"]
    assert "choose" in refused["rejected"][0]["candidates"]


async def test_a_call_that_was_pressed_leads_to_the_next_question(client: Any) -> None:
    """An agent's own call says facts alone."""
    asked = {"name": "update_trip", "arguments": {"origin": "Boston", "stops": [{"place": "Lisbon"}]}}
    for said in ("", "Boston – Lisbon"):
        thread = await client.begin()
        await client.http.post(f"/api/threads/{thread}/calls", json={**asked, "said": said})
        last = (await client.view(thread))["messages"][-1]
        assert bool(last["facts"].get("question")) == bool(said)


async def test_a_slip_in_a_body_is_told_what_to_write(client: Any) -> None:
    """A developer who forgets the type of an event reads the types; who mistypes a key, at any door, the one that was meant."""
    refused = await client.http.post("/api/threads/t1/events", json={"name": "choose"})
    assert (refused.status_code, "one of USER_MESSAGE, " in refused.json()["detail"]) == (422, True)
    for door, body in {
        "messages": {"text": WISH},
        "calls": {"name": "undo"},
        "events": {"type": "USER_RETRIES"},
    }.items():
        refused = await client.http.post(f"/api/threads/t1/{door}", json={**body, "sayd": "x"})
        assert (refused.status_code, "'sayd': did you mean said?" in refused.json()["detail"]) == (422, True)


async def test_a_message_that_is_sent_again_is_worked_once(client: Any) -> None:
    """By the id that its client gave it."""
    thread, words = await client.begin(), {"id": "0b8f6c1e-7a5d-4f0d-9a0c-1f0c39ccb242", "text": WISH}
    sent = [await client.http.post(f"/api/threads/{thread}/messages", json=words) for _ in range(2)]
    assert [one.status_code for one in sent] == [200, 409]
    assert sent[1].json()["title"] == "repeated"


async def test_a_form_that_was_not_taken_whole_names_the_field_and_holds_nothing(client: Any) -> None:
    """An address that is none, and more people than there are places; sent again as it should be, it is held."""
    thread, ann = await client.chosen(), {"given_name": "Ann", "family_name": "Smith", "date_of_birth": "1985-03-04"}
    forms = ([{**ann, "email": "nope"}], [{**ann, "email": "ann@example.org"}, {**ann, "given_name": "Bob"}])
    for form, path, named in zip(
        forms, ("people[0].email", "people[1]"), ("E-mail, Ann Smith", "Bob Smith"), strict=True
    ):
        press = {"name": "set_travellers", "arguments": {"people": form}, "said": "Our names"}
        turn = (await client.event(thread, "TOOL_CALL", **press)).json()
        assert ([one["path"] for one in turn["rejected"]], turn["pending"]) == ([path], None)
        assert f"That didn’t work. {named}" in turn["messages"][-1]["text"]
        assert (await client.view(thread))["trip"]["holds"] == []
    again = {"name": "set_travellers", "arguments": {"people": form[:1]}, "said": "Our names"}
    assert (await client.event(thread, "TOOL_CALL", **again)).json()["pending"]


async def test_calls_at_the_same_time_are_worked_one_after_the_other(client: Any) -> None:
    """None is told to come again, and the last one stands."""
    thread = await client.begin()
    await client.say(thread, WISH)
    done = await asyncio.gather(*(_call(client, thread, "choose", option=str(n)) for n in (1, 2, 3)))
    assert sorted(one["trip"]["chosen"]["number"] for one in done) == [1, 2, 3]
