"""A conversation over REST."""

import asyncio
import json

import pytest
from tests.acts import change, plan

WISH = "Munich to Lisbon March 4-8, one adult"
PEOPLE = "Anna Muster, born 12 April 1990, anna@example.org, +49 151 23456789"


def _frames(text):
    blocks = [block.split("\n") for block in text.split("\n\n") if block]
    return [(lines[0].removeprefix("event: "), json.loads(lines[1].removeprefix("data: "))) for lines in blocks]


async def test_a_stream_tells_progress_messages_and_done(client):
    """With accept: text/event-stream a turn reports its steps while suppliers answer, and ends with its outcome."""
    thread = await client.begin()
    headers = {"accept": "text/event-stream"}
    answer = await client.http.post(f"/api/threads/{thread}/messages", json={"text": WISH}, headers=headers)
    names = [name for name, _ in _frames(answer.text)]
    steps = [data["step"] for name, data in _frames(answer.text) if name == "progress"]
    assert "quote_flights" in steps
    assert "quote_hotels" in steps
    told = [data["kind"] for name, data in _frames(answer.text) if name == "message"]
    assert (told, names[-1]) == (["options", "planning", "said"], "done")
    assert dict(_frames(answer.text))["done"]["state"] == "presenting_options"


async def test_a_reply_is_told_when_it_is_written_and_once(client):
    """What concerns the message itself is said before suppliers are asked, and no reply of the turn is sent twice."""
    thread = await client.begin()
    headers, body = {"accept": "text/event-stream"}, {"text": f"{WISH}. My card is 4111 1111 1111 1111"}
    frames = _frames((await client.http.post(f"/api/threads/{thread}/messages", json=body, headers=headers)).text)
    told = [data.get("kind") or data["step"] for name, data in frames if name in ("message", "progress")]
    assert told.index("card_masked") < told.index("quote_flights") < told.index("options"), told
    messages = [data for name, data in frames if name == "message"]
    assert messages == dict(frames)["done"]["messages"]
    assert [one["id"] for one in messages] == [one["id"] for one in (await client.view(thread))["messages"][1:]]


async def test_the_stream_of_a_waiting_turn_ends_with_the_interrupt(client):
    """A turn that ends in an approval sends the card before it ends."""
    thread = await client.chosen()
    await client.event(thread, "USER_REQUEST_HOLD")
    headers = {"accept": "text/event-stream"}
    answer = await client.http.post(f"/api/threads/{thread}/messages", json={"text": PEOPLE}, headers=headers)
    told = dict(_frames(answer.text))
    assert told["interrupt"]["card"]["action_requests"][0]["name"] == "purchase"
    assert told["done"]["pending"] == told["interrupt"]


async def test_what_is_refused_before_a_turn_begins_is_a_problem_in_a_stream_too(client):
    """An empty message to a streaming endpoint is an ordinary 422, not a stream that fails."""
    thread = await client.begin()
    headers = {"accept": "text/event-stream"}
    answer = await client.http.post(f"/api/threads/{thread}/messages", json={"text": " "}, headers=headers)
    assert answer.status_code == 422
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.json()["title"] == "empty"


async def test_the_thread_view_holds_everything_a_reload_needs(client):
    """Messages with their facts, what waits, suggestions and the trip come back from one request."""
    thread, pending = await client.waiting()
    await client.say(thread, "hello")
    view = await client.view(thread)
    assert view["pending"] == {**pending, "interrupt_id": view["pending"]["interrupt_id"]}
    roles = [m["role"] for m in view["messages"]]
    assert roles[-1] == "assistant"
    assert "user" in roles[-3:]
    assert any(m["kind"] == "options" and m["facts"]["options"] for m in view["messages"])
    assert view["chips"] == []
    assert (view["trip"]["route"], view["working"], view["cut_off"]) == ("MUC–LIS–MUC", False, False)


async def test_an_unchanged_thread_is_not_sent_again(client):
    """The ETag of a view makes polling cheap, and changes with the next turn."""
    thread = await client.begin()
    await client.say(thread, WISH)
    first = await client.http.get(f"/api/threads/{thread}")
    again = await client.http.get(f"/api/threads/{thread}", headers={"if-none-match": first.headers["etag"]})
    await client.do(thread, change(flights={"max_stops": 0}))
    changed = await client.http.get(f"/api/threads/{thread}", headers={"if-none-match": first.headers["etag"]})
    assert (again.status_code, changed.status_code) == (304, 200)


async def test_suggestions_follow_the_question(client):
    """A question about the party offers parties, a chosen trip offers the hold."""
    thread = await client.begin()
    await client.do(thread, change(origin="Munich", stops=[{"place": "Lisbon"}], depart="2027-03-04", one_way=True))
    asked = [chip["label"] for chip in (await client.view(thread))["chips"]]
    chosen = await client.view(await client.chosen())
    assert any("adult" in label for label in asked)
    assert {"type": "USER_REQUEST_HOLD"} in [chip["event"] for chip in chosen["chips"]]


async def test_all_ranked_options_can_be_compared(client):
    """More options than the message shows can be read, each with its flights, hotel, reasons and trade-offs."""
    thread = await client.begin()
    await client.say(thread, WISH)
    options = (await client.http.get(f"/api/threads/{thread}/options")).json()
    assert len(options) == (await client.view(thread))["trip"]["ranked"] > 3
    assert all(o["flights"] and o["hotels"] and o["why"] for o in options)
    places = (await client.view(thread))["trip"]["places"]
    assert {code for o in options for flight in o["flights"] for code in flight["route"]} <= set(places)


async def test_a_hotel_that_misses_the_part_of_town_says_so(client):
    """Of hotels near the river only those in other parts of town have the wish with them."""
    thread = await client.begin()
    await client.say(thread, "Boston to Lisbon June 14-21 2027, two adults, hotel near the river")
    options = (await client.http.get(f"/api/threads/{thread}/options")).json()
    areas = {(hotel["area"], hotel.get("away_from", "")) for one in options for hotel in one["hotels"]}
    assert {(area == "Riverside", away) for area, away in areas} == {(True, ""), (False, "river")}
    quickest = min(one["minutes"] for one in options)
    assert all(("fastest" in one["labels"]) == (one["minutes"] == quickest) for one in options)


async def test_the_trip_is_published_as_its_document(client):
    """The trip comes as renglo.trip_intent.v1 with its quotes."""
    thread = await client.begin()
    await client.say(thread, WISH)
    document = (await client.http.get(f"/api/threads/{thread}/trip")).json()
    assert document["schema"] == "renglo.trip_intent.v1"
    assert document["working_memory"]["flight_quotes_by_segment"][0]


async def test_pictures_are_svg_with_words_for_those_who_do_not_see_them(client):
    """The map and the price picture have a title and a description; there is none where nothing was ranked."""
    thread, asking = await client.begin(), await client.begin()
    await client.say(thread, WISH)
    await client.do(asking, change(origin="Munich", stops=[{"place": "Lisbon"}]))
    early = await client.http.get(f"/api/threads/{asking}/pictures/price-time.svg")
    for name in ("route", "price-time"):
        picture = await client.http.get(f"/api/threads/{thread}/pictures/{name}.svg")
        assert picture.headers["content-type"].startswith("image/svg+xml")
        assert "<title" in picture.text
        assert "<desc" in picture.text
    assert early.status_code == 404


async def test_a_turn_goes_on_when_its_reader_leaves(client, running):
    """A closed tab in the middle of a search loses nothing: the options are there at the next look."""
    thread = await client.begin()
    sending = asyncio.create_task(client.say(thread, WISH))
    while not client.app.state.web.turns.is_working(thread):  # noqa: ASYNC110 - nothing signals that a turn has begun
        await asyncio.sleep(0.01)
    sending.cancel()
    await client.app.state.web.turns.drain(20)
    assert (await client.view(thread))["trip"]["state"] == "presenting_options"


@pytest.mark.parametrize("door", ["agui", "whole", "stream"])
async def test_a_search_is_stopped_at_every_door(running, door):
    """The answer says that it was stopped, and the conversation goes on."""
    async with running(session={"supplier_latency": 0.5}) as client:
        thread, at = await client.begin(), client.app.state.web.session._at_work
        body = {"messages": [{"id": "1", "role": "user", "content": WISH}], "threadId": "", "runId": "r"}
        path, sent = (
            ("/agui", {**body, "threadId": thread, "state": {}, "tools": [], "context": [], "forwardedProps": {}})
            if door == "agui"
            else (f"/api/threads/{thread}/messages", {"text": WISH})
        )
        accept = {"accept": "text/event-stream" if door == "stream" else "*/*"}
        sending = asyncio.create_task(client.http.post(path, json=sent, headers=accept))
        while thread not in at:  # noqa: ASYNC110 - nothing signals that a turn has begun
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.3)
        assert (await client.http.post(f"/api/threads/{thread}/stop")).json() == {"stopped": True}
        assert "The turn was stopped" in (await sending).text
        said = (await client.do(thread, plan("Munich", "Lisbon", "2027-03-04", "2027-03-08"))).json()["messages"]
        assert "options" in {one["kind"] for one in said}


async def test_a_server_that_goes_down_takes_nothing_new_and_says_so(client):
    """While it drains, a turn is refused with 503 and readiness is gone, but reading still works."""
    thread = await client.begin()
    await client.say(thread, WISH)
    await client.app.state.web.turns.drain(1)
    refused = await client.say(thread, "hello")
    ready = await client.http.get("/readyz")
    assert (refused.status_code, ready.status_code) == (503, 503)
    assert (await client.http.get("/healthz")).status_code == 200
    assert (await client.view(thread))["messages"]


LOOK = {"runId": "look", "state": {}, "messages": [], "tools": [], "context": [], "forwardedProps": {}}


async def test_a_turn_that_outlasts_the_stop_is_kept(running):
    """It is stopped and says so; its words stay, and another process goes on with it."""
    async with running(session={"supplier_latency": 5}) as client:
        thread = await client.begin()
        sending = asyncio.create_task(client.say(thread, WISH))
        while thread not in client.app.state.web.session._at_work:  # noqa: ASYNC110 - nothing signals that a turn has begun
            await asyncio.sleep(0.01)
        during = (await client.http.post("/agui", json=LOOK | {"threadId": thread})).text
        assert await client.app.state.web.turns.drain(0.3) == 1
        assert ((await sending).status_code, (await sending).json()["title"]) == (503, "closing")
        view = await client.view(thread)
        assert (view["cut_off"], [one["text"] for one in view["messages"]]) == (True, [WISH])
        after = (await client.http.post("/agui", json=LOOK | {"threadId": thread})).text
        assert '"working":true,"cut_off":false' in during
        assert '"working":false,"cut_off":true' in after


async def test_the_list_shows_where_each_conversation_stands(client):
    """The list of trips names the route, the first day and what the trip waits for."""
    thread, _ = await client.waiting()
    lines = (await client.http.get("/api/threads")).json()
    assert [(line["thread_id"], line["waits"], line["route"]) for line in lines] == [(thread, True, "MUC–LIS–MUC")]


async def test_going_on_is_refused_where_nothing_was_cut_off(client):
    """POST …/continue on a finished turn changes nothing."""
    thread = await client.begin()
    await client.say(thread, WISH)
    answer = await client.http.post(f"/api/threads/{thread}/continue")
    assert (answer.status_code, answer.json()["title"]) == (409, "nothing_to_continue")


async def test_the_trip_can_be_exported_once_it_is_booked(client):
    """Before the booking an export is refused in words; after it the calendar comes as a file."""
    thread, pending = await client.waiting()
    early = await client.http.get(f"/api/threads/{thread}/exports/ics")
    await client.decide(pending["approval_id"], "approve", confirmations=client.confirmations(pending))
    calendar = await client.http.get(f"/api/threads/{thread}/exports/ics")
    assert (early.status_code, early.json()["title"]) == (409, "no_export")
    assert calendar.status_code == 200, calendar.text
    assert calendar.text.startswith("BEGIN:VCALENDAR")
    assert "attachment" in calendar.headers["content-disposition"]
