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
    "airline_change": {".added[].fare_brand_name", ".removed[].fare_brand_name"},
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


async def told(duffel, method, path, **more):
    """What the emulator answers to a call, whatever its status."""
    return (await duffel._client._http.request(method, path, **more)).json()


@pytest.fixture
async def replies(duffel, emulator, ask, order):
    """A flight that was held, paid, changed by the airline and on request, and cancelled."""
    offer = (await duffel.flights.search(ask()))[-1]
    seats = await told(duffel, "GET", "/air/seat_maps", params={"offer_id": offer.option_id})
    beside = await told(duffel, "GET", f"/air/offers/{offer.option_id}", params={"return_available_services": "true"})
    held = await duffel.orders.hold(order(offer))
    await duffel.orders.pay(held.order_id, held.total, "balance", "p")
    emulator.change_schedule(held.order_id)
    (moved,) = emulator.orders[held.order_id]["airline_initiated_changes"]
    await duffel.orders.accept_change(held.order_id, moved["id"])
    add = {"origin": "JFK", "destination": "SFO", "departure_date": "2027-03-13", "cabin_class": "economy"}
    remove = {"slice_id": emulator.orders[held.order_id]["slices"][0]["id"]}
    asked = {"order_id": held.order_id, "slices": {"remove": [remove], "add": [add]}}
    wanted = await told(duffel, "POST", "/air/order_change_requests", json={"data": asked})
    chosen = (await duffel.changes.change_offers(held.order_id, ask(depart_date="2027-03-13")))[0]
    kept = await duffel.changes.hold(order(chosen))
    await duffel.changes.pay(kept.order_id, kept.total, "balance", "c")
    emulator.orders[held.order_id]["airline_initiated_changes"] = []
    await duffel.orders.cancel(await duffel.orders.quote_cancellation(held.order_id), "c")
    return {
        "offer": emulator.offers[offer.option_id],
        "order": emulator.orders[held.order_id],
        "payment": emulator.payments[0],
        "cancellation": next(iter(emulator.quotes.values())),
        "seat_map": seats["data"][0],
        "service": beside["data"]["available_services"][0],
        "airline_change": moved,
        "change_request": wanted["data"],
        "change_offer": wanted["data"]["order_change_offers"][0],
        "order_change": emulator.changes.begun[kept.order_id],
        "error": await told(duffel, "GET", "/air/orders/ord_none"),
        "event": {**emulator.outbox.events[0], "data": {"object": {}}},
    }


async def test_each_reply_has_the_recorded_names_and_types(replies):
    """What the adapter reads from the emulator, Duffel has said in that form."""
    kinds = set(SHAPES) - {"_about", "webhook"}
    assert set(replies) == kinds
    found = {f"{kind}{one}" for kind in kinds for one in strange(replies[kind], "", SHAPES[kind])}
    known = {f"{kind}{path}" for kind, paths in DOCUMENTED.items() for path in paths}
    assert {one for one in found if one.split(" ")[0] not in known} == set()


async def test_each_event_is_about_a_thing_of_a_recorded_shape(replies, emulator):
    """An event carries the order or the payment as a read would show it."""
    kinds = {"ord_": "order", "pay_": "payment"}
    seen = set()
    for event in emulator.outbox.events:
        about = event["data"]["object"]
        kind = kinds[about["id"][:4]]
        about = {**about, "airline_initiated_changes": []} if kind == "order" else about
        found = {one for one in strange(about, "", SHAPES[kind]) if one.split(" ")[0] not in DOCUMENTED[kind]}
        assert not found, event["type"]
        seen.add(event["type"])
    assert seen > {"order.created", "payment.created", "order.airline_initiated_change_detected"}
