"""A link to the day plan, and files that are read into it."""

import base64
import json

import pytest
from tests.acts import called, plan
from tests.tools.imports.samples import pdf

MAIL = """From: bookings@example.org
Subject: Your booking

Booking reference KX7PQM
Flight LH 1234 on 8 April 2027, Munich (MUC) 11:25 - Lisbon (LIS) 13:40
"""

WEEK = plan("Munich", "Lisbon", "2027-04-08", "2027-04-12")
PLACE = {"name": "Ramiro", "city": "Lisbon"}
DINNER = called("add_activity", name="Dinner at Ramiro", location=PLACE, startTime="2027-04-09T20:00")


@pytest.fixture
async def planned(client):
    """A thread with a plan that holds one imported flight, and its address."""
    thread = await client.begin()
    await client.do(thread, WEEK, DINNER)
    return thread, f"/api/threads/{thread}"


async def test_a_link_shows_the_plan_until_it_is_taken_back(client, planned):
    """Days and places for anybody, no locator; then it says that it was taken back."""
    _, base = planned
    taken = (await client.http.post(f"{base}/itinerary/import", json={"text": MAIL, "anyway": True})).json()
    assert taken["added"]
    link = (await client.http.post(f"{base}/links")).json()
    page = await client.http.get(link["url"])
    assert page.status_code == 200
    assert "Ramiro" in page.text
    assert "KX7PQM" not in page.text
    assert page.headers["x-robots-tag"] == "noindex"
    assert (await client.http.delete(f"{base}/grants/{link['grant_id']}")).status_code == 200
    gone = await client.http.get(link["url"])
    assert (gone.status_code, gone.json()["title"]) == (410, "link_ended")


async def test_a_link_that_was_changed_opens_nothing(client, planned):
    """Another thread in it, another purpose, half of it, or no link at all: 404 in words."""
    _, base = planned
    url = (await client.http.post(f"{base}/links")).json()["url"]
    body, mark = url.rsplit("/", 1)[1].split(".")
    other = base64.urlsafe_b64encode(json.dumps(["another", "grant"]).encode()).decode().rstrip("=")
    for token in (f"{other}.{mark}", body, f"{body}.", "x", f"{body}.{mark}x"):
        assert (await client.http.get(f"/shared/{token}")).status_code == 404, token
    assert (await client.http.get(f"/approve/{body}.{mark}")).status_code == 404


def _pdf(text):
    """Return a small PDF with a line of text, or without any."""
    return pdf(f"BT /F1 12 Tf 20 100 Td ({text}) Tj ET".encode() if text else b"")


FLIGHT = "Flight LH 1234 on 8 April 2027, Munich \\(MUC\\) 11:25 - Lisbon \\(LIS\\) 13:40, booking reference KX7PQM"


@pytest.mark.parametrize(
    "content", [MAIL.encode(), b"\xef\xbb\xbf" + MAIL.encode(), _pdf(FLIGHT)], ids=["mail", "bom", "pdf"]
)
async def test_a_file_is_read_into_the_plan(client, planned, content):
    """A mail or a PDF as it is; the same one again changes nothing."""
    _, base = planned
    where = f"{base}/itinerary/import/file?anyway=true"
    first = (await client.http.post(where, content=content)).json()
    assert len(first["added"]) == 1
    assert (await client.http.post(where, content=content)).json()["added"] == []
    (flight,) = [s for s in (await client.http.get(f"{base}/itinerary")).json()["segments"] if s["type"] == "FLIGHT"]
    assert flight["confirmationNumber"] == "KX7PQM"


@pytest.mark.parametrize(
    ("content", "said"), [(_pdf(""), "pictures and no text"), (b"%PDF-1.4 nothing of use", "broken or locked")]
)
async def test_a_pdf_without_text_is_refused_in_words(client, planned, content, said):
    """A scan and a broken file: what is wrong and what to do."""
    refused = await client.http.post(f"{planned[1]}/itinerary/import/file", content=content)
    assert refused.status_code == 422
    assert said in refused.json()["detail"]
    assert "paste its text" in refused.json()["detail"]


async def test_files_may_be_larger_than_words(running):
    """Each has its own limit."""
    async with running(web={"max_body_bytes": 2_000, "max_upload_bytes": 6_000}) as client:
        thread = await client.begin()
        await client.do(thread, WEEK)
        where = f"/api/threads/{thread}/itinerary/import"
        assert (await client.http.post(where, json={"text": "x" * 5_000})).status_code == 413
        assert (await client.http.post(f"{where}/file", content=b"x" * 5_000)).status_code == 200
        assert (await client.http.post(f"{where}/file", content=b"x" * 7_000)).status_code == 413


@pytest.mark.parametrize("tokens", [{}, {"t" * 20: "anna"}])
@pytest.mark.parametrize("as_file", [False, True])
async def test_a_mail_may_be_the_first_thing_in_a_conversation(running, tokens, as_file):
    """The thread that POST gave takes it; the conversation goes on from there, about the same trip. A stranger's id stays unknown."""
    async with running(web={"tokens": tokens}, headers={"authorization": f"Bearer {'t' * 20}"}) as client:
        thread = await client.begin()
        where = f"/api/threads/{thread}/itinerary/import"
        if as_file:
            taken = await client.http.post(f"{where}/file?anyway=true", content=MAIL.encode())
        else:
            taken = await client.http.post(where, json={"text": MAIL, "anyway": True})
        assert taken.status_code == 200, taken.text
        assert taken.json()["added"]
        trip = (await client.http.get(f"/api/threads/{thread}/trip")).json()["trip_id"]
        assert (await client.say(thread, "hello")).status_code == 200
        assert (await client.http.get(f"/api/threads/{thread}/trip")).json()["trip_id"] == trip
        plan = (await client.http.get(f"/api/threads/{thread}/itinerary")).json()
        assert len(plan["segments"]) == 1
        if tokens:
            unknown = await client.http.post("/api/threads/nobodys/itinerary/import", json={"text": MAIL})
            assert unknown.json()["title"] == "unknown_thread"
