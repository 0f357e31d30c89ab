"""The published document: one that others can read, and that we can read back."""

import json
from decimal import Decimal

from tests.acts import do


def floats(value):
    if isinstance(value, dict):
        return [f for v in value.values() for f in floats(v)]
    if isinstance(value, list):
        return [f for v in value for f in floats(v)]
    return [value] if isinstance(value, float) else []


async def test_the_document_holds_quotes_bundles_and_choice(session, wish):
    """Offers are put in from the offer store, under the names of renglo.trip_intent.v1."""
    await do(session, "t", wish)
    chosen = await session.choose("t", 1)
    document = await session.document("t")
    memory = document["working_memory"]
    assert document["schema"] == "renglo.trip_intent.v1"
    assert {"request", "status", "party", "itinerary", "preferences", "constraints", "policy", "extras"} <= set(
        document
    )
    (segment,) = memory["flight_quotes_by_segment"]
    assert memory["flight_quotes"] == segment
    assert memory["hotel_quotes_by_stay"] == []
    ids = {option["option_id"] for option in segment}
    bundle = chosen.trip.working_memory.ranking.bundles[0]
    assert memory["selected"]["bundle_id"] == bundle.bundle_id == memory["ranked_bundles"][0]["bundle_id"]
    assert memory["selected"]["flight_option_id"] in ids
    assert memory["selected"]["hotel_option_id"] is None
    assert {"risks", "blocking_issues", "required_user_confirmations"} <= set(memory["risk_report"])
    hop = segment[0]["segments"][0]
    assert (hop["from"], segment[0]["segments"][-1]["to"]) == ("JFK", "SFO")


async def test_amounts_are_decimal_strings(session, wish):
    """No price of the document is a float."""
    await do(session, "t", wish)
    document = json.loads(json.dumps(await session.document("t")))
    prices = [option["total_price"] for option in document["working_memory"]["flight_quotes"]]
    assert all(isinstance(p["amount"], str) and Decimal(p["amount"]) > 0 for p in prices)
    assert floats(prices) == []


async def test_what_was_not_asked_yet_is_null(session):
    """Trains have no quotes; a leg without an answer is not an empty answer."""
    segments = [
        {"origin": {"code": "JFK"}, "destination": {"code": "SFO"}, "depart_date": "2026-03-11"},
        {
            "origin": {"code": "SFO"},
            "destination": {"code": "LAX"},
            "depart_date": "2026-03-14",
            "transport_mode": "train",
        },
    ]
    plan = {"party": {"travelers": {"adults": 1}}, "itinerary": {"segments": segments, "lodging": {"needed": False}}}
    await session.event("t", {"type": "INTENT_READY", "trip_intent": plan})
    by_segment = (await session.document("t"))["working_memory"]["flight_quotes_by_segment"]
    assert [type(one) for one in by_segment] == [list, type(None)]


async def test_our_document_can_be_imported_again(session, wish):
    """Another thread reads it as an INTENT_READY and reaches the same options."""
    first = await do(session, "a", wish)
    second = await session.event("b", {"type": "INTENT_READY", "trip_intent": await session.document("a")})
    assert second.trip.status.state == "presenting_options"
    assert second.trip.itinerary.segments[0].depart_date == first.trip.itinerary.segments[0].depart_date
    ids = [[b.bundle_id for b in r.trip.working_memory.ranking.bundles] for r in (first, second)]
    assert ids[0] == ids[1]
