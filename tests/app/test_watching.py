"""The worker that looks after what is booked: it tells each thing once, and does nothing."""

import asyncio
import subprocess
import sys
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from decimal import Decimal

import httpx
import pytest
from tests.acts import ANN_IN_FULL, agree, called, do, plan, to_approval
from tests.emulators import duffel as duffel_emulator
from tests.emulators import liteapi as liteapi_emulator

from tripintent.app.compose import compose
from tripintent.app.http.server import create_app
from tripintent.app.http.suggestions import suggestions_of
from tripintent.app.http.web_settings import WebSettings
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.app.watching import LEASE, watch

MAIN = "from tripintent.app.cli import main; main()"
NOW = datetime(2027, 1, 10, 9, tzinfo=UTC)
WISH = plan("JFK", "SFO", "2027-03-11", "2027-03-14")


class Booked:
    """A trip that was bought at both emulators, and a way to look at it at some later moment."""

    def __init__(self, settings, duffel, liteapi, clock):
        self.settings, self.duffel, self.liteapi, self.clock = settings, duffel, liteapi, clock

    async def watched(self, after=timedelta(hours=1)):
        """What a worker finds then."""
        self.clock[0] = NOW + after
        settings = self.settings.model_copy(update={"now": NOW + after})
        with closing(compose(settings, storage_of(settings))) as parts:
            round_ = await watch(parts)
        self.problems = round_.problems
        return round_.found


@pytest.fixture
async def booked(tmp_path):
    clock = [NOW]
    duffel, liteapi = (
        duffel_emulator.Emulator(lambda: clock[0], discount=10),
        liteapi_emulator.Emulator(lambda: clock[0]),
    )
    liteapi.kinds = liteapi.kinds[1:2]  # free to cancel
    with duffel_emulator.running(duffel.app) as duffel_url, liteapi_emulator.running(liteapi.app) as liteapi_url:
        settings = Settings(
            db=tmp_path / "t.db", language="offline", now=NOW, suppliers="duffel,liteapi", duffel_token="duffel_test_x",
            duffel_url=duffel_url, liteapi_key="sand_x", liteapi_url=liteapi_url, _env_file=None,
        )  # fmt: skip
        async with open_session(settings) as session:
            await do(session, "t", *to_approval(WISH, ANN_IN_FULL))
            await agree(session, "t")
        yield Booked(settings, duffel, liteapi, clock)


async def test_nothing_new_is_nothing_told(booked):
    """A trip as it was bought has no news."""
    assert not await booked.watched()


async def test_a_change_by_the_airline_is_told_once_with_both_times(booked):
    """The traveller hears what was and what is to be; a second round is silent, and nothing was answered for them."""
    order = next(iter(booked.duffel.orders))
    booked.duffel.change_schedule(order)
    (told,) = await booked.watched()
    assert (told.kind, told.thread_id, told.facts["answers"]) == ("schedule_changed", "t", ["accept", "ask"])
    assert told.facts["was"] != told.facts["now"]
    assert not await booked.watched()
    assert booked.duffel.orders[order]["airline_initiated_changes"][0]["action_taken"] is None


async def test_a_lower_price_is_proposed_while_cancelling_is_free(booked):
    """The same room for less is a proposal, told once for each price; nothing is cancelled or booked."""
    booked.liteapi.discount = 2
    (told,) = await booked.watched()
    assert told.kind == "cheaper"
    assert Decimal(told.facts["saves"]["amount"]) > 0
    assert not await booked.watched()
    assert [b["status"] for b in booked.liteapi.bookings.values()] == ["CONFIRMED"]
    booked.liteapi.discount = 4
    assert [one.kind for one in await booked.watched()] == ["cheaper"]


async def test_after_the_deadline_no_lower_price_is_proposed(booked):
    """Where cancelling costs, a lower price is no news."""
    booked.liteapi.discount = 2
    assert not [one for one in await booked.watched(timedelta(days=59, hours=12)) if one.kind == "cheaper"]


async def test_check_in_is_told_a_day_before_the_flight(booked):
    """Once, with the booking's own reference."""
    (told,) = [one for one in await booked.watched(timedelta(days=59, hours=6)) if one.kind == "check_in"]
    assert told.facts["locator"].startswith("RZ")
    assert (told.facts["flight"], told.facts["departs"]) == ("ZZ100", "2027-03-11T06:15:00-05:00")
    assert not [one for one in await booked.watched(timedelta(days=59, hours=7)) if one.kind == "check_in"]
    async with served(booked) as http:
        said = (await http.get("/api/threads/t")).json()["messages"][-1]["text"]
    assert "Check-in should be open: Flight New York" in said


async def test_a_second_process_is_turned_away(booked):
    """The lease is in the ledger: another process says who is in its way, and looks at nothing."""
    with closing(compose(booked.settings, storage_of(booked.settings))) as parts:
        async with parts.locks.hold(LEASE):
            command = [sys.executable, "-c", MAIN, "watch", "--db", str(booked.settings.db)]
            done = await asyncio.to_thread(subprocess.run, command, capture_output=True, text=True, check=False)
    assert "another worker is watching already" in done.stderr
    assert not done.stdout


async def test_a_supplier_that_cannot_be_asked_is_said(booked):
    """What one supplier does not answer is told to the operator; the others are looked at all the same."""
    booked.duffel.fault("GET /air/orders", "500_before")
    booked.liteapi.discount = 2
    assert [one.kind for one in await booked.watched()] == ["cheaper"]
    (problem,) = booked.problems
    assert problem.startswith("duffel could not be asked about")


async def test_the_conversation_tells_what_was_found_and_accepts_it(booked):
    """The next message hears of it once, with a chip to accept; accepting reaches the airline, and again changes nothing."""
    order = next(iter(booked.duffel.orders))
    booked.duffel.change_schedule(order)
    await booked.watched()
    async with open_session(booked.settings) as session:
        told = await session.say("t", "hello")
        assert "The airline changed" in str(told.messages)
        (change,) = told.trip.working_memory.open_changes
        assert change.change_id == booked.duffel.orders[order]["airline_initiated_changes"][0]["id"]
        (chip,) = [c for c in suggestions_of(told.trip, waiting=False) if c.event and "CHANGE" in c.event["type"]]
        assert chip.event["change_id"] == change.change_id
        again = await session.say("t", "hello")
        assert "The airline changed" not in str(again.messages)
        done = await do(session, "t", called("accept_airline_change"))
        assert "I’ve accepted the change" in str(done.messages)
        assert not done.trip.working_memory.open_changes
        nothing = await do(session, "t", called("accept_airline_change"))
        assert "no change of an airline waits" in str(nothing.called)
    assert booked.duffel.orders[order]["airline_initiated_changes"][0]["action_taken"] == "accepted"


async def test_a_change_whose_answer_is_lost_stays_open(booked):
    """It is said that it is not certain; said again it is found to be accepted, and sent once."""
    order = next(iter(booked.duffel.orders))
    booked.duffel.change_schedule(order)
    await booked.watched()
    booked.duffel.fault("/air/airline_initiated_changes", "lost_after")
    async with open_session(booked.settings) as session:
        await session.say("t", "hello")
        doubt = await do(session, "t", called("accept_airline_change"))
        assert "not certain yet" in str(doubt.messages)
        done = await do(session, "t", called("accept_airline_change"))
        assert "I’ve accepted the change" in str(done.messages)
    assert sum(path.endswith("/accept") for _, path in booked.duffel.faults.calls) == 1


@asynccontextmanager
async def served(booked):
    """The page's own interface, on the trip as it is."""
    app = create_app(booked.settings, WebSettings(_env_file=None))
    async with app.router.lifespan_context(app):
        transport = httpx.ASGITransport(app, client=("127.0.0.1", 1))
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as http:
            yield http


async def test_what_was_found_is_seen_before_anything_is_written(booked):
    """The view has it as a message with its chip, under another version; the chip's own turn accepts it, and it is told once."""
    order = next(iter(booked.duffel.orders))
    booked.duffel.change_schedule(order)
    async with served(booked) as http:
        before = await http.get("/api/threads/t")
        same = await http.get("/api/threads/t", headers={"if-none-match": before.headers["etag"]})
        assert same.status_code == 304
        await booked.watched()
        seen = await http.get("/api/threads/t", headers={"if-none-match": before.headers["etag"]})
        assert seen.status_code == 200
        view = seen.json()
        assert "The airline changed" in view["messages"][-1]["text"]
        (event,) = [chip["event"] for chip in view["chips"] if chip["event"] and "CHANGE" in chip["event"]["type"]]
        done = (await http.post("/api/threads/t/events", json=event)).json()
        assert "I’ve accepted the change" in str(done["messages"])
        texts = [message["text"] for message in (await http.get("/api/threads/t")).json()["messages"]]
        assert sum("The airline changed" in text for text in texts) == 1
    assert booked.duffel.orders[order]["airline_initiated_changes"][0]["action_taken"] == "accepted"
