"""Changes by request at the emulated Duffel: asked for, offered with a penalty, kept for half an hour, and confirmed once.

Quirk kept on purpose: what waits keeps no seat and no price; only the confirmation changes the order.
"""

from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from fastapi import Request
from fastapi.responses import JSONResponse

KEPT = timedelta(minutes=30)
LEAVES = ("08:00", "13:30")


class Changes:
    """The changes of one emulated Duffel. ``dearer`` is what the new flights cost more; below zero it goes to ``refund_to``."""

    def __init__(self, duffel: Any, refused: Any) -> None:
        self._duffel, self._refused = duffel, refused
        self.offers: dict[str, dict[str, Any]] = {}
        self.begun: dict[str, dict[str, Any]] = {}
        self.penalty, self.dearer, self.refund_to = Decimal("40.00"), Decimal("12.50"), "original_form_of_payment"

    async def request(self, request: Request) -> Any:
        asked = (await request.json())["data"]
        order = self._duffel.orders.get(asked["order_id"])
        if order is None:
            return self._gone()
        if (
            "change" not in order["available_actions"]
            or order["cancelled_at"]
            or not order["payment_status"]["paid_at"]
        ):
            return self._refused(422, "invalid_state_error", "unsupported_action", "The order cannot be changed")
        given_up = [one["slice_id"] for one in asked["slices"]["remove"]]
        removed = [{**_bare(way), "fare_brand_name": None} for way in order["slices"] if way["id"] in given_up]
        if len(removed) != len(given_up):
            return self._refused(422, "validation_error", "invalid_data_param", "The order has no such slice")
        now, number, offers = self._duffel.clock(), len(self.offers), []
        for count, leaves in enumerate(LEAVES):
            (way,) = asked["slices"]["add"]
            mark = f"{number + count:022d}"
            made = self._duffel.made(f"off_{mark}", way, way["cabin_class"], order["passengers"], leaves, ())["slices"]
            added = [_bare(one) for one in made]
            difference = self.penalty + self.dearer + 5 * count
            offer = {
                "id": f"oco_{mark}", "live_mode": False, "created_at": now.isoformat(), "updated_at": now.isoformat(),
                "expires_at": (now + KEPT).isoformat(), "order_change_id": None,
                "change_total_amount": str(difference), "change_total_currency": order["total_currency"],
                "new_total_amount": str(Decimal(order["total_amount"]) + difference - self.penalty),
                "new_total_currency": order["total_currency"],
                "penalty_total_amount": str(self.penalty), "penalty_total_currency": order["total_currency"],
                "refund_to": self.refund_to, "slices": {"add": added, "remove": removed},
            }  # fmt: skip
            self.offers[offer["id"]] = {**offer, "order_id": order["id"]}
            offers.append(offer)
        made = {
            "id": f"ocr_{number:022d}", "order_id": order["id"], "live_mode": False, "slices": asked["slices"],
            "created_at": now.isoformat(), "updated_at": now.isoformat(), "order_change_offers": offers,
        }  # fmt: skip
        return JSONResponse({"data": made}, 201)

    async def begin(self, request: Request) -> Any:
        offer = self.offers.get((await request.json())["data"]["selected_order_change_offer"])
        if offer is None or datetime.fromisoformat(offer["expires_at"]) <= self._duffel.clock():
            return self._refused(422, "airline_error", "offer_no_longer_available", "The offer is over")
        made = {k: v for k, v in offer.items() if k not in ("updated_at", "order_change_id")}
        made |= {"id": f"oce_{len(self.begun):022d}", "confirmed_at": None}
        self.begun[made["id"]] = made
        return JSONResponse({"data": made}, 201)

    async def read(self, change_id: str) -> Any:
        found = self.begun.get(change_id)
        return {"data": found} if found else self._gone()

    async def confirm(self, change_id: str, request: Request) -> Any:
        found, asked = self.begun.get(change_id), (await request.json())["data"]
        if found is None:
            return self._gone()
        if found["confirmed_at"]:
            return self._refused(422, "invalid_state_error", "already_confirmed", "The change was confirmed before")
        if datetime.fromisoformat(found["expires_at"]) <= self._duffel.clock():
            return self._refused(422, "airline_error", "offer_no_longer_available", "The change is over")
        due = Decimal(found["change_total_amount"])
        if ("payment" in asked) != (due > 0):
            return self._refused(422, "validation_error", "invalid_data_param", "A payment goes with a price")
        problem = self._duffel.declined(asked["payment"], found["change_total_amount"]) if due > 0 else None
        if problem:
            return problem
        order, now = self._duffel.orders[found["order_id"]], self._duffel.clock().isoformat()
        found["confirmed_at"] = now
        order.update(slices=found["slices"]["add"], total_amount=found["new_total_amount"])
        self._duffel.outbox.add("order.updated", order)
        return {"data": found}

    def _gone(self) -> JSONResponse:
        return self._refused(404, "invalid_request_error", "not_found", "There is no such change")


def _bare(way: dict[str, Any]) -> dict[str, Any]:
    """Return a way as changes show it: its segments say nothing of passengers."""
    segments = [{name: value for name, value in one.items() if name != "passengers"} for one in way["segments"]]
    return {**way, "segments": segments}
