"""A host's chat hook gets each message once, and never breaks a turn."""

import json

import pytest
from click.testing import CliRunner
from tests.acts import change, cheapest, do, plan

from tripintent.app.cli import main
from tripintent.app.errors import SessionError
from tripintent.app.opening import open_session

WISH = "Boston to Lisbon June 14-21, one adult"
KEPT = []


def keep(message):
    KEPT.append(message)


async def test_each_message_once_and_in_order(settings):
    """What was said and answered, as it is stored: card numbers masked, every id once."""
    heard = []
    async with open_session(settings, on_message=heard.append) as session:
        first = await session.say("t", "hello, my card is 4111 1111 1111 1111")
        second = await session.say("t", WISH)
        assert [(one.role, one.text) for one in await session.history("t")] == [(m.role, m.text) for m in heard]
    assert [m.text for m in heard if m.role == "assistant"] == [*first.messages, *second.messages]
    assert "4111" not in heard[0].text
    assert len({m.message_id for m in heard}) == len(heard)
    assert {(m.thread_id, m.language) for m in heard} == {("t", "en")}


async def test_a_hook_that_fails_breaks_nothing(settings, caplog):
    """The turn is answered and stored, and the log says what happened."""

    async def broken(message):
        raise RuntimeError("no queue")

    async with open_session(settings, on_message=broken) as session:
        assert (await session.say("t", WISH)).messages
        assert await session.history("t")
    assert "the chat hook failed" in caplog.text


async def test_the_setting_names_a_hook_and_a_wrong_name_is_refused(settings):
    """As every host object: module:name."""
    KEPT.clear()
    named = settings.model_copy(update={"chat_hook": f"{__name__}:keep"})
    async with open_session(named) as session:
        await session.say("t", "hello")
    assert KEPT
    for wrong in (f"{__name__}:KEPT", "no_such_house:x"):
        with pytest.raises(SessionError, match="TRIPINTENT_CHAT_HOOK"):
            async with open_session(settings.model_copy(update={"chat_hook": wrong})):
                pass


async def test_the_last_turn_is_explained(settings, monkeypatch):
    """``show --explain`` says what a message changed and which answers that made void."""
    async with open_session(settings) as session:
        await do(session, "t", plan("Boston", "Lisbon", "2026-06-14", "2026-06-21", adults=2), cheapest)
        await do(session, "t", change(return_day="2026-06-22"))
    monkeypatch.setenv("TRIPINTENT_DB", str(settings.db))
    done = CliRunner().invoke(main, ["show", "--thread", "t", "--explain", "--json"])
    told = json.loads(done.stdout)
    assert "itinerary.segments" in told["changed_paths"]
    assert told["cleared"] == [
        "flight_quotes_by_segment[1]",
        "hotel_quotes_by_stay[0]",
        "ranked_bundles",
        "risk_report",
        "selected",
    ]
    plain = CliRunner().invoke(main, ["show", "--thread", "t", "--explain"]).stdout
    assert "next     flight_quote_search, hotel_quote_search" in plain
