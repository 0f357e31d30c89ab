"""An emulator of Duffel that keeps state: the recorded shapes, the documented quirks, faults on demand.

Quirks kept on purpose: the same offer ordered twice makes two orders; a second payment is ``already_paid``; a lapsed hold
awaits no payment and was never paid; only the newest cancellation quote confirms.
"""

import hashlib
from collections.abc import Callable
from datetime import datetime, timedelta
from decimal import Decimal
from itertools import pairwise
from typing import Any
from zoneinfo import ZoneInfo

import airportsdata
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse
from tests.emulators import duffel_changes, duffel_events, duffel_services, serving

AIRPORTS = airportsdata.load("IATA")
running = serving.running
BROKEN = {
    429: ("rate_limit_error", "rate_limit_exceeded", "Too many requests"),
    500: ("api_error", "internal_server_error", "Something went wrong"),
    502: ("airline_error", "order_not_created", "The airline made no order"),
    503: ("api_error", "service_unavailable", "No booking was made"),
}
HOLD_HOURS = 24
FARES = (  # brand, factor, refund penalty, checked bags
    ("Basic", Decimal(1), None, 0),
    ("Main", Decimal("1.3"), "80.00", 1),
    ("Flex", Decimal("1.9"), "0.00", 2),
)
WAYS = (("08:00", ()), ("13:30", ()), ("06:15", ("ORD",)))  # departure, changes


class Emulator:
    """The state of one emulated Duffel. ``clock`` is the time that it lives in."""

    def __init__(self, clock: Callable[[], datetime], currency: str = "USD", discount: int = 1) -> None:
        self.clock, self.currency, self.discount = clock, currency, discount
        self.offers: dict[str, dict[str, Any]] = {}
        self.raised = Decimal(0)
        self.orders: dict[str, dict[str, Any]] = {}
        self.payments: list[dict[str, Any]] = []
        self.quotes: dict[str, dict[str, Any]] = {}
        self.faults = serving.FaultPlan(lambda status: refused(status, *BROKEN[status]))
        self.holdable, self.fares, self.free_seats = True, FARES, False
        self.documents_required, self.programmes = False, ("ZZ",)
        self.outbox = duffel_events.Outbox(clock)
        self.accepted: list[dict[str, Any]] = []
        self.changes = duffel_changes.Changes(self, refused)
        self.app = FastAPI()
        self._routes()

    def change_schedule(self, order_id: str) -> None:
        """The airline moves the first flight of an order by two hours; nobody has answered it yet."""
        order = self.orders[order_id]
        removed = order["slices"]
        moved = [{**way, "segments": [dict(segment) for segment in way["segments"]]} for way in removed]
        for name in ("departing_at", "arriving_at"):
            first = moved[0]["segments"][0]
            first[name] = (datetime.fromisoformat(first[name]) + timedelta(hours=2)).isoformat()
        change = {
            "id": f"aic_{len(order['airline_initiated_changes']):022d}", "order_id": order_id, "action_taken": None,
            "action_taken_at": None, "available_actions": ["accept", "change", "cancel"], "added": moved, "removed": removed,
            "created_at": self.clock().isoformat(), "updated_at": self.clock().isoformat(),
        }  # fmt: skip
        order["airline_initiated_changes"].append(change)
        self.outbox.add("order.airline_initiated_change_detected", order)

    def settle_accepted(self, *, made: bool = True) -> None:
        """Decide about the orders that were accepted with 202: each is made, or it failed; either is reported."""
        for offer, asked in self.accepted:
            if made:
                self.outbox.add("order.created", self._opened(offer, asked, None))
            else:
                self.outbox.add("order.creation_failed", {"id": offer["id"], "metadata": asked["metadata"]})
        self.accepted = []

    def lose_reply(self, operation: str) -> None:
        """The next commit of an operation is done, and its answer never says so."""
        self.fault({"hold": "/air/orders", "pay": "/air/payments"}[operation], "500_after")

    def fault(self, path: str, what: str) -> None:
        """Play a fault on the next call of a path: 429, 500_before, 500_after, 502, 503, 202, junk, lost_before, lost_after."""
        self.faults.add(path, what)

    def _routes(self) -> None:
        app = self.app

        @app.middleware("http")
        async def guard(request: Request, call_next: Any) -> Any:
            if request.headers.get("duffel-version") != "v2":
                return refused(400, "invalid_request_error", "missing_version_header", "Duffel-Version is missing")
            if not request.headers.get("authorization", "").startswith("Bearer duffel_test_"):
                return refused(401, "authentication_error", "access_token_not_found", "The access token is unknown")
            return await self.faults(request, call_next)

        app.post("/air/offer_requests")(self.search)
        app.get("/air/offers/{offer_id}")(self.offer)
        app.get("/air/seat_maps")(self.seat_maps)
        app.post("/air/airline_initiated_changes/{change_id}/actions/accept")(self.accept)
        app.post("/air/orders")(self.order)
        app.get("/air/orders")(self.list_orders)
        app.get("/air/orders/{order_id}")(self.read_order)
        app.post("/air/payments")(self.pay)
        app.post("/air/order_change_requests")(self.changes.request)
        app.post("/air/order_changes")(self.changes.begin)
        app.get("/air/order_changes/{change_id}")(self.changes.read)
        app.post("/air/order_changes/{change_id}/actions/confirm")(self.changes.confirm)
        app.post("/air/order_cancellations")(self.quote)
        app.post("/air/order_cancellations/{quote_id}/actions/confirm")(self.confirm)

    async def search(self, request: Request) -> Any:
        asked = (await request.json())["data"]
        (way,) = asked["slices"]
        cabin = asked.get("cabin_class") or "economy"
        people = [_passenger(n, p) for n, p in enumerate(asked["passengers"])]
        mark = hashlib.sha256(repr(asked).encode()).hexdigest()[:12]
        most = asked.get("max_connections", 2)
        found = []
        for number, (leaves, changes) in enumerate(WAYS):
            if len(changes) > most:
                continue
            for brand, factor, penalty, bags in self.fares:
                offer = self.made(f"off_{mark}{number}{brand}", way, cabin, people, leaves, changes)
                price = _fare(people, cabin) / self.discount * factor * (Decimal("0.8") if changes else 1)
                self._priced(offer, price.quantize(Decimal("0.01")), brand, penalty, bags)
                found.append(offer)
                self.offers[offer["id"]] = offer
        return JSONResponse({"data": {"id": f"orq_{mark}", "live_mode": False, "offers": found}}, 201)

    def made(self, offer_id: str, way: Any, cabin: str, people: Any, leaves: str, changes: Any) -> dict[str, Any]:
        now = self.clock()
        stops = [way["origin"], *changes, way["destination"]]
        segments, local = [], datetime.fromisoformat(f"{way['departure_date']}T{leaves}")
        for number, (a, b) in enumerate(pairwise(stops)):
            start, end = AIRPORTS[a], AIRPORTS[b]
            takes = timedelta(hours=3 if changes else 6, minutes=10)
            lands = (
                (local.replace(tzinfo=ZoneInfo(start["tz"])) + takes)
                .astimezone(ZoneInfo(end["tz"]))
                .replace(tzinfo=None)
            )
            segments.append(
                {
                    "id": f"seg_{offer_id[4:]}{number}",
                    "origin": _airport(start),
                    "destination": _airport(end),
                    "departing_at": local.isoformat(),
                    "arriving_at": lands.isoformat(),
                    "marketing_carrier": {"id": "arl_zz", "name": "Duffel Airways", "iata_code": "ZZ"},
                    "marketing_carrier_flight_number": f"{100 + number}",
                    "operating_carrier": {"id": "arl_zz", "name": "Duffel Airways", "iata_code": "ZZ"},
                    "passengers": [{"passenger_id": p["id"], "cabin_class": cabin, "baggages": []} for p in people],
                }
            )
            local = lands + timedelta(hours=2)
        return {
            "id": offer_id,
            "live_mode": False,
            "created_at": now.isoformat(),
            "expires_at": (now + timedelta(minutes=30)).isoformat(),
            "passengers": people,
            "passenger_identity_documents_required": self.documents_required,
            "supported_passenger_identity_document_types": ["passport"],
            "supported_loyalty_programmes": list(self.programmes),
            "payment_requirements": {
                "requires_instant_payment": not self.holdable,
                "payment_required_by": (now + timedelta(hours=HOLD_HOURS)).isoformat() if self.holdable else None,
            },
            "slices": [{"id": f"sli_{offer_id[4:]}", "segments": segments, "fare_brand_name": ""}],
        }

    def _priced(self, offer: dict[str, Any], price: Decimal, brand: str, penalty: str | None, bags: int) -> None:
        refund = {"allowed": penalty is not None, "penalty_amount": penalty, "penalty_currency": self.currency}
        offer["slices"][0]["fare_brand_name"] = brand
        for segment in offer["slices"][0]["segments"]:
            for seat in segment["passengers"]:
                seat["baggages"] = [{"type": "carry_on", "quantity": 1}, {"type": "checked", "quantity": bags}]
        conditions = {"refund_before_departure": refund, "change_before_departure": None}
        offer.update(total_amount=str(price), total_currency=self.currency, conditions=conditions)

    async def offer(self, offer_id: str, return_available_services: bool = False) -> Any:
        found = self.offers.get(offer_id)
        if found is None:
            return refused(404, "invalid_request_error", "not_found", "There is no such offer")
        if datetime.fromisoformat(found["expires_at"]) <= self.clock():
            return refused(422, "airline_error", "offer_no_longer_available", "The offer is over")
        extra = (
            {"available_services": duffel_services.bags_of(found, self.currency)} if return_available_services else {}
        )
        return {"data": {**found, **extra}}

    async def seat_maps(self, offer_id: str) -> Any:
        found = self.offers.get(offer_id)
        if found is None:
            return refused(404, "invalid_request_error", "not_found", "There is no such offer")
        return {"data": duffel_services.seat_maps_of(found, self.currency, free=self.free_seats)}

    async def accept(self, change_id: str) -> Any:
        changes = [one for order in self.orders.values() for one in order["airline_initiated_changes"]]
        change = next((one for one in changes if one["id"] == change_id), None)
        if change is None:
            return refused(404, "invalid_request_error", "not_found", "There is no such change")
        if change["action_taken"]:
            return refused(422, "invalid_state_error", "unsupported_action", "It was answered before")
        change.update(action_taken="accepted", action_taken_at=self.clock().isoformat(), available_actions=[])
        self.orders[change["order_id"]]["slices"] = change["added"]
        return {"data": change}

    async def order(self, request: Request) -> Any:
        asked = (await request.json())["data"]
        offer = self.offers.get(asked["selected_offers"][0])
        if offer is None or datetime.fromisoformat(offer["expires_at"]) <= self.clock():
            return refused(422, "airline_error", "offer_no_longer_available", "The offer is over")
        if {p["id"] for p in asked["passengers"]} != {p["id"] for p in offer["passengers"]}:
            return refused(422, "validation_error", "invalid_data_param", "The passengers are not those of the offer")
        services = duffel_services.sold(offer, asked.get("services", []), self.currency, free=self.free_seats)
        if services is None:
            return refused(422, "airline_error", "ancillary_service_not_available", "A service is not sold any more")
        asked["services"], asked["total"] = services, str(self._total(offer, services))
        paid = None
        if asked["type"] == "instant":
            (payment,) = asked["payments"]
            problem = self.declined(payment, asked["total"])
            if problem:
                return problem
            paid = self.clock().isoformat()
        elif offer["payment_requirements"]["requires_instant_payment"]:
            return refused(422, "invalid_state_error", "payments_not_allowed_for_order_type", "It is paid at once")
        if self.faults.takes("/air/orders", "202_then"):
            self.accepted.append((offer, asked))
            return JSONResponse({"data": {}}, 202)
        made = self._opened(offer, asked, paid)
        self.outbox.add("order.created", made)
        return JSONResponse({"data": made}, 201)

    @staticmethod
    def _total(offer: dict[str, Any], services: list[dict[str, Any]]) -> Decimal:
        return Decimal(offer["total_amount"]) + sum(Decimal(one["total_amount"]) * one["quantity"] for one in services)

    def _opened(self, offer: dict[str, Any], asked: dict[str, Any], paid: str | None) -> dict[str, Any]:
        now, number = self.clock(), len(self.orders)
        order = {
            "id": f"ord_{number:022d}",
            "booking_reference": f"RZ{number:04d}",
            "live_mode": False,
            "created_at": (now + timedelta(microseconds=number)).isoformat(),
            "cancelled_at": None,
            "total_amount": str(Decimal(asked["total"]) + self.raised),
            "total_currency": offer["total_currency"],
            "services": asked["services"],
            "conditions": offer["conditions"],
            "metadata": asked["metadata"],
            "passengers": asked["passengers"],
            "slices": offer["slices"],
            "documents": [],
            "available_actions": ["cancel", "change", "update"],
            "airline_initiated_changes": [],
            "payment_status": {
                "awaiting_payment": paid is None,
                "payment_required_by": offer["payment_requirements"]["payment_required_by"],
                "paid_at": paid,
            },
        }
        self.orders[order["id"]] = order
        if paid:
            self._ticketed(order)
        return order

    @staticmethod
    def _ticketed(order: dict[str, Any]) -> None:
        order["documents"] = [
            {"type": "electronic_ticket", "unique_identifier": f"125{order['id'][-6:]}{n}", "passenger_ids": [p["id"]]}
            for n, p in enumerate(order["passengers"])
        ]

    def _lapsed(self, order: dict[str, Any]) -> bool:
        status = order["payment_status"]
        required = status["payment_required_by"]
        lapsed = status["paid_at"] is None and required and datetime.fromisoformat(required) <= self.clock()
        if lapsed:
            status["awaiting_payment"] = False
        return bool(lapsed)

    async def list_orders(self, limit: int = 50, after: str | None = None) -> Any:
        newest = list(reversed(self.orders.values()))
        if after and not after.isdecimal():
            return refused(422, "validation_error", "invalid_cursor", "There is no such page")
        start = int(after or 0)
        rest = newest[start + limit :]
        return {
            "data": newest[start : start + limit],
            "meta": {"limit": limit, "before": None, "after": str(start + limit) if rest else None},
        }

    async def read_order(self, order_id: str) -> Any:
        order = self.orders.get(order_id)
        if order is None:
            return refused(404, "invalid_request_error", "not_found", "There is no such order")
        self._lapsed(order)
        return {"data": order}

    async def pay(self, request: Request) -> Any:
        asked = (await request.json())["data"]
        order = self.orders.get(asked["order_id"])
        if order is None:
            return refused(404, "invalid_request_error", "not_found", "There is no such order")
        if order["payment_status"]["paid_at"]:
            return refused(422, "invalid_state_error", "already_paid", "The order is paid")
        if order["cancelled_at"]:
            return refused(422, "invalid_state_error", "already_cancelled", "The order is cancelled")
        if self._lapsed(order):
            return refused(422, "invalid_state_error", "past_payment_required_by_date", "The hold is over")
        problem = self.declined(asked["payment"], order["total_amount"])
        if problem:
            return problem
        payment = {
            "id": f"pay_{len(self.payments):022d}",
            "order_id": order["id"],
            "status": "succeeded",
            **asked["payment"],
        }
        self.payments.append(payment)
        order["payment_status"].update(awaiting_payment=False, paid_at=self.clock().isoformat())
        self._ticketed(order)
        self.outbox.add("payment.created", payment)
        self.outbox.add("order.updated", order)
        return JSONResponse({"data": payment}, 201)

    def declined(self, payment: dict[str, Any], total: str) -> JSONResponse | None:
        if Decimal(payment["amount"]) != Decimal(total):
            code = "payment_amount_does_not_match_order_amount"
            return refused(422, "validation_error", code, "The amount is not the order's")
        if payment.get("three_d_secure_session_id") == "3ds_declined":
            return refused(422, "invalid_state_error", "payment_declined", "The card was declined")
        return None

    async def quote(self, request: Request) -> Any:
        order = self.orders.get((await request.json())["data"]["order_id"])
        if order is None:
            return refused(404, "invalid_request_error", "not_found", "There is no such order")
        if order["cancelled_at"]:
            return refused(422, "invalid_state_error", "already_cancelled", "The order is cancelled")
        paid, refund = order["payment_status"]["paid_at"], order["conditions"]["refund_before_departure"]
        back = Decimal(order["total_amount"]) - Decimal(refund["penalty_amount"]) if refund["allowed"] else Decimal(0)
        quote = {
            "id": f"ore_{len(self.quotes):022d}",
            "order_id": order["id"],
            "live_mode": False,
            "created_at": self.clock().isoformat(),
            "expires_at": (self.clock() + timedelta(minutes=30)).isoformat(),
            "confirmed_at": None,
            "refund_amount": str(back if paid else Decimal("0.00")),
            "refund_currency": order["total_currency"],
            "refund_to": "balance" if paid else "awaiting_payment",
        }
        self.quotes[quote["id"]] = quote
        return JSONResponse({"data": quote}, 201)

    async def confirm(self, quote_id: str) -> Any:
        quote = self.quotes.get(quote_id)
        if quote is None:
            return refused(404, "invalid_request_error", "not_found", "There is no such cancellation")
        order = self.orders[quote["order_id"]]
        if order["cancelled_at"]:
            return refused(422, "invalid_state_error", "already_cancelled", "The order is cancelled")
        newest = [q["id"] for q in self.quotes.values() if q["order_id"] == order["id"]][-1]
        if newest != quote_id or datetime.fromisoformat(quote["expires_at"]) <= self.clock():
            return refused(422, "invalid_state_error", "order_cancellation_stale", "There is a newer quote")
        order["cancelled_at"] = quote["confirmed_at"] = self.clock().isoformat()
        order["payment_status"]["awaiting_payment"] = False
        return JSONResponse({"data": quote}, 200)


def refused(status: int, kind: str, code: str, message: str) -> JSONResponse:
    error = {"type": kind, "code": code, "title": code, "message": message, "documentation_url": ""}
    return JSONResponse({"errors": [error], "meta": {"status": status, "request_id": "F0"}}, status)


def _passenger(number: int, asked: dict[str, Any]) -> dict[str, Any]:
    return {"id": f"pas_{number:022d}", "type": asked.get("type"), "age": asked.get("age")}


def _fare(people: list[dict[str, Any]], cabin: str) -> Decimal:
    base = {"economy": 180, "premium_economy": 320, "business": 760, "first": 1400}[cabin]
    shares = [
        Decimal("0.1") if (p["age"] or 99) < 2 else Decimal("0.75") if (p["age"] or 99) < 12 else Decimal(1)
        for p in people
    ]
    return base * sum(shares, Decimal(0))


def _airport(row: dict[str, Any]) -> dict[str, Any]:
    return {
        "type": "airport",
        "iata_code": row["iata"],
        "iata_country_code": row["country"],
        "time_zone": row["tz"],
        "name": row["name"],
    }
