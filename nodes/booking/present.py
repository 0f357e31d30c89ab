"""present: show the options, the chosen trip with its risks, or why there is nothing to choose from."""

from collections.abc import Container, Mapping, Sequence
from decimal import Decimal
from typing import Any, TypedDict

from langchain_core.messages import AnyMessage
from pydantic import JsonValue

from tripintent.nodes.booking.choice import chosen_offers
from tripintent.nodes.booking.facts.bookings import line_facts
from tripintent.nodes.booking.facts.news import carded
from tripintent.nodes.booking.facts.options import bundle_facts, chosen_facts, money, offers_of, relaxed_facts
from tripintent.nodes.booking.facts.unmet import ruled_facts, unmet_wishes
from tripintent.nodes.booking.paging import OptionsShown, in_order, page_of
from tripintent.nodes.booking.state import BookingState
from tripintent.nodes.runtime import Run, message
from tripintent.state.booking import Booking, CancelLine
from tripintent.state.bundles import Bundle, DayPrice, Issue, Ranking
from tripintent.state.derived import assumed, current, current_ranking, current_risk, open_plan, selected_bundle, unheld
from tripintent.state.money import Money
from tripintent.state.offers import FlightOffer
from tripintent.state.patch import Patch, apply_patch
from tripintent.state.queries import HotelQuery
from tripintent.state.questions.windows import moving_window
from tripintent.state.rebooking import replaced
from tripintent.state.trip import TripIntent
from tripintent.state.turn import Turn
from tripintent.tools.ports.cards import Drawable
from tripintent.tools.ports.desk import Refused
from tripintent.tools.ports.ports import Ports
from tripintent.tools.toolbox.nearness import spot_facts, spot_of
from tripintent.tools.toolbox.screen import chosen_trip, options_facts
from tripintent.tools.toolbox.screen_facts import ChosenFacts
from tripintent.tools.toolbox.searched import stay_title, unfound_parts
from tripintent.tools.toolbox.stand import line_facts as ended_line

_DAYS_TOLD = 3
"""Other days that are told, the cheapest first."""
_What = tuple[str, dict[str, Any], Drawable | None]
"""The kind of message, its facts, and those of its card."""


class PresentUpdate(TypedDict, total=False):
    """Channels that ``present`` updates."""

    messages: list[AnyMessage]
    trip_intent: Patch
    turn: Turn


async def present(state: BookingState, ports: Ports, run: Run) -> PresentUpdate:
    """Say what there is to decide now: a card, and behind it what else is to be said where no model words the turn."""
    trip, turn = state["trip_intent"], state["turn"]
    ranking = in_order(trip, turn.listing)
    if ranking is not None:
        trip = apply_patch(trip, Patch(by="present", merge={"working_memory": {"ranking": ranking}}))
    page = page_of(trip, turn.listing)
    kind, facts, card = await _what(trip, ports, page, hurried=any(e.type != "USER_MESSAGE" for e in turn.queue))
    spoken = "" if turn.cards_alone and card else await ports.language.phrase(kind, facts, trip.request.language)
    risks = current_risk(trip)
    blocked = {"hold_requested": False} if risks and risks.blocking_issues else {}
    ordered = {"ranking": ranking} if turn.listing and ranking else {}
    memory = {"described": None, "shown_from": page.start, "shown": page.numbers, **ordered, **blocked}
    patch = Patch(by="present", merge={"status": {"asked": ()}, "working_memory": memory})
    done = turn.model_copy(update={"news": False, "listing": None, "spoke": True, "queue": ()})
    told = carded(card, trip, ports, kind, facts, behind=spoken) if card else message(spoken, kind, facts=facts)
    return {"messages": [told], "trip_intent": patch, "turn": done}


async def _what(trip: TripIntent, ports: Ports, page: OptionsShown, *, hurried: bool) -> _What:
    ranking, bundle = current_ranking(trip), selected_bundle(trip)
    if bundle and current_risk(trip) and not page.asked_for:
        return "chosen", *await _chosen(trip, bundle, ports)
    if ranking and ranking.bundles:
        facts = await _options(trip, ranking, ports, page, choose_first=hurried)
        return "options", facts, await options_facts(trip, ranking, page.numbers, ports)
    if ranking:
        facts = {
            "dropped": dict(ranking.dropped),
            "assumptions": list(assumed(trip)),
            "relaxed": relaxed_facts(ranking.relaxed),
            "ruled": ruled_facts(trip, ranking),
            "ruled_out": not ranking.relaxed and any(why.startswith("policy.") for why in ranking.dropped),
            "simulated": any(way.simulated for way in ranking.relaxed),
        }
        return "no_options", facts, None
    return "nothing_to_quote", _unquoted(trip), None


async def _options(
    trip: TripIntent, ranking: Ranking, ports: Ports, page: OptionsShown, *, choose_first: bool
) -> dict[str, JsonValue]:
    spot = await spot_of(trip, ports)
    offers = await offers_of([ranking.bundles[n] for n in page.numbers], trip, ports)
    shown = [bundle_facts(n + 1, ranking.bundles[n], trip, offers, spot) for n in page.numbers]
    unfound = unfound_parts(trip)
    if unfound:  # half a trip is the best of nothing
        cheapest = ["cheapest" in ranking.bundles[n].labels for n in page.numbers]
        shown = [{**one, "labels": ["cheapest"] * least} for one, least in zip(shown, cheapest, strict=True)]
    return {
        "options": list(shown),
        "more": max(len(ranking.bundles) - page.start - len(page.numbers), 0),
        "considered": ranking.considered,
        "assumptions": list(assumed(trip)),
        "dropped": dict(ranking.dropped),
        "ruled": ruled_facts(trip, ranking),
        "days": _days(trip, ranking),
        "not_quoted": _not_quoted(trip),
        "unfound": [*unfound],
        "single": _single(trip),
        "strangers": _strangers(trip, shown),
        "near": spot_facts(spot, shown) if any(option["hotels"] for option in shown) else None,
        "unmet": list(unmet_wishes(trip.frame, shown)),
        "simulated": any(o["simulated"] for o in shown),
        "choose_first": choose_first,
        "unselected": _lost(trip),
    }


def _days(trip: TripIntent, ranking: Ranking) -> JsonValue:
    """Return the days to which the trip may move and where its flights cost less; None where the days are fixed."""
    window, days = moving_window(trip), ranking.days
    said = window and days and next((d for d in days.prices if d.day == str(window.said)), None)
    if not window or not days or not said or (days.earliest, days.latest) != (str(window.earliest), str(window.latest)):
        return None
    less = [
        (d, Money(amount=said.total.amount - d.total.amount, currency=d.total.currency))
        for d in days.prices
        if d.total.currency == said.total.currency and d.total.amount < said.total.amount
    ]
    return {
        "flights": bool(open_plan(trip).flights),
        "earliest": days.earliest,
        "latest": days.latest,
        "said": said.day,
        "all": [_day(d) for d in sorted(days.prices, key=lambda d: d.day)],
        "less": [{**_day(d), "less": money(by)} for d, by in less[:_DAYS_TOLD]],
    }


def _day(price: DayPrice) -> dict[str, JsonValue]:
    return {"day": price.day, "back": price.back, "total": money(price.total)}


def _lost(trip: TripIntent) -> bool:
    """Tell whether a choice is gone from the offers; what was bought of it is not gone."""
    chosen = trip.working_memory.selected
    bought = {one.option_id for one in trip.working_memory.bookings}
    kept = bought.intersection((*chosen.flight_option_ids, *chosen.hotel_option_ids))
    return bool(chosen.bundle_id) and not kept and selected_bundle(trip) is None


def _single(trip: TripIntent) -> list[JsonValue]:
    """Return the stays for which one hotel fits all wishes, with what would be next best."""
    quotes = [(asked, current(trip, asked.key)) for asked in open_plan(trip).hotels]
    return [
        {"name": quote.only, "place": stay_title(trip, q.location), "relaxed": relaxed_facts(quote.relaxed)}
        for asked, quote in quotes
        if quote and quote.only and isinstance(q := asked.query, HotelQuery)
    ]


def _strangers(trip: TripIntent, shown: Sequence[Mapping[str, Any]]) -> list[JsonValue]:
    """Return the airlines that were wished for and fly none of the flights shown."""
    wished = trip.preferences.flight.preferred_airlines
    flown = {name.casefold() for option in shown for flight in option["flights"] for name in flight["airlines"]}
    missing = not flown or flown.isdisjoint(name.casefold() for name in wished)
    return [*wished] if missing and any(option["flights"] for option in shown) else []


async def _chosen(trip: TripIntent, bundle: Bundle, ports: Ports) -> tuple[dict[str, JsonValue], ChosenFacts]:
    report = current_risk(trip)
    risks = report.risks if report else ()
    chosen = await chosen_offers(trip, ports)
    changed = {one.offer.changes for one in chosen if isinstance(one.offer, FlightOffer)}
    replaces = await _replaced(trip, ports, changed)
    facts: dict[str, JsonValue] = {
        "bundle_id": bundle.bundle_id,
        "total": money(bundle.whole),
        "rates_date": bundle.rates_date,
        "offers": chosen_facts(chosen, await spot_of(trip, ports)),
        "risks": [issue_facts(r) for r in risks if r.severity != "block"],
        "blocks": [issue_facts(r) for r in risks if r.severity == "block"],
        "held": not unheld(trip),
        "stale_bookings": list(map(line_facts, replaces)),
        "simulated": any(one.offer.simulated for one in chosen),
    }
    return facts, await chosen_trip(trip, bundle, tuple(map(ended_line, replaces)), ports)


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


async def _replaced(trip: TripIntent, ports: Ports, changed: Container[str]) -> tuple[CancelLine, ...]:
    """Return what the choice would replace, each with what cancelling it costs now, as far as that is known.

    A booking that the choice itself changes at its airline is not replaced.
    """
    stale = [b for b in replaced(trip) if b.booking_id not in changed]
    if not stale:
        return ()
    plan = await ports.desk.quote_cancellation(trip.ledger_id, *(b.booking_id for b in stale))
    if isinstance(plan, Refused):
        return tuple(_unpriced(b) for b in stale)
    return plan.items


def _unpriced(booking: Booking) -> CancelLine:
    """Return a booking of which no one knows what giving it up costs."""
    paid = booking.total or Money(amount=Decimal(0))
    return CancelLine(booking_id=booking.booking_id, item_type=booking.item_type, title=booking.title, paid=paid)
