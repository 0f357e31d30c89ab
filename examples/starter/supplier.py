"""A stub of your own flights: one fare each way. Hotels stay with the simulated supplier until you answer those, too.

A key never holds or buys twice: keep ``books`` in your own database.
"""

from collections.abc import Mapping
from typing import Any

from tripintent.tools.host.orders import host_capabilities


class Fares:
    """What is asked, and in which shape: docs/hosts/supplier.md."""

    tools = ("flight_quote_search", "reservation_hold_create", "booking_confirm_and_purchase")
    capabilities = host_capabilities(30.0, account="Starter")

    def __init__(self) -> None:
        self.books: dict[str, dict[str, Any]] = {}

    async def handler_call(
        self, portfolio: str, org: str, tool: str, handler: str, arguments: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Answer one tool."""
        del portfolio, org, handler
        return {"success": True, "output": getattr(self, tool)(arguments)}

    def flight_quote_search(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Offer one flight a day."""
        day, ends = asked["departure_date"], {"from": asked["origin"], "to": asked["destination"]}
        number = f"AC {asked['segment_index'] + 1}"
        flight = {**ends, "depart_at": f"{day}T09:00:00", "arrive_at": f"{day}T20:00:00", "flight_number": number}
        price = {"amount": "300.00", "currency": "USD"}
        flights = [{**flight, "airline": "Acme Air"}]
        return {"options": [{"option_id": f"f-{day}", "total_price": price, "refundable": True, "segments": flights}]}

    def reservation_hold_create(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Hold what is asked for."""
        rows = [
            {"hold_id": f"H-{i['option_id']}", "item_type": i["item_type"], "status": "held"} for i in asked["items"]
        ]
        return self.books.setdefault(asked["idempotency_key"], {"holds": rows})

    def booking_confirm_and_purchase(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """Sell what is held."""
        bought = {"record_locator": f"ACME{len(self.books)}", "status": "confirmed", "tickets": []}
        return self.books.setdefault(asked["idempotency_key"], {"confirmation": bought})
