"""The purchase that everybody writes first: call the supplier, then checkpoint. Kept to show that the harness can fail.

It even does what such nodes do at their best: it skips what its checkpoint says is bought, and tries again when a reply is lost.
"""

import json
import uuid
from pathlib import Path

from tests.crash import books
from tests.crash.scripts import Script
from tests.crash.world import ANN, CONTACT, Office, Shop

from tripintent.tools.errors import SupplierError, Unknown
from tripintent.tools.ports.orders import OrderRequest, SupplierOrder


async def naive(office: Office, shop: Shop) -> str:
    """Buy a flight and a hotel, each at once."""
    done = _read(office.world.folder)
    for offer in (shop.out, shop.dear_hotel):
        if offer.option_id in done:
            continue
        request = OrderRequest(client_ref=uuid.uuid4().hex, offer=offer, travellers=(ANN,), contact=CONTACT)
        office.points.reach("naive.calling")
        try:
            order = await _call(office, request)
        except SupplierError:
            return "failed"
        office.points.reach("naive.replied")
        done[offer.option_id] = order.order_id
        _write(office.world.folder, done)
        office.points.reach("naive.stored")
    return "bought"


async def _call(office: Office, request: OrderRequest) -> SupplierOrder:
    try:
        return await office.supplier.orders.book(request, "pm_visa")
    except Unknown:
        return await office.supplier.orders.book(request, "pm_visa")


def wrong(office: Office) -> list[str]:
    """What is wrong in the end: bought twice, or paid and not in the checkpoint."""
    known = set(_read(office.world.folder).values())
    unknown = [order for order in books.sold(office.world.folder) if order.payments and order.order_id not in known]
    return [
        *books.never(office.world.folder),
        *(f"order {one.order_id} is paid and in no checkpoint" for one in unknown),
    ]


def _read(folder: Path) -> dict[str, str]:
    path = folder / "checkpoint.json"
    return dict(json.loads(path.read_text())) if path.exists() else {}


def _write(folder: Path, done: dict[str, str]) -> None:
    (folder / "checkpoint.new").write_text(json.dumps(done))
    (folder / "checkpoint.new").replace(folder / "checkpoint.json")


NAIVE = Script(naive, ("book",), at_rest=wrong)
