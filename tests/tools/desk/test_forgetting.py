"""Erasing a traveller from the ledger: what goes, what stays under a pseudonym, and what is in the way."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import insert, select

from tripintent.tools.ledger.forgetting import forget
from tripintent.tools.ledger.schema import (
    approvals,
    bookings,
    metadata,
    operations,
    purchases,
    trip_owners,
    trip_threads,
)
from tripintent.tools.ports.outcomes import Bought

Make = Callable[..., Any]
OWNER = {"ledger_id": "t", "org": "acme", "trip_id": "t", "subject": "ann@acme", "traveller": "ann-7", "legacy": False}


def own(counter: Any) -> None:
    """Let Ann own the trip of these tests, on a thread of hers and on one that another trip shares."""

    def rows(tx: Any) -> None:
        now = counter.clock.now()
        tx.execute(insert(trip_owners), {**OWNER, "created_at": now})
        bound = [("t", "hers"), ("t", "shared"), ("other", "shared")]
        tx.execute(insert(trip_threads), [{"ledger_id": t, "thread_id": n, "bound_at": now} for t, n in bound])

    counter.ledger.write_now(rows)


def forgotten(counter: Any, org: str = "acme") -> Any:
    return counter.ledger.write_now(lambda tx: forget(tx, org, "ann-7", counter.clock.now()))


@pytest.mark.parametrize("ledger_url", ["sqlite", "postgres"], indirect=True)
async def test_the_accounts_stay_and_the_chain_holds(make_counter: Make) -> None:
    """Bookings and purchases are there with their sums, no row names her, and the audit verifies."""
    counter = make_counter()
    await counter.hold()
    assert isinstance(await counter.buy(), Bought)
    own(counter)
    done = forgotten(counter)
    assert (done.in_the_way, done.trips, done.threads) == ((), ("t",), ("hers",))
    assert (done.kept["bookings"], done.kept["purchases"]) == (1, 1)
    assert await counter.desk.verify_audit() is None

    def everything(tx: Any) -> tuple[Any, str]:
        columns = (bookings.c.total, purchases.c.total, operations.c.body, approvals.c.cart)
        kept = [tx.execute(select(column)).scalars().first() for column in columns]
        rows = [tuple(row) for table in metadata.sorted_tables for row in tx.execute(select(table))]
        return kept, str(rows)

    (sold, paid, body, cart), text = counter.ledger.read_now(everything)
    assert (sold["amount"], paid["amount"], body, cart) == ("100.00", "100.00", {}, "")
    assert ("ann-7" in text, "hers" in text, done.pseudonym in text) == (False, False, True)


async def test_another_organisations_traveller_of_that_name_is_another_person(make_counter: Make) -> None:
    """Nothing of hers is touched."""
    counter = make_counter()
    own(counter)
    assert forgotten(counter, "umbrella").trips == ()
    assert counter.ledger.read_now(lambda tx: tx.execute(select(trip_owners.c.traveller)).scalar()) == "ann-7"


async def test_what_is_under_way_is_in_the_way(make_counter: Make) -> None:
    """A hold lives: it is said, and nothing is erased."""
    counter = make_counter()
    await counter.hold()
    own(counter)
    assert forgotten(counter).in_the_way == ("a hold that lives (trip t)",)
    assert counter.ledger.read_now(lambda tx: tx.execute(select(trip_owners.c.traveller)).scalar()) == "ann-7"
