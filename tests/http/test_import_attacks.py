"""Files that once answered 500 or stopped the plan: each is read or refused in words, and the plan can be looked at."""

import asyncio
import json

import pytest

EVENT = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nSUMMARY:Dinner\n{}\nEND:VEVENT\nEND:VCALENDAR\n"
MAIL = "From: a@example.com\nMIME-Version: 1.0\nContent-Type: text/plain; charset={}\n\nFlight LH 1234 on 8 April 2027"
ACTIVITY = {"type": "ACTIVITY", "name": "Walk"}
LONG = "Your flight LH 1234\n" + "LH 123 " * 40_000
"""Takes a second or more to read."""
WISH = "Boston to Lisbon June 14 to 21"
ATTACKS = {
    "zone that is a folder": EVENT.format("DTSTART;TZID=Europe:20270604T190000"),
    "zone of 5,000 letters": EVENT.format(f"DTSTART;TZID={'A' * 5000}:20270604T190000"),
    "place without a town": EVENT.format("DTSTART:20270604T190000\nLOCATION:x (a, )"),
    "last day of the calendar": EVENT.format("DTSTART;VALUE=DATE:99991231"),
    "last day, own form": json.dumps({"segments": [ACTIVITY | {"startDatetime": "9999-12-31"}]}),
    "stay of 8,000 years": json.dumps(
        {
            "segments": [
                {
                    "type": "HOTEL",
                    "property": {"name": "Casa"},
                    "location": {"name": "Casa"},
                    "checkInDate": "2027-06-14",
                    "checkOutDate": "9999-12-31",
                }
            ]
        }
    ),
    "number for a list": '{"segments": 5}',
    "price without end": '{"segments": [{"type": "ACTIVITY", "name": "Walk", "totalPrice": {"amount": 1e999999, "currency": "EUR"}}]}',
    "price without end as text": json.dumps(
        {"segments": [ACTIVITY | {"totalPrice": {"amount": "1e999999", "currency": "EUR"}}]}
    ),
    "half a character": '{"segments": [{"type": "ACTIVITY", "name": "Walk \\ud800"}]}',
    "deep nesting": '{"segments": [' + "[" * 5000,
    "codec that unpacks": MAIL.format("zip_codec"),
    "codec of names": MAIL.format("idna"),
    "text for objects": json.dumps({"@type": "FlightReservation", "reservationFor": "LH 1", "reservedTicket": 5}),
    "lists for objects": json.dumps({"@type": "EventReservation", "reservationFor": ["x"], "underName": [[]]}),
    "size that is not hex": "M1MUSTER/ANNA         EQT4ZZK MUCLISLH 1234 098Y012A0045 1ZZ>1181",
    "long character reference": "<html><p>&#" + "9" * 5000 + ";</p></html>",
}


async def _is_shown(client, thread):
    base = f"/api/threads/{thread}"
    for path in ("itinerary", "itinerary/findings", "documents", ""):
        answer = await client.http.get(f"{base}/{path}".rstrip("/"))
        assert answer.status_code == 200, (path, answer.text)
    assert (await client.say(thread, "show me the plan")).status_code == 200


@pytest.mark.parametrize("door", ["import", "import/file", "messages"])
async def test_known_attacks_are_read_or_refused_and_the_plan_is_shown(client, door):
    """Pasted over REST, as a file, and in a message."""
    thread = await client.begin()
    await client.say(thread, WISH)
    base = f"/api/threads/{thread}"
    for name, text in ATTACKS.items():
        if door == "messages":
            answer = await client.say(thread, text[:4000])
        elif door == "import":
            answer = await client.http.post(f"{base}/itinerary/import", json={"text": text, "anyway": True})
        else:
            answer = await client.http.post(f"{base}/itinerary/import/file?anyway=true", content=text.encode())
        assert answer.status_code in (200, 422), (name, answer.text)
        assert answer.status_code == 200 or len(answer.json()["detail"].split()) > 4, name
    await _is_shown(client, thread)


async def test_a_tool_cannot_put_anything_on_the_last_day_either(client):
    """Nor can a move carry it there."""
    thread = await client.begin()
    await client.say(thread, WISH)
    tools = f"/api/threads/{thread}/itinerary/tools"
    walk = {"name": "Walk", "location": {"name": "Lisbon"}, "outsideDates": "extend"}
    for start in ("9999-12-31T23:00", "2199-12-31T23:30"):
        made = await client.http.post(f"{tools}/add_activity", json=walk | {"startTime": start})
        assert made.status_code == 200
    for segment in (await client.http.get(f"/api/threads/{thread}/itinerary")).json()["segments"]:
        for start in ("2199-12-31T23:59", "9999-12-31T23:59"):
            moved = await client.http.post(
                f"{tools}/move_segment", json={"segmentId": segment["id"], "newStartTime": start}
            )
            assert moved.status_code == 200
    await _is_shown(client, thread)


async def test_one_import_at_a_time_for_a_person(running):
    """In any of the person's conversations; somebody else's is read meanwhile."""
    tokens = {"one-long-random-token": "anna", "another-long-random-token": "otto"}
    anna, otto = ({"authorization": f"Bearer {token}"} for token in tokens)
    async with running(web={"tokens": tokens}) as client:

        async def thread_of(who):
            thread = (await client.http.post("/api/threads", headers=who)).json()["thread_id"]
            await client.http.post(f"/api/threads/{thread}/messages", json={"text": WISH}, headers=who)
            return thread

        first, second, others = [await thread_of(who) for who in (anna, anna, otto)]

        async def sent(thread, who):
            path = f"/api/threads/{thread}/itinerary/import"
            return await client.http.post(path, json={"text": LONG}, headers=who)

        answers = await asyncio.gather(sent(first, anna), sent(second, anna), sent(others, otto))
        codes = [answer.status_code for answer in answers]
        assert sorted(code == 409 for code in codes) == [False, False, True]
        assert codes[2] in (200, 422)
        refused = next(answer for answer in answers if answer.status_code == 409)
        assert "one import at a time" in refused.json()["detail"]
