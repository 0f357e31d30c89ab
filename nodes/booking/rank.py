"""rank: the best whole trips out of everything that was found."""

from typing import TypedDict

from tripintent.nodes.booking.arriving import leg_of, rooms_of
from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.state import BookingState
from tripintent.state.bundles import Ranking
from tripintent.state.derived import found, open_plan, ranking_key
from tripintent.state.offers import FlightOffer
from tripintent.state.patch import Patch
from tripintent.state.questions.plan import currency_of
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports
from tripintent.tools.ports.ranking import RankRequest


class RankUpdate(TypedDict):
    """What rank writes."""

    trip_intent: Patch
    turn: Turn


async def rank(state: BookingState, ports: Ports, run: Run) -> RankUpdate:
    """Rank the parts that have offers; a part without any was said already and does not stop the others."""
    trip = state["trip_intent"]
    plan = open_plan(trip)
    legs = [a for a in plan.flights if found(trip, a.key)]
    stays = [a for a in plan.hotels if found(trip, a.key)]
    flights = [await ports.offers.get(trip.ledger_id, a.key) for a in legs]
    hotels = [await rooms_of(a, legs, trip, ports) for a in stays]
    result = await ports.ranker.rank(
        RankRequest(
            flights=tuple(tuple(o for o in offers if isinstance(o, FlightOffer)) for offers in flights),
            hotels=tuple(hotels),
            arrives_with=tuple(leg_of(stay, legs) for stay in stays),
            preferences=trip.preferences,
            constraints=trip.constraints,
            rules=trip.policy.rules,
            currency=currency_of(trip),
        )
    )
    ranking = Ranking(
        key=ranking_key(trip),
        bundles=result.bundles,
        flight_keys=tuple(a.key for a in legs),
        hotel_keys=tuple(a.key for a in stays),
        considered=result.considered,
        dropped=dict(result.dropped),
    )
    note = f"ranked {len(result.bundles)} of {result.considered} offers"
    return {
        "trip_intent": Patch(by="rank", event="TOOL_RESULT", note=note, merge={"working_memory": {"ranking": ranking}}),
        "turn": state["turn"].model_copy(update={"news": True}),
    }
