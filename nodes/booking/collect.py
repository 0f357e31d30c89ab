"""collect: the join behind the searches. Says which parts found nothing, once, with what would help."""

from typing import Any

from langchain_core.messages import AnyMessage

from tripintent.nodes.booking.state import BookingState, BookingUpdate
from tripintent.nodes.in_order import turn_now
from tripintent.nodes.runtime import Run, reply
from tripintent.state.derived import current, open_plan
from tripintent.state.patch import Patch
from tripintent.state.queries import FlightQuery, QuoteSet
from tripintent.state.questions.plan import Asked
from tripintent.state.trip import TripIntent
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.searched import place_name, stay_title


async def collect(state: BookingState, ports: Ports, run: Run) -> BookingUpdate:
    """Say what failed or is empty; keep the last failure in the status; forget answers of questions long gone."""
    trip, turn = state["trip_intent"], state["turn"]
    plan = open_plan(trip)
    pairs = [(a, q) for a in (*plan.flights, *plan.hotels) if (q := current(trip, a.key))]
    bad = [(a, q) for a, q in pairs if q.outcome != "found" and _fresh(q, trip)]
    messages: list[AnyMessage] = [await reply(ports, trip, f"search_{q.outcome}", **_facts(trip, a, q)) for a, q in bad]
    messages += [
        await reply(ports, trip, "search_instead", **_facts(trip, a, q), name=q.instead)
        for a, q in pairs
        if q.instead and _fresh(q, trip)
    ]
    failures = [q.failure for _, q in bad if q.failure]
    merge = {"status": {"last_tool_error": failures[-1] if failures else None}}
    update: BookingUpdate = {
        "trip_intent": Patch(by="collect", event="TOOL_ERROR" if failures else "TOOL_RESULT", merge=merge),
        "turn": turn.model_copy(update={"spoke": turn.spoke or bool(messages)}),
    }
    return {**update, "messages": messages} if messages else update


def _fresh(quote: QuoteSet, trip: TripIntent) -> bool:
    """Return whether an answer came in this turn: an older one has been said before."""
    return quote.at is not None and quote.at >= turn_now(trip)


def _facts(trip: TripIntent, asked: Asked, quote: QuoteSet) -> dict[str, Any]:
    query = asked.query
    what: dict[str, Any]
    if isinstance(query, FlightQuery):
        what = {
            "kind": "flight",
            "from": place_name(trip, query.origin),
            "to": place_name(trip, query.destination),
            "date": query.depart_date,
        }
    else:
        what = {
            "kind": "hotel",
            "place": stay_title(trip, query.location),
            "date": query.check_in,
            "until": query.check_out,
        }
    failure = quote.failure
    return {
        **what,
        "hints": [h.split(":") for h in quote.hints if h not in {r.hint for r in quote.relaxed}],
        "relaxed": [way.model_dump(mode="json") for way in quote.relaxed],
        "simulated": any(way.simulated for way in quote.relaxed),
        "error": failure.error if failure else None,
        "retryable": failure.retryable if failure else False,
    }
