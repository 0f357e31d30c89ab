"""present: show the options, the chosen trip with its risks, or why there is nothing to choose from."""

from typing import Any, TypedDict

from langchain_core.messages import AnyMessage
from pydantic import JsonValue

from tripintent.nodes.booking.chosen import chosen_offers
from tripintent.nodes.booking.node import Run
from tripintent.nodes.booking.option_facts import bundle_facts, chosen_facts, money
from tripintent.nodes.booking.paging import Page, page_of
from tripintent.nodes.booking.replaced import replaced_by
from tripintent.nodes.booking.speech import message
from tripintent.nodes.booking.state import BookingState
from tripintent.state.bundles import Bundle, Issue, Ranking
from tripintent.state.derived import current_ranking, current_risk, selected_bundle, unheld
from tripintent.state.patch import Patch
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.ports import Ports


class PresentUpdate(TypedDict, total=False):
    """What present writes."""

    messages: list[AnyMessage]
    trip_intent: Patch
    turn: Turn


async def present(state: BookingState, ports: Ports, run: Run) -> PresentUpdate:
    """Say what there is to decide now."""
    trip, turn = state["trip_intent"], state["turn"]
    page = page_of(trip, turn.listing)
    kind, facts = await _what(trip, ports, page, hurried=any(e.type != "USER_MESSAGE" for e in turn.queue))
    text = await ports.language.phrase(kind, facts, trip.request.language)
    risks = current_risk(trip)
    blocked = {"hold_requested": False} if risks and risks.blocking_issues else {}
    memory = {"shown_from": page.start, **blocked}
    patch = Patch(by="present", merge={"status": {"asked": ()}, "working_memory": memory})
    spoken = turn.model_copy(update={"news": False, "listing": None, "spoke": True, "queue": ()})
    return {"messages": [message(text, kind, facts=facts)], "trip_intent": patch, "turn": spoken}


async def _what(trip: TripIntent, ports: Ports, page: Page, *, hurried: bool) -> tuple[str, dict[str, JsonValue]]:
    ranking, bundle = current_ranking(trip), selected_bundle(trip)
    if bundle and current_risk(trip) and not page.asked_for:
        return "chosen", await _chosen(trip, bundle, ports)
    if ranking and ranking.bundles:
        return "options", await _options(trip, ranking, ports, page, choose_first=hurried)
    if ranking:
        return "no_options", {"dropped": dict(ranking.dropped), "assumptions": list(trip.status.assumptions)}
    return "nothing_to_quote", _unquoted(trip)


async def _options(
    trip: TripIntent, ranking: Ranking, ports: Ports, page: Page, *, choose_first: bool
) -> dict[str, JsonValue]:
    shown = [await bundle_facts(n + 1, ranking.bundles[n], trip, ports) for n in page.numbers]
    return {
        "options": list(shown),
        "more": max(len(ranking.bundles) - page.start - len(page.numbers), 0),
        "considered": ranking.considered,
        "assumptions": list(trip.status.assumptions),
        "budget": money(trip.constraints.budget_total),
        "dropped": dict(ranking.dropped),
        "not_quoted": _not_quoted(trip),
        "simulated": any(o["simulated"] for o in shown),
        "choose_first": choose_first,
        "unselected": bool(trip.working_memory.selected.bundle_id) and selected_bundle(trip) is None,
    }


async def _chosen(trip: TripIntent, bundle: Bundle, ports: Ports) -> dict[str, JsonValue]:
    report = current_risk(trip)
    risks = report.risks if report else ()
    offers = chosen_facts(await chosen_offers(trip, ports))
    return {
        "bundle_id": bundle.bundle_id,
        "total": money(bundle.estimated_total),
        "rates_date": bundle.rates_date,
        "offers": offers,
        "risks": [issue_facts(r) for r in risks if r.severity != "block"],
        "blocks": [issue_facts(r) for r in risks if r.severity == "block"],
        "held": not unheld(trip),
        "stale_bookings": [row.facts() for row in await replaced_by(trip, ports)],
        "simulated": any(isinstance(o, dict) and bool(o["simulated"]) for o in offers),
    }


def issue_facts(issue: Issue) -> dict[str, JsonValue]:
    """Return one risk for the words."""
    facts: dict[str, Any] = {"id": issue.confirmation_id, **issue.model_dump(mode="json")}
    return facts


def _not_quoted(trip: TripIntent) -> list[JsonValue]:
    """Return the parts of the plan that are kept but not quoted: trains, cars, ferries, ground transport."""
    kept: list[JsonValue] = [
        {
            "mode": s.transport_mode,
            "from": s.origin.name or s.origin.said,
            "to": s.destination.name or s.destination.said,
            "date": s.depart_date,
        }
        for s in trip.itinerary.segments
        if not s.is_flight
    ]
    if trip.itinerary.ground.needed:
        kept.append({"mode": "ground", "from": None, "to": None, "date": None})
    return kept


def _unquoted(trip: TripIntent) -> dict[str, JsonValue]:
    return {"not_quoted": _not_quoted(trip), "booked": bool(trip.working_memory.bookings)}
