"""The crash harness against real protocols, short: bought over HTTP and changed at the airline, killed and cut off everywhere.

    python -m tests.crash.remote [--every 4]

A Duffel flight and a LiteAPI hotel are bought; a Duffel flight that was bought is changed on request. The emulators live in a process
of their own; the desk in another that is killed at each boundary (SIGKILL), or whose reply is lost at each commit. Afterwards another
worker recovers, and the emulators' own books are held against the ledger.
"""

import argparse
import asyncio
import json
import os
import runpy
import signal
import socket
import sys
import tempfile
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import uvicorn
from fastapi import FastAPI
from pydantic import SecretStr
from sqlalchemy import select
from tests.crash.processes import fork
from tests.crash.shared_clock import SharedClock
from tests.crash.strikes import Point, Recorder, Strike

from tripintent.state.booking import ApprovalAnswer
from tripintent.state.offers import FlightOffer, Offer
from tripintent.state.queries import FlightQuery, HotelQuery, Occupancy
from tripintent.state.travellers import Contact, Traveller
from tripintent.tools.desk.desk import BookingDesk
from tripintent.tools.desk.suppliers import DeskSupplier, price_by
from tripintent.tools.ledger import locks
from tripintent.tools.ledger.database import Database
from tripintent.tools.ledger.ledger_time import FileTime, LedgerTime
from tripintent.tools.ledger.schema import bookings, operations
from tripintent.tools.places.gazetteer import Gazetteer
from tripintent.tools.ports.desk import ApprovalRequest, HoldItem, HoldRequest
from tripintent.tools.ports.outcomes import Refused
from tripintent.tools.rates.ecb import EcbRates
from tripintent.tools.suppliers.duffel.supplier import DuffelSupplier
from tripintent.tools.suppliers.liteapi.supplier import LiteApiSupplier

EMULATORS = Path(__file__).parents[1] / "emulators"
ANN = Traveller(given_name="Ann", family_name="Smith", date_of_birth="1985-03-04", gender="f", title="ms")
CONTACT = Contact(email="ann@example.org", phone="+442071838750")
PLACES = Gazetteer()
TRIP, PATIENCE = "trp_remote", timedelta(seconds=2)
COMMITS = ("/air/orders", "/air/payments", "/rates/book")
CONFIRM = "/air/order_changes/oce_"
CUTS = ("lost_before", "lost_after", "500_after", "202")
RESTS = (timedelta(minutes=2), timedelta(hours=1), timedelta(hours=8))


@dataclass(frozen=True)
class Remote:
    """Where the emulators are, the ledger's file, and the time that all live in."""

    duffel: str
    liteapi: str
    ledger: Path
    clock: SharedClock
    machine: str = "here"

    def _opened(self) -> Database:
        time = LedgerTime(FileTime(self.clock.now, self.clock.ran, lambda: "boot"), self.clock.ran)
        return Database.open(str(self.ledger), PATIENCE, time)

    def run(self, work: Any, points: Recorder) -> Any:
        """Open everything in this process and do the work."""
        locks.__dict__["_machine"] = lambda: self.machine
        ledger = self._opened()
        places = PLACES
        duffel = DuffelSupplier(SecretStr("duffel_test_x"), places=places, clock=self.clock, base_url=self.duffel)
        liteapi = LiteApiSupplier(
            SecretStr("sand_x"), places=places, clock=self.clock, rates=EcbRates(), url=self.liteapi
        )
        sold = {
            "duffel": DeskSupplier(duffel.orders, price_by(flights=duffel.flights), changes=duffel.changes),
            "duffel_change": DeskSupplier(duffel.changes, changes=duffel.changes),
            "liteapi": DeskSupplier(liteapi.orders, price_by(hotels=liteapi.hotels)),
        }
        desk = BookingDesk(ledger, sold, faults=points)

        async def main() -> Any:
            try:
                return await work(desk, duffel, liteapi)
            finally:
                await duffel.close()
                await liteapi.close()

        try:
            return asyncio.run(main())
        finally:
            ledger.close()

    def rows(self) -> dict[str, list[Any]]:
        """Return what the ledger believes is booked, and the operations that are still open."""
        ledger = self._opened()
        try:
            return ledger.read_now(
                lambda tx: {
                    "booked": [r.order_id for r in tx.execute(select(bookings)) if r.status == "confirmed"],
                    "open": [r.op_id for r in tx.execute(select(operations)) if r.state in ("SENT", "UNKNOWN")],
                }
            )
        finally:
            ledger.close()


async def a_flight(duffel: DuffelSupplier) -> FlightOffer:
    """Find the flight that is bought."""
    asked = FlightQuery(origin="JFK", destination="SFO", depart_date="2027-03-11", adults=1)
    return (await duffel.flights.search(asked))[-1]


async def buy(desk: BookingDesk, duffel: DuffelSupplier, liteapi: LiteApiSupplier) -> str:
    """Find a flight and a room, and buy them."""
    stay = HotelQuery(location="SFO", check_in="2027-03-11", check_out="2027-03-16", occupancies=(Occupancy(),))
    return await bought(desk, await a_flight(duffel), (await liteapi.hotels.search(stay))[0])


async def fly(desk: BookingDesk, duffel: DuffelSupplier, _: LiteApiSupplier) -> str:
    """Find a flight, and buy it."""
    return await bought(desk, await a_flight(duffel))


async def change(desk: BookingDesk, *_: Any) -> str:
    """Ask the airline for the flight two days later, and take its cheapest offer."""
    (flight,) = (await desk.ledger_status(TRIP)).bookings
    later = FlightQuery(origin="JFK", destination="SFO", depart_date="2027-03-13", adults=1)
    offer = (await desk.change_offers(TRIP, flight.booking_id, later))[0]
    return await bought(desk, offer, replaces=(flight.booking_id,))


async def bought(desk: BookingDesk, *offers: Offer, replaces: tuple[str, ...] = ()) -> str:
    """Hold, ask, say yes, buy."""
    items = tuple(
        HoldItem(offer=o, key=f"{o.option_id}k", requirement_key=f"f{n}", title=o.kind) for n, o in enumerate(offers)
    )
    await desk.hold(HoldRequest(trip_id=TRIP, bundle_id="b", items=items, travellers=(ANN,), contact=CONTACT))
    request = ApprovalRequest(
        trip_id=TRIP, travellers=(ANN,), contact=CONTACT, payment_method_id="balance", replaces=replaces
    )
    issued = await desk.request_approval(request)
    if isinstance(issued, Refused):
        return issued.code
    card = issued.approval
    answer = ApprovalAnswer(
        approval_id=card.approval_id, trip_id=TRIP, thread_id=card.thread_id, decision="approve",
        confirmations=card.confirmations, shown_cart_hash=card.cart_hash,
    )  # fmt: skip
    return (await desk.purchase(TRIP, await desk.seal(answer))).kind


async def recover(desk: BookingDesk, *_: Any) -> str:
    """What any worker does from time to time."""
    await desk.reconcile()
    return "recovered"


def serve(clock: SharedClock, ports: tuple[socket.socket, socket.socket]) -> None:
    """Run both emulators until the process is killed; ``/_`` is for the harness."""
    made = {name: runpy.run_path(str(EMULATORS / f"{name}.py")) for name in ("duffel", "liteapi")}
    outer = [_outer(module, clock) for module in made.values()]

    async def both() -> None:
        servers = [uvicorn.Server(uvicorn.Config(app, log_level="critical", lifespan="off")) for app in outer]
        await asyncio.gather(*(s.serve(sockets=[p]) for s, p in zip(servers, ports, strict=True)))

    asyncio.run(both())


def _outer(module: dict[str, Any], clock: SharedClock) -> Any:
    """Return an application whose emulator can be made anew, spoilt and read."""
    state = {"emulator": module["Emulator"](clock.now)}
    control = FastAPI()

    @control.post("/_/reset")
    def reset() -> dict[str, str]:
        state["emulator"] = module["Emulator"](clock.now)
        return {}

    @control.post("/_/fault")
    def fault(plan: dict[str, str]) -> dict[str, str]:
        state["emulator"].fault(plan["path"], plan["what"])
        return {}

    @control.get("/_/books")
    def books() -> dict[str, Any]:
        emulator = state["emulator"]
        if hasattr(emulator, "bookings"):
            sold = [
                {"id": b["bookingId"], "ref": b["clientReference"], "paid": 1, "over": b["status"] != "CONFIRMED"}
                for b in emulator.bookings.values()
            ]
        else:
            paid = Counter(p["order_id"] for p in emulator.payments)
            done = [c for c in emulator.changes.begun.values() if c["confirmed_at"]]
            moved = {c["order_id"] for c in done}
            calls = [path for _, path in emulator.faults.calls if path.startswith(CONFIRM)]
            sent = Counter(path.split("/")[3] for path in calls if path.endswith("confirm"))
            sold = [
                {
                    "id": o["id"],
                    "ref": o["metadata"]["op_id"],
                    "paid": paid[o["id"]],
                    "over": o["cancelled_at"] or o["id"] in moved,
                }
                for o in emulator.orders.values()
            ] + [
                {"id": c["id"], "ref": f"a change of {c['order_id']}", "paid": sent[c["id"]], "over": False}
                for c in done
            ]
        return {"sold": sold}

    async def app(scope: Any, receive: Any, send: Any) -> None:
        chosen = control if scope.get("path", "").startswith("/_") else state["emulator"].app
        await chosen(scope, receive, send)

    return app


def _told(url: str, path: str, body: dict[str, str] | None = None) -> Any:
    data = None if path.endswith("books") else json.dumps(body or {}).encode()
    request = Request(f"{url}/_/{path}", data=data, headers={"content-type": "application/json"})  # noqa: S310 - our own
    with urlopen(request, timeout=20) as reply:  # noqa: S310
        return json.loads(reply.read())


def violations(world: Remote) -> list[str]:
    """Hold the emulators' books against the ledger, once nothing is open any more."""
    sold = [one for url in (world.duffel, world.liteapi) for one in _told(url, "books")["sold"]]
    refs = Counter(one["ref"] for one in sold)
    kept = {one["id"] for one in sold if one["paid"] and not one["over"]}
    ledger = world.rows()
    return [
        *(f"{ref} made {count} orders" for ref, count in refs.items() if count > 1),
        *(f"order {one['id']} was paid {one['paid']} times" for one in sold if one["paid"] > 1),
        *(f"order {one} is paid and not in the ledger" for one in kept - set(ledger["booked"])),
        *(f"the ledger believes in {one}, which is not paid" for one in set(ledger["booked"]) - kept),
        *(f"operation {one} is still open" for one in ledger["open"]),
    ]


Work = Callable[..., Any]


def one_run(
    world: Remote, works: tuple[Work, ...], points: Recorder, cut: tuple[str, str] | None = None
) -> tuple[list[str], list[Point]]:
    """Do the works one after another, the last with one trouble; let other workers recover, and judge the books.

    Return what is wrong, and what boundaries the last passed.
    """
    world.ledger.unlink(missing_ok=True)
    world.clock.reset()
    for url in (world.duffel, world.liteapi):
        _told(url, "reset")
    *before, last = works
    for one in before:
        fork(lambda one=one: world.run(one, Recorder())).wait()  # type: ignore[misc]
    if cut:
        _told(world.liteapi if cut[0].startswith("/rates") else world.duffel, "fault", {"path": cut[0], "what": cut[1]})

    def work() -> list[Point]:
        world.run(last, points)
        return points.passed

    passed = fork(work).wait() or []
    for rest in RESTS:
        world.clock.advance(rest)
        fork(lambda: world.run(recover, Recorder())).wait()
    return violations(world), passed


def matrix(
    world: Remote, works: tuple[Work, ...], ends: list[str], commits: tuple[str, ...], every: int
) -> tuple[list[str], int]:
    """Undisturbed, which ends with orders named as ``ends``; killed at every n-th boundary; and cut off at each commit.

    Return what is wrong, and how many runs there were.
    """
    wrong, passed = one_run(world, works, Recorder())
    name = works[-1].__name__
    found = [f"{name}, undisturbed: {one}" for one in wrong]
    booked = sorted(one[:4] for one in world.rows()["booked"])
    if booked != ends:
        found.append(f"{name}, undisturbed: it ended with {booked}")
    strikes = [(f"killed at {p.name} {p.nth}", Strike(p), None) for p in passed[::every]]
    cuts = [(f"{what} at {path}", Recorder(), (path, what)) for path in commits for what in CUTS]
    for trouble, points, cut in (*strikes, *cuts):
        found += [f"{name}, {trouble}: {one}" for one in one_run(world, works, points, cut)[0]]
    return found, len(strikes) + len(cuts)


def main() -> int:
    """Run the matrix and print what it found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--every", type=int, default=4, help="strike at every n-th boundary")
    every = parser.parse_args().every
    clock, ports = SharedClock(), (socket.create_server(("127.0.0.1", 0)), socket.create_server(("127.0.0.1", 0)))
    PLACES.airports_for("JFK")
    server = os.fork()
    if not server:
        serve(clock, ports)
        os._exit(0)
    urls = [f"http://127.0.0.1:{port.getsockname()[1]}" for port in ports]
    found: list[str] = []
    runs = 0
    try:
        with tempfile.TemporaryDirectory() as folder:
            world = Remote(urls[0], urls[1], Path(folder) / "ledger.db", clock)
            plans = (
                ((buy,), ["bk00", "ord_"], COMMITS, every),
                ((fly, change), ["oce_"], (CONFIRM,), max(1, every // 2)),
            )
            for plan in plans:
                wrong, count = matrix(world, *plan)
                found, runs = found + wrong, runs + count
    finally:
        os.kill(server, signal.SIGKILL)
        os.waitpid(server, 0)
    print(*found, f"{runs} runs, {len(found)} violations", sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
