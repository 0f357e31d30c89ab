"""A host that answers all seven tools itself, over one function: ``handler_call(portfolio, org, tool, handler, arguments)``.

Run it: ``python examples/host_tools.py`` books a trip with them and prints what the host was asked. Or talk to it:
``PYTHONPATH=examples TRIPINTENT_HOST_TOOLS=host_tools:TravelHost tripintent chat``. The graph keeps what must not be a host's: the
order of the steps, the approval, and the ledger that buys exactly once.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

from tripintent import Answer, booking_graph, open_session
from tripintent.state.travellers import Need
from tripintent.tools.host.orders import host_capabilities


class TravelHost:
    """A host with one flight each way and one hotel, and books in which a key never holds or buys twice."""

    capabilities = host_capabilities(
        30.0, needs=(Need(what="name", when="hold"), Need(what="email", when="hold", of="buyer")), account="Host Travel"
    )
    """Optional: how long an answer may take, what the host must know of travellers before it holds, and whose account pays."""

    def __init__(self) -> None:
        self.books: dict[str, dict[str, Any]] = {}

    async def handler_call(
        self, portfolio: str, org: str, tool: str, handler: str, arguments: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Answer one tool in the host's envelope."""
        del portfolio, org, handler
        return {"success": True, "output": getattr(self, tool)(arguments), "stack": []}

    def trip_requirements_extract(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Read what a message says; a real host asks its own model."""
        if "Lisbon" not in arguments["user_message"]:
            return {"trip_intent": {}}
        there = {"origin": "BOS", "destination": "LIS", "depart_date": "2027-06-14"}
        back = {"origin": "LIS", "destination": "BOS", "depart_date": "2027-06-21"}
        return {"trip_intent": {"trip_type": "round_trip", "segments": [there, back], "travelers": {"adults": 2}}}

    def flight_quote_search(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Offer one flight."""
        day, ends = arguments["departure_date"], {"from": arguments["origin"], "to": arguments["destination"]}
        hop = {**ends, "depart_at": f"{day}T09:00:00", "arrive_at": f"{day}T20:00:00"}
        flight = {**hop, "airline": "Host Air", "flight_number": f"HA {arguments['segment_index'] + 1}"}
        price = {"amount": "300.00", "currency": "USD"}
        return {"options": [{"option_id": f"f-{day}", "total_price": price, "refundable": True, "segments": [flight]}]}

    def hotel_quote_search(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Offer one hotel."""
        price = {"amount": "700.00", "currency": "USD"}
        stay = arguments["dates"]["start_date"]
        return {
            "options": [{"option_id": f"h-{stay}", "hotel_name": "Host Inn", "star_rating": 4, "total_price": price}]
        }

    def trip_option_ranker(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Put the first of each together."""
        flights = [options[0]["option_id"] for options in arguments["flight_options_by_segment"]]
        hotels = [options[0]["option_id"] for options in arguments["hotel_options_by_stay"]]
        return {"bundles": [{"flight_option_ids": flights, "hotel_option_ids": hotels, "why_this_bundle": "contract"}]}

    def policy_and_risk_check(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Find nothing wrong, and want one thing confirmed."""
        del arguments
        confirm = {"id": "host_terms", "text": "The host's terms apply."}
        return {"risks": [], "blocking_issues": [], "required_user_confirmations": [confirm]}

    def reservation_hold_create(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Hold the items, once for each key."""
        held = {"status": "held", "expires_at": "2027-03-02T09:00:00Z"}
        rows = [{"hold_id": f"H-{i['option_id']}", "item_type": i["item_type"], **held} for i in arguments["items"]]
        return self.books.setdefault(arguments["idempotency_key"], {"holds": rows})

    def booking_confirm_and_purchase(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Buy the holds, once for each key."""
        bought = {"record_locator": f"R{len(self.books)}", "status": "confirmed", "tickets": []}
        return self.books.setdefault(arguments["idempotency_key"], {"confirmation": bought})


def graph_over(host: Any, **options: Any) -> Any:
    """Return the compiled graph with the host's tools in place of ours; ``options`` go to ``booking_graph``."""
    return booking_graph(host=host, **options)


class Heard(TravelHost):
    """A host that prints what it is asked."""

    async def handler_call(
        self, portfolio: str, org: str, tool: str, handler: str, arguments: Mapping[str, Any]
    ) -> Mapping[str, Any]:
        """Print the tool, and answer it."""
        print(f"  the host is asked: {tool}")
        return await super().handler_call(portfolio, org, tool, handler, arguments)


async def main() -> None:
    """Book a trip on the host's flight and hotel."""
    people = "Ann Smith 4 March 1985 and Bob Smith 1983-07-09, ann@example.org"
    async with open_session(host=Heard()) as session:
        for words in ("Boston to Lisbon, two adults", "hold 1", people):
            turn = await session.say("host-demo", words)
            print(f"> {words}\n{turn.messages[0]}\n")
        if turn.interrupt is None:
            return
        seen = tuple(one["id"] for one in turn.interrupt.args["confirmations"])
        print((await session.approve("host-demo", Answer(confirmations=seen))).messages[0])


if __name__ == "__main__":
    asyncio.run(main())
