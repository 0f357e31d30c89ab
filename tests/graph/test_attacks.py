"""The attack table: whoever names somebody else's trip, however and wherever, changes nothing of it and learns nothing of it."""

import os
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from tests.graph.attack_table import ALL, ATTACKERS, QUICK, Shape, in_turns

from tripintent.nodes import runtime
from tripintent.nodes.in_order import OutOfOrder
from tripintent.state.context import TripContext
from tripintent.state.trip import TripIntent

VICTIM = TripContext(organisation="acme", traveller="victoria")
SECRETS = ("ann@example.org", "1985-03-04")
TABLES = ("approvals", "holds", "operations", "purchases", "bookings", "audit")


class Victims:
    """Two trips of one traveller: a card waits in the first, the second is bought. ``rows`` is all that the ledger knows of them."""

    def __init__(self, waiting: TripIntent, bought: TripIntent, ledger: Path) -> None:
        self.waiting, self.bought, self._ledger = waiting, bought, ledger

    def of(self, shape: Shape) -> TripIntent:
        return self.bought if shape.node in ("cancel", "cancel_booking", "change") else self.waiting

    def rows(self) -> list[Any]:
        """Return every row of both trips, and how much was ordered in all."""
        ids = (self.waiting.ledger_id, self.bought.ledger_id)
        with closing(sqlite3.connect(f"file:{self._ledger}?mode=ro", uri=True)) as db:
            own = [db.execute(f"SELECT * FROM {name} WHERE trip_id IN (?, ?)", ids).fetchall() for name in TABLES]  # noqa: S608
            return [*own, db.execute("SELECT count(*) FROM purchases").fetchone()]


def ledger_in(folder: Path) -> Path:
    [ledger] = folder.glob("*ledger*.db")
    return ledger


async def victims_of(booking: Any, folder: Path) -> Victims:
    trips = []
    for thread in ("v1", "v2"):
        one = booking.on(thread)
        one.context = VICTIM
        await one.to_approval()
        if thread == "v2":
            await one.approve()
        trips.append(await one.trip())
    return Victims(trips[0], trips[1], ledger_in(folder))


async def attack(booking: Any, victims: Victims, shape: Shape, number: int) -> list[str]:
    """Carry out one attack on a thread of its own; return what went wrong."""
    eve = booking.on(f"eve{number}")
    eve.context = shape.attacker.context
    eve.config["configurable"].update(shape.attacker.configurable)
    before, theirs = victims.rows(), victims.of(shape)
    told = []
    try:
        await shape.way(eve, theirs, shape.node)
    except OutOfOrder:  # it was jumped to without what its edge makes sure of
        pass
    except Exception as error:  # noqa: BLE001 - whatever else ends a run is a finding
        told.append(f"{shape}: {error!r}")
    if victims.rows() != before:
        told.append(f"{shape}: the victim's rows changed")
    if shape.way.__name__ == "named":
        mine = (await eve.state()).values
        if any(secret in repr(mine) for secret in SECRETS):
            told.append(f"{shape}: the attacker read the victim's names")
    cards = repr((await eve.state()).interrupts)
    shown = victims.waiting.working_memory.approval.approval_id in cards
    return [*told, f"{shape}: the victim's card was shown"] if shown else told


async def carried_out(booking: Any, folder: Path, shapes: Sequence[Shape]) -> list[str]:
    victims = await victims_of(booking, folder)
    wrong = [line for number, shape in enumerate(shapes) for line in await attack(booking, victims, shape, number)]
    print(f"{len(shapes)} graph attacks, {len(wrong)} of which did something")  # noqa: T201
    return wrong


@pytest.mark.release
async def test_no_attacker_gets_anything_at_any_node(booking: Any, tmp_path: Path) -> None:
    """Each way at each node of the graph, the attackers in turns; ``TRIPINTENT_LONG=1`` runs the whole table."""
    assert {shape.attacker.name for shape in in_turns(ALL)} == {one.name for one in ATTACKERS}
    wrong = await carried_out(booking, tmp_path, ALL if os.environ.get("TRIPINTENT_LONG") else in_turns(ALL))
    assert wrong == [], "\n".join(wrong)


async def test_the_table_finds_what_an_unguarded_desk_would_let_through(
    booking: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nodes that get the desk itself, as they once did: the same attacks release, decline, adopt and read the victim's trip."""
    monkeypatch.setattr(runtime, "acting_ports", lambda ports, _: ports)
    some = [shape for shape in QUICK if shape.way.__name__ in ("commanded", "named")]
    assert len(await carried_out(booking, tmp_path, some)) >= 5
