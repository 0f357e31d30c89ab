"""The emulator speaks as Duffel was recorded: no field of its replies has another name or type."""

import json
from pathlib import Path

import pytest

SHAPES = json.loads((Path(__file__).parents[3] / "emulators/duffel_shapes.json").read_text())
NAMES = {dict: "object", list: "list", str: "string", bool: "bool", int: "number", float: "number", type(None): "null"}


DOCUMENTED = {
    "offer": {".supported_loyalty_programmes"},
    "order": {".payment_status.paid_at", ".slices[].fare_brand_name", ".conditions.change_before_departure"},
    "payment": {".order_id", ".status"},
}
"""What the documentation has and the recordings, which are older, have not."""


def strange(value, path, known):
    """Yield what the recorded replies do not have."""
    if isinstance(value, dict):
        for name, inner in value.items():
            here = f"{path}.{'*' if path.endswith('metadata') else name}"
            if NAMES[type(inner)] not in known.get(here, ()) and not here.endswith(".*"):
                yield f"{here} is {NAMES[type(inner)]}, recorded {known.get(here)}"
            yield from strange(inner, here, known)
    elif isinstance(value, list):
        for inner in value:
            yield from strange(inner, f"{path}[]", known)


@pytest.fixture
async def replies(duffel, emulator, ask, order):
    """A flight that was held, paid and cancelled."""
    offer = (await duffel.flights.search(ask()))[-1]
    held = await duffel.orders.hold(order(offer))
    await duffel.orders.pay(held.order_id, held.total, "balance", "p")
    await duffel.orders.cancel(await duffel.orders.quote_cancellation(held.order_id), "c")
    return {
        "offer": emulator.offers[offer.option_id],
        "order": emulator.orders[held.order_id],
        "payment": emulator.payments[0],
        "cancellation": next(iter(emulator.quotes.values())),
    }


@pytest.mark.parametrize("kind", ["offer", "order", "payment", "cancellation"])
def test_each_reply_has_the_recorded_names_and_types(replies, kind):
    """What the adapter reads from the emulator, Duffel has said in that form."""
    found = set(strange(replies[kind], "", SHAPES[kind]))
    assert {one for one in found if one.split(" ")[0] not in DOCUMENTED.get(kind, ())} == set()
