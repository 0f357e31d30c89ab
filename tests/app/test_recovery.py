"""On start, what a crash left open is finished before anybody talks."""

from tripintent.app.incoming import Answer
from tripintent.app.opening import open_session
from tripintent.tools.suppliers.embedded.store import Store


async def test_a_lost_reply_is_resolved_by_the_next_start(settings, to_approval):
    """The payment landed and its reply was lost: a new session finds it, pays nothing again, and the trip is bought."""
    lossy = settings.model_copy(update={"supplier_faults": '[{"on": "pay", "fault": "lost_reply", "times": null}]'})
    async with open_session(lossy) as session:
        waiting = await to_approval(session, "t")
        confirmed = tuple(c["id"] for c in waiting.interrupt.args["confirmations"])
        left = await session.approve("t", Answer(confirmations=confirmed))
        assert left.trip.working_memory.purchase_state != "PURCHASED"
    async with open_session(settings) as session:
        standing = await session.ports.desk.ledger_status(left.trip.ledger_id)
        assert standing.purchase_state == "PURCHASED"
        assert [b.status for b in standing.bookings] == ["confirmed"]
        said = await session.say("t", "hello")
        assert said.trip.status.phase == "completed"
    book = Store(settings.db.parent / "trips.supplier.db")
    assert set(book.payments_per_order().values()) == {1}
