"""What a browser shows of what is gone: a sentence in the reader's language, and a way on."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from pydantic import SecretStr

from tripintent.app.forgetting import forget_traveller
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.app.user_session import UserSession
from tripintent.state.context import TripContext

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8", "accept-language": "de"}
ANN = {"authorization": f"Bearer {'a' * 16}"}
TOKENS = {"tokens": {SecretStr("a" * 16): "ann-7"}}


@pytest.fixture
async def links(running: Any, tmp_path: Path) -> list[str]:
    """An approver's link, a link to the day plan, and the day plan's file of somebody who was erased since."""
    async with running(web=TOKENS, headers=ANN) as client:
        thread, pending = await client.waiting()
        [line] = (await client.http.get("/api/approvals")).json()
        shared = (await client.http.post(f"/api/threads/{thread}/links")).json()["url"]
        await client.decide(pending["approval_id"], "reject")
    done = await forget_traveller(Settings(db=tmp_path / "trips.db", language="offline"), "ann-7")
    assert done.left == {}, done
    paths = [urlsplit(link).path for link in (line["link"], shared)]
    return [*paths, f"/api/threads/{thread}/documents/itinerary.pdf", "/nowhere"]


async def test_links_of_a_forgotten_person_are_answered_with_a_page(running: Any, links: list[str]) -> None:
    """No problem document and no name of the conversation in a browser; a client of the interface gets its document."""
    async with running(web=TOKENS, headers=ANN) as client:
        for path in links:
            page = await client.http.get(path, headers=BROWSER)
            assert page.status_code in (404, 410)
            assert page.headers["content-type"] == "text/html; charset=utf-8"
            title = "Diese Seite gibt es nicht" if path == "/nowhere" else "Dieser Link lässt sich nicht verwenden"
            assert title in page.text
            assert '<a href="/">Neue Reise</a>' in page.text
            assert "forgotten-" not in page.text
        plain = await client.http.get(links[1])
        assert plain.headers["content-type"] == "application/problem+json"


async def test_pressed_words_are_sent_with_the_event(client: Any) -> None:
    """They stand as the traveller's line; an address, which every server on the way may log, carries none."""
    thread = await client.chosen()
    await client.event(thread, "USER_REQUEST_HOLD", said="Hold it, I have epilepsy")
    await client.http.post(f"/api/threads/{thread}/events?said=pressed", json={"type": "USER_REQUEST_HOLD"})
    lines = [one["text"] for one in (await client.view(thread))["messages"] if one["role"] == "user"]
    assert "Hold it, I have epilepsy" in lines
    assert "pressed" not in lines


async def test_a_user_deletes_all_that_is_kept_of_them(running: Any) -> None:
    """Refused while a card waits; then trips, conversations and profile go, the accounts stay, and nobody else is touched."""
    async with running(
        web={"tokens": {SecretStr("a" * 16): "ann-7", SecretStr("b" * 16): "bob"}}, headers=ANN
    ) as client:
        thread, pending = await client.waiting()
        refused = await client.http.delete("/api/me")
        assert (refused.status_code, refused.json()["title"]) == (409, "not_over")
        assert "an approval that waits" in refused.json()["detail"]
        await client.decide(pending["approval_id"], "approve", confirmations=client.confirmations(pending))
        bob = {"authorization": f"Bearer {'b' * 16}"}
        other = (await client.http.post("/api/threads", headers=bob)).json()["thread_id"]
        await client.http.post(f"/api/threads/{other}/messages", json={"text": "hi"}, headers=bob)
        assert (await client.http.delete("/api/me")).status_code == 204
        assert (await client.http.get("/api/threads")).json() == []
        assert (await client.http.get(f"/api/threads/{thread}")).status_code == 404
        assert (await client.http.get(f"/api/threads/{other}", headers=bob)).status_code == 200
        again = await client.waiting()
        assert again, "the server goes on, for them, too"


async def test_a_name_that_is_another_users_profile_is_not_deleted(client: Any, tmp_path: Path) -> None:
    """Whoever signs in under the id of somebody's profile does not erase that somebody; one machine's person has no name to erase."""
    await client.say(await client.begin(), "hi")
    assert (await client.http.delete("/api/me")).json()["title"] == "no_name"
    settings = Settings(db=tmp_path / "trips.db", language="offline")
    async with open_session(settings) as session:
        context = TripContext(traveller="ann-7")
        theirs = UserSession.of(session, context, "anna@acme.example", "")
        await theirs.say("t", "Munich to Lisbon March 4-8, one adult")
    done = await forget_traveller(settings, "ann-7", themselves=True)
    assert done.in_the_way == ("a profile of this name that another user has",)
    assert (await forget_traveller(settings, "ann-7")).trips
