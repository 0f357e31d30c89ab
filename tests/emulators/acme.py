"""An MCP server that sells flights and hotels: words and shapes of its own, orders taken once for a key."""

import hashlib
import json
from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError

LEAVES = (("06:30", False), ("12:40", True), ("19:10", False))


class Acme:
    """The state of one server. ``loses`` are the tools whose next answer is lost after they did their work."""

    def __init__(self, clock: Callable[[], datetime]) -> None:
        self.clock = clock
        self.offers: dict[str, dict[str, Any]] = {}
        self.orders: dict[str, dict[str, Any]] = {}
        self.quotes: dict[str, dict[str, Any]] = {}
        self.loses: list[str] = []
        self.server = MCPServer("acme")
        for tool in (
            self.find_flights, self.find_stays, self.price_now, self.order, self.show_order, self.orders_by_key,
            self.cost_of_cancelling, self.cancel_order,
        ):  # fmt: skip
            self.server.add_tool(tool)

    def find_stays(self, town: str, since: str, until: str, guests: int, rooms: int, meals: str | None = None) -> str:
        """Houses with a bed."""
        found = []
        nights = (datetime.fromisoformat(until) - datetime.fromisoformat(since)).days
        for number in range(6):
            for board in ("room_only", "breakfast"):
                if meals and meals != board:
                    continue
                price = (40 + 25 * number + (15 if board == "breakfast" else 0)) * nights * rooms
                free = datetime.fromisoformat(since).replace(tzinfo=self.clock().tzinfo) - timedelta(days=2)
                found.append(self._kept({
                    "id": _mark(town, since, until, number, board), "kind": "hotel", "meals": board,
                    "house": {"id": f"h{number}", "name": f"House {number}", "stars": 2 + number % 4},
                    "price": {"total": f"{price}.00", "currency": "USD"}, "free_cancellation": free > self.clock(),
                    "free_until": free.isoformat() if free > self.clock() else None,
                    "amenities": ["wifi", "pool"] if number % 2 else ["wifi"], "url": f"https://acme.example/{number}",
                }))  # fmt: skip
        return json.dumps({"stays": found})

    def find_flights(
        self, start: str, end: str, day: str, people: int, children: list[int], babies: int, cabin: str = "economy"
    ) -> str:
        """Flights of a day."""
        found = []
        for number, (leaves, stop) in enumerate(LEAVES):
            for bags in (0, 2):
                leaving = datetime.fromisoformat(f"{day}T{leaves}")
                heads = people + 0.75 * len(children) + 0.1 * babies
                price = round((100 + 30 * number + 40 * bags) * heads * (4 if cabin == "business" else 1), 2)
                land = leaving + timedelta(hours=6 if not stop else 3)
                legs = [_leg(start, "ORD" if stop else end, leaving, land, number)]
                if stop:
                    legs.append(_leg("ORD", end, land + timedelta(hours=2), land + timedelta(hours=5), number + 50))
                found.append(self._kept({
                    "id": _mark(start, end, day, number, bags, cabin), "kind": "flight", "legs": legs, "bags": bags, "cabin": cabin,
                    "price": {"total": f"{price:.2f}", "currency": "USD"}, "refunds": bags == 2,
                    "url": "https://acme.example/f",
                }))  # fmt: skip
        return json.dumps({"flights": found})

    def price_now(self, id: str) -> str:  # noqa: A002 - the tool's own word
        """The price of an offer."""
        return json.dumps({"price": self.offers[id]["price"]} if id in self.offers else {})

    def order(
        self,
        id: str,  # noqa: A002 - the tool's own word
        key: str,
        amount: str,
        people: list[dict[str, Any]],
        email: str,
        pay_with: str,
        wishes: str = "",
    ) -> str:
        """Order once for a key."""
        offer = self.offers.get(id)
        if offer is None:
            raise ToolError("gone")
        known = next((one for one in self.orders.values() if one["key"] == key), None)
        if known:
            if known["offer"] != id:
                raise ToolError("key_used")
            return json.dumps(known)
        if pay_with == "pm_declined":
            raise ToolError("payment_declined")
        if amount != offer["price"]["total"]:
            raise ToolError("dearer_now")
        number = len(self.orders)
        made = {
            "order": f"A{number}", "key": key, "state": "done", "code": f"ACM{number}", "price": offer["price"], "offer": id,
            "at": self.clock().isoformat(), "kind": offer["kind"], "people": people, "email": email, "wishes": wishes,
            "refunds": offer.get("refunds") or offer.get("free_cancellation"), "free_until": offer.get("free_until"),
            "tickets": [f"T{number}{n}" for n, _ in enumerate(people)] if offer["kind"] == "flight" else [],
        }  # fmt: skip
        self.orders[made["order"]] = made
        if "order" in self.loses:
            self.loses.remove("order")
            raise ToolError("the line broke")
        return json.dumps(made)

    def show_order(self, order: str) -> str:
        """An order."""
        return json.dumps(self.orders.get(order) or {})

    def orders_by_key(self, key: str) -> str:
        """Orders under a key."""
        return json.dumps({"orders": [one for one in self.orders.values() if one["key"] == key]})

    def cost_of_cancelling(self, order: str) -> str:
        """What cancelling costs."""
        until = (self.clock() + timedelta(minutes=30)).isoformat()
        fee = "0.00" if self.orders[order]["refunds"] else "10.00"
        quote = {"quote": f"Q{len(self.quotes)}", "fee": fee, "until": until, "order": order}
        self.quotes[quote["quote"]] = quote
        return json.dumps(quote)

    def cancel_order(self, order: str, quote: str) -> str:
        """Cancel under a quote."""
        newest = [q["quote"] for q in self.quotes.values() if q["order"] == order][-1]
        if self.orders[order]["state"] == "undone":
            raise ToolError("already_cancelled")
        if newest != quote:
            raise ToolError("order_cancellation_stale")
        self.orders[order]["state"] = "undone"
        return json.dumps(self.orders[order])

    def _kept(self, offer: dict[str, Any]) -> dict[str, Any]:
        self.offers[offer["id"]] = offer
        return offer


def _mark(*parts: Any) -> str:
    return hashlib.sha256(repr(parts).encode()).hexdigest()[:16]


def _leg(start: str, end: str, leaves: datetime, lands: datetime, number: int) -> dict[str, Any]:
    return {
        "from": start, "to": end, "leaves": leaves.isoformat(), "lands": lands.isoformat(),
        "carrier": "Acme Air", "code": "XA", "number": f"XA{number}",
    }  # fmt: skip
