"""A price that is watched before the trip is booked: told once for each new low, on the page, outside, and until it ends."""

import asyncio
import json
import os
import re
import subprocess
import sys
from contextlib import asynccontextmanager, closing, nullcontext
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from functools import partial
from types import SimpleNamespace

import pytest
from tests.acts import ANN_IN_FULL, agree, called, change, do, plan, to_approval
from tests.app.test_watching import MAIN, served
from tests.http.test_notices import post  # noqa: F401 - a fixture

from tripintent.app.compose import compose
from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.app.storage import storage_of
from tripintent.app.user_session import UserSession
from tripintent.app.watching import watch
from tripintent.state.context import TripContext
from tripintent.state.standing import cheapest_whole
from tripintent.tools.ledger.locks import ThreadLocks
from tripintent.tools.ledger.post import waiting
from tripintent.tools.suppliers.embedded import price_levels

NOW = datetime(2027, 1, 10, 9, tzinfo=UTC)
DOWN = '[{"on": "hotels.search", "fault": "unavailable", "times": null}]'
WISH = plan("JFK", "SFO", "2027-08-11", "2027-08-14")
CHEAPER = timedelta(days=40)
"""From then on it is less than 180 days ahead, and the embedded supplier asks for some six per cent less."""


class Watched:
    """A trip with options whose price somebody watches, and a way to look at it at some later moment."""

    def __init__(self, settings):
        self.settings, self.problems = settings, []

    @asynccontextmanager
    async def session(self, after=timedelta(0), **more):
        async with open_session(self.at(after, **more)) as opened:
            yield UserSession.of(opened, TripContext(organisation="acme", traveller="p-anna"), "anna")

    def at(self, after, **more):
        return self.settings.model_copy(update={"now": NOW + after, **more})

    async def begin(self, **told):
        async with self.session() as session:
            await do(session, "t", WISH)
            return await do(session, "t", called("watch_price", **told))

    async def round(self, after=CHEAPER, **more):
        """What a worker of its own finds then."""
        settings = self.at(after, **more)
        with closing(compose(settings, storage_of(settings))) as parts:
            found, self.problems = await watch(parts)
        return found

    async def notices(self):
        with closing(compose(self.settings, storage_of(self.settings))) as parts:
            return [one.notice for one in await parts.ledger.read(waiting)]


@pytest.fixture
def watched(tmp_path):
    outside = {"notify_webhook": "http://127.0.0.1:9/", "notify_seconds": 3600}
    return Watched(Settings(db=tmp_path / "t.db", language="offline", now=NOW, **outside, _env_file=None))


def amount(facts):
    return Decimal(facts["amount"])


async def test_a_new_low_is_told_once_and_the_next_one_again(watched, monkeypatch):
    """Three per cent less than what was told last is news, by any worker, after any restart; the same price never is."""
    (begun,) = (await watched.begin()).called
    now, below = begun.outcome.facts["now"], begun.outcome.facts["below"]
    assert round(amount(now) * Decimal("0.97"), 2) == amount(below)
    assert not await watched.round(timedelta(hours=1))
    (told,) = await watched.round()
    assert (told.kind, told.thread_id, told.title) == ("lower", "t", "JFK–SFO–JFK")
    assert told.facts["was"] == now
    assert amount(told.facts["now"]) < amount(below)
    assert not await watched.round()
    monkeypatch.setattr(price_levels, "lead_time", lambda _: 0.96)
    assert not await watched.round(), "one per cent less is no news"
    monkeypatch.setattr(price_levels, "lead_time", lambda _: 0.8)
    (again,) = await watched.round()
    assert again.facts["was"] == told.facts["now"]
    assert not await watched.round()


async def test_only_what_is_under_the_limit_is_told(watched, monkeypatch):
    """A lower price above the limit is none; under it each new low is told, however small the step."""
    await watched.begin(limit={"amount": "490", "currency": "USD"})
    assert not await watched.round()
    lows = []
    for factor in (0.94, 0.93, 0.93, 0.95):
        monkeypatch.setattr(price_levels, "lead_time", lambda _, factor=factor: factor)
        lows += [amount(one.facts["now"]) for one in await watched.round()]
    assert len(lows) == 2
    assert Decimal(490) > lows[0] > lows[1]


@pytest.mark.parametrize(
    ("told", "why"),
    [
        ({"limit": {"amount": "400", "currency": "EUR"}}, "the prices are in USD"),
        ({"limit": {"amount": "9000", "currency": "USD"}}, "less than that already"),
        ({"until": "2026-12-31"}, "before the trip begins on 2027-08-11"),
        ({"until": "2027-08-11"}, "before the trip begins on 2027-08-11"),
        ({"on": False}, "no price is watched"),
    ],
)
async def test_what_tells_nothing_is_refused_in_words(watched, told, why):
    """A limit in other money or above the price, a last day that is over or too late, an end of nothing."""
    refused = await watched.begin(**told)
    assert why in str(refused.called)
    assert refused.trip.working_memory.price_watch is None
    assert not await watched.round()


async def test_without_options_nothing_is_watched(watched):
    """Neither before the days are known, nor where a part of the trip has no offers."""
    async with watched.session(supplier_faults=DOWN) as session:
        for act in (change(origin="JFK", stops=[{"place": "SFO"}]), WISH):
            refused = await do(session, "t", act, called("watch_price"))
            assert "no options of the whole trip" in str(refused.called)


async def test_two_workers_tell_it_once_by_mail_and_webhook(watched, post, tmp_path):  # noqa: F811
    """Two processes of the command at once: one is turned away, or finds it told. Its traveller gets the mail."""
    await watched.begin()
    (tmp_path / "users.yaml").write_text("anna: anna@acme.example\n")
    told = {"webhook": "http://127.0.0.1:9/", "smtp": f"smtp://127.0.0.1:{post.port}", "from": "trips@acme.example"}
    env = {f"TRIPINTENT_NOTIFY_{name}".upper(): value for name, value in told.items()} | os.environ
    env |= {"TRIPINTENT_NOW": f"{NOW + CHEAPER}", "TRIPINTENT_USERS": f"{tmp_path / 'users.yaml'}"}
    run = partial(subprocess.run, capture_output=True, text=True, check=False, env=env)
    command = [sys.executable, "-c", MAIN, "watch", "--db", str(watched.settings.db), "--json"]
    both = await asyncio.gather(*(asyncio.to_thread(run, command) for _ in "ab"))
    (found,) = [json.loads(line) for done in both for line in done.stdout.splitlines()]
    (notice,) = await watched.notices()
    assert (notice.event, notice.organisation, notice.asked_by) == ("price.lower", "acme", "anna")
    assert amount(found["facts"]["was"]) == notice.watch.was.amount > notice.total.amount
    to, subject, text = await post.letter(0)
    assert (to, len(post.letters)) == ("anna@acme.example", 1)
    assert re.fullmatch(r"It got cheaper: \$[\d.]+ now, \$[\d.]+ before\.", subject)
    assert "Flight New York" in text
    assert re.search(r"See it, or end the watch: http://\S+/#t\s", text)


async def test_a_worker_that_was_slower_writes_nothing(watched, monkeypatch):
    """Two that searched at once, the lease of one run out: the second finds the price told, in its own transaction."""
    await watched.begin()
    monkeypatch.setattr(ThreadLocks, "hold", lambda *_: nullcontext())
    rounds = await asyncio.gather(watched.round(), watched.round())
    assert sum(map(len, rounds)) == 1
    assert len(await watched.notices()) == 1


async def test_a_search_that_fails_is_no_price(watched):
    """It is said to the operator and tried again: the next round tells."""
    await watched.begin()
    assert not await watched.round(supplier_faults=DOWN)
    assert "could not be compared, it is tried again" in watched.problems[0]
    assert [one.kind for one in await watched.round()] == ["lower"]
    assert not watched.problems


async def test_the_conversation_has_it_as_a_card_and_lists_the_new_price_first(watched):
    """It is told with the next turn, once; the list that follows was searched anew, and the cheapest is number one."""
    await watched.begin()
    (told,) = await watched.round()
    async with watched.session(CHEAPER) as session:
        heard = await do(session, "t", {"type": "USER_WANTS_OPTIONS", "order": "cheapest"})
        assert "It got cheaper: " in str(heard.messages[0])
        ranking = heard.trip.working_memory.ranking
        assert ranking.bundles[0].whole.amount == amount(told.facts["now"])
        assert heard.trip.working_memory.price_watch.price.amount == amount(told.facts["now"])
        again = await do(session, "t", {"type": "USER_WANTS_OPTIONS", "order": "cheapest"})
        assert "It got cheaper: " not in str(again.messages)
    assert not await watched.round()


async def test_the_page_shows_it_and_a_click_ends_it(watched):
    """The view has what is watched, the news as a card before anything is written, and after the end nothing of it."""
    watched.settings = watched.settings.model_copy(update={"notify_webhook": None})
    async with served(SimpleNamespace(settings=watched.settings)) as http:
        await http.post("/api/threads/t/events", json=WISH)
        limit = (await http.get("/api/threads/t")).json()["trip"]["watchable"]
        await http.post("/api/threads/t/events", json=called("watch_price"))
        assert (view := (await http.get("/api/threads/t")).json())["trip"]["watch"]["below"] == limit
        assert (
            f"falls below ${limit['amount']}. That is 3 % less than now"
            in view["messages"][-1]["facts"]["card"]["until"]
        )
    (told,) = await watched.round()
    async with served(SimpleNamespace(settings=watched.at(CHEAPER))) as http:
        view = (await http.get("/api/threads/t")).json()
        card = view["messages"][-1]["facts"]["card"]
        assert (card["kind"], card["actions"]) == ("watch", ["list_options", "watch_price"])
        assert view["trip"]["watch"]["below"] == told.facts["below"]
        assert view["trip"]["ranked"], "what was shown stays until the next turn"
        await http.post("/api/threads/t/events", json=called("watch_price", on=False))
        view = (await http.get("/api/threads/t")).json()
        assert view["trip"]["watch"] is None
        assert "I’ve stopped watching the price." in [one["text"] for one in view["messages"]]
    assert not await watched.round(timedelta(days=100))


@pytest.mark.parametrize(
    ("until", "days", "why"),
    [
        ("2027-01-20", 11, "until"),
        (None, 212, "departure"),
    ],
)
async def test_it_ends_and_says_why_once(watched, until, days, why):
    """On its last day and the day before departure; the day before it does not, nor where the trip asks for something else."""
    await watched.begin(until=until)
    async with watched.session() as session:
        now = await do(session, "t", change(party={"adults": 2}))
    assert now.trip.working_memory.price_watch.price == cheapest_whole(now.trip).whole
    assert "ended" not in [one.kind for one in await watched.round(timedelta(days=days - 1))]
    (told,) = await watched.round(timedelta(days=days))
    assert (told.kind, told.facts["why"]) == ("ended", why)
    assert not await watched.round(timedelta(days=days))
    async with watched.session(timedelta(days=days)) as session:
        heard = await session.say("t", "hello")
        assert "I’ve stopped watching the price: " in str(heard.messages)
        assert heard.trip.working_memory.price_watch is None


async def test_it_ends_with_the_booking(watched):
    """The turn of the receipt says so, and no round once more; a new watch is refused."""
    await watched.begin()
    async with watched.session() as session:
        await do(session, "t", *to_approval(WISH, ANN_IN_FULL)[1:])
        assert "I’ve stopped watching the price: " in str((await agree(session, "t")).messages)
        assert "is bought" in str((await do(session, "t", called("watch_price"))).called)
    assert "ended" not in [one.kind for one in await watched.round()]


async def test_the_guide_knows_it_in_words(watched):
    """A sentence begins it, another ends it."""
    async with watched.session() as session:
        await do(session, "t", WISH)
        begun = await session.say("t", "tell me when it gets cheaper")
        assert "I’m watching the price." in str(begun.messages)
        assert begun.trip.working_memory.price_watch
        ended = await session.say("t", "stop watching")
        assert "I’ve stopped watching the price." in str(ended.messages)
        assert ended.trip.working_memory.price_watch is None
