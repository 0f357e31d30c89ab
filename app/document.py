"""The published document ``renglo.trip_intent.v1``: the trip with its quotes put in, amounts as decimal strings.

Inside, a trip holds the keys of its offers; outside, a reader wants one document. Field names are those that other
systems of this kind read and write.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tripintent.state.derived import current_ranking, current_risk
from tripintent.state.designer.itinerary import ItineraryDocument, itinerary_of
from tripintent.state.designer.itinerary import published as published_itinerary
from tripintent.state.designer.profile import trip_profile
from tripintent.state.offers import FlightOffer, Offer
from tripintent.state.planning.facts import facts_of
from tripintent.state.planning.gate import Action, Requirement, requirements
from tripintent.state.questions.plan import PlanQuery, plan_of
from tripintent.state.questions.stays import effective_stays
from tripintent.state.trip import EVENTS_KEPT, TripIntent
from tripintent.tools.ports.desk import Desk
from tripintent.tools.ports.documents import Offers

INSIDE_ONLY = {"frame"}


async def document(trip: TripIntent, offers: Offers, desk: Desk) -> dict[str, Any]:
    """Return the document of a trip. A leg or stay without an answer has null, one with an empty answer [].

    Offers of a stay are priced for all its rooms together: ``hotel_quotes_by_stay[i]`` holds one group of options.
    """
    plan = plan_of(trip)
    flights = await _by_number(trip, plan.flights, offers, len(trip.itinerary.segments))
    hotels = await _by_number(trip, plan.hotels, offers, len(effective_stays(trip)))
    published: dict[str, Any] = trip.model_dump(mode="json", by_alias=True, exclude=INSIDE_ONLY)
    published["working_memory"] = {**published["working_memory"], **_memory(trip, flights, hotels)}
    events = await desk.audit(trip.ledger_id, EVENTS_KEPT) if trip.trip_id else ()
    published["audit"] = {"events": [one.model_dump(mode="json") for one in events]}
    return published


Quotes = list[list[dict[str, object]] | None]


async def _by_number(trip: TripIntent, asked: Sequence[PlanQuery], offers: Offers, count: int) -> Quotes:
    """Return the answers at the places of their segments or stays; trains and the like have null."""
    found: Quotes = [None] * count
    for one in asked:
        if one.key in trip.working_memory.quotes:
            found[one.number] = [published_offer(o) for o in await offers.get(trip.ledger_id, one.key)]
    return found


def _memory(trip: TripIntent, flights: Quotes, hotels: Quotes) -> dict[str, object]:
    wm, ranking = trip.working_memory, current_ranking(trip)
    return {
        "flight_quotes": (flights[0] or []) if len(flights) == 1 else [],
        "hotel_quotes": (hotels[0] or []) if len(hotels) == 1 else [],
        "flight_quotes_by_segment": flights,
        "hotel_quotes_by_stay": [None if options is None else [options] for options in hotels],
        "ranked_bundles": [b.model_dump(mode="json") for b in ranking.bundles] if ranking else [],
        "risk_report": _risk(trip),
        "selected": {
            **wm.selected.model_dump(mode="json"),
            "flight_option_id": next(iter(wm.selected.flight_option_ids), None),
            "hotel_option_id": next(iter(wm.selected.hotel_option_ids), None),
        },
    }


def published_offer(offer: Offer) -> dict[str, Any]:
    """Return one offer under the document's names (``from``, ``to``)."""
    fields = offer.model_dump(mode="json", by_alias=True)
    return fields | {"stops": offer.stops} if isinstance(offer, FlightOffer) else fields


def _risk(trip: TripIntent) -> dict[str, object] | None:
    report = current_risk(trip)
    if report is None:
        return None
    texts = {
        "blocking_issues": [r.model_dump(mode="json") for r in report.blocking_issues],
        "required_user_confirmations": [
            {"id": r.confirmation_id, "text": r.text} for r in report.required_user_confirmations
        ],
    }
    return {**report.model_dump(mode="json"), **texts}


def published_plan(document: ItineraryDocument, trip: TripIntent) -> dict[str, object]:
    """Return the itinerary with the profile of its trip, as others read it."""
    profile = trip_profile(document, trip).model_dump(mode="json", by_alias=True)
    return {**published_itinerary(document), "tripProfile": profile}


def requirements_of(values: Mapping[str, Any]) -> dict[Action, Requirement]:
    """Return what each planning document has, misses and assumes, from a conversation's state."""
    trip: TripIntent = values.get("trip_intent") or TripIntent()
    return requirements(facts_of(trip, itinerary_of(values).trip_preferences))


def published_documents(values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the trip's other documents by kind, as others read them; those that were never written are left out."""
    found: dict[str, Any] = {}
    trip: TripIntent = values.get("trip_intent") or TripIntent()
    for kind, one in (values.get("documents") or {}).items():
        if one.version:
            whole = one.model_dump(mode="json", by_alias=True)
            found[kind] = published_plan(one, trip) if isinstance(one, ItineraryDocument) else whole
    return found
