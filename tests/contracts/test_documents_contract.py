"""The contracts of the documents and ownership ports, on SQLite and on Postgres."""

from datetime import UTC, datetime
from typing import ClassVar

import pytest

from tripintent.state.context import Principal
from tripintent.state.document import Document
from tripintent.state.queries import fingerprint
from tripintent.state.trip import Status, TripIntent
from tripintent.tools.clock import FixedClock
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.owning import SqlOwnership
from tripintent.tools.ledger.schema import trip_owners, trip_threads
from tripintent.tools.ledger.stores import SqlDocuments
from tripintent.tools.ports.documents import Documents, NotYours, Ownership, VersionConflict

LONG_AGO = datetime(2026, 11, 20, tzinfo=UTC)
ANN = Principal(organisation="acme", subject="ann", traveller="ann")
BOB = Principal(organisation="acme", subject="bob", traveller="bob")
EVE = Principal(organisation="evil", subject="ann", traveller="ann")
THREAD = Principal(thread_id="one")
OTHER_THREAD = Principal(thread_id="two")
TRIP = TripIntent(trip_id="t1", org="acme", status=Status(phase="quote", state="quoting_flights"))


class Packing(Document):
    """A document of another kind."""

    kind: ClassVar[str] = "packing"

    items: tuple[str, ...] = ()


@pytest.fixture
def documents(ledger: Database, clock: FixedClock) -> Documents:
    return SqlDocuments(ledger, clock)


@pytest.fixture
def ownership(ledger: Database, clock: FixedClock) -> Ownership:
    return SqlOwnership(ledger, clock)


async def test_a_saved_document_comes_back_equal_with_its_version(documents: Documents) -> None:
    """What is published is read back as it was, only the version is counted up."""
    assert await documents.save(ANN, TRIP, 0) == 1
    assert await documents.get(ANN, "t1", TripIntent) == TRIP.model_copy(update={"version": 1})


async def test_the_documents_of_a_trip_are_kept_side_by_side(documents: Documents) -> None:
    """One trip id ties documents of several kinds; each has versions of its own."""
    await documents.save(ANN, TRIP, 0)
    await documents.save(ANN, TRIP, 1)
    await documents.save(ANN, Packing(trip_id="t1", items=("tent",)), 0)
    assert [(row.kind, row.version, row.state) for row in await documents.list(ANN, "t1")] == [
        ("packing", 1, ""),
        ("trip_intent", 2, "quoting_flights"),
    ]
    packing = await documents.get(ANN, "t1", Packing)
    assert packing is not None
    assert packing.items == ("tent",)


async def test_an_unknown_document_is_none(documents: Documents) -> None:
    """Nothing is invented for a trip or a kind that was never saved."""
    await documents.save(ANN, TRIP, 0)
    assert await documents.get(ANN, "t2", TripIntent) is None
    assert await documents.get(ANN, "t1", Packing) is None


async def test_of_two_writers_of_one_version_the_second_is_told(documents: Documents) -> None:
    """An update made from an old version is refused and changes nothing."""
    await documents.save(ANN, TRIP, 0)
    await documents.save(ANN, TRIP, 1)
    with pytest.raises(VersionConflict) as refused:
        await documents.save(ANN, TRIP.model_copy(update={"status": Status(phase="error")}), 1)
    assert (refused.value.expected, refused.value.found) == (1, 2)
    stored = await documents.get(ANN, "t1", TripIntent)
    assert stored is not None
    assert stored.status.phase == "quote"


async def test_a_new_document_must_start_at_version_zero(documents: Documents) -> None:
    """A version that was never saved is a conflict, not a new document."""
    with pytest.raises(VersionConflict):
        await documents.save(ANN, TRIP, 3)


@pytest.mark.parametrize("stranger", [BOB, EVE, THREAD], ids=["colleague", "other organisation", "nobody"])
async def test_a_trip_of_somebody_else_is_as_if_it_were_not_there(documents: Documents, stranger: Principal) -> None:
    """Whoever knows the id reads nothing by it."""
    await documents.save(ANN, TRIP, 0)
    assert await documents.get(stranger, "t1", TripIntent) is None
    assert list(await documents.list(stranger, "t1")) == []
    assert list(await documents.trips(stranger)) == []


async def test_a_trip_of_somebody_else_is_not_written(documents: Documents) -> None:
    """A colleague's save is refused by name, and the trip stays as it was."""
    await documents.save(ANN, TRIP, 0)
    with pytest.raises(NotYours):
        await documents.save(BOB, TRIP, 1)
    with pytest.raises(NotYours):
        await documents.save(BOB, Packing(trip_id="t1"), 0)
    assert [row.version for row in await documents.list(ANN, "t1")] == [1]


async def test_two_organisations_may_use_one_id(documents: Documents) -> None:
    """A host's ids are unique within its organisation only: each has a trip of its own."""
    await documents.save(ANN, TRIP, 0)
    assert await documents.save(EVE, TRIP.model_copy(update={"org": "evil"}), 0) == 1
    assert [row.org for row in await documents.trips(ANN)] == ["acme"]


async def test_without_a_name_the_thread_decides(documents: Documents) -> None:
    """Where the host names nobody, a trip is reached from its own thread and from no other."""
    await documents.save(THREAD, TRIP, 0)
    assert await documents.get(THREAD, "t1", TripIntent) is not None
    assert await documents.get(OTHER_THREAD, "t1", TripIntent) is None
    assert await documents.get(ANN, "t1", TripIntent) is None
    with pytest.raises(NotYours):
        await documents.save(OTHER_THREAD, TRIP, 1)


async def test_a_resume_without_a_name_reaches_the_trip_of_its_thread(ownership: Ownership) -> None:
    """The context is not stored with a thread: a run that lacks it goes on with the trip that the thread is bound to."""
    opened = await ownership.open(ANN.model_copy(update={"thread_id": "one"}))
    assert opened is not None
    assert await ownership.access(THREAD, opened.ledger_id) is not None
    assert await ownership.access(OTHER_THREAD, opened.ledger_id) is None
    assert await ownership.access(EVE.model_copy(update={"thread_id": "one"}), opened.ledger_id) is None


async def test_the_first_name_on_a_thread_owns_its_trip(ownership: Ownership) -> None:
    """A trip that was begun by nobody in particular belongs to the first one who is named on its thread."""
    begun = await ownership.open(THREAD)
    assert begun is not None
    named = await ownership.open(Principal(subject="ann", traveller="ann", thread_id="one"), begun.trip_id)
    assert named is not None
    assert (named.ledger_id, named.subject, named.traveller) == (begun.ledger_id, "ann", "ann")
    assert await ownership.open(Principal(subject="bob", thread_id="one"), begun.trip_id) is None


async def test_new_ids_are_random(ownership: Ownership) -> None:
    """128 bits, and nothing of them comes from the thread's name."""
    ids = [opened.trip_id for _ in range(3) if (opened := await ownership.open(THREAD)) is not None]
    assert len(set(ids)) == 3
    assert all(len(one.removeprefix("trip_")) == 32 for one in ids)


async def test_a_shared_trip_is_listed_and_read_and_a_revoked_one_is_not(
    documents: Documents, ownership: Ownership
) -> None:
    """A companion reads; an assistant also writes; after the grant is taken back there is nothing again."""
    await documents.save(ANN, TRIP, 0)
    read = await ownership.grant(ANN, "acme/t1", BOB, "companion")
    assert await documents.get(BOB, "t1", TripIntent) is not None
    assert [row.trip_id for row in await documents.trips(BOB)] == ["t1"]
    with pytest.raises(NotYours):
        await documents.save(BOB, TRIP, 1)
    acts = await ownership.grant(ANN, "acme/t1", BOB, "assistant")
    assert await documents.save(BOB, TRIP, 1) == 2
    for grant in (read, acts):
        await ownership.revoke(ANN, grant.grant_id)
    assert await documents.get(BOB, "t1", TripIntent) is None
    assert [one.revoked_by for one in await ownership.grants(ANN, "acme/t1")] == ["ann", "ann"]


async def test_only_the_owner_shares(documents: Documents, ownership: Ownership) -> None:
    """Whoever reads a trip by a grant cannot hand it on, and a stranger can neither list nor revoke."""
    await documents.save(ANN, TRIP, 0)
    grant = await ownership.grant(ANN, "acme/t1", BOB, "assistant")
    for work in (
        ownership.grant(BOB, "acme/t1", EVE, "companion"),
        ownership.grants(BOB, "acme/t1"),
        ownership.revoke(BOB, grant.grant_id),
    ):
        with pytest.raises(NotYours):
            await work


async def test_an_approver_reads_no_document(documents: Documents, ownership: Ownership) -> None:
    """An approver is shown the cart by the desk, and nothing else of the trip."""
    await documents.save(ANN, TRIP, 0)
    await ownership.grant(ANN, "acme/t1", BOB, "approver")
    assert await documents.get(BOB, "t1", TripIntent) is None
    assert list(await documents.trips(BOB)) == []


def _of_before(ledger: Database, trip_id: str, *threads: str, subject: str = "") -> None:
    """Put in a trip as the migration leaves it: from before trips had owners."""
    row = {"ledger_id": f"acme/{trip_id}", "org": "acme", "trip_id": trip_id, "subject": subject, "traveller": subject}
    ledger.write_now(lambda tx: tx.execute(trip_owners.insert().values(**row, legacy=True, created_at=LONG_AGO)))
    for thread in threads:
        values = {"ledger_id": f"acme/{trip_id}", "thread_id": thread, "bound_at": LONG_AGO}
        ledger.write_now(lambda tx, values=values: tx.execute(trip_threads.insert().values(**values)))


async def test_a_thread_of_before_goes_on_with_its_trip(ledger: Database, ownership: Ownership) -> None:
    """The thread whose name made the id, and one that held something, reach it; any other does not."""
    made = f"trip_{fingerprint('acme', 'mine')[:12]}"
    _of_before(ledger, made, "held-there")
    for thread, reaches in (("mine", True), ("held-there", True), ("another", False)):
        opened = await ownership.open(Principal(organisation="acme", thread_id=thread), made)
        assert (opened is not None) == reaches


async def test_a_named_owner_of_before_is_the_owner(ledger: Database, ownership: Ownership) -> None:
    """Who saved a trip before is its owner from any thread; a colleague on another thread is not."""
    _of_before(ledger, "77", "one", subject="ann")
    assert await ownership.open(ANN.model_copy(update={"thread_id": "new"}), "77") is not None
    assert await ownership.open(BOB.model_copy(update={"thread_id": "new"}), "77") is None
