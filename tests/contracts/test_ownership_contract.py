"""Whose trip it is: a name counts in its own organisation only, on SQLite and on Postgres."""

from functools import partial
from typing import Any

import pytest

from tripintent.state.context import Principal
from tripintent.tools.clock import FixedClock
from tripintent.tools.ledger import ownership
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.owning import SqlOwnership
from tripintent.tools.ports.documents import NotYours

ANN = Principal(organisation="acme", subject="ann", traveller="ann", thread_id="a")
BEN = Principal(organisation="acme", subject="ben", traveller="ben", thread_id="b")


def elsewhere(who: Principal) -> Principal:
    """Return who has the same name in another organisation."""
    return who.model_copy(update={"organisation": "evil", "thread_id": "e"})


@pytest.fixture
def owning(ledger: Database, clock: FixedClock) -> SqlOwnership:
    return SqlOwnership(ledger, clock)


async def test_an_owner_of_the_same_name_elsewhere_reaches_nothing(owning: SqlOwnership, ledger: Database) -> None:
    """Neither by the ledger's id, nor by the trip's, nor on the owner's own thread; nor is it in the list."""
    trip = await owning.open(ANN)
    assert trip is not None
    for eve in (elsewhere(ANN), elsewhere(ANN).model_copy(update={"thread_id": ANN.thread_id})):
        assert await owning.access(eve, trip.ledger_id) is None
        opened = await owning.open(eve, trip.trip_id)
        assert opened is None or opened.ledger_id != trip.ledger_id
        assert trip.ledger_id not in ledger.read_now(partial(ownership.owned_by, who=eve))
    assert list(ledger.read_now(partial(ownership.owned_by, who=ANN))) == [trip.ledger_id]


@pytest.mark.parametrize("role", ["approver", "companion", "assistant"])
async def test_a_grant_to_the_same_name_elsewhere_is_another_ones(
    owning: SqlOwnership, ledger: Database, role: Any
) -> None:
    """What Ben may do is no right of the other Ben, who cannot take it back either; taken back, it is nobody's."""
    trip = await owning.open(ANN)
    assert trip is not None
    grant = await owning.grant(ANN, trip.ledger_id, BEN, role)
    reach = partial(owning.access, ledger_id=trip.ledger_id)
    shared = [] if role == "approver" else [trip.ledger_id]
    found = await reach(BEN)
    assert found is not None
    assert found.right == role
    assert list(ledger.read_now(partial(ownership.owned_by, who=BEN))) == shared
    assert await reach(elsewhere(BEN)) is None
    assert list(ledger.read_now(partial(ownership.owned_by, who=elsewhere(BEN)))) == []
    for stranger in (elsewhere(ANN), elsewhere(BEN), BEN):
        with pytest.raises(NotYours):
            await owning.revoke(stranger, grant.grant_id)
    await owning.revoke(ANN, grant.grant_id)
    assert await reach(BEN) is None
    assert list(ledger.read_now(partial(ownership.owned_by, who=BEN))) == []
