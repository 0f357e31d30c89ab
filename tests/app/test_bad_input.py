"""Bad input, end to end, and more than is read at once: a clear sentence, nothing is bought, the thread stays usable."""

import asyncio
import time

import pytest
from tests.acts import change, do
from tests.acts import plan as planned

from tripintent.app.errors import SessionError
from tripintent.app.incoming import Answer
from tripintent.state.caps import readable


async def still_works(session, thread="t"):
    """The thread takes a complete plan and shows options."""
    event = {"type": "INTENT_READY", "trip_intent": plan("2026-03-11")}
    assert (await session.event(thread, event)).trip.status.state == "presenting_options"


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "empty", "empty"),
        (" \n\t ", "empty", "empty"),
        ("x" * 100_000, "too_long", "100,000 characters"),
        ("trip\x00to\x01Rome", "unreadable", "not readable"),
        (b"\xff\xfe\x00PNG".decode(errors="replace"), "unreadable", "not readable"),
        (b"\xff\xfe".decode(errors="surrogateescape"), "unreadable", "not readable"),
    ],
)
async def test_messages_that_are_no_words(session, text, code, words):
    """Empty, enormous and binary messages are refused before they are stored."""
    with pytest.raises(SessionError, match=words) as refused:
        await session.say("t", text)
    assert refused.value.code == code
    assert await session.threads() == []
    await still_works(session)


@pytest.mark.parametrize("thread", ["", "  ", "a\x00b", "x" * 201, "two\nlines"])
async def test_thread_ids_that_cannot_be_stored(session, wish, thread):
    """A thread id is printable and short."""
    with pytest.raises(SessionError, match="thread id"):
        await do(session, thread, wish)


async def test_unknown_threads(session):
    """Reading or answering a thread that is not there says so."""
    for reading in (session.trip, session.document, session.history, session.approve, session.reject):
        with pytest.raises(SessionError, match="no conversation 'nope'"):
            await reading("nope")
    assert await session.waiting("nope") is None


async def test_unknown_bundle_ids(session, wish):
    """An id that no option has is refused in words that show no ids, and the options stay."""
    shown = await do(session, "t", wish)
    refused = await session.choose("t", "bndl_nosuchthing")
    assert "no longer among the offers" in refused.messages[0]
    assert "bndl_" not in " ".join(refused.messages)
    assert refused.trip.working_memory.selected.bundle_id is None
    assert refused.trip.working_memory.ranking == shown.trip.working_memory.ranking


@pytest.mark.parametrize(
    ("dates", "path", "code"),
    [
        (("2020-01-01", None), "itinerary.segments[0].depart_date", "in_past"),
        (("2026-02-30", None), "itinerary.segments[0].depart_date", "not_a_date"),
        (("soon", None), "itinerary.segments[0].depart_date", "not_a_date"),
        (("2026-05-10", "2026-05-02"), "itinerary.segments[1].depart_date", "before_previous"),
    ],
)
async def test_dates_that_cannot_be(session, dates, path, code):
    """Past, impossible and reversed dates in a document are named with their path, asked about, and never quoted."""
    result = await session.event("t", {"type": "INTENT_READY", "trip_intent": plan(*dates)})
    assert (path, code) in {(i.path, i.code) for i in result.trip.status.invalid}
    assert result.trip.status.phase == "intake"
    assert "?" in " ".join(result.messages)
    assert not result.trip.working_memory.quotes


async def test_a_region_is_not_quoted(session):
    """Where in it is asked."""
    result = await do(session, "t", planned("JFK", "California", "2026-05-10"))
    assert result.trip.status.phase == "intake"
    assert "Where would you like to go?" in " ".join(result.messages)
    assert not result.trip.working_memory.quotes


@pytest.mark.parametrize(
    "event",
    [
        {"type": "NO_SUCH_EVENT"},
        {"type": "USER_SELECTED_BUNDLE"},
        {"type": "USER_SELECTED_BUNDLE", "bundle_id": {"$gt": ""}},
        {"type": "USER_REQUEST_HOLD", "goto": "purchase"},
        {"type": "USER_APPROVED_PURCHASE", "approval_token": 5, "payment_method_id": "pm"},
        {"type": "INTENT_READY", "trip_intent": [1, 2]},
    ],
)
async def test_malformed_events_change_nothing(session, wish, event):
    """They are answered with what is wrong in them."""
    before = await do(session, "t", wish)
    result = await session.event("t", event)
    assert "Nothing was changed" in " ".join(result.messages)
    assert result.trip.working_memory == before.trip.working_memory
    assert result.trip.itinerary == before.trip.itinerary


@pytest.mark.parametrize(
    ("event", "near"),
    [({"name": "relase_hold"}, "release_hold"), ({"name": "hold"}, ""), ({"name": "edit_itinerary"}, "")],
)
async def test_a_call_of_which_nothing_was_done_is_refused(session, wish, event, near):
    """It says why, once and without a yes before it; of a name that no tool has the nearest are named."""
    await do(session, "t", wish)
    for _ in range(2):
        result = await session.event("t", {"type": "TOOL_CALL", **event})
        (why,) = result.called[0].outcome.rejected
        assert (result.refused, result.messages, near in ("", *why.candidates)) == (True, [why.told], True)


@pytest.mark.parametrize("event", [None, [], "USER_REQUEST_HOLD", {}, {"type": 5}])
async def test_what_is_no_event_at_all(session, event):
    """It is refused before it is stored."""
    with pytest.raises(SessionError, match='"type"'):
        await session.event("t", event)
    await still_works(session)


async def test_a_foreign_document_with_wrong_types(session):
    """What can be read is taken, the rest is named, and the conversation goes on."""
    foreign = {
        "schema": 7,
        "party": "two of us",
        "itinerary": {"segments": [{"origin": "JFK", "destination": 5, "depart_date": 99}, None], "lodging": []},
        "preferences": {"flight": {"max_stops": "none"}},
    }
    result = await session.event("t", {"type": "INTENT_READY", "trip_intent": foreign})
    said = " ".join(result.messages)
    assert "couldn’t read" in said
    assert "party" in said
    assert "?" in said
    await still_works(session)


async def test_an_answer_to_no_question_loses_nothing(session, wish):
    """Approving and rejecting where nothing waits is refused in words, and the options are still there."""
    before = await do(session, "t", wish)
    for answer in (session.approve("t", Answer()), session.reject("t", "no")):
        with pytest.raises(SessionError, match="nothing waits"):
            await answer
    assert (await session.trip("t")).working_memory == before.trip.working_memory


async def test_an_unknown_payment_method_buys_nothing(session, to_approval):
    """Only what the card offers can pay; the card waits on."""
    waiting = await to_approval(session, "t")
    confirmed = tuple(c["id"] for c in waiting.interrupt.args["confirmations"])
    with pytest.raises(SessionError, match="pm_of_somebody_else"):
        await session.approve("t", Answer(payment_method_id="pm_of_somebody_else", confirmations=confirmed))
    assert await session.waiting("t") == waiting.interrupt


def plan(out, back=None):
    """A complete document but for what a test changes."""
    places = [("JFK", "SFO", out), *([("SFO", "JFK", back)] if back else [])]
    segments = [
        {"origin": {"type": "airport", "code": a}, "destination": {"type": "airport", "code": b}, "depart_date": day}
        for a, b, day in places
    ]
    return {
        "schema": "renglo.trip_intent.v1",
        "party": {"travelers": {"adults": 1, "children": 0, "infants": 0}},
        "itinerary": {
            "trip_type": "round_trip" if back else "one_way",
            "segments": segments,
            "lodging": {"needed": False},
        },
    }


@pytest.mark.parametrize(("start", "end"), [("Lisbon", "Sintra"), ("Sintra", "Lisbon")])
async def test_two_places_with_one_airport_are_named(session, start, end):
    """They are rejected by their names and kept as nothing; a hotel alone is looked for."""
    told = await do(session, "t", planned(start, end, "2026-06-04", "2026-06-08"))
    why = " ".join(one.why for one in told.called[-1].outcome.rejected)
    assert "Sintra" in why
    assert "have one airport" in why
    assert {one.destination.code for one in told.trip.itinerary.segments} == {None}
    stay = {"place": end, "arrive": "2026-06-04", "leave": "2026-06-08"}
    alone = await do(session, "t", change(stops=[stay], flights_needed=False))
    assert alone.trip.constraints.flights_needed is False


async def test_what_is_not_read_is_named(session, sentence):
    """The reply quotes where the rest begins."""
    text = f"{sentence}. " + "bla " * 600 + "the last words."
    said = "\n".join(map(str, (await session.say("t", text)).messages))
    rest = readable(text).rest
    assert rest
    assert " ".join(rest.split())[:40] in said


async def test_a_message_that_fits_hears_nothing_of_it(session, sentence):
    """Nothing is said of a rest where there is none."""
    said = await session.say("t", sentence)
    assert not any("read at once" in str(one) for one in said.messages)


@pytest.mark.parametrize("text", [", " * 2_000, "? " * 2_000, "Paris, " * 570, "add a museum at 3 and " * 180])
async def test_the_loop_goes_on_while_words_are_read(session, text):
    """The worst words are read beside the event loop, which is never held for long, and in bounded processor time."""
    await session.say("t", "hello")
    longest, done = 0.0, asyncio.Event()

    async def watch():
        nonlocal longest
        while not done.is_set():
            began = time.perf_counter()
            await asyncio.sleep(0.005)
            longest = max(longest, time.perf_counter() - began)

    watching, began = asyncio.create_task(watch()), time.process_time()
    await session.say("t", text[:4_000])
    took = time.process_time() - began
    done.set()
    await watching
    assert longest < 5.0  # what else the machine does counts, too
    assert took < 3.0
