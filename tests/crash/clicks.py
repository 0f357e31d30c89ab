"""Ten approvals, forty simultaneous clicks on each, over four processes: exactly ten purchases.

``python -m tests.crash.clicks [--postgres]``. Half of the clicks bring the sealed answer, half the approval's token.
"""

import argparse
import asyncio
import hashlib
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from tests.crash import books
from tests.crash.processes import fork
from tests.crash.scripts import hold
from tests.crash.shared_clock import SharedClock
from tests.crash.world import ANN, CONTACT, Office, Shop, World, shop, warm
from tests.postgres_server import running

from tripintent.state.booking import ApprovalAnswer
from tripintent.tools.ports.desk import ApprovalRequest, IssuedApproval
from tripintent.tools.ports.outcomes import Bought, Refused

APPROVALS, CLICKS, PROCESSES = 10, 40, 4
Card = tuple[str, str, str]  # trip, approval, token


def main(arguments: Sequence[str] | None = None) -> int:
    """Click, count the purchases in the supplier's own book, and return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--postgres", action="store_true")
    options = parser.parse_args(arguments)
    warm()
    wares = fork(shop).wait()
    with ExitStack() as stack:
        folder = Path(tempfile.mkdtemp(prefix="clicks-"))
        stack.callback(shutil.rmtree, folder)
        url = stack.enter_context(running()) if options.postgres else str(folder / "ledger.db")
        world = World(folder, url, "trip", SharedClock(), "unkeyed", patience=timedelta(minutes=1))
        cards: list[Card] = fork(lambda: world.run(lambda office: _issue(office, wares))).wait()
        clickers = [fork(lambda: world.run(lambda office: _click(office, cards))) for _ in range(PROCESSES)]
        said = sum((clicker.wait() for clicker in clickers), Counter())
        return _verdict(world, said)


async def _issue(office: Office, wares: Shop) -> list[Card]:
    cards = []
    for number in range(APPROVALS):
        here = replace(office, world=replace(office.world, trip_id=f"trip{number}"))
        await hold(here, wares.out if number % 2 else wares.back)
        request = ApprovalRequest(
            trip_id=here.world.trip_id,
            travellers=(ANN,),
            contact=CONTACT,
            payment_method_id="pm_visa",
            token_required=number % 2 == 0,
        )
        issued = await office.desk.request_approval(request)
        assert isinstance(issued, IssuedApproval)
        cards.append((here.world.trip_id, issued.approval.approval_id, issued.token or ""))
    return cards


async def _click(office: Office, cards: list[Card]) -> Counter[str]:
    clicks = [_one(office, card) for _ in range(CLICKS // PROCESSES) for card in cards]
    return Counter(await asyncio.gather(*clicks))


async def _one(office: Office, card: Card) -> str:
    trip, approval, token = card
    if token:
        digest = hashlib.sha256(token.encode()).hexdigest()
        outcome = await office.desk.purchase_with_token(trip, digest, "pm_visa")
    else:
        answer = await office.desk.seal(ApprovalAnswer(approval_id=approval, trip_id=trip, decision="approve"))
        outcome = await office.desk.purchase(trip, answer)
    if isinstance(outcome, Bought):
        return "already bought" if outcome.already else "bought"
    return outcome.code if isinstance(outcome, Refused) else outcome.kind


def _verdict(world: World, said: Counter[str]) -> int:
    orders = books.sold(world.folder)
    paid = [order for order in orders if order.payments == 1]
    told = ", ".join(f"{name} {count}" for name, count in sorted(said.items()))
    clicks = f"{sum(said.values())} clicks on {APPROVALS} approvals over {PROCESSES} processes"
    print(f"{clicks}: {len(paid)} purchases ({told})")
    right = len(orders) == len(paid) == APPROVALS and said["bought"] == APPROVALS
    return 0 if right and sum(said.values()) == APPROVALS * CLICKS else 1


if __name__ == "__main__":
    sys.exit(main())
