"""The session: what comes in is cleaned, one run at a time, answers belong to questions, searches are remembered."""

import asyncio
import hashlib
from pathlib import Path

import pytest
from langchain_core.messages import HumanMessage
from langchain_core.tools import ToolException
from tests.acts import ANN, BOB, again, agree, agreed, buy, change, choose, do, hold, people, plan, to_approval
from tests.stored import bytes_in

from tripintent.app.agent_tools import tools_for
from tripintent.app.errors import SessionError
from tripintent.app.incoming import Answer
from tripintent.app.opening import open_session
from tripintent.app.results import TurnResult
from tripintent.app.runner import Runner
from tripintent.app.running import stored_first
from tripintent.app.settings import Settings
from tripintent.app.staffing import answer_guest
from tripintent.app.sync import SyncSession
from tripintent.app.user_session import UserSession
from tripintent.state.context import TripContext
from tripintent.tools.suppliers.embedded.flights import EmbeddedFlights


def confirming(result: TurnResult) -> Answer:
    return Answer(confirmations=tuple(c["id"] for c in result.interrupt.args["confirmations"]))


async def test_another_process_goes_on_where_this_one_stopped(settings, to_approval):
    """A new session on the same files finds the conversation, and the approval that waits."""
    async with open_session(settings) as first:
        waiting = await to_approval(first, "t")
    async with open_session(settings) as second:
        again = await second.waiting("t")
        assert again == waiting.interrupt
        assert (await second.pending())[0].thread_id == "t"
        done = await second.approve("t", confirming(waiting))
    assert done.trip.status.phase == "completed"


async def test_a_no_on_a_card_that_another_thread_answered_says_what_became_of_it(session, wish, people):
    """The trip was bought in another conversation: the old card's no hears of the receipt, and undoes nothing."""
    asked = {"portfolio": "p", "org": "acme", "entity_type": "org-trip", "entity_id": "acme-77"}
    for act in (wish, choose(1), hold(), people):
        await Runner(session).run({**asked, "thread": "A", "event": act})
    shown = await Runner(session).run({**asked, "thread": "B", "event": buy()})
    card = shown["output"]["waiting"]["action_requests"][0]["args"]
    yes = {
        "type": "USER_APPROVED_PURCHASE",
        "approval_token": card["approval_id"],
        "payment_method_id": card["payment_method_id"],
        "confirmations": [c["id"] for c in card["confirmations"]],
    }
    await Runner(session).run({**asked, "thread": "B", "event": yes})
    late = await session.reject("p/acme/org-trip/77/A", "no")
    assert "withdrawn" in late.messages[0]
    assert late.messages[1].startswith("Booked and paid")
    assert not any("Nothing was bought" in text for text in late.messages)
    assert [b.status for b in late.trip.working_memory.bookings] == ["confirmed"]


async def test_a_no_after_the_yes_says_that_it_is_too_late(session, to_approval):
    """The approval was used meanwhile by its token or another tab: what was bought is said, and stays."""
    waiting = await to_approval(session, "t")
    approval = await session.ports.desk.approval(waiting.interrupt.args["approval_id"])
    yes = await session.ports.desk.seal(agreed(approval))
    await session.ports.desk.purchase(approval.trip_id, yes)
    late = await session.reject("t", "no")
    assert late.messages[0] == "Too late: it was approved before."
    assert late.messages[1].startswith("Booked and paid")


async def test_options_are_chosen_by_number_and_by_id(session, wish):
    """A number counts among the options shown; a wrong one names the right ones, and without options there is no choice."""
    await session.say("early", "hello")
    for option in (1, "bndl_x"):
        with pytest.raises(SessionError, match="no options are shown yet"):
            await session.choose("early", option)
    shown = await do(session, "t", wish)
    bundles = shown.trip.working_memory.ranking.bundles
    assert (await session.choose("t", 2)).trip.working_memory.selected.bundle_id == bundles[1].bundle_id
    assert (await session.choose("t", bundles[0].bundle_id)).trip.working_memory.selected.bundle_id == bundles[
        0
    ].bundle_id
    with pytest.raises(SessionError, match=f"choose 1 to {len(bundles)}"):
        await session.choose("t", 99)


async def test_an_approval_token_is_hashed_before_it_is_stored(session, settings):
    """In words and in events, only the token's SHA-256 becomes graph input."""
    await session.say("t", "approval_token=s3cr3t-token payment_method_id=pm_1")
    event = {"type": "USER_APPROVED_PURCHASE", "approval_token": "s3cr3t-token", "payment_method_id": "pm_1"}
    refused = await session.event("t", event)
    assert "Nothing was done" in refused.messages[0]
    stored = bytes_in(Path(settings.db).parent.glob("trips*"))
    assert b"s3cr3t-token" not in stored
    assert hashlib.sha256(b"s3cr3t-token").hexdigest().encode() in stored


async def test_history_and_list_of_conversations(session, sentence):
    """Both sides of a conversation in order; conversations with where they stand."""
    await session.say("a", sentence)
    await session.say("b", "hello")
    said = await session.history("a")
    assert [(s.role, s.kind) for s in said] == [
        ("user", ""),
        ("assistant", "options"),
        ("assistant", "planning"),
        ("assistant", "said"),
    ]
    assert said[0].text == sentence
    listed = {t.thread_id: t for t in await session.threads()}
    assert set(listed) == {"a", "b"}
    line = listed["a"]
    assert (line.route, line.first_day, line.waits, line.travellers) == ("BOS–LIS–BOS", "2026-06-14", False, 1)


@pytest.mark.parametrize("limit", [10, 2])
async def test_the_step_limit_ends_in_words_and_a_state_that_can_be_tried_again(settings, sentence, limit):
    """A turn that takes too many steps is retryable, whether the graph saw it coming or was cut off; the next one works."""
    async with open_session(settings.model_copy(update={"step_limit": limit})) as session:
        stopped = await session.say("t", sentence)
        failure = stopped.trip.status.last_tool_error
        assert (failure.code, failure.retryable) == ("step_limit", True)
        assert stopped.messages
    async with open_session(settings) as session:
        worked = await (session.say("t", sentence) if limit == 2 else do(session, "t", again()))
        assert worked.trip.status.state == "presenting_options"


def test_a_reader_who_went_away_ends_the_call(settings):
    """What would end the loop's thread is raised to who called, and the session closes."""

    def gone(_):
        raise SystemExit(1)

    with pytest.raises(SystemExit), SyncSession(settings) as session:
        session.say("t", "Boston to Lisbon June 14 to 21, two adults", on_progress=gone)


def test_the_synchronous_session_is_the_same_one(settings, sentence):
    """Callers without a loop get the same results and the same errors."""
    with SyncSession(settings) as session:
        assert session.say("t", sentence).trip.status.state == "presenting_options"
        assert session.event("t", {"type": "USER_REQUEST_HOLD"}).messages
        assert session.choose("t", 1).trip.working_memory.selected.bundle_id
        assert session.hold("t").messages
        with pytest.raises(SessionError):
            session.approve("t", Answer(interrupt_id="nope"))
        assert session.trip("t") == session.trip("t")
        assert session.document("t")["schema"] == "renglo.trip_intent.v1"
        assert session.threads()[0].thread_id == "t"
        assert session.history("t")[0].text == sentence
        assert session.waiting("t") is None
        assert session.pending() == []


async def test_words_of_a_turn_that_was_cut_off_go_with_the_next(session):
    """They were stored and never worked: the next words do not take their place."""
    await do(session, "t", plan("Boston", "Lisbon", "2026-06-14", "2026-06-21", adults=2))
    config = {"configurable": {"thread_id": "t"}}
    given = {"messages": [HumanMessage("the cheapest please")]}
    await stored_first(session.graph, config, await session.graph.aget_state(config), given)
    await session.say("t", "hello?")
    said = [one.text for one in (await session.values("t"))["messages"] if one.type == "human"]
    assert said[-2:] == ["the cheapest please", "hello?"]


async def test_the_receipt_is_the_last_word_of_a_purchase(session):
    """What the purchase made possible is offered by the reply after it, once, and before that reply's own words."""
    wish = plan("Boston", "Lisbon", "2026-06-14", "2026-06-21", adults=2)
    await do(session, "t", *to_approval(wish, ANN, BOB))
    bought = await agree(session, "t")
    assert bought.messages[-1].startswith("Booked and paid")
    after = await do(session, "t", change(wishes={"add": ["quiet"]}))
    assert [one.kind for one in after.said][-1] != "planning"
    assert [one.kind for one in after.said].count("planning") <= 1


WISH = plan("Boston", "Lisbon", "2027-06-14", "2027-06-21", adults=2, lodging={"needed": False})


@pytest.fixture
def searched(monkeypatch):
    """The questions that reached the flight supplier."""
    asked, search = [], EmbeddedFlights.search

    async def counted(self, query):
        asked.append(query)
        return await search(self, query)

    monkeypatch.setattr(EmbeddedFlights, "search", counted)
    return asked


async def _worked(tmp_path, *turns, **more):
    settings = Settings(data_dir=tmp_path, language="offline", now="2026-11-22T09:00:00+00:00", **more)
    async with open_session(settings) as session:
        return [await do(session, *turn) for turn in turns]


async def test_another_conversation_asks_no_supplier_again(tmp_path, searched):
    """Both legs are searched once, and both conversations show the same options."""
    first, second = await _worked(tmp_path, ("a", WISH), ("b", WISH))
    shown = [one.trip.working_memory.ranking.bundles for one in (first, second)]
    assert [b.flight_option_ids for b in shown[0]] == [b.flight_option_ids for b in shown[1]]
    assert len(searched) == 2


async def test_what_was_held_is_searched_anew(tmp_path, searched):
    """After a hold the next conversation sees what is for sale then."""
    told = await _worked(tmp_path, ("a", WISH, choose(1), hold(), people(ANN, BOB)), ("b", WISH))
    assert told[0].trip.working_memory.holds
    assert len(searched) == 4


async def test_a_session_without_memory_searches_each_time(tmp_path, searched):
    """The setting turns it off."""
    await _worked(tmp_path, ("a", WISH), ("b", WISH), search_memory=0)
    assert len(searched) == 4


async def test_who_is_known_from_before_is_said_as_soon_as_they_are_taken(settings):
    """The next conversation of somebody who named themselves for a hold alone: it says whom it takes, before it asks or holds."""
    async with open_session(settings.model_copy(update={"traveller": "mia"})) as session:
        for thread, heads in (("a", "two adults"), ("b", "two adults"), ("c", "one adult")):
            await session.say(thread, f"Munich to Lisbon March 4-8, {heads}")
            held = await session.say(thread, "the cheapest, hold it")
            known = [one for one in held.messages if one.startswith("I already know Ann Smith.")]
            assert len(known) == (thread != "a")
            if thread == "a":
                await session.say(
                    thread, "Ann Smith 4 March 1985 and Bob Smith 9 July 1983, ann@example.org, +49 151 23456789"
                )


async def _stopped(session, thread, turn, step):
    """Begin a turn, and ask to stop it in a step; return whether it was stopped."""
    begun = asyncio.Event()
    task = asyncio.create_task(turn(lambda told: getattr(told, "step", "") == step and begun.set()))
    await asyncio.wait_for(begun.wait(), 10)
    return await session.cancel(thread), task


async def test_a_turn_can_be_stopped_but_no_purchase(settings, sentence, wish, to_approval):
    """The words of a stopped one stay, a hook hears them, and the next message works; what buys is brought to its end, and told."""
    heard = []
    async with open_session(settings.model_copy(update={"supplier_latency": 0.2}), on_message=heard.append) as session:
        stopped, turn = await _stopped(
            session, "s", lambda told: session.say("s", sentence, on_progress=told), "quote_flights"
        )
        assert stopped
        with pytest.raises(SessionError, match="stopped"):
            await turn
        assert [one.text for one in heard] == [sentence]
        assert (await do(session, "s", wish)).trip.status.state == "presenting_options"
        assert (await session.history("s"))[0].text == sentence
        yes = confirming(await to_approval(session, "t"))
        stopped, turn = await _stopped(
            session, "t", lambda told: session.approve("t", yes, on_progress=told), "purchase"
        )
        assert not stopped
        assert (await turn).messages[0].startswith("Booked and paid")
        assert not await session.cancel("t"), "none runs"


async def test_a_host_whose_patience_ends_in_a_purchase_cuts_nothing_off(settings, to_approval):
    """The ledger brings it to its end, and the conversation tells it at the next word."""
    async with open_session(settings.model_copy(update={"supplier_latency": 0.3})) as session:
        yes = confirming(await to_approval(session, "t"))
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(session.approve("t", yes), 0.5)
        assert [one.state for one in await session.ports.desk.purchases()] == ["PURCHASED"]
        told = await session.say("t", "hello")
        assert told.messages[0].startswith("Booked and paid")


GIVEN_A_THREAD = (
    "hold", "go_on", "approve", "reject", "cancel", "end", "values", "trip", "profile", "requirements", "document",
    "waiting", "history", "messages", "begin", "explained", "is_busy",
)  # fmt: skip


def of(session, organisation, name):
    return UserSession.of(session, TripContext(organisation=organisation, traveller=f"{organisation}-{name}"), name)


def doors(of):
    """Return what a host can ask of a session about Anna's thread."""
    told = [of.say("r", "New York to San Francisco"), of.event("r", hold()), of.choose("r", 1), of.respond("r", "yes")]
    more = [anext(of.stream("r", "hello")), answer_guest(of, "r", "yes"), of.begin_on("r", "trip")]
    tool = tools_for(of, thread="r", toolsets=["options"])[0]
    return [*(getattr(of, name)("r") for name in GIVEN_A_THREAD), *told, *more, tool.coroutine({})]


@pytest.mark.parametrize("who", [("acme", "bob"), ("other", "anna")])
async def test_a_stranger_finds_nothing_and_moves_nothing(session, to_approval, who):
    """A colleague, and who has her name elsewhere, also while she is at work: her card waits on as it was, and her yes buys."""
    anna, stranger = of(session, "acme", "anna"), of(session, *who)
    await anna.begin("r")
    card, trip = (await to_approval(anna, "r")).interrupt, await anna.trip("r")
    async with anna.alone("r"):
        for door in doors(stranger):
            with pytest.raises((SessionError, ToolException), match=r"no conversation 'r'|no trip|nothing like that"):
                await door
    await stranger.say("mine", "Boston to Lisbon")
    with pytest.raises(SessionError, match="no conversation 'r'"):
        await stranger.begin_on("r", (await stranger.trip("mine")).trip_id)
    assert [one.thread_id for one in await stranger.threads()] == ["mine"]
    assert list(await stranger.pending()) == []
    assert (await anna.waiting("r"), await anna.trip("r")) == (card, trip)
    assert [one.thread_id for one in await anna.pending()] == ["r"]
    assert (await agree(anna, "r")).trip.status.phase == "completed"


async def test_one_lists_the_own_conversations_the_newest_first(settings):
    """A limit counts what is shown, and an erased conversation is none."""
    async with open_session(settings.model_copy(update={"now": None})) as session:
        anna = of(session, "acme", "anna")
        for thread in ("a", "b", "c"):
            await anna.begin(thread)
        await anna.end("c")
        assert [[one.thread_id for one in await anna.threads(n)] for n in (50, 1)] == [["b", "a"], ["b"]]
