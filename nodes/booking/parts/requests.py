"""What the traveller asks of airline and hotel beyond the offers, as it goes along with an order."""

from collections.abc import Iterable

from pydantic import JsonValue

from tripintent.nodes.booking.facts.option_facts import money
from tripintent.state.travellers import RequestOutcome


def request_facts(item_type: str, outcomes: Iterable[RequestOutcome]) -> list[JsonValue]:
    """Return what a message and a card say of requests."""
    return [
        {
            "kind": one.kind,
            "state": one.state,
            "price": money(one.price),
            "said": one.said,
            "detail": one.detail,
            "who": list(one.who),
            "to": "hotel" if item_type == "hotel" else "airline",
        }
        for one in outcomes
    ]
