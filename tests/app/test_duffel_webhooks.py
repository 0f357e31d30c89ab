"""Orders that Duffel accepts and makes later: the webhook brings them in, once, in whatever order and however often it comes."""

from contextlib import asynccontextmanager
from datetime import UTC, datetime

import pytest
from tests.acts import ANN_IN_FULL, again, agree, buy, cheapest, do, hold, people, plan
from tests.emulators import duffel as duffel_emulator
from tests.emulators import duffel_events

from tripintent.app.opening import open_session
from tripintent.app.settings import Settings
from tripintent.tools.ports.suppliers import UnsignedReport

NOW = datetime(2027, 1, 10, 9, tzinfo=UTC)
WISH = plan("JFK", "SFO", "2027-03-11", lodging={"needed": False})


@asynccontextmanager
async def opened(tmp_path, duffel):
    with duffel_emulator.running(duffel.app) as url:
        settings = Settings(
            db=tmp_path / "t.db", language="offline", now=NOW, suppliers="embedded, duffel", duffel_token="duffel_test_x",
            duffel_url=url, duffel_webhook_secret=duffel_events.SECRET.decode(), _env_file=None,
        )  # fmt: skip
        async with open_session(settings) as session:
            yield session


async def accepted(session, duffel):
    """Hold a flight that Duffel accepts with 202: no one knows yet whether it is made."""
    await do(session, "t", WISH, cheapest, hold())
    duffel.fault("/air/orders", "202_then")
    turn = await do(session, "t", people(ANN_IN_FULL))
    assert [hold.status for hold in turn.trip.working_memory.holds] == ["in_doubt"]
    assert not duffel.orders
    return turn


async def delivered(session, duffel, event):
    """Deliver one event. Return whether it was new."""
    work = await session.ports.desk.reported("duffel", *duffel.outbox.sealed(event))
    if work is not None:
        await work()
    return work is not None


async def status(session):
    trip = await session.trip("t")
    return [hold.status for hold in (await session.ports.desk.ledger_status(trip.ledger_id)).holds]


async def test_an_accepted_order_is_held_when_its_webhook_comes(tmp_path, duffel):
    """Delivered three times it counts once; then it is bought as any other."""
    async with opened(tmp_path, duffel) as session:
        await accepted(session, duffel)
        duffel.settle_accepted()
        (created,) = duffel.outbox.events
        assert [await delivered(session, duffel, created) for _ in range(3)] == [True, False, False]
        assert await status(session) == ["held"]
        await do(session, "t", buy())
        done = await agree(session, "t")
    assert [booking.status for booking in done.trip.working_memory.bookings] == ["confirmed"]
    assert (len(duffel.orders), len(duffel.payments)) == (1, 1)


async def test_events_in_the_wrong_order_do_no_harm(tmp_path, duffel):
    """The payment's event before the order's own, both after everything is over, and an old one at the end."""
    async with opened(tmp_path, duffel) as session:
        await accepted(session, duffel)
        duffel.settle_accepted()
        turn = await do(session, "t", buy())
        turn = turn if turn.interrupt else await do(session, "t", again())
        await agree(session, "t")
        for event in reversed(duffel.outbox.events):
            await delivered(session, duffel, event)
        trip = await session.trip("t")
        bookings = (await session.ports.desk.ledger_status(trip.ledger_id)).bookings
        assert [booking.status for booking in bookings] == ["confirmed"]
        assert await session.ports.desk.verify_audit() is None
    assert (len(duffel.orders), len(duffel.payments)) == (1, 1)


async def test_an_order_that_failed_after_all_is_not_taken_for_made(tmp_path, duffel):
    """Its report makes the desk look, and the books decide: the hold stays in doubt until nothing can appear any more."""
    async with opened(tmp_path, duffel) as session:
        await accepted(session, duffel)
        duffel.settle_accepted(made=False)
        assert await delivered(session, duffel, duffel.outbox.events[-1])
        assert await status(session) == ["in_doubt"]
    assert not duffel.orders


async def test_an_event_with_another_signature_is_refused(tmp_path, duffel):
    """Whoever does not know the secret reports nothing."""
    async with opened(tmp_path, duffel) as session:
        await accepted(session, duffel)
        duffel.settle_accepted()
        with pytest.raises(UnsignedReport):
            await session.ports.desk.reported("duffel", *duffel.outbox.sealed(duffel.outbox.events[0], b"another"))
        assert await status(session) == ["in_doubt"]
